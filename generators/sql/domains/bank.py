"""A bank: branches, clients, accounts, transfers from one account to another, cards and loans."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

DOMAIN = Domain(
    "bank",
    (
        Entity(
            "branch",
            ("branch/branches", "bank office/bank offices"),
            (
                text("name", "branch_name:name", form="place"),
                category("region", "area", pool="north,south,east,west,centre,lakes,coast,hills", take=(4, 6)),
                whole(
                    "counters:number of counters", "staff_count:number of staff", low=1, high=30, nullable=0.4
                ),
                date("opened_on:opening date", "opening_date", low=-50, high=0, nullable=0.4),
            ),
            optional=True,
        ),
        Entity(
            "client",
            ("client/clients", "customer/customers"),
            (
                text("name", "full_name", "client_name:name", form="person"),
                text("city", "town", form="place", nullable=0.4),
                category(
                    "segment",
                    "client_group:group",
                    pool="private,business,student,senior,premium,charity",
                    take=(3, 5),
                ),
                date("birth_date", "date_of_birth", low=-85, high=-16, nullable=0.5),
                money("income", "monthly_income", low=500, high=9500, nullable=0.6),
                whole("risk:risk class", "risk_class", low=1, high=9, nullable=0.5, optional=0.3),
                flag(
                    ("online_banking", "who bank online", "who do not bank online"),
                    ("blacklisted", "who are blacklisted", "who are not blacklisted"),
                    optional=0.3,
                ),
            ),
            (
                Link("branch", "{plural} of {}", ("home branch", "branch in charge"), nullable=0.4),
                Link(
                    "client", "{plural} who have {} as their guarantor", ("guarantor",), nullable=1.0, loose=0.1
                ),
            ),
        ),
        Entity(
            "account",
            ("account/accounts", "bank account/bank accounts"),
            (
                text("code", "account_code:code", form="serial", unique=True),
                category(
                    "kind",
                    "account_type:type",
                    pool="current,savings,joint,youth,business,escrow,gold",
                    take=(3, 5),
                ),
                money("balance", "account_balance", low=-500, high=9000),
                real("interest:interest rate", "interest_rate", low=0, high=6, nullable=0.6, note="in percent"),
                date("opened_on:opening date", "opening_date", low=-8, high=1),
                date("closed_on:closing date", "closing_date", low=1, high=3, nullable=1.0, optional=0.3),
                flag(
                    ("frozen", "that are frozen", "that are not frozen"),
                    ("shared", "that are shared", "that are not shared"),
                    optional=0.3,
                ),
            ),
            (Link("client", "{plural} of {}", ("owner", "account holder"), loose=0.2),),
        ),
        Entity(
            "transfer",
            ("transfer/transfers", "money transfer/money transfers"),
            (
                text("code", "reference", form="code", unique=True),
                moment("sent_at:sending time", "booked_at:booking time"),
                money("amount", "amount_sent:amount", low=1, high=3000),
                money("fee", "charge", low=0, high=20, nullable=0.5),
                category(
                    "purpose",
                    "usage:purpose",
                    pool="rent,salary,gift,invoice,tax,loan,travel,food,insurance",
                    nullable=0.4,
                ),
                flag(
                    ("urgent", "that were urgent", "that were not urgent"),
                    ("rejected", "that were rejected", "that were not rejected"),
                    optional=0.2,
                ),
            ),
            (
                Link("account", "{plural} from {}", ("source account", "sender account"), loose=0.2),
                Link(
                    "account", "{plural} to {}", ("target account", "receiver account"), nullable=0.4, loose=0.2
                ),
            ),
        ),
        Entity(
            "card",
            ("card/cards", "bank card/bank cards"),
            (
                text("code", "card_code:code", form="serial", unique=True),
                category("brand", "scheme", pool="Orbis,Payone,Lumo,Trio,Maestra,Kredo", take=(3, 4)),
                date("expires_on:expiry date", "valid_until:last valid date", low=1, high=5),
                money("spending_limit", "monthly_limit", low=100, high=5000, nullable=0.4),
                flag(
                    ("blocked", "that are blocked", "that are not blocked"),
                    ("contactless", "that are contactless", "that are not contactless"),
                ),
            ),
            (Link("account", "{plural} of {}", ("linked account", "card account"), loose=0.2),),
            optional=True,
        ),
        Entity(
            "loan",
            ("loan/loans", "credit/credits"),
            (
                text("code", "contract_code", form="code", unique=True),
                money("principal", "loan_amount", low=500, high=60000),
                real("yearly_rate", "loan_rate:interest rate", low=1, high=14, note="in percent"),
                date("granted_on:date of grant", "start_date"),
                date("repaid_on:repayment date", "payoff_date", nullable=1.0),
                whole("duration", "months_total:duration", low=6, high=240, nullable=0.3, note="in months"),
            ),
            (
                Link("client", "{plural} of {}", ("borrower", "debtor"), loose=0.2),
                Link("branch", "{plural} granted by {}", ("granting branch", "lending branch"), nullable=0.5),
            ),
            optional=True,
        ),
    ),
)
