"""Freight: depots, vehicles, drivers, trips between two depots, parcels, and damage."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

DOMAIN = Domain(
    "freight",
    (
        Entity(
            "depot",
            ("depot/depots", "warehouse/warehouses", "terminal/terminals"),
            (
                text("name", "depot_name:name", form="place"),
                category(
                    "region",
                    "zone_name:zone",
                    pool="north,south,east,west,coast,centre,islands,highlands",
                    take=(4, 6),
                ),
                whole("docks:number of docks", "gates:number of gates", low=1, high=40, nullable=0.3),
                money("storage_fee", "daily_storage_fee", low=1, high=30, nullable=0.5, optional=0.3),
                flag(
                    ("cooled", "that are cooled", "that are not cooled"),
                    ("bonded", "that are bonded", "that are not bonded"),
                    optional=0.2,
                ),
            ),
        ),
        Entity(
            "vehicle",
            ("truck/trucks", "vehicle/vehicles", "lorry/lorries"),
            (
                text("plate", "licence_plate", form="serial", unique=True),
                category("kind", "body", pool="van,box truck,tanker,flatbed,reefer,tipper,trailer"),
                real("payload", "max_load:load limit", low=1, high=28, note="in tonnes"),
                date("bought_on:purchase date", "purchase_date", low=-9, high=1, nullable=0.3),
                whole("mileage", "odometer:mileage", low=0, high=600000, nullable=0.4, note="in km"),
                flag(
                    ("electric", "that are electric", "that are not electric"),
                    ("in_repair", "that are in repair", "that are not in repair"),
                    optional=0.2,
                ),
            ),
            (Link("depot", "{plural} based at {}", ("home depot", "base"), nullable=0.5),),
            optional=True,
        ),
        Entity(
            "driver",
            ("driver/drivers", "trucker/truckers"),
            (
                text("name", "full_name", "driver_name:name", form="person"),
                category("licence", "licence_class", pool="B,C,CE,D,ADR,temporary", take=(3, 5)),
                date("hired_on:hiring date", "hire_date", low=-12, high=1),
                money("day_rate", "pay_per_day", low=80, high=320, nullable=0.4),
                whole("penalty_points", "faults:number of faults", low=0, high=12, nullable=0.5),
            ),
            (
                Link(
                    "driver", "{plural} who learnt from {}", ("instructor", "trainer"), nullable=1.0, loose=0.1
                ),
            ),
            optional=True,
        ),
        Entity(
            "trip",
            ("trip/trips", "haul/hauls", "tour/tours"),
            (
                text("code", "waybill", "trip_code:code", form="code", unique=True),
                moment("left_at:departure time", "departed_at:departure time"),
                moment("arrived_at:arrival time", "reached_at:arrival time", nullable=0.8),
                whole("distance", "distance_km:distance", low=10, high=1800, note="in km"),
                real("fuel", "fuel_litres:fuel", low=5, high=600, nullable=0.5, note="in litres"),
                money("toll", "road_toll", low=0, high=150, nullable=0.6),
                flag(
                    ("night_trip", "that were made at night", "that were not made at night"),
                    ("empty_return", "that came back empty", "that did not come back empty"),
                    optional=0.3,
                ),
            ),
            (
                Link("depot", "{plural} that start from {}", ("starting depot", "origin"), loose=0.1),
                Link(
                    "depot", "{plural} that end at {}", ("target depot", "destination"), nullable=0.3, loose=0.1
                ),
                Link("vehicle", "{plural} of {}", nullable=0.3, loose=0.3),
                Link("driver", "{plural} driven by {}", nullable=0.4),
            ),
        ),
        Entity(
            "parcel",
            ("parcel/parcels", "shipment/shipments", "consignment/consignments"),
            (
                text("tracking:tracking code", "barcode", form="serial", unique=True),
                text("receiver", "addressee", form="person", nullable=0.2),
                category(
                    "content",
                    "goods:kind of goods",
                    pool="clothes,machines,food,paper,chemicals,toys,books,glass,furniture,seeds",
                ),
                real("weight", "weight_kg:weight", low=0.25, high=60, nullable=0.3, note="in kg"),
                money("charge", "postage", low=2, high=120),
                money(
                    "declared_worth", "insured_sum:insured sum", low=5, high=2000, nullable=0.7, optional=0.3
                ),
                date("due_on:due date", "promised_on:promised date", nullable=0.4),
                date("delivered_on:delivery date", "handover_date", nullable=1.0),
                flag(
                    ("signed", "that were signed for", "that were not signed for"),
                    ("fragile", "that are fragile", "that are not fragile"),
                    nullable=0.3,
                    optional=0.2,
                ),
            ),
            (Link("trip", "{plural} carried on {}", nullable=0.5, loose=0.3),),
        ),
        Entity(
            "damage",
            ("damage report/damage reports", "claim/claims"),
            (
                text("code", "report_code:code", form="code"),
                date("reported_on:reporting date", "filed_on:filing date"),
                money("amount", "claim_amount", low=5, high=1500, nullable=0.4),
                category("cause", "reason", pool="water,crash,theft,heat,fall,loss,mix-up", nullable=0.3),
                flag(
                    ("settled", "that are settled", "that are not settled"),
                    ("disputed", "that are disputed", "that are not disputed"),
                ),
            ),
            (Link("parcel", "{plural} about {}", loose=0.3),),
            optional=True,
        ),
    ),
)
