"""Extraction: what counts as the committed answer, and what does not."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.verifiers.base import Reason
from rlvr.verifiers.extract import MAX_RESPONSE_CHARS, extract, is_mention, unwrap, without_thoughts

STRICT = [
    ("<answer>5</answer>", "5"),
    ("I think. <answer> 5\n</answer> Done.", "5"),
    ("I will use <answer> tags. <answer>5</answer>", "5"),
    ("<answer>4</answer> no, wait: <answer>5</answer>", "5"),
    ("<think>maybe <answer>4</answer></think><answer>5</answer>", "5"),
    ("<answer>4</answer></think><answer>5</answer>", "5"),
    ("<answer>5</answer><think>was that right?</think>", "5"),
    ("<answer>```\n1 2\n3 4\n```</answer>", "1 2\n3 4"),
    ("<answer>$\\boxed{5}$</answer>", "5"),
    ("<answer>**5**</answer>", "5"),
    ("<answer>\\text{yes}</answer>", "yes"),
    ("<answer>3 or 4</answer>", "3 or 4"),
    ("<answer>a < b</answer>", "a < b"),
    ("<answer>5</answer> and then <answer>6", "5"),
]
NOTHING = [
    "",
    " \n",
    "5",
    "The answer is 5.",
    "\\boxed{5}",
    "<answer></answer>",
    "<answer> \n </answer>",
    "<answer>5",
    "5</answer>",
    "</answer>5<answer>",
    "<answer>...</answer>",
    "Write it between <answer> and </answer>.",
    "I shall put it in `<answer>` and `</answer>`.",
    "<answer>your answer here</answer>",
    "<think><answer>5</answer></think>",
    "<think><answer>5</answer>",
    "<answer>5</answer><think>hm",
    "<answer>5</answer></think>",
    "<thinking><answer>5</answer></thinking>",
    "＜answer＞5＜/answer＞",
]


@pytest.mark.parametrize(("response", "answer"), STRICT)
def test_strict_takes_the_last_committed_answer(response: str, answer: str) -> None:
    assert extract(response).text == answer


@pytest.mark.parametrize("response", NOTHING)
def test_strict_takes_nothing_else(response: str) -> None:
    found = extract(response)
    assert (found.text, found.reason) == (None, Reason.NO_ANSWER)


@pytest.mark.parametrize(
    ("response", "answer", "marker"),
    [
        ("So \\boxed{5}.", "5", "boxed"),
        ("\\boxed{4} or rather \\fbox{x}, \\fboxed{5}", "5", "boxed"),
        ("\\boxed{\\frac{1}{2}}", "\\frac{1}{2}", "boxed"),
        ("\\boxed{a\\}b}", "a\\}b", "boxed"),
        ("\\boxed {5}", "5", "boxed"),
        ("first \\boxed{5} then \\boxed{6", "5", "boxed"),
        ("<Answer>5</Answer>", "5", "tag"),
        ("It is <answer>5", "5", "tag"),
        ("work\n#### 5", "5", "hashes"),
        ("work\nThe final answer is 5.", "5", "phrase"),
        ("work\n**Answer:** 5", "5", "phrase"),
        ("So the answer is: 5", "5", "phrase"),
        ("Answer: 4\nNo.\nAnswer: 5\nBye", "5", "phrase"),
        ("Final answer:\n1 2\n3 4", "1 2\n3 4", "phrase"),
        ("The answer is not 5", "not 5", "phrase"),
        ("5", "5", "bare"),
        ("1 2\n3 4", "1 2\n3 4", "bare"),
        ("I think 5 or 6", "I think 5 or 6", "bare"),
    ],
)
def test_lenient_takes_other_common_forms(response: str, answer: str, marker: str) -> None:
    found = extract(response, mode="lenient")
    assert (found.text, found.marker) == (answer, marker)


@pytest.mark.parametrize(
    "response",
    [
        "{} This is in the <answer> tags, as asked.",
        "{} I put it between <answer> and </answer>.",
        "{} It stands between `<answer>` and `</answer>`.",
        "{} The form is <answer>...</answer>.",
        "{} (<answer>your answer here</answer>)",
        "{} An empty pair, <answer></answer>, would be none.",
        "{} `<answer>6</answer>` would be wrong.",
        "{} </answer>",
        "{} Closed with </answer>; opened with <answer>.",
        "I shall use <answer> tags. {}",
        "`<answer>6</answer>` is wrong. {}",
    ],
)
def test_a_mention_of_the_tags_takes_nothing_back(response: str) -> None:
    for mode in ("strict", "lenient"):
        for marked in ("<answer>5</answer>", "<ANSWER>5</ANSWER>", "<Answer> 5 </Answer>"):
            assert extract(response.format(marked), mode=mode).text == "5"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "response", ["{} It is \\boxed{{}}.", "{}, that is in \\boxed{{...}}", "{} Not `\\boxed{{6}}`."]
)
def test_a_mention_of_the_box_takes_nothing_back(response: str) -> None:
    assert extract(response.format("\\boxed{5}"), marker="boxed").text == "5"


def test_a_second_pair_replaces_the_first_also_if_it_is_nonsense() -> None:
    assert extract("<answer>5</answer> No: <answer>6</answer>").text == "6"
    assert extract("<answer>5</answer> <answer>maybe</answer>").text == "maybe"
    assert extract("<answer>5 <answer>6</answer></answer>").text == "6"


@pytest.mark.parametrize(
    "text", ["$-\\boxed{6}$", "$2\\boxed{6}$", "$\\boxed{6}+1$", "$\\boxed{6}^2$", "$7 - \\boxed{6}$"]
)
def test_a_box_within_a_formula_is_no_answer(text: str) -> None:
    assert extract(f"It is {text}.", marker="boxed").text is None


@pytest.mark.parametrize(
    "text", ["**\\boxed{6}**", "- \\boxed{6}", "$x = \\boxed{6}$", "\\boxed{6} - as was asked", "\\boxed{6}\\%"]
)
def test_a_box_beside_words_is_one(text: str) -> None:
    assert extract(f"So:\n{text}", marker="boxed").text == "6"


def test_a_quoted_pair_counts_where_there_is_no_other() -> None:
    assert extract("`<answer>5</answer>`").text == "5"
    assert extract("`<answer>5</answer>` or `<answer>6</answer>`").text == "6"


def test_a_program_is_not_taken_back_by_a_mention() -> None:
    program = "print(1)"
    for after in ("as asked, between <answer> and </answer>", "in the <answer> tags", "(<answer></answer>)"):
        assert extract(f"<answer>{program}</answer> {after}", form="code").text == program
        assert extract(f"<ANSWER>\n{program}\n</ANSWER> {after}", form="code").text == program


def test_the_tag_outranks_other_forms_in_lenient_mode() -> None:
    assert extract("\\boxed{4} <answer>5</answer> #### 6", mode="lenient").text == "5"


def test_strict_boxed_accepts_the_box_only() -> None:
    assert extract("\\boxed{5}", marker="boxed").text == "5"
    assert extract("<answer>5</answer>", marker="boxed").text is None


def test_lengths_are_bounded() -> None:
    assert extract("<answer>" + "1" * 4096 + "</answer>").text == "1" * 4096
    assert extract("<answer>" + "1" * 4097 + "</answer>").reason is Reason.TOO_LONG
    assert extract("x" * (MAX_RESPONSE_CHARS + 1)).reason is Reason.TOO_LONG
    assert extract("<answer>" + "1" * 5000 + "</answer>", max_chars=6000).text == "1" * 5000


HOSTILE = [
    "<think>" * 140_000,
    "</think>" * 120_000,
    "<think></think>" * 60_000,
    "<answer>" * 120_000,
    "</answer>" * 110_000,
    "\\boxed{" * 140_000,
    "\\boxed{" + "{" * 900_000,
    "\\boxed{" + "\\" * 900_000,
    "answer:" * 140_000,
    "answer is\n" * 99_000,
    "the " * 249_000,
    "\n" * 1_000_000,
    "#" * 1_000_000,
    "\n####" * 190_000,
    "```" * 330_000,
    "**" * 490_000,
    "$" * 1_000_000,
    "İ" * 900_000,
    "\ud800" * 900_000,
]


@pytest.mark.parametrize("response", HOSTILE, ids=lambda text: repr(text[:12]))
@pytest.mark.parametrize("mode", ["strict", "lenient"])
def test_a_megabyte_of_anything_has_no_answer(response: str, mode: str) -> None:
    assert extract(response, mode=mode).text is None  # type: ignore[arg-type]


@given(st.text(), st.text(alphabet="<>/answer\\boxed{}think#: \n5", max_size=200))
def test_any_text_is_taken_without_raising(a: str, b: str) -> None:
    for mode in ("strict", "lenient"):
        for marker in ("tag", "boxed"):
            found = extract(a + b, marker=marker, mode=mode)  # type: ignore[arg-type]
            assert (found.text is None) != (found.reason is None)


plain = st.text(
    alphabet=st.characters(blacklist_characters="<>\\`*$#{}", blacklist_categories=("Cs",)), max_size=50
)


@given(plain, plain.filter(lambda text: not is_mention(text)), plain)
def test_what_stands_in_the_tag_comes_out(before: str, answer: str, after: str) -> None:
    assert extract(f"{before}<answer>{answer}</answer>{after}").text == answer.strip()
    assert extract(f"{before}<think>{after}</think><answer>{answer}</answer>").text == answer.strip()


@given(plain, plain)
def test_thoughts_are_removed(outside: str, inside: str) -> None:
    assert without_thoughts(f"{outside}<think>{inside}</think>{outside}") == outside * 2
    assert without_thoughts(f"{outside}<think>{inside}") is None


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("`5`", "5"),
        ("``` 5 ```", "5"),
        ("$$5$$", "5"),
        ("\\(5\\)", "5"),
        ("**`5`**", "5"),
        ("$a$ and $b$", "$a$ and $b$"),
        ("**a** or **b**", "**a** or **b**"),
        ("\\text{a} \\text{b}", "\\text{a} \\text{b}"),
        ("\\boxed{5}", "5"),
        ("$", "$"),
        ("**", "**"),
    ],
)
def test_unwrap_removes_only_what_is_around_the_whole(text: str, inner: str) -> None:
    assert unwrap(text) == inner


PROGRAM = "def f(x):\n    if x:\n        return 1\n    return 0"


@pytest.mark.parametrize(
    "response",
    [
        f"<answer>{PROGRAM}</answer>",
        f"<answer>\n{PROGRAM}\n</answer>",
        f"<answer>\n  {PROGRAM} \n</answer>",
        "<answer>\n" + "\n".join(f"    {line}" for line in PROGRAM.split("\n")) + "\n</answer>",
        f"<answer>\n```python\n{PROGRAM}\n```\n</answer>",
        f"Two ways:\n```\nno\n```\n<answer>This:\n```python\nno\n```\nbetter:\n```python\n{PROGRAM}\n```\n</answer>",
        f"<think><answer>no</answer></think><answer>\r\n{PROGRAM}\r\n</answer>",
    ],
)
def test_a_program_is_taken_whole(response: str) -> None:
    for mode in ("strict", "lenient"):
        found = extract(response, mode=mode, form="code").text
        assert found is not None
        assert ast.dump(ast.parse(found)) == ast.dump(ast.parse(PROGRAM))


@pytest.mark.parametrize(
    ("response", "program"),
    [
        (
            "<answer>1. So:\n   ```python\n   def f():\n       return 1\n   ```\n</answer>",
            "def f():\n    return 1",
        ),
        ("<answer>visited[think] = 1</answer>", "visited[think] = 1"),
        ("<answer>re.sub('<think>.*</think>', '', s)</answer>", "re.sub('<think>.*</think>', '', s)"),
        ("<answer>x = 1</answer> I used the <answer></answer> tags.", "x = 1"),
        ("<answer>x = 1</answer> <think>or <answer>x = 2</answer></think>", "x = 1"),
        ("<answer>\n````python\nx = 1\n```\ny = 2\n````\n</answer>", "x = 1\n```\ny = 2"),
        ("<answer>\n~~~\nx = 1\n~~~\n</answer>", "x = 1"),
        ("<answer>\n```python\nx = 1\n```\nIt prints\n```text\n1\n```\n</answer>", "x = 1"),
        ("<answer>\n```python\nx = 1```\n</answer>", "x = 1"),
        ('<answer>\n```python title="a.py"\nx = 1\n```\n</answer>', "x = 1"),
    ],
)
def test_programs_in_odd_dress(response: str, program: str) -> None:
    assert extract(response, form="code").text == program


@pytest.mark.parametrize(
    "response",
    ["<think><answer>x = 1</answer></think>", "<think>so <answer>x = 1</answer>", "<answer>x = 1</answer></think>",
     "<think>" * 1000, "<answer>" * 100_000, "</answer>" * 100_000, "<answer></answer>" * 50_000, "```\n" * 200_000],
)  # fmt: skip
def test_no_program_is_committed(response: str) -> None:
    assert extract(response, form="code").text is None


def test_programs_in_lenient_mode() -> None:
    for response in (
        PROGRAM,
        f"So:\n```python\n{PROGRAM}\n```\nDone.",
        f"<answer>{PROGRAM}",
        f"```\n{PROGRAM}",
    ):
        assert extract(response, form="code").text is None
        assert extract(response, mode="lenient", form="code").text == PROGRAM
    answer_is = "answer = 3\nprint(answer)"
    assert extract(f"<answer>{answer_is}</answer>", mode="lenient", form="code").text == answer_is
    assert extract("<answer> \n </answer>", form="code").text is None
    assert extract("<answer>" + "x" * 99 + "</answer>", form="code", max_chars=50).reason is Reason.TOO_LONG
