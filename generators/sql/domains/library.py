"""A public library: authors, books, copies on the shelves, members, loans and reservations."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, text, whole

DOMAIN = Domain(
    "library",
    (
        Entity(
            "author",
            ("author/authors", "writer/writers"),
            (
                text("name", "full_name", "author_name:name", form="person"),
                category(
                    "nationality",
                    "home_country",
                    pool="Norland,Vestria,Oberon,Kaldia,Tamara,Lusania,Selvia,Morania",
                    nullable=0.5,
                ),
                date("born_on:birth date", "birth_date", low=-110, high=-25, nullable=0.4),
                date("died_on:date of death", "death_date", low=-24, high=1, nullable=1.0, optional=0.4),
                flag(
                    ("prize_winner", "who have won a prize", "who have not won a prize"),
                    ("living_nearby", "who live nearby", "who do not live nearby"),
                    nullable=0.3,
                    optional=0.4,
                ),
            ),
            optional=True,
        ),
        Entity(
            "book",
            ("book/books", "publication/publications"),
            (
                text("title", "book_title:title", "full_title", form="title"),
                category(
                    "genre",
                    "subject",
                    "shelf_mark:subject",
                    pool="novel,poetry,history,travel,science,crime,biography,"
                    "drama,comics,cooking,art,law,nature,music",
                ),
                category(
                    "language",
                    "original_language",
                    pool="English,French,German,Spanish,Polish,Dutch,Swedish,Greek,Latin,Turkish",
                    take=(3, 6),
                    nullable=0.3,
                ),
                whole("pages:number of pages", "page_count:number of pages", low=40, high=900, nullable=0.4),
                whole("published:publication year", "publication_year", low=1890, high=2020),
                money("replacement_cost", "list_price", low=4, high=90, nullable=0.4, optional=0.3),
                flag(
                    ("illustrated", "that are illustrated", "that are not illustrated"),
                    ("translated", "that are translations", "that are not translations"),
                    optional=0.3,
                ),
            ),
            (
                Link("author", "{plural} by {}", nullable=0.5),
                Link(
                    "book",
                    "{plural} that follow {} in a series",
                    ("previous part", "prequel"),
                    nullable=1.0,
                    loose=0.1,
                ),
            ),
        ),
        Entity(
            "member",
            ("member/members", "reader/readers", "patron/patrons"),
            (
                text("name", "full_name", "member_name:name", form="person"),
                text("street", "street_address", form="street", nullable=0.5, optional=0.4),
                text("district", "town", form="place", nullable=0.4),
                category(
                    "plan_kind:kind of membership",
                    "membership",
                    "card_type:type of card",
                    pool="adult,child,student,senior,family,guest,staff",
                    take=(3, 5),
                ),
                date("joined_on:joining date", "member_since:joining date", low=-6, high=1),
                date(
                    "card_expiry:expiry date of the card",
                    "card_valid_until:last valid date of the card",
                    low=1,
                    high=4,
                    nullable=0.6,
                    optional=0.4,
                ),
                money("balance", "open_balance", low=0, high=40, nullable=0.4),
            ),
        ),
        Entity(
            "copy",
            ("copy/copies", "book copy/book copies"),
            (
                text("barcode", "copy_code:code", form="serial", unique=True),
                category(
                    "condition", "wear", pool="new,good,fair,worn,damaged,mouldy", take=(4, 5), nullable=0.4
                ),
                date("bought_on:purchase date", "acquired_on:acquisition date", low=-8, high=1, nullable=0.3),
                whole("shelf:shelf number", "rack:rack number", low=1, high=40, nullable=0.4),
                flag(
                    ("reference_only", "that are for reference only", "that are not for reference only"),
                    ("large_print", "that are in large print", "that are not in large print"),
                    optional=0.2,
                ),
            ),
            (Link("book", "{plural} of {}", loose=0.2),),
            optional=True,
        ),
        Entity(
            "loan",
            ("loan/loans", "checkout/checkouts", "borrowing/borrowings"),
            (
                text("slip", "loan_code:code", "receipt", form="code", unique=True),
                date("lent_on:lending date", "loan_date", "start_date"),
                date("due_on:due date", "due_date", "return_by:due date"),
                date("returned_on:return date", "return_date", "given_back_on:return date", nullable=1.0),
                whole("renewals:number of renewals", "extensions:number of extensions", low=0, high=5),
                money("fine", "late_fee", low=0, high=25, nullable=0.7),
            ),
            (
                Link("copy", "{plural} of {}", loose=0.3),
                Link("book", "{plural} of {}", ("borrowed book", "book lent"), nullable=0.2, loose=0.2),
                Link("member", "{plural} of {}", ("borrower", "reader"), nullable=0.2, loose=0.2),
            ),
        ),
        Entity(
            "hold",
            ("request/requests", "reservation/reservations", "waiting note/waiting notes"),
            (
                text("code", "request_code:code", form="code"),
                date("placed_on:placing date", "request_date"),
                date("ready_on:pick-up date", "pickup_date", nullable=0.8),
                whole("place_in_line", "queue_place", low=1, high=9, nullable=0.4),
                flag(
                    ("cancelled", "that were cancelled", "that were not cancelled"),
                    ("made_online", "that were made online", "that were not made online"),
                    optional=0.2,
                ),
            ),
            (
                Link("book", "{plural} for {}", loose=0.3),
                Link("member", "{plural} by {}", nullable=0.3),
            ),
            optional=True,
        ),
    ),
)
