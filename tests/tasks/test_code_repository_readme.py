"""Repository tasks: what a README says is what its project does, where it was once otherwise."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from rlvr.generators.code.repository.domain import Domain, files_of, with_derived
from rlvr.generators.code.repository.domains import BY_NAME, DOMAINS
from rlvr.generators.code.repository.project import Project


class Whole:
    """A sound project with some features."""

    def __init__(self, domain: Domain, features: set[str]) -> None:
        self.domain, self.has, self.names = domain, with_derived(domain, features), domain.choose(Random(1))
        self.files = files_of(domain, self.names, self.has)
        self.readme = " ".join(self.files["README.md"].split())
        self.project = Project(self.files)

    def call(self, function: str, *args: Any) -> Any:
        """What a public function returns, by the project and by the model of its domain."""
        found = self.project.call(f"{self.names['pkg']}.api", function, list(args))
        assert found == self.domain.solve(self.names, self.has, function, list(args))
        return found


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_the_section_about_functions_names_all_public_functions_and_no_others(domain: Domain) -> None:
    for mask in range(1 << len(domain.features)):
        chosen = {feature for at, feature in enumerate(domain.features) if mask >> at & 1}
        whole = Whole(domain, chosen)
        _, section = whole.files["README.md"].split("\n## Functions\n")
        told = re.findall(r"^- `(\w+)\(", section, re.MULTILINE)
        assert told == [
            name for name, feature in domain.functions.items() if not feature or feature in whole.has
        ]
        for name in told:
            assert f"\ndef {name}(" in whole.files[f"{whole.names['pkg']}/api.py"]


def test_only_a_part_of_a_query_that_begins_with_a_minus_excludes() -> None:
    whole = Whole(BY_NAME["text index"], {"exclude", "snippets"})
    assert (
        "If a part of the query (it is cut at spaces) begins with `-`, the words in this part are"
        in whole.readme
    )
    assert "In `of-moss` nothing is excluded." in whole.readme
    documents = [["", "of moss"], ["", "of stone"]]
    assert whole.call("search", documents, "of-moss") == [0]
    assert whole.call("search", documents, "of -moss") == [1]
    assert whole.call("search", documents, "of -moss-tree") == [1]
    assert whole.call("search", documents, "of -tree-moss") == [1]
    assert "Excluded words of the query do not count here." in whole.readme
    body = "one two three four five six seven eight moss"
    assert whole.call("snippet", ["", body], "-moss") == whole.call("snippet", ["", body], "-")


def test_without_exclusion_a_readme_does_not_speak_of_it() -> None:
    for features in (set[str](), {"snippets"}):
        whole = Whole(BY_NAME["text index"], features)
        assert "xclu" not in whole.readme
        assert whole.call("search", [["", "of moss"], ["", "of"]], "of -moss") == [0]


def test_a_call_of_a_function_is_an_error_by_the_name_that_the_readme_gives_it() -> None:
    for features in ({"answers"}, {"variables"}, {"answers", "variables"}):
        whole = Whole(BY_NAME["calculator"], features)
        # There are no functions, so nothing that looks like a call of one can be read.
        assert "Also `name` for a name without a value." in whole.readme
        assert "a function" not in whole.readme.partition("## Functions")[0]
        assert whole.call("calculate", ["ans()", "a()", "a(1)", "zz"]) == ["syntax"] * 3 + ["name"]
    whole = Whole(BY_NAME["calculator"], {"functions"})
    assert "Also `name` for a name without a value, or for a function that there is not." in whole.readme
    assert "A call with nothing between its parentheses cannot be read, whatever its name." in whole.readme
    assert "The arguments of a function are its operands." in whole.readme
    lines = ["max()", "mean()", "mean(1)", "abs(1, 2)", "abs(1, 1 / 0)", "mean(1 / 0)", "x"]
    wanted = ["syntax", "syntax", "name", "arguments", "zero", "zero", "name"]
    assert whole.call("calculate", lines) == wanted
    assert "Also `name`" not in Whole(BY_NAME["calculator"], set()).readme


def test_lines_of_a_calculator_that_give_a_value() -> None:
    whole = Whole(BY_NAME["calculator"], {"answers", "variables", "postfix", "measures"})
    assert "No value can be given to it: a line that does cannot be read." in whole.readme
    assert whole.call("calculate", ["ans = 5", "a = 5", "ans"]) == ["syntax", 5, 5]
    assert "Only `calculate(lines)` knows lines that give a name a value; for the others" in whole.readme
    assert [whole.call(name, "a = 5") for name in ("operators", "depth", "postfix")] == [-1, -1, "syntax"]
    assert "numbers without needless zeros before them" in whole.readme
    assert whole.call("postfix", "09 + 0") == "9 0 +"
    assert "knows lines" not in Whole(BY_NAME["calculator"], {"answers"}).readme


def test_what_a_ledger_reports() -> None:
    whole = Whole(BY_NAME["ledger"], {"fees", "transfers", "interest", "freezing", "reports"})
    assert "An account is used as soon as it has an entry; until then its balance is 0." in whole.readme
    begun = [["deposit", "ann", 4000], ["freeze", "bob"], ["deposit", "cem", 0], ["withdraw", "ann", 1000]]
    operations = [*begun, ["transfer", "ann", 1, "dana"], ["month end"]]
    assert whole.call("balances", operations).keys() == {"ann", "dana"}
    assert whole.call("refused", operations) == [[3, "amount"]]
    kinds = [kind for kind, _, _ in whole.call("statement", operations, "ann")]
    assert kinds == ["deposit", "withdrawal", "fee", "sent", "interest"]
    assert all(f"`{kind}`" in whole.readme for kind in [*kinds, "received"])
    assert set(whole.call("richest", operations, 9)) == {"ann", "dana"}
    assert whole.call("lowest_balance", operations, "bob") == 0
