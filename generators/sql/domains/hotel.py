"""A chain of hotels: houses, rooms, guests, stays, services charged to a stay, and staff."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

_HOTELS = (
    ("Hotel", "Villa", "Inn", "Pension", "Residence", "Lodge", "Park Hotel", "Grand Hotel", "Hostel"),
    (
        "Aurora",
        "Belmont",
        "Corallo",
        "Dunes",
        "Esperia",
        "Fontana",
        "Glacier",
        "Harbourside",
        "Ilaria",
        "Jasmine",
        "Kestrel",
        "Lindenhof",
        "Marina",
        "Nautica",
        "Orchard",
        "Panorama",
        "Quarry",
        "Riviera",
        "Sonnblick",
        "Tamarind",
    ),
)

DOMAIN = Domain(
    "hotel",
    (
        Entity(
            "hotel",
            ("hotel/hotels", "house/houses", "property/properties"),
            (
                text("name", "hotel_name:name", form=_HOTELS),
                text("city", "town", form="place"),
                whole("stars:number of stars", "star_rating:number of stars", low=1, high=5, nullable=0.4),
                date("opened_on:opening date", "opening_date", low=-40, high=0, nullable=0.4, optional=0.3),
                flag(
                    ("has_pool", "that have a pool", "that have no pool"),
                    ("pets_allowed", "that allow pets", "that do not allow pets"),
                    nullable=0.3,
                ),
            ),
            optional=True,
        ),
        Entity(
            "room",
            ("room/rooms", "bedroom/bedrooms"),
            (
                text("code", "door_code", "room_code:code", form="code"),
                category("kind", "room_type", pool="single,double,twin,family,suite,studio,dormitory,attic"),
                whole("beds:number of beds", "sleeps:number of sleepers", low=1, high=6),
                whole("floor", "storey", low=0, high=14, nullable=0.3),
                money("rate", "nightly_rate", "price_per_night", low=25, high=420),
                real(
                    "area", "area_sqm:area", low=9, high=85, nullable=0.5, optional=0.4, note="in square metres"
                ),
                flag(
                    ("sea_view", "that have a sea view", "that have no sea view"),
                    ("smoking", "where smoking is allowed", "where smoking is not allowed"),
                    optional=0.3,
                ),
            ),
            (Link("hotel", "{plural} of {}", loose=0.15),),
        ),
        Entity(
            "guest",
            ("guest/guests", "visitor/visitors"),
            (
                text("name", "full_name", "guest_name:name", form="person"),
                category(
                    "country",
                    "home_country",
                    pool="Norland,Vestria,Oberon,Kaldia,Tamara,Lusania,Selvia,Morania,Bruneck",
                    nullable=0.4,
                ),
                text("email", "email_address", form="email", nullable=0.8, optional=0.4),
                date("birth_date", "date_of_birth", low=-80, high=-16, nullable=0.5, optional=0.3),
                whole("loyalty_points", "bonus_points", low=0, high=800, nullable=0.5),
                flag(
                    ("newsletter", "who get the newsletter", "who do not get the newsletter"),
                    ("vip", "who are VIPs", "who are not VIPs"),
                    optional=0.3,
                ),
            ),
        ),
        Entity(
            "stay",
            ("stay/stays", "booking/bookings", "reservation/reservations"),
            (
                text("code", "booking_code", "confirmation:confirmation code", form="serial", unique=True),
                date(
                    "arrives_on:arrival date", "check_in:check-in date", "first_night:date of the first night"
                ),
                date("leaves_on:departure date", "check_out:check-out date", "departure_date", nullable=0.4),
                whole("adults:number of adults", "persons:number of persons", low=1, high=4),
                whole("children:number of children", "kids:number of children", low=0, high=4, nullable=0.5),
                money("price", "amount_due", low=30, high=2400, nullable=0.3),
                category(
                    "channel",
                    "booked_through:booking channel",
                    pool="phone,website,agency,walk-in,app,partner,e-mail",
                    take=(3, 6),
                    nullable=0.3,
                ),
                flag(
                    ("breakfast", "that include breakfast", "that do not include breakfast"),
                    ("cancelled", "that were cancelled", "that were not cancelled"),
                    optional=0.2,
                ),
            ),
            (
                Link("room", "{plural} in {}", loose=0.2),
                Link("guest", "{plural} of {}", nullable=0.3, loose=0.2),
                Link("guest", "{plural} paid by {}", ("payer", "paying guest"), nullable=1.0),
            ),
        ),
        Entity(
            "extra",
            ("extra/extras", "charge/charges"),
            (
                text("code", "slip_code", form="code"),
                category(
                    "item",
                    "service",
                    pool="minibar,laundry,parking,spa,dinner,phone calls,bike rental,late check-out,"
                    "crib,massage",
                ),
                whole("quantity", "units:number of units", low=1, high=8),
                money("unit_price", "price_each:unit price", low=2, high=95),
                moment("charged_at:time", "posted_at:posting time", nullable=0.3),
            ),
            (Link("stay", "{plural} of {}", nullable=0.2, loose=0.3),),
            optional=True,
        ),
        Entity(
            "complaint",
            ("complaint/complaints", "comment/comments"),
            (
                text("subject", "headline", form="title"),
                date("received_on:date of receipt", "filed_on:filing date"),
                date("answered_on:date of the answer", "reply_date", nullable=1.0),
                whole("gravity", "severity", low=1, high=5, nullable=0.3),
                money("refund", "compensation", low=0, high=200, nullable=0.8),
            ),
            (
                Link("stay", "{plural} about {}", nullable=0.3),
                Link("guest", "{plural} by {}", ("author", "sender"), nullable=0.4),
            ),
            optional=True,
        ),
    ),
)
