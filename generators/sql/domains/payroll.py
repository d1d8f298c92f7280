"""A firm's payroll: branches, departments, staff with managers, payments, absences and projects."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, real, text, whole

_PROJECTS = (
    (
        "Blue",
        "Red",
        "Silver",
        "Iron",
        "Paper",
        "Glass",
        "Stone",
        "Sun",
        "Moon",
        "Rain",
        "Fire",
        "Snow",
        "River",
    ),
    (
        "fox",
        "gate",
        "bird",
        "leaf",
        "light",
        "wheel",
        "bridge",
        "wave",
        "field",
        "tower",
        "hawk",
        "spark",
        "stream",
    ),
)

DOMAIN = Domain(
    "payroll",
    (
        Entity(
            "branch",
            ("branch/branches", "office/offices"),
            (
                text("name", "branch_name:name", form="place"),
                category(
                    "country", "region", pool="Norland,Vestria,Oberon,Kaldia,Tamara,Lusania,Selvia,Morania"
                ),
                money("rent", "monthly_rent", low=500, high=9000, nullable=0.5),
                date("opened_on:opening date", "opening_date", low=-20, high=0, nullable=0.3),
            ),
            optional=True,
        ),
        Entity(
            "department",
            ("department/departments", "division/divisions", "unit/units"),
            (
                category(
                    "name",
                    "title",
                    pool="Sales,Research,Support,Finance,Legal,Design,Logistics,Quality,Purchasing,"
                    "Marketing,Training,Security,Production,Export",
                    take=(9, 13),
                ),
                money("budget", "yearly_budget", low=5000, high=80000, nullable=0.4),
                whole("floor", "storey", low=0, high=12, nullable=0.4, optional=0.3),
            ),
            (Link("branch", "{plural} of {}", nullable=0.4),),
        ),
        Entity(
            "employee",
            ("employee/employees", "worker/workers", "staff member/staff members"),
            (
                text("name", "full_name", "employee_name:name", form="person"),
                category(
                    "job",
                    "job_title",
                    "grade",
                    pool="clerk,analyst,engineer,driver,designer,assistant,accountant,planner,"
                    "lawyer,cleaner,cook,guard",
                ),
                money("salary", "monthly_salary", "base_pay", low=1500, high=9000),
                money("bonus", "yearly_bonus", low=0, high=2500, nullable=0.8),
                date("hired_on:hiring date", "hire_date", "entry_date", low=-12, high=1),
                date("left_on:leaving date", "exit_date", low=1, high=3, nullable=1.0, optional=0.3),
                date("birth_date", "date_of_birth", low=-64, high=-19, nullable=0.3, optional=0.4),
                flag(
                    ("part_time", "who work part time", "who work full time"),
                    ("remote", "who work remotely", "who do not work remotely"),
                    nullable=0.3,
                ),
            ),
            (
                Link("department", "{plural} of {}", nullable=0.5, loose=0.25),
                Link(
                    "employee",
                    "{plural} managed by {}",
                    ("manager", "boss", "team leader"),
                    nullable=1.0,
                    loose=0.1,
                ),
            ),
        ),
        Entity(
            "payment",
            ("payment/payments", "payslip/payslips"),
            (
                text("code", "slip_code", form="code", unique=True),
                date("paid_on:payment date", "pay_date", "transfer_date"),
                money("gross", "gross_pay", low=800, high=9500),
                money("tax", "tax_withheld", low=0, high=3000, nullable=0.5),
                whole("overtime", "extra_hours:overtime", low=0, high=30, nullable=0.5, note="in hours"),
                category(
                    "channel",
                    "pay_method",
                    pool="transfer,cheque,cash,card",
                    take=(3, 4),
                    nullable=0.3,
                    optional=0.4,
                ),
            ),
            (Link("employee", "{plural} to {}", ("payee", "employee paid"), loose=0.3),),
        ),
        Entity(
            "absence",
            ("absence/absences", "leave request/leave requests"),
            (
                text("code", "form_code", form="code"),
                category(
                    "reason",
                    "kind",
                    pool="illness,holiday,training,parental leave,moving,jury duty,unpaid leave",
                ),
                date("starts_on:first day", "start_date"),
                date("ends_on:last day", "end_date", nullable=0.6),
                flag(
                    ("approved", "that are approved", "that are not approved"),
                    ("paid", "that are paid", "that are not paid"),
                    nullable=0.5,
                    optional=0.2,
                ),
            ),
            (
                Link("employee", "{plural} of {}", ("absentee", "absent employee")),
                Link(
                    "employee",
                    "{plural} that {} stands in for",
                    ("substitute", "stand-in"),
                    nullable=1.0,
                    loose=0.1,
                ),
            ),
            optional=True,
        ),
        Entity(
            "project",
            ("project/projects", "assignment/assignments"),
            (
                text("name", "project_name:name", form=_PROJECTS),
                date("started_on:starting date", "kickoff:kick-off date"),
                date("finished_on:finishing date", "completion_date", nullable=1.0),
                money("cost", "expense", low=1000, high=70000, nullable=0.5),
                real("progress", "share_done:progress", low=0, high=100, nullable=0.4, note="in percent"),
                whole("priority", "urgency", low=1, high=5, nullable=0.3, optional=0.3),
            ),
            (
                Link("department", "{plural} of {}", nullable=0.3),
                Link("employee", "{plural} led by {}", ("leader", "head"), nullable=0.6),
            ),
            optional=True,
        ),
    ),
)
