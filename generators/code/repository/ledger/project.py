"""A bank ledger: the files of a project."""

from __future__ import annotations

from ..domain import Template

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
    fee = withdrawal_fee(amount)  #? fees
    reason = problem_with_debit(book.balance(account), amount, fee)  #? fees
    reason = problem_with_debit(book.balance(account), amount, 0)  #? free_of_charge
    if reason is None:
        book.post(account, "withdrawal", -amount)
        if fee:  #? fees
            book.post(account, "fee", -fee)  #? fees
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
  The fee is an entry of its own, a `fee` after the withdrawal, and amount and fee together must be covered.
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
  @debit@ per mille on what they owe. An interest of 0 is not posted. The entry is called `interest`.
#-

An operation of any other kind is refused as `unknown`. A refused operation changes nothing.
Shares are rounded to the nearest cent, half a cent away from zero.  #? shares

Each change of a balance is an entry of its account, positive if the balance grows: a `deposit` or a `withdrawal`, or what is
named above. An account is used as soon as it has an entry; until then its balance is 0.

## Functions

- `balances(operations)` gives the balance of each account that was used.
- `refused(operations)` lists `[number, reason]` of the operations that were refused, in order. Operations are numbered from 1.
- `statement(operations, account)` lists `[kind, amount, balance]` of the entries of an account, in order, with the balance after each.
#+ reports
- `richest(operations, count)` names the accounts with the highest balances, highest first and equal ones by name, at most `count` of
  those that were used.
- `lowest_balance(operations, account)` is the lowest balance that an account had after any of its entries, 0 if it has none.
#-
""",
)

TEMPLATES = (_README, _API, _OPERATIONS, _BOOK, _JOURNAL, _RULES, _ROUNDING, _FEES, _INTEREST, _REPORT)
