"""A restaurant: dishes, tables, waiters, bills, what was eaten, and table bookings."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

_DISHES = (
    (
        "Smoked",
        "Roast",
        "Grilled",
        "Stuffed",
        "Braised",
        "Pickled",
        "Spicy",
        "Creamy",
        "Baked",
        "Crispy",
        "Herbed",
    ),
    (
        "Trout",
        "Beet",
        "Pumpkin",
        "Lamb",
        "Mushroom",
        "Lentil",
        "Duck",
        "Leek",
        "Chestnut",
        "Cod",
        "Celery",
        "Spinach",
    ),
    ("Soup", "Pie", "Salad", "Stew", "Dumplings", "Risotto", "Tart", "Curry", "Gratin", "Skewers"),
)

DOMAIN = Domain(
    "restaurant",
    (
        Entity(
            "dish",
            ("dish/dishes", "menu item/menu items", "meal/meals"),
            (
                text("name", "dish_name:name", form=_DISHES),
                category("course", "section", pool="starter,main,dessert,side,soup,snack,special,breakfast"),
                money("price", "menu_price", low=3, high=42),
                money("cost", "ingredient_cost", low=1, high=20, nullable=0.6, optional=0.2),
                whole("calories", "kcal:calories", low=90, high=1400, nullable=0.5),
                flag(
                    ("vegan", "that are vegan", "that are not vegan"),
                    ("spicy", "that are spicy", "that are not spicy"),
                    ("gluten_free", "that are free of gluten", "that contain gluten"),
                    nullable=0.3,
                ),
            ),
        ),
        Entity(
            "waiter",
            ("waiter/waiters", "server/servers"),
            (
                text("name", "full_name", "waiter_name:name", form="person"),
                date("hired_on:hiring date", "hire_date", low=-8, high=1),
                money("hourly_wage", "pay_per_hour", low=8, high=28, nullable=0.4),
                category(
                    "shift",
                    "usual_shift",
                    pool="morning,midday,evening,night,weekend",
                    take=(3, 5),
                    nullable=0.4,
                ),
            ),
            (Link("waiter", "{plural} trained by {}", ("trainer", "instructor"), nullable=1.0, loose=0.1),),
        ),
        Entity(
            "table",
            ("dining table/dining tables", "restaurant table/restaurant tables"),
            (
                text("name", "label", form="serial"),
                whole("seats:number of seats", "places:number of places", low=1, high=12),
                category("area", "spot", pool="terrace,window,bar,garden,cellar,balcony,hall", take=(3, 5)),
                flag(
                    ("wheelchair_access", "that have wheelchair access", "that have no wheelchair access"),
                    ("heated", "that are heated", "that are not heated"),
                    optional=0.4,
                ),
            ),
            optional=True,
        ),
        Entity(
            "bill",
            ("bill/bills", "check/checks", "receipt/receipts"),
            (
                text("code", "receipt_code", form="code", unique=True),
                moment("opened_at:opening time", "seated_at:seating time"),
                moment("closed_at:closing time", "paid_at:payment time", nullable=0.7),
                whole("guests:number of guests", "party_size", low=1, high=10),
                money("tip", "gratuity", low=0, high=35, nullable=0.6),
                category(
                    "payment",
                    "paid_by:means of payment",
                    pool="card,cash,voucher,app,invoice",
                    take=(3, 5),
                    nullable=0.4,
                ),
                flag(
                    ("takeaway", "that were for takeaway", "that were not for takeaway"),
                    ("contested", "that were contested", "that were not contested"),
                    optional=0.3,
                ),
            ),
            (
                Link("waiter", "{plural} of {}", nullable=0.4, loose=0.2),
                Link("table", "{plural} for {}", nullable=0.6),
            ),
        ),
        Entity(
            "line",
            ("bill line/bill lines", "serving/servings"),
            (
                text("code", "kitchen_code", form="code"),
                whole("quantity", "portions:number of portions", low=1, high=6),
                money("unit_price", "price_each:unit price", low=3, high=42),
                flag(
                    ("sent_back", "that were sent back", "that were not sent back"),
                    ("free_of_charge", "that were free of charge", "that were charged"),
                ),
            ),
            (
                Link("bill", "{plural} of {}"),
                Link("dish", "{plural} of {}", loose=0.3),
            ),
        ),
        Entity(
            "booking",
            ("table booking/table bookings", "reservation/reservations"),
            (
                text("guest_name", "booked_for:guest name", form="person"),
                moment("booked_time", "starts_at:starting time"),
                whole("persons:number of persons", "seats_wanted:number of seats wanted", low=1, high=12),
                date("made_on:date of the call", "taken_on:date of entry", low=0, high=2, nullable=0.4),
                real("deposit", "advance", low=0, high=60, nullable=0.7, optional=0.4),
                flag(
                    ("no_show", "that were no-shows", "that were not no-shows"),
                    ("birthday_party", "that are for a birthday", "that are not for a birthday"),
                    nullable=0.5,
                ),
            ),
            (
                Link("table", "{plural} of {}", nullable=0.4, loose=0.3),
                Link("waiter", "{plural} taken by {}", ("clerk", "taker"), nullable=0.6),
            ),
            optional=True,
        ),
    ),
)
