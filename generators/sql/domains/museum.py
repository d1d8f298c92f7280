"""A museum: artists who taught each other, works, galleries, exhibitions, what hangs where, and loans."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, real, text, whole

DOMAIN = Domain(
    "museum",
    (
        Entity(
            "artist",
            ("artist/artists", "maker/makers"),
            (
                text("name", "full_name", "artist_name:name", form="person"),
                category(
                    "style",
                    "school",
                    pool="baroque,cubist,gothic,naive,realist,romantic,surreal,abstract,folk,classical",
                    nullable=0.3,
                ),
                whole("born:birth year", "birth_year", low=1500, high=1985, nullable=0.4),
                category(
                    "country",
                    "home_country",
                    pool="Norland,Vestria,Oberon,Kaldia,Tamara,Lusania,Selvia,Morania",
                    nullable=0.4,
                    optional=0.3,
                ),
                flag(
                    ("anonymous", "who are anonymous", "who are not anonymous"),
                    ("self_taught", "who are self-taught", "who are not self-taught"),
                    optional=0.4,
                ),
            ),
            (Link("artist", "{plural} taught by {}", ("teacher", "master"), nullable=1.0, loose=0.1),),
        ),
        Entity(
            "gallery",
            ("gallery/galleries", "hall/halls", "room/rooms"),
            (
                text("name", "gallery_name:name", form="place"),
                whole("floor", "storey", low=0, high=4),
                real("area", "area_sqm:area", low=20, high=300, nullable=0.4, note="in square metres"),
                flag(
                    ("climate_control", "that have climate control", "that have no climate control"),
                    ("closed_now", "that are closed", "that are open"),
                ),
            ),
            optional=True,
        ),
        Entity(
            "work",
            ("work/works", "piece/pieces", "exhibit/exhibits"),
            (
                text("title", "work_title:title", form="title"),
                category(
                    "medium",
                    "technique",
                    pool="oil,bronze,marble,watercolour,print,photograph,tapestry,glass,ceramic,ink,"
                    "wood,mosaic",
                ),
                whole("made_in_year:year of creation", "creation_year", low=1520, high=2005, nullable=0.4),
                money("insured_sum:insured value", "insurance_amount", low=500, high=90000, nullable=0.4),
                date("acquired_on:acquisition date", "acquisition_date", low=-30, high=1, nullable=0.4),
                real("height", "height_cm:height", low=5, high=280, nullable=0.5, optional=0.3, note="in cm"),
                flag(
                    ("on_display", "that are on display", "that are not on display"),
                    ("restored", "that have been restored", "that have not been restored"),
                    optional=0.2,
                ),
            ),
            (
                Link("artist", "{plural} by {}", nullable=0.6, loose=0.2),
                Link("gallery", "{plural} in {}", nullable=0.6),
            ),
        ),
        Entity(
            "exhibition",
            ("exhibition/exhibitions", "show/shows"),
            (
                text("title", "theme", form="title"),
                date("opens_on:opening date", "first_day"),
                date("closes_on:closing date", "last_day", nullable=0.4),
                money("ticket_price", "entrance_fee", low=0, high=25, nullable=0.3),
                whole(
                    "visitors:number of visitors", "visits:number of visits", low=100, high=9000, nullable=0.5
                ),
                text("sponsor", "main_sponsor", form="company", nullable=0.8, optional=0.3),
            ),
        ),
        Entity(
            "showing",
            ("showing/showings", "placement/placements"),
            (
                text("code", "label_code", form="code", unique=True),
                whole("wall:wall number", "panel:panel number", low=1, high=12, nullable=0.4),
                date("hung_on:hanging date", "placed_on:placing date"),
                flag(
                    ("highlighted", "that are highlights", "that are not highlights"),
                    ("behind_glass", "that are behind glass", "that are not behind glass"),
                ),
            ),
            (
                Link("work", "{plural} of {}", loose=0.2),
                Link("exhibition", "{plural} in {}"),
            ),
            optional=True,
        ),
        Entity(
            "loan",
            ("loan/loans", "lending/lendings"),
            (
                text("code", "contract_code", form="code", unique=True),
                text("partner", "partner_museum", form="place", nullable=0.2),
                date("sent_on:sending date", "loan_start:first day of the loan", "start_date"),
                date("back_on:return date", "loan_end:last day of the loan", "end_date", nullable=0.8),
                money("fee", "loan_fee", low=0, high=4000, nullable=0.5),
                category(
                    "purpose",
                    "reason",
                    pool="exhibition,study,restoration,filming,deposit,teaching",
                    nullable=0.3,
                ),
            ),
            (Link("work", "{plural} of {}", loose=0.3),),
            optional=True,
        ),
    ),
)
