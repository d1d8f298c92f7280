"""A garage: owners, cars, mechanics and their masters, repair jobs, spare parts and what was used."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, real, text, whole

_CARS = (
    (
        "Arda",
        "Bolt",
        "Civa",
        "Dorado",
        "Elan",
        "Fargo",
        "Gala",
        "Hera",
        "Ikon",
        "Jolt",
        "Kairo",
        "Luna",
        "Mistral",
        "Nivo",
    ),
    ("Sport", "Family", "City", "Van", "Cross", "Touring", "Eco", "Classic", "Plus", "Prime", "Mini", "Max"),
)
_PARTS = (
    ("Front", "Rear", "Left", "Inner", "Outer", "Upper", "Lower", "Heavy", "Light", "Double"),
    (
        "Brake",
        "Clutch",
        "Oil",
        "Air",
        "Fuel",
        "Spark",
        "Wheel",
        "Door",
        "Mirror",
        "Exhaust",
        "Steering",
        "Gear",
    ),
    ("Disc", "Filter", "Hose", "Plug", "Cable", "Pump", "Spring", "Seal", "Valve", "Bearing", "Belt", "Bolt"),
)

DOMAIN = Domain(
    "garage",
    (
        Entity(
            "owner",
            ("owner/owners", "car owner/car owners", "driver/drivers"),
            (
                text("name", "full_name", "owner_name:name", form="person"),
                text("town", "city", form="place", nullable=0.4),
                date(
                    "client_since:date of the first visit",
                    "first_visit:date of the first visit",
                    low=-10,
                    high=1,
                ),
                money("credit", "open_balance", low=0, high=400, nullable=0.6),
                flag(
                    ("club_member", "who are club members", "who are not club members"),
                    ("pays_monthly", "who pay monthly", "who do not pay monthly"),
                    optional=0.3,
                ),
            ),
        ),
        Entity(
            "car",
            ("car/cars", "vehicle/vehicles"),
            (
                text("plate", "licence_plate", form="serial", unique=True),
                text("model", "car_model:model", form=_CARS),
                category("colour", "paint", pool="red,blue,grey,black,white,green,silver,beige,orange"),
                category(
                    "drive", "engine", pool="petrol,diesel,electric,hybrid,gas", take=(3, 5), nullable=0.2
                ),
                date(
                    "registered_on:registration date",
                    "first_registration:date of first registration",
                    low=-20,
                    high=0,
                ),
                whole("mileage", "odometer:mileage", low=0, high=280000, nullable=0.4, note="in km"),
                flag(
                    ("under_warranty", "that are under warranty", "that are not under warranty"),
                    ("automatic", "that are automatic", "that are not automatic"),
                    optional=0.3,
                ),
            ),
            (Link("owner", "{plural} of {}", nullable=0.4, loose=0.2),),
        ),
        Entity(
            "mechanic",
            ("mechanic/mechanics", "fitter/fitters"),
            (
                text("name", "full_name", form="person"),
                category(
                    "trade",
                    "specialty",
                    pool="engines,brakes,bodywork,electrics,tyres,paint,gearboxes",
                    take=(3, 6),
                ),
                date("hired_on:hiring date", "hire_date", low=-14, high=1),
                money("hourly_rate", "pay_per_hour", low=14, high=60, nullable=0.3),
            ),
            (Link("mechanic", "{plural} taught by {}", ("master", "teacher"), nullable=1.0, loose=0.1),),
            optional=True,
        ),
        Entity(
            "job",
            ("job/jobs", "repair/repairs", "work order/work orders"),
            (
                text("code", "job_code:code", "docket", form="code", unique=True),
                date("brought_on:drop-off date", "start_date"),
                date("ready_on:completion date", "end_date", nullable=0.8),
                category(
                    "fault",
                    "reason",
                    pool="noise,leak,crash,service,battery,rust,flat tyre,warning light,paint damage",
                ),
                real(
                    "hours_worked:working time",
                    "labour_hours:working time",
                    low=0.25,
                    high=24,
                    nullable=0.4,
                    note="in hours",
                ),
                money("price", "bill_amount", low=20, high=3200, nullable=0.3),
                flag(
                    ("paid", "that are paid", "that are not paid"),
                    ("insured_loss", "that an insurer pays", "that no insurer pays"),
                    optional=0.2,
                ),
            ),
            (
                Link("car", "{plural} on {}", loose=0.2),
                Link("mechanic", "{plural} done by {}", nullable=0.5),
                Link("mechanic", "{plural} checked by {}", ("inspector", "checker"), nullable=1.0),
            ),
        ),
        Entity(
            "part",
            ("part/parts", "spare part/spare parts", "component/components"),
            (
                text("name", "part_name:name", form=_PARTS),
                category(
                    "supplier",
                    "maker",
                    pool="Axelo,Brennt,Carmo,Dynex,Ervo,Faltec,Gripp,Hydra,Irmo",
                    take=(3, 6),
                    nullable=0.3,
                ),
                money("price", "unit_price", low=1, high=420),
                whole("stock:number in stock", "on_hand:number in stock", low=0, high=90, nullable=0.3),
                whole("reorder_level", "minimum_stock", low=0, high=25, nullable=0.4, optional=0.3),
            ),
            (Link("part", "{plural} that {} replaces", ("successor", "replacement"), nullable=1.0, loose=0.1),),
            optional=True,
        ),
        Entity(
            "usage",
            ("part use/part uses", "fitting/fittings"),
            (
                text("code", "line_code", form="code"),
                whole("quantity", "pieces:number of pieces", low=1, high=8),
                money("price_charged", "charge", low=1, high=460),
                flag(
                    ("second_hand", "of second-hand parts", "of new parts"),
                    ("free_of_charge", "that were free of charge", "that were charged"),
                ),
            ),
            (
                Link("job", "{plural} on {}"),
                Link("part", "{plural} of {}", loose=0.3),
            ),
            optional=True,
        ),
    ),
)
