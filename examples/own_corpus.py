"""Search your own documents: write a small corpus, import questions to it, and score two policies.

    python examples/own_corpus.py [FOLDER]

Put your own folder of texts (or a JSONL file with id, title and text) and your own questions in place of `DOCUMENTS`
and `QUESTIONS`; nothing else changes. A policy is a function from the environment and what it said to a response, so a
model goes where `names_a_title` is.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path

import rlvr
from rlvr.agents.policies import Policy, oracle, play
from rlvr.envs.base import TextEnv
from rlvr.importing import import_search

DOCUMENTS = {
    "harbour.md": "# Harbour of Quellin\nThe harbour of Quellin was opened on 4 March 811. It is 12 fathoms deep, "
    "and the pilot Dorvane Ilk keeps its gate.",
    "lighthouse.md": "# Lighthouse of Sarn\nThe lighthouse of Sarn was built by Mirel Oster. Its lamp burns whale oil.",
    "oster.md": "# Mirel Oster\nMirel Oster, called Old Mirel, was a mason. She was born in Tavish "
    "and taught by Brannoc Fell.",
    "fell.md": "# Brannoc Fell\nBrannoc Fell led the masons' guild of Tavish for 31 years. He never saw the sea.",
    "tavish.md": "# Tavish\nTavish is a town on the river Ulm. Its fairs are held in Osk and in Reen, by turns.",
    "ulm.md": "# The Ulm\nThe river Ulm rises on Mount Carrow and ends in the harbour of Quellin.",
}
QUESTIONS = [
    {"question": "Who built the lighthouse of Sarn?", "answers": ["Mirel Oster", "Old Mirel"], "hops": 1,
     "support": ["lighthouse.md"]},
    {"question": "How deep is the harbour of Quellin?", "answer": "12 fathoms", "hops": 1, "support": ["harbour.md"]},
    {"question": "When was the harbour of Quellin opened?", "answer": "0811-03-04", "hops": 1,
     "support": ["harbour.md"]},
    {"question": "Where does the river Ulm rise?", "answer": "Mount Carrow", "hops": 1, "support": ["ulm.md"]},
    {"question": "Did Brannoc Fell ever see the sea?", "answer": False, "hops": 1, "support": ["fell.md"]},
    {"question": "In which places are the fairs of Tavish held?", "answer": ["Osk", "Reen"], "hops": 1,
     "support": ["tavish.md"]},
    {"question": "In which town was the builder of the lighthouse of Sarn born?", "answer": "Tavish", "hops": 2,
     "support": ["lighthouse.md", "oster.md"]},
    {"question": "Who keeps the gate of the harbour in which the Ulm ends?", "answer": "Dorvane Ilk", "hops": 2,
     "support": ["ulm.md", "harbour.md"]},
    {"question": "Who taught the builder of the lighthouse of Sarn?", "answer": "Brannoc Fell", "hops": 2,
     "support": ["lighthouse.md", "oster.md"]},
    {"question": "For how many years did the teacher of Mirel Oster lead a guild?", "answer": 31, "unit": "years",
     "hops": 2, "support": ["oster.md", "fell.md"]},
    {"question": "Is Mirel Oster a mason?", "answer": "Mirel Oster"},  # stands in the question, so it is left out
]  # fmt: skip


def names_a_title(rng: random.Random) -> Policy:
    """A policy without skill: it answers with the title of some document, and never searches."""
    titles = [text.partition("\n")[0].removeprefix("# ") for text in DOCUMENTS.values()]

    def act(env: TextEnv, observation: str) -> str:
        return f"<answer>{rng.choice(titles)}</answer>"

    return act


def main(folder: Path) -> None:
    """Write the corpus, import the questions, and print how often each policy is right at each level."""
    corpus, questions, registry = folder / "archive", folder / "questions.jsonl", folder / "mine.yaml"
    corpus.mkdir(exist_ok=True)
    for name, text in DOCUMENTS.items():
        (corpus / name).write_text(text + "\n", encoding="utf-8")
    questions.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), encoding="utf-8")

    report = import_search(
        corpus, questions, registry
    )  # or: rlvr search import archive questions.jsonl -o mine.yaml
    print(report.text())

    rlvr.register(registry)
    policies = {"oracle": oracle, "title": names_a_title(random.Random(0))}
    print(f"\n{'level':>5} {'questions':>9} " + " ".join(f"{name:>7}" for name in policies))
    for level, count in enumerate(report.levels, 1):
        env = rlvr.make(report.env, level=level)
        shares = []
        for policy in policies.values():
            verdicts = [play(env, policy, seed=seed).verdict for seed in range(20)]
            shares.append(sum(verdict is not None and verdict.passed for verdict in verdicts) / len(verdicts))
        print(f"{level:>5} {count:>9} " + " ".join(f"{share:>7.2f}" for share in shares))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as place:
            main(Path(place))
