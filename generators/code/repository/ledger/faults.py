"""A bank ledger: the faults of a project, each in the words of somebody who uses it."""

from __future__ import annotations

from ..domain import Fault

_RULES_PATH, _OPS = "@pkg@/@core@/rules.py", "@pkg@/operations.py"
_LOWEST = """\
    balance, least = 0, None
    for _, _, amount in book.journal.of(account):
        balance += amount
        if least is None or balance < least:
            least = balance
    return 0 if least is None else least
"""
FAULTS = (
    Fault(_RULES_PATH, "- extra < -OVERDRAFT", "- extra <= -OVERDRAFT",
          "A withdrawal that uses the overdraft to the last cent is refused, although it is within the limit.|"
          "Somebody who wants to take out exactly as much as the overdraft allows is turned away.",
          "refused", 2),
    Fault(_RULES_PATH, "if balance - amount - extra < -OVERDRAFT", "if balance - amount - extra < OVERDRAFT",
          "Withdrawals are refused for lack of funds while there is money in the account and the overdraft is unused.|"
          "Customers with money in their account are told that there are no funds, although they have not even touched the overdraft.",
          "refused", 2),
    Fault(_RULES_PATH, "    if amount <= 0:\n        return \"amount\"\n    if amount > LARGEST_DEPOSIT", "    if amount > LARGEST_DEPOSIT",
          "Deposits of nothing, or of less than nothing, are accepted.|"
          "One can pay in zero, or a negative amount, and nobody objects.", "refused", 2),
    Fault(_RULES_PATH, "amount > LARGEST_DEPOSIT", "amount >= LARGEST_DEPOSIT",
          "The largest deposit that is allowed is refused as too large.|"
          "When I pay in just as much as may be paid in at once, I am told that it is too large.", "refused", 2),
    Fault(_RULES_PATH, "balance - amount - extra", "balance - amount",
          "An account can fall below its overdraft limit when a withdrawal costs a fee.|"
          "With withdrawals that are not free, an account ends up deeper in debt than it may be.", "balances", 2, "fees"),
    Fault("@pkg@/@core@/fees.py", "amount <= FREE_UP_TO", "amount < FREE_UP_TO",
          "A withdrawal of exactly the free amount is charged.|"
          "We have to pay for a withdrawal that is just as large as what should be free.", "statement", 2, "fees"),
    Fault("@pkg@/@core@/fees.py", "return max(per_mille", "return min(per_mille",
          "Fees are not what the price list says: large withdrawals cost next to nothing.|"
          "Taking out a lot of money costs hardly anything, which is not how our fees were meant.", "statement", 2, "fees"),
    Fault("@pkg@/@core@/rounding.py", " + 500) // 1000", ") // 1000",
          "Some fees and interests are a cent lower than our own calculation.|"
          "When I work out fees and interests by hand, I sometimes get one cent more than the program.", "balances", 3, "shares"),
    Fault("@pkg@/@core@/interest.py", "return -per_mille(-balance, DEBIT_PER_MILLE)",
          "return -per_mille(-balance, CREDIT_PER_MILLE)",
          "People who owe us money are charged far too little at the end of a month.|"
          "What we charge at the end of a month on accounts that are overdrawn is much too low.", "statement", 2, "interest"),
    Fault("@pkg@/@core@/interest.py", "return -per_mille", "return per_mille",
          "Accounts in the red get money at the end of a month instead of paying.|"
          "Whoever owes us money is paid for it when a month ends.", "balances", 2, "interest"),
    Fault(_OPS, "    if account == target:\n        return \"same account\"\n", "",
          "A transfer from an account to itself is not refused.|"
          "It is possible to send money from an account to the very same account.", "refused", 1, "transfers"),
    Fault(_OPS, "    reason = problem_with_debit(book.balance(account), amount)\n",
          "    reason = problem_with_debit(book.balance(target), amount)\n",
          "Transfers are refused, or go through, for reasons that have nothing to do with the sender's money.|"
          "Whether a transfer goes through seems to depend on anything but what the sender has.",
          "refused", 1, "transfers"),
    Fault(_OPS, "            book.post(account, \"fee\", -fee)", "            book.post(account, \"fee\", fee)",
          "After a withdrawal with a fee the balance is too high.|"
          "Withdrawals that cost a fee leave more money in the account than they should.", "balances", 1, "fees"),
    Fault(_OPS, "account in book.frozen or target in book.frozen", "account in book.frozen",
          "Money can be sent to an account that is frozen.|"
          "A frozen account still gets money that others send to it.", "refused", 1, "both"),
    Fault(_OPS, "    book.frozen.discard(account)", "    raise NotImplementedError(\"release\")",
          "Releasing an account ends in an error.|"
          "One cannot release an account: there is an error instead.", "balances", 1, "freezing"),
    Fault(_OPS, "    for account in sorted(book.balances):", "    for account in sorted(book.balances)[1:]:",
          "At the end of a month not everybody gets interest.|"
          "When a month ends, somebody always goes without interest.", "balances", 1, "interest"),
    Fault("@pkg@/@core@/book.py", "self.balances.get(account, 0)", "self.balances[account]",
          "The very first operation on a new account fails with an error.|"
          "Whatever one does first with an account that is new, it ends in an error.", "balances", 2),
    Fault("@pkg@/@core@/journal.py", "if entry[0] == account", "if entry[0] <= account",
          "Statements show entries of other people.|"
          "In the statement of one account there are things that happened in others.", "statement", 2),
    Fault("@pkg@/reports.py", "(-book.balance(account), account)", "-book.balance(account)",
          "When accounts hold the same, the list of the richest is not in the order of names.|"
          "Accounts with equal balances come in a strange order in the list of the richest.",
          "richest", 1, "reports"),
    Fault("@pkg@/reports.py", _LOWEST, "    raise NotImplementedError(\"lowest\")\n",
          "The function lowest_balance, which the README describes, was never finished.|"
          "Calling lowest_balance fails, for nobody has written it yet, whatever the README says about it.", "lowest_balance", 1, "reports"),
    Fault("@pkg@/reports.py", "ordered[:count]", "ordered[: count - 1]",
          "The list of the richest accounts is too short.|"
          "We ask for a number of rich accounts and get fewer.", "richest", 1, "reports"),
    Fault("@pkg@/reports.py", "balance, least = 0, None", "balance, least = 0, 0",
          "The lowest balance is reported as 0 for accounts that were never that low.|"
          "For an account that always had money we are told that its lowest balance was 0.",
          "lowest_balance", 1, "reports"),
)  # fmt: skip

HALVES = (
    Fault(_RULES_PATH, "    if amount <= 0:\n        return \"amount\"\n    if amount > LARGEST_DEPOSIT", "    if amount == 0:\n        return \"amount\"\n    if amount > LARGEST_DEPOSIT", "", "", 0),
    Fault(_RULES_PATH, "    if amount <= 0:\n        return \"amount\"\n    if balance", "    if amount == 0:\n        return \"amount\"\n    if balance", "", "", 0),
    Fault(_RULES_PATH, "- extra < -OVERDRAFT", "- extra < -OVERDRAFT - 1", "", "", 0),
    Fault(_RULES_PATH, "- extra < -OVERDRAFT", "< -OVERDRAFT or balance - extra < -OVERDRAFT", "", "", 0, "fees"),
    Fault("@pkg@/@core@/interest.py", "-per_mille(-balance, DEBIT_PER_MILLE)", "per_mille(balance, DEBIT_PER_MILLE)", "", "", 0, "interest"),
    Fault("@pkg@/@core@/rounding.py", "return (amount * rate + 500) // 1000", "return round(amount * rate / 1000)", "", "", 0, "shares"),
    Fault("@pkg@/@core@/rounding.py", "return (amount * rate + 500) // 1000", "return (amount * rate + 999) // 1000", "", "", 0, "shares"),
    Fault("@pkg@/@core@/fees.py", "max(per_mille(amount, FEE_PER_MILLE), LEAST_FEE)", "per_mille(amount, FEE_PER_MILLE) or LEAST_FEE", "", "", 0, "fees"),
    Fault("@pkg@/@core@/fees.py", "max(per_mille(amount, FEE_PER_MILLE), LEAST_FEE)", "per_mille(amount, FEE_PER_MILLE)", "", "", 0, "fees"),
    Fault(_OPS, "account in book.frozen or target in book.frozen", "account in book.frozen and target in book.frozen", "", "", 0, "both"),
    Fault("@pkg@/@core@/journal.py", "if entry[0] == account", "if entry[0][:1] == account[:1]", "", "", 0),
)  # fmt: skip
"""What somebody in a hurry makes of it."""
