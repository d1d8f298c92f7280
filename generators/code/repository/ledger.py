"""A bank ledger: operations on accounts, with rules, fees, interest, transfers, frozen accounts and reports."""

from __future__ import annotations

from random import Random

from ...base import Json
from .domain import Domain, Fault, Names, Template
from .models.ledger import model

_BOOK = Template(
    "@pkg@/@core@/book.py",
    '''
"""The book of all accounts."""

from @pkg@.@core@.journal import Journal


class Book:
    """Balances in cents, the journal of what was posted, and what was refused."""

    def __init__(self):
        self.balances = {}
        self.journal = Journal()
        self.refused = []
        self.frozen = set()  #? freezing

    def balance(self, account):
        """The balance of an account; an account that was never used has 0."""
        return self.balances.get(account, 0)

    def post(self, account, kind, amount):
        """Change a balance and write it down."""
        self.balances[account] = self.balance(account) + amount
        self.journal.add(account, kind, amount)

    def refuse(self, number, reason):
        """Note that the operation of this number was not done."""
        self.refused.append([number, reason])
''',
)
_JOURNAL = Template(
    "@pkg@/@core@/journal.py",
    '''
"""The journal: every change of a balance, in order."""


class Journal:
    """Entries are (account, kind, amount)."""

    def __init__(self):
        self.entries = []

    def add(self, account, kind, amount):
        """Write an entry."""
        self.entries.append((account, kind, amount))

    def of(self, account):
        """The entries of one account, oldest first."""
        return [entry for entry in self.entries if entry[0] == account]
''',
)
_RULES = Template(
    "@pkg@/@core@/rules.py",
    '''
"""Which operations are allowed."""

OVERDRAFT = @overdraft@
LARGEST_DEPOSIT = @largest@


def problem_with_deposit(amount):
    """Why an amount cannot be paid in, or None."""
    if amount <= 0:
        return "amount"
    if amount > LARGEST_DEPOSIT:
        return "too large"
    return None


def problem_with_debit(balance, amount, extra=0):
    """Why an amount, with what is charged on top, cannot be taken from a balance, or None."""
    if amount <= 0:
        return "amount"
    if balance - amount - extra < -OVERDRAFT:
        return "funds"
    return None
''',
)
_OPERATIONS = Template(
    "@pkg@/operations.py",
    '''
"""What each kind of operation does. A handler returns why it refuses, or None."""

from @pkg@.@core@.rules import problem_with_debit, problem_with_deposit
from @pkg@.@core@.fees import withdrawal_fee  #? fees
from @pkg@.@core@.interest import monthly_interest  #? interest


def deposit(book, account, amount):
    """Pay an amount in."""
    reason = problem_with_deposit(amount)
    if reason is None:
        book.post(account, "deposit", amount)
    return reason


def withdraw(book, account, amount):
    """Take an amount out."""
    if account in book.frozen:  #? freezing
        return "frozen"  #? freezing
    fee = 0
    fee = withdrawal_fee(amount)  #? fees
    reason = problem_with_debit(book.balance(account), amount, fee)
    if reason is None:
        book.post(account, "withdrawal", -amount)
        if fee:
            book.post(account, "fee", -fee)
    return reason


#+ transfers
def transfer(book, account, amount, target):
    """Move an amount to another account; there is no fee."""
    if account == target:
        return "same account"
#-
    if account in book.frozen or target in book.frozen:  #? both
        return "frozen"  #? both
#+ transfers
    reason = problem_with_debit(book.balance(account), amount)
    if reason is None:
        book.post(account, "sent", -amount)
        book.post(target, "received", amount)
    return reason
#-


#+ freezing
def freeze(book, account):
    """Let nothing leave an account."""
    book.frozen.add(account)
#-


#+ freezing
def release(book, account):
    """End the freeze of an account; it is no error if there was none."""
    book.frozen.discard(account)
#-


#+ interest
def month_end(book):
    """Post the interest of all accounts, in the order of their names."""
    for account in sorted(book.balances):
        amount = monthly_interest(book.balance(account))
        if amount:
            book.post(account, "interest", amount)
#-


HANDLERS = {
    "deposit": deposit,
    "withdraw": withdraw,
    "transfer": transfer,  #? transfers
    "freeze": freeze,  #? freezing
    "release": release,  #? freezing
    "month end": month_end,  #? interest
}


def apply_all(book, operations):
    """Do operations in order. Each is [kind, ...]; they are numbered from 1."""
    for number, operation in enumerate(operations, start=1):
        kind, *details = operation
        handler = HANDLERS.get(kind)
        reason = handler(book, *details) if handler else "unknown"
        if reason is not None:
            book.refuse(number, reason)
''',
)
_FEES = Template(
    "@pkg@/@core@/fees.py",
    '''
"""What withdrawals cost."""

from @pkg@.@core@.rounding import per_mille

FREE_UP_TO = @free@
FEE_PER_MILLE = @fee@
LEAST_FEE = @least@


def withdrawal_fee(amount):
    """The fee of a withdrawal in cents: none for small ones, else a share of it and at least the least fee."""
    if amount <= FREE_UP_TO:
        return 0
    return max(per_mille(amount, FEE_PER_MILLE), LEAST_FEE)
''',
    "fees",
)
_ROUNDING = Template(
    "@pkg@/@core@/rounding.py",
    '''
"""Rounding of money."""


def per_mille(amount, rate):
    """`rate` thousandths of an amount that is not negative, rounded to the nearest cent; half a cent goes up."""
    return (amount * rate + 500) // 1000
''',
    "shares",
)
_INTEREST = Template(
    "@pkg@/@core@/interest.py",
    '''
"""Interest at the end of a month."""

from @pkg@.@core@.rounding import per_mille

CREDIT_PER_MILLE = @credit@
DEBIT_PER_MILLE = @debit@


def monthly_interest(balance):
    """What is posted for a balance: a gain if it is above 0, a charge (negative) if it is below."""
    if balance >= 0:
        return per_mille(balance, CREDIT_PER_MILLE)
    return -per_mille(-balance, DEBIT_PER_MILLE)
''',
    "interest",
)
_REPORT = Template(
    "@pkg@/reports.py",
    '''
"""Reports over a book."""


def ranking(book, count):
    """The names of the `count` richest accounts, richest first; equal ones by name."""
    ordered = sorted(book.balances, key=lambda account: (-book.balance(account), account))
    return ordered[:count]


def lowest(book, account):
    """The lowest balance that an account ever had after an entry; 0 if it has none."""
    balance, least = 0, None
    for _, _, amount in book.journal.of(account):
        balance += amount
        if least is None or balance < least:
            least = balance
    return 0 if least is None else least
''',
    "reports",
)
_API = Template(
    "@pkg@/api.py",
    '''
"""The public functions. Operations are lists such as ["deposit", "ann", 500]; amounts are cents."""

from @pkg@.@core@.book import Book
from @pkg@.operations import apply_all
from @pkg@ import reports  #? reports


def _book(operations):
    book = Book()
    apply_all(book, operations)
    return book


def balances(operations):
    """The balance of every account that was used."""
    return _book(operations).balances


def refused(operations):
    """[number, reason] of every operation that was refused."""
    return _book(operations).refused


def statement(operations, account):
    """[kind, amount, balance afterwards] of every entry of an account."""
    lines, balance = [], 0
    for _, kind, amount in _book(operations).journal.of(account):
        balance += amount
        lines.append([kind, amount, balance])
    return lines


#+ reports
def richest(operations, count):
    """The names of the richest accounts."""
    return reports.ranking(_book(operations), count)
#-


#+ reports
def lowest_balance(operations, account):
    """The lowest balance that an account ever had."""
    return reports.lowest(_book(operations), account)
#-
''',
)
_README = Template(
    "README.md",
    """
# @pkg@

Keeps the accounts of a small bank. All amounts are whole cents. The public functions are in `@pkg@/api.py`; each
takes a list of operations, does them in order on an empty book and reports on the result.

## Operations

- `["deposit", account, amount]`. The amount must be positive (else it is refused as `amount`) and at most @largest@
  (else `too large`).
- `["withdraw", account, amount]`. The amount must be positive (else `amount`). The balance may go below 0, down to
  -@overdraft@ and no further (else `funds`).
#+ fees
- A withdrawal of more than @free@ costs a fee of @fee@ per mille of the amount, at least @least@ cents; smaller ones are free.
  The fee is an entry of its own, and amount and fee together must be covered.
#-
#+ transfers
- `["transfer", account, amount, target]`. Refused as `same account` if both are one; else as for withdrawals.
  There is no fee. The entries are called `sent` and `received`.
#-
#+ freezing
- `["freeze", account]` and `["release", account]`. Nothing can be withdrawn from a frozen account (`frozen`, before any
  other check); deposits are possible.
#-
  A transfer from or to a frozen account is refused as `frozen`, after the check for the same account.  #? both
#+ interest
- `["month end"]` posts interest to all accounts that were used: @credit@ per mille on what they hold, or a charge of
  @debit@ per mille on what they owe. An interest of 0 is not posted.
#-

An operation of any other kind is refused as `unknown`. A refused operation changes nothing.
Shares are rounded to the nearest cent, half a cent away from zero.  #? shares

#+ reports
## Reports

`richest(operations, count)` names the accounts with the highest balances, equal ones by name. `lowest_balance(operations,
account)` is the lowest balance that an account had after any of its entries, 0 if it has none.
#-
""",
)


def _choose(rng: Random) -> dict[str, str | int]:
    return {
        "pkg": rng.choice(
            ["bankbook", "ledgerline", "coinbox", "moneyjar", "tally", "cashbook", "tillbook", "purse"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "overdraft": rng.randrange(50, 1000, 50),
        "largest": rng.randrange(5000, 20_000, 500),
        "free": rng.randrange(100, 600, 50),
        "fee": rng.randint(11, 60),
        "least": rng.randint(4, 15),
        "credit": rng.randint(2, 25),
        "debit": rng.randint(30, 90),
    }


def _inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    people = rng.sample(["ann", "bob", "cem", "dana", "eve", "finn", "gus", "hana"], 1 + size)
    overdraft, largest, free = int(names["overdraft"]), int(names["largest"]), int(names["free"])
    kinds = ["deposit", "withdraw", "withdraw", "deposit"]
    kinds += ["transfer"] * 2 * ("transfers" in features) + ["month end"] * ("interest" in features)
    kinds += ["freeze", "release", "withdraw"] * ("freezing" in features)
    held = dict.fromkeys(people, 0)
    operations: list[Json] = []
    for _ in range(rng.randint(1 + size, 3 + 4 * size)):
        kind, account = rng.choice(kinds), rng.choice(people)
        amount = rng.choice([rng.randint(1, 900), rng.randint(1, 3000), free, free + 1, overdraft, 500, 500])
        if rng.random() < 0.15:
            amount = rng.choice([0, -5, largest, largest, largest + 1])
        if kind in ("withdraw", "transfer") and rng.random() < 0.25:
            amount = held[account] + overdraft + rng.choice([0, 0, 1, -1])
        if rng.random() < 0.04:
            kind = rng.choice(["close", "Deposit"])
        if kind == "month end":
            operations.append([kind])
        elif kind in ("freeze", "release"):
            operations.append([kind, account])
        elif kind == "transfer":
            operations.append([kind, account, amount, rng.choice(people)])
        else:
            operations.append([kind, account, amount])
            held[account] += amount if kind == "deposit" else -amount * (kind == "withdraw")
    if function == "richest":
        return [operations, rng.randint(1, len(people))]
    if function in ("statement", "lowest_balance"):
        return [operations, rng.choice(people)]
    return [operations]


_RULES_PATH, _OPS = "@pkg@/@core@/rules.py", "@pkg@/operations.py"
_LOWEST = """\
    balance, least = 0, None
    for _, _, amount in book.journal.of(account):
        balance += amount
        if least is None or balance < least:
            least = balance
    return 0 if least is None else least
"""
_FAULTS = (
    Fault(_RULES_PATH, "- extra < -OVERDRAFT", "- extra <= -OVERDRAFT",
          "A withdrawal that uses the overdraft to the last cent is refused, although it is within the limit.",
          "refused", 2),
    Fault(_RULES_PATH, "if balance - amount - extra < -OVERDRAFT", "if balance - amount - extra < OVERDRAFT",
          "Withdrawals are refused for lack of funds while there is money in the account and the overdraft is unused.",
          "refused", 2),
    Fault(_RULES_PATH, "    if amount <= 0:\n        return \"amount\"\n    if amount > L", "    if amount > L",
          "Deposits of nothing, or of less than nothing, are accepted.", "refused", 2),
    Fault(_RULES_PATH, "amount > LARGEST_DEPOSIT", "amount >= LARGEST_DEPOSIT",
          "The largest deposit that is allowed is refused as too large.", "refused", 2),
    Fault(_RULES_PATH, "balance - amount - extra", "balance - amount",
          "An account can fall below its overdraft limit when a withdrawal costs a fee.", "balances", 2, "fees"),
    Fault("@pkg@/@core@/fees.py", "amount <= FREE_UP_TO", "amount < FREE_UP_TO",
          "A withdrawal of exactly the free amount is charged.", "statement", 2, "fees"),
    Fault("@pkg@/@core@/fees.py", "return max(per_mille", "return min(per_mille",
          "Fees are not what the price list says: large withdrawals cost next to nothing.", "statement", 2, "fees"),
    Fault("@pkg@/@core@/rounding.py", "+ 500) // 1000", ") // 1000",
          "Some fees and interests are a cent lower than our own calculation.", "balances", 3, "shares"),
    Fault("@pkg@/@core@/interest.py", "return -per_mille(-balance, DEBIT_PER_MILLE)",
          "return -per_mille(-balance, CREDIT_PER_MILLE)",
          "People who owe us money are charged far too little at the end of a month.", "statement", 2, "interest"),
    Fault("@pkg@/@core@/interest.py", "return -per_mille", "return per_mille",
          "Accounts in the red get money at the end of a month instead of paying.", "balances", 2, "interest"),
    Fault(_OPS, "    if account == target:\n        return \"same account\"\n", "",
          "A transfer from an account to itself is not refused.", "refused", 1, "transfers"),
    Fault(_OPS, "    reason = problem_with_debit(book.balance(account), amount)\n",
          "    reason = problem_with_debit(book.balance(target), amount)\n",
          "Transfers are refused, or go through, for reasons that have nothing to do with the sender's money.",
          "refused", 1, "transfers"),
    Fault(_OPS, "            book.post(account, \"fee\", -fee)", "            book.post(account, \"fee\", fee)",
          "After a withdrawal with a fee the balance is too high.", "balances", 1, "fees"),
    Fault(_OPS, "account in book.frozen or target in book.frozen", "account in book.frozen",
          "Money can be sent to an account that is frozen.", "refused", 1, "both"),
    Fault(_OPS, "    book.frozen.discard(account)", "    raise NotImplementedError(\"release\")",
          "Releasing an account ends in an error.", "balances", 1, "freezing"),
    Fault(_OPS, "    for account in sorted(book.balances):", "    for account in sorted(book.balances)[1:]:",
          "At the end of a month not everybody gets interest.", "balances", 1, "interest"),
    Fault("@pkg@/@core@/book.py", "self.balances.get(account, 0)", "self.balances[account]",
          "The very first operation on a new account fails with an error.", "balances", 2),
    Fault("@pkg@/@core@/journal.py", "if entry[0] == account", "if entry[0] <= account",
          "Statements show entries of other people.", "statement", 2),
    Fault("@pkg@/reports.py", "(-book.balance(account), account)", "-book.balance(account)",
          "When accounts hold the same, the list of the richest is not in the order of names.",
          "richest", 1, "reports"),
    Fault("@pkg@/reports.py", _LOWEST, "    raise NotImplementedError(\"lowest\")\n",
          "The function lowest_balance, which the README describes, was never finished.", "lowest_balance", 1, "reports"),
    Fault("@pkg@/reports.py", "ordered[:count]", "ordered[: count - 1]",
          "The list of the richest accounts is too short.", "richest", 1, "reports"),
    Fault("@pkg@/reports.py", "balance, least = 0, None", "balance, least = 0, 0",
          "The lowest balance is reported as 0 for accounts that were never that low.",
          "lowest_balance", 1, "reports"),
)  # fmt: skip

LEDGER = Domain(
    "ledger",
    "the accounts of a small bank",
    _choose,
    ("fees", "reports", "transfers", "interest", "freezing"),
    {"both": "freezing & transfers", "shares": "fees | interest"},
    (_README, _API, _OPERATIONS, _BOOK, _JOURNAL, _RULES, _ROUNDING, _FEES, _INTEREST, _REPORT),
    _FAULTS,
    {"balances": "", "refused": "", "statement": "", "richest": "reports", "lowest_balance": "reports"},
    _inputs,
    model,
)
