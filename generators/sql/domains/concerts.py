"""A concert hall: ensembles, works, concerts, programmes, ticket sales and their buyers."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, text, whole

_ENSEMBLES = (
    (
        "Amber",
        "Cobalt",
        "Delta",
        "Ebony",
        "Fjord",
        "Granite",
        "Indigo",
        "Juniper",
        "Lunar",
        "Magnet",
        "Nova",
        "Onyx",
        "Poppy",
    ),
    (
        "Quartet",
        "Trio",
        "Orchestra",
        "Choir",
        "Ensemble",
        "Band",
        "Sinfonia",
        "Consort",
        "Players",
        "Voices",
        "Brass",
    ),
)
_WORKS = (
    (
        "Sonata",
        "Suite",
        "Symphony",
        "Overture",
        "Nocturne",
        "Ballad",
        "Concerto",
        "Serenade",
        "Fantasy",
        "Prelude",
        "Waltz",
    ),
    (
        "in Grey",
        "of the Sea",
        "for Nine",
        "in Blue",
        "of Embers",
        "at Dawn",
        "for Strings",
        "of Stones",
        "in Two Parts",
        "for Lost Time",
        "of the Hills",
        "at Midnight",
    ),
)

DOMAIN = Domain(
    "concerts",
    (
        Entity(
            "hall",
            ("hall/halls", "venue/venues", "stage/stages"),
            (
                text("name", "hall_name:name", form="place"),
                whole("seats:number of seats", "capacity", low=60, high=2400),
                money("rent", "evening_rent", low=200, high=6000, nullable=0.4),
                date(
                    "renovated_on:date of the renovation",
                    "last_renovation:date of the last renovation",
                    low=-20,
                    high=0,
                    nullable=0.7,
                    optional=0.3,
                ),
                flag(
                    ("open_air", "that are in the open air", "that are not in the open air"),
                    ("has_organ", "that have an organ", "that have no organ"),
                ),
            ),
        ),
        Entity(
            "ensemble",
            ("ensemble/ensembles", "act/acts"),
            (
                text("name", "stage_name", form=_ENSEMBLES),
                category(
                    "genre",
                    "kind_of_music",
                    pool="classical,jazz,folk,rock,choral,opera,early music,blues,film music,pop",
                ),
                whole("members:number of members", "size:number of members", low=1, high=90, nullable=0.3),
                whole("founded:founding year", "founding_year", low=1920, high=2018, nullable=0.5),
                money("usual_fee", "standard_fee", low=300, high=9000, nullable=0.4),
            ),
            (
                Link(
                    "ensemble",
                    "{plural} that split off from {}",
                    ("parent ensemble", "first ensemble"),
                    nullable=1.0,
                    loose=0.1,
                ),
            ),
            optional=True,
        ),
        Entity(
            "concert",
            ("concert/concerts", "performance/performances", "event/events"),
            (
                text("title", "motto", form="title"),
                moment("starts_at:starting time", "begins_at:starting time"),
                whole("duration", "minutes_long:duration", low=40, high=210, nullable=0.4, note="in minutes"),
                money("base_price", "entry_price", low=5, high=70),
                category(
                    "series",
                    "season_series:series",
                    pool="Gala,Matinee,Family,Debut,Late Night,Festival,Lunch",
                    take=(3, 6),
                    nullable=0.5,
                ),
                flag(
                    ("sold_out", "that are sold out", "that are not sold out"),
                    ("recorded", "that were recorded", "that were not recorded"),
                    nullable=0.3,
                ),
            ),
            (
                Link("hall", "{plural} in {}", loose=0.2),
                Link("ensemble", "{plural} of {}", ("main act", "headliner"), nullable=0.4, loose=0.2),
                Link("ensemble", "{plural} that {} opens", ("opening act", "support act"), nullable=0.9),
            ),
        ),
        Entity(
            "piece",
            ("programme item/programme items", "programme piece/programme pieces"),
            (
                text("title", "piece_title:title", form=_WORKS),
                text("composer", "composed_by:composer", form="person", nullable=0.4),
                whole("place:place in the programme", "rank_in_show:place in the programme", low=1, high=12),
                whole(
                    "minutes_played:playing time",
                    "playing_time",
                    low=2,
                    high=70,
                    nullable=0.4,
                    note="in minutes",
                ),
                flag(
                    ("encore", "that were encores", "that were not encores"),
                    ("premiere", "that were premieres", "that were not premieres"),
                ),
            ),
            (Link("concert", "{plural} of {}", loose=0.15),),
            optional=True,
        ),
        Entity(
            "buyer",
            ("subscriber/subscribers", "visitor/visitors", "patron/patrons"),
            (
                text("name", "full_name", form="person"),
                text("city", "town", form="place", nullable=0.4),
                date("since:date of the first visit", "first_visit:date of the first visit", low=-8, high=1),
                category(
                    "level",
                    "friend_status",
                    pool="bronze,silver,gold,donor,founder,youth",
                    take=(3, 5),
                    nullable=0.6,
                ),
                money("donated_sum", "gift_amount", low=0, high=900, nullable=0.6, optional=0.3),
            ),
            (
                Link(
                    "buyer", "{plural} brought in by {}", ("recruiter", "recommender"), nullable=1.0, loose=0.1
                ),
            ),
        ),
        Entity(
            "sale",
            ("ticket/tickets", "admission/admissions"),
            (
                text("code", "ticket_code:code", form="serial", unique=True),
                date("sold_on:selling date", "sale_date"),
                money("price", "price_paid", low=5, high=180),
                whole("seat_row:row number", "block:block number", low=1, high=40, nullable=0.3),
                category("tariff", "price_group", pool="full,reduced,student,senior,press,free", take=(3, 5)),
                flag(
                    ("resold", "that were resold", "that were not resold"),
                    ("used", "that were used", "that were not used"),
                    nullable=0.4,
                    optional=0.2,
                ),
            ),
            (
                Link("concert", "{plural} for {}", loose=0.2),
                Link("buyer", "{plural} of {}", nullable=0.5, loose=0.2),
            ),
        ),
    ),
)
