"""Air traffic: airports, airlines, aircraft, flights between two airports, passengers and their bookings."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

_MODELS = (
    (
        "Swift",
        "Condor",
        "Merlin",
        "Osprey",
        "Albatros",
        "Gull",
        "Tern",
        "Kestrel",
        "Pelican",
        "Ibis",
        "Petrel",
        "Plover",
    ),
    ("100", "120", "200", "220", "300", "340", "400", "500", "550", "700", "800", "900"),
)
_AIRLINES = (
    (
        "Aero",
        "Sky",
        "Wing",
        "Nimbus",
        "Azure",
        "Polar",
        "Solar",
        "Trans",
        "Inter",
        "Meridian",
        "Zephyr",
        "Cirrus",
        "Alto",
    ),
    ("via", "line", "jet", "nord", "lux", "star", "mar", "bird", "flow", "air", "vista", "mond", "ria"),
)

DOMAIN = Domain(
    "flights",
    (
        Entity(
            "airport",
            ("airport/airports",),
            (
                text("name", "airport_name:name", form="place"),
                category(
                    "country",
                    "nation",
                    pool="Norland,Vestria,Oberon,Kaldia,Tamara,Lusania,Bruneck,Ostrava,Selvia,Morania",
                ),
                whole(
                    "runways:number of runways", "runway_count:number of runways", low=1, high=6, nullable=0.3
                ),
                whole("elevation", "altitude", low=0, high=2400, nullable=0.4, optional=0.3, note="in m"),
                date("opened_on:opening date", "opening_date", low=-60, high=0, nullable=0.5, optional=0.4),
                flag(
                    ("international", "that are international", "that are not international"),
                    ("open_at_night", "that are open at night", "that are not open at night"),
                    optional=0.3,
                ),
            ),
        ),
        Entity(
            "airline",
            ("airline/airlines", "carrier/carriers"),
            (
                text("name", "airline_name:name", "brand", form=_AIRLINES),
                category(
                    "alliance",
                    "partnership",
                    pool="Unity,Horizon,Compass,Triad,Orbit,Pact",
                    take=(3, 4),
                    nullable=0.8,
                ),
                whole("founded:founding year", "founding_year", low=1930, high=2015, nullable=0.4),
                real("rating", "passenger_rating", low=1, high=5, nullable=0.5, optional=0.3),
            ),
            (Link("airport", "{plural} based at {}", ("home airport", "hub"), nullable=0.5),),
            optional=True,
        ),
        Entity(
            "aircraft",
            ("plane/planes", "airplane/airplanes"),
            (
                text("registration", "tail_code", form="serial", unique=True),
                text("model", "plane_model:model", form=_MODELS),
                whole("seats:number of seats", "seat_count:number of seats", "capacity", low=20, high=380),
                whole("range_km:range", "reach", low=900, high=14000, nullable=0.5, optional=0.3, note="in km"),
                date(
                    "built_on:date of construction", "delivered_on:delivery date", low=-25, high=0, nullable=0.4
                ),
                flag(
                    ("retired", "that are retired", "that are not retired"),
                    ("leased", "that are leased", "that are not leased"),
                    optional=0.3,
                ),
            ),
            (Link("airline", "{plural} of {}", ("airline", "operator"), nullable=0.3),),
            optional=True,
        ),
        Entity(
            "flight",
            ("flight/flights",),
            (
                text("code", "flight_code:code", form="code"),
                moment("departs_at:departure time", "departure", "takeoff:takeoff time"),
                moment("arrives_at:arrival time", "arrival", "landing:landing time", nullable=0.7),
                whole("distance", "distance_km:distance", low=150, high=9000, note="in km"),
                whole("delay", "delay_minutes:delay", low=0, high=180, nullable=0.6, note="in minutes"),
                category(
                    "status",
                    "state",
                    pool="scheduled,boarding,departed,landed,cancelled,diverted",
                    optional=0.3,
                ),
                money("fuel_cost", "fuel_bill", low=500, high=30000, nullable=0.5, optional=0.4),
            ),
            (
                Link("airport", "{plural} that leave from {}", ("origin", "departure airport"), loose=0.1),
                Link("airport", "{plural} that go to {}", ("destination", "arrival airport"), loose=0.1),
                Link("aircraft", "{plural} flown with {}", nullable=0.5, loose=0.3),
            ),
        ),
        Entity(
            "passenger",
            ("passenger/passengers", "traveller/travellers"),
            (
                text("name", "full_name", form="person"),
                category(
                    "nationality",
                    "citizenship",
                    pool="Norlandic,Vestrian,Oberonian,Kaldian,Tamaran,Lusanian,Selvian,Moranian",
                    nullable=0.4,
                ),
                date("birth_date", "date_of_birth", low=-75, high=-2),
                whole("miles", "bonus_miles", low=0, high=9000, nullable=0.5),
                flag(
                    ("frequent_flyer", "who are frequent flyers", "who are not frequent flyers"),
                    ("vegetarian", "who are vegetarians", "who are not vegetarians"),
                    nullable=0.3,
                    optional=0.3,
                ),
            ),
            optional=True,
        ),
        Entity(
            "booking",
            ("booking/bookings", "reservation/reservations", "ticket/tickets"),
            (
                text("code", "locator", "booking_code", form="serial", unique=True),
                category("cabin", "travel_class", pool="economy,comfort,business,premier,basic", take=(3, 5)),
                money("price", "fare", "amount_paid", low=40, high=1800),
                date("booked_on:booking date", "purchase_date", low=0, high=2),
                whole("bags:number of bags", "bag_count:number of bags", low=0, high=4, nullable=0.4),
                flag(
                    ("checked_in", "that are checked in", "that are not checked in"),
                    ("refundable", "that are refundable", "that are not refundable"),
                    optional=0.2,
                ),
            ),
            (
                Link("flight", "{plural} for {}", loose=0.3),
                Link("passenger", "{plural} of {}", nullable=0.3),
            ),
        ),
    ),
)
