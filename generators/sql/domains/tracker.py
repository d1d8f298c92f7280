"""A tracker of software issues: people, products, releases, tickets with their duplicates, comments and work logs."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

_PRODUCTS = (
    (
        "Data",
        "Cloud",
        "Pixel",
        "Route",
        "Ledger",
        "Mail",
        "Shop",
        "Game",
        "Map",
        "Chat",
        "Book",
        "Note",
        "Audio",
        "Task",
    ),
    (
        "forge",
        "pad",
        "hub",
        "nest",
        "mill",
        "deck",
        "works",
        "craft",
        "port",
        "loom",
        "gate",
        "wise",
        "beam",
        "box",
    ),
)
_TICKETS = (
    (
        "Broken",
        "Missing",
        "Slow",
        "Wrong",
        "Blurred",
        "Frozen",
        "Duplicate",
        "Lost",
        "Unreadable",
        "Endless",
        "Misplaced",
    ),
    (
        "Login",
        "Menu",
        "Export",
        "Button",
        "Report",
        "Upload",
        "Search",
        "Chart",
        "Invoice",
        "Preview",
        "Filter",
        "Banner",
    ),
    (
        "on Start",
        "after Update",
        "on Phones",
        "at Night",
        "in Print",
        "for Guests",
        "on Save",
        "in Settings",
        "for Admins",
    ),
)

DOMAIN = Domain(
    "tracker",
    (
        Entity(
            "person",
            ("developer/developers", "engineer/engineers", "colleague/colleagues"),
            (
                text("name", "full_name", "display_name", form="person"),
                text("email", "email_address", form="email", nullable=0.5, optional=0.3),
                category(
                    "team",
                    "squad",
                    pool="core,mobile,web,infra,design,support,data,security",
                    take=(3, 6),
                    nullable=0.4,
                ),
                date("joined_on:joining date", "started_on:starting date", low=-7, high=1),
                money("hourly_rate", "cost_per_hour", low=20, high=140, nullable=0.4, optional=0.3),
                flag(
                    ("contractor", "who are contractors", "who are not contractors"),
                    ("on_leave", "who are on leave", "who are not on leave"),
                ),
            ),
            (Link("person", "{plural} who report to {}", ("lead", "superior"), nullable=1.0, loose=0.1),),
        ),
        Entity(
            "product",
            ("product/products", "project/projects", "app/apps"),
            (
                text("name", "product_name:name", form=_PRODUCTS),
                category(
                    "platform",
                    "runs_on:platform",
                    pool="web,phone,desktop,watch,server,console,tablet",
                    take=(3, 5),
                ),
                date("launched_on:launch date", "launch_date", low=-6, high=1, nullable=0.5),
                whole("users:number of users", "installs:number of installs", low=0, high=50000, nullable=0.4),
                flag(
                    ("open_source", "that are open source", "that are not open source"),
                    ("retired", "that are retired", "that are not retired"),
                    optional=0.3,
                ),
            ),
            (Link("person", "{plural} owned by {}", ("owner", "product owner"), nullable=0.5),),
        ),
        Entity(
            "release",
            ("version/versions", "milestone/milestones"),
            (
                text("label", "build_code", form="serial", unique=True),
                date("planned_for:planned date", "target_date"),
                date("shipped_on:shipping date", "ship_date", nullable=1.0),
                whole("changes:number of changes", "commits:number of commits", low=1, high=400, nullable=0.4),
            ),
            (Link("product", "{plural} of {}"),),
            optional=True,
        ),
        Entity(
            "ticket",
            ("issue/issues", "ticket/tickets", "bug/bugs"),
            (
                text("title", "summary", "headline", form=_TICKETS),
                category(
                    "status", "state", pool="new,open,in progress,blocked,in review,done,rejected,on hold"
                ),
                whole("priority", "urgency", low=1, high=5, nullable=0.3),
                moment("reported_at:reporting time", "created_at:creation time"),
                moment("resolved_at:resolution time", "done_at:completion time", nullable=1.0),
                whole("votes:number of votes", "likes:number of likes", low=0, high=80, nullable=0.4),
                real("estimate", "estimated_hours:estimate", low=0.25, high=40, nullable=0.7, note="in hours"),
                flag(
                    ("security_related", "that concern security", "that do not concern security"),
                    (
                        "customer_reported",
                        "that were reported by customers",
                        "that were not reported by customers",
                    ),
                ),
            ),
            (
                Link("product", "{plural} of {}", loose=0.25),
                Link("person", "{plural} reported by {}", ("reporter", "author"), nullable=0.3, loose=0.2),
                Link("person", "{plural} assigned to {}", ("assignee", "person in charge"), nullable=1.0),
                Link("release", "{plural} planned for {}", nullable=0.8),
                Link(
                    "ticket", "{plural} that duplicate {}", ("original", "main entry"), nullable=1.0, loose=0.1
                ),
            ),
        ),
        Entity(
            "comment",
            ("comment/comments", "remark/remarks"),
            (
                text("code", "anchor", form="code"),
                moment("written_at:time", "posted_at:posting time"),
                whole("words:number of words", "word_count:number of words", low=1, high=300, nullable=0.3),
                flag(
                    ("edited", "that were edited", "that were not edited"),
                    ("internal", "that are internal", "that are not internal"),
                ),
            ),
            (
                Link("ticket", "{plural} on {}", loose=0.3),
                Link("person", "{plural} by {}", ("writer", "commenter"), nullable=0.4),
            ),
            optional=True,
        ),
        Entity(
            "log",
            ("work log/work logs", "time entry/time entries"),
            (
                text("code", "entry_code:code", form="code"),
                date("worked_on:date", "work_date"),
                real("hours_spent:time spent", "hours_worked:time spent", low=0.25, high=12, note="in hours"),
                category(
                    "activity",
                    "kind",
                    pool="coding,testing,review,meeting,writing,design,support",
                    nullable=0.4,
                ),
                flag(
                    ("billable", "that are billable", "that are not billable"),
                    ("overtime", "that were overtime", "that were not overtime"),
                    nullable=0.3,
                ),
            ),
            (
                Link("ticket", "{plural} for {}", nullable=0.4, loose=0.2),
                Link("person", "{plural} of {}"),
            ),
            optional=True,
        ),
    ),
)
