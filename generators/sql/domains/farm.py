"""A farm: fields, crops and harvests, animals with their mothers, milk, and machines."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, real, text, whole

_CROPS = (
    ("Early", "Late", "Red", "Golden", "Dwarf", "Giant", "Winter", "Summer", "Sweet", "Black"),
    (
        "Barley",
        "Oats",
        "Rye",
        "Wheat",
        "Beans",
        "Lentils",
        "Maize",
        "Potatoes",
        "Carrots",
        "Clover",
        "Flax",
        "Hops",
        "Turnips",
        "Spelt",
    ),
)
_FIELDS = (
    (
        "Upper",
        "Lower",
        "Long",
        "Stony",
        "Mill",
        "Church",
        "Brook",
        "South",
        "Fox",
        "Willow",
        "Chapel",
        "Hollow",
        "Old",
    ),
    (
        "Acre",
        "Meadow",
        "Piece",
        "Field",
        "Croft",
        "Bank",
        "Close",
        "Marsh",
        "Strip",
        "Terrace",
        "Bottom",
        "Corner",
    ),
)

DOMAIN = Domain(
    "farm",
    (
        Entity(
            "field",
            ("field/fields", "plot/plots", "parcel/parcels"),
            (
                text("name", "field_name:name", form=_FIELDS),
                real("area", "hectares:area", low=0.5, high=30, note="in hectares"),
                category(
                    "soil", "soil_type", pool="clay,sand,loam,peat,chalk,silt,gravel", take=(4, 6), nullable=0.3
                ),
                whole(
                    "slope",
                    "slope_percent:slope",
                    low=0,
                    high=25,
                    nullable=0.5,
                    optional=0.4,
                    note="in percent",
                ),
                flag(
                    ("irrigated", "that are irrigated", "that are not irrigated"),
                    ("organic", "that are organic", "that are not organic"),
                ),
            ),
        ),
        Entity(
            "crop",
            ("crop/crops", "variety/varieties"),
            (
                text("name", "crop_name:name", form=_CROPS),
                category(
                    "family", "crop_group:group", pool="cereal,legume,root,fodder,fibre,oilseed,vegetable"
                ),
                money("seed_price", "price_per_bag", low=8, high=160, nullable=0.3),
                whole(
                    "growing_days:days to harvest",
                    "days_to_ripe:days to harvest",
                    low=50,
                    high=280,
                    nullable=0.4,
                ),
            ),
            optional=True,
        ),
        Entity(
            "harvest",
            ("harvest/harvests",),
            (
                text("code", "lot_code", form="code", unique=True),
                date("sown_on:sowing date", "planted_on:planting date"),
                date("reaped_on:reaping date", "harvest_date", nullable=0.8),
                real("tonnes:yield", "weight_t:weight", low=0, high=90, nullable=0.4, note="in tonnes"),
                money("revenue", "income", low=0, high=9000, nullable=0.5),
                category("quality", "grade", pool="A,B,C,feed,seed", take=(3, 5), nullable=0.4),
            ),
            (
                Link("field", "{plural} from {}", loose=0.2),
                Link("crop", "{plural} of {}", nullable=0.3, loose=0.2),
            ),
        ),
        Entity(
            "animal",
            ("animal/animals", "farm animal/farm animals"),
            (
                text("name", "animal_name:name", "call_name", form="first name"),
                category("species", "kind", pool="cow,goat,sheep,horse,donkey,pig,llama,buffalo", take=(3, 6)),
                date("born_on:birth date", "birth_date", low=-9, high=1),
                real("weight", "weight_kg:weight", low=20, high=700, nullable=0.5, note="in kg"),
                money("price_paid", "purchase_price", low=50, high=2500, nullable=0.9, optional=0.3),
                flag(
                    ("vaccinated", "that are vaccinated", "that are not vaccinated"),
                    ("pregnant", "that are pregnant", "that are not pregnant"),
                    nullable=0.4,
                ),
            ),
            (
                Link("animal", "{plural} born to {}", ("mother", "dam"), nullable=1.0, loose=0.2),
                Link("field", "{plural} that graze on {}", ("pasture", "grazing ground"), nullable=0.7),
            ),
        ),
        Entity(
            "milking",
            ("milking/milkings", "milk record/milk records"),
            (
                text("code", "can_code", form="code"),
                date("milked_on:date", "milk_date"),
                real("litres:volume", "volume", low=0, high=35, nullable=0.4, note="in litres"),
                real(
                    "fat:fat content", "fat_percent:fat content", low=2, high=8, nullable=0.6, note="in percent"
                ),
                flag(
                    ("morning", "from the morning", "from the evening"),
                    ("discarded", "that were discarded", "that were not discarded"),
                ),
            ),
            (Link("animal", "{plural} of {}", loose=0.3),),
            optional=True,
        ),
        Entity(
            "treatment",
            ("treatment/treatments", "vet visit/vet visits"),
            (
                text("code", "sheet_code", form="code"),
                date("given_on:date", "treatment_date"),
                category(
                    "complaint",
                    "illness",
                    pool="lameness,fever,worms,wound,cough,mastitis,bloat,rash",
                    nullable=0.4,
                ),
                money("cost", "vet_bill", low=0, high=380, nullable=0.3),
                whole("days_off:waiting days", "waiting_days", low=0, high=30, nullable=0.5),
            ),
            (Link("animal", "{plural} of {}", ("patient", "treated animal"), loose=0.2),),
            optional=True,
        ),
    ),
)
