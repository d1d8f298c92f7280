"""A network of sensors: sites within sites, devices, their readings, alarms and maintenance."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

DOMAIN = Domain(
    "sensors",
    (
        Entity(
            "site",
            ("site/sites", "location/locations", "station/stations"),
            (
                text("name", "site_name:name", form="place"),
                category(
                    "terrain",
                    "surroundings",
                    pool="coast,forest,city,mountain,desert,valley,harbour,marsh,field,tunnel",
                ),
                whole("elevation", "altitude_m:altitude", low=0, high=2800, nullable=0.5, note="in m"),
                date(
                    "opened_on:opening date",
                    "in_service_since:first day in service",
                    low=-10,
                    high=0,
                    nullable=0.4,
                ),
                flag(
                    ("staffed", "that are staffed", "that are not staffed"),
                    ("fenced", "that are fenced", "that are not fenced"),
                    optional=0.4,
                ),
            ),
            (
                Link(
                    "site", "{plural} that belong to {}", ("parent site", "main site"), nullable=1.0, loose=0.1
                ),
            ),
        ),
        Entity(
            "device",
            ("sensor/sensors", "device/devices", "probe/probes"),
            (
                text("serial", "serial_code", "tag", form="serial", unique=True),
                category(
                    "kind",
                    "quantity:measured quantity",
                    "measures:measured quantity",
                    pool="temperature,humidity,"
                    "pressure,light,noise,vibration,flow,level,wind,rain,dust,voltage",
                ),
                category(
                    "maker",
                    "brand",
                    pool="Axon,Brightec,Corvid,Deltron,Elmar,Fenix,Gauge Co,Hexa,Ionix,Juno",
                    take=(3, 5),
                    nullable=0.4,
                ),
                date("installed_on:installation date", "installation_date", low=-6, high=1),
                date(
                    "calibrated_on:calibration date",
                    "last_calibration:date of the last calibration",
                    low=0,
                    high=2,
                    nullable=0.8,
                ),
                whole(
                    "battery:battery level",
                    "battery_percent:battery level",
                    low=0,
                    high=100,
                    nullable=0.5,
                    note="in percent",
                ),
                money("price", "purchase_price", low=15, high=900, nullable=0.4, optional=0.4),
                flag(
                    ("active", "that are active", "that are not active"),
                    ("wireless", "that are wireless", "that are not wireless"),
                ),
            ),
            (Link("site", "{plural} at {}", nullable=0.4, loose=0.2),),
        ),
        Entity(
            "reading",
            ("reading/readings", "measurement/measurements", "sample/samples"),
            (
                text("code", "packet:packet code", "batch_code", form="code"),
                moment("taken_at:time", "measured_at:time of measurement", "recorded_at:recording time"),
                real("measured:measured value", "reading_value:value", "amount", low=0, high=120, nullable=0.6),
                whole("signal:signal strength", "quality", low=0, high=10, nullable=0.4),
                flag(
                    ("suspect", "that are suspect", "that are not suspect"),
                    ("manual", "that were taken by hand", "that were not taken by hand"),
                    nullable=0.3,
                    optional=0.2,
                ),
            ),
            (Link("device", "{plural} of {}", loose=0.4),),
        ),
        Entity(
            "technician",
            ("technician/technicians", "engineer/engineers"),
            (
                text("name", "full_name", form="person"),
                category(
                    "skill",
                    "field",
                    pool="radio,electric,plumbing,software,optics,mechanics,climbing",
                    take=(3, 5),
                    nullable=0.4,
                ),
                date("hired_on:hiring date", "started_on:starting date", low=-12, high=1),
                money("hourly_rate", "pay_per_hour", low=15, high=70, nullable=0.3),
            ),
            (Link("technician", "{plural} trained by {}", ("trainer", "tutor"), nullable=1.0, loose=0.1),),
            optional=True,
        ),
        Entity(
            "alarm",
            ("alarm/alarms", "alert/alerts", "warning/warnings"),
            (
                text("code", "alarm_code:code", form="code", unique=True),
                category("severity", "grade", pool="info,minor,major,critical,notice,severe", take=(3, 5)),
                moment("raised_at:starting time", "started_at:starting time"),
                moment("cleared_at:clearing time", "closed_at:closing time", nullable=1.0),
                whole(
                    "repeats:number of repeats",
                    "times_seen:number of occurrences",
                    low=1,
                    high=20,
                    nullable=0.3,
                ),
                flag(
                    ("false_alarm", "that were false", "that were not false"),
                    ("confirmed", "that are confirmed", "that are not confirmed"),
                    nullable=0.5,
                    optional=0.2,
                ),
            ),
            (
                Link("device", "{plural} of {}", loose=0.3),
                Link("technician", "{plural} handled by {}", ("handler", "technician in charge"), nullable=0.8),
            ),
            optional=True,
        ),
        Entity(
            "service",
            ("repair/repairs", "inspection/inspections"),
            (
                text("sheet", "job_code", form="code"),
                date("done_on:date", "job_date", low=0, high=2),
                whole("minutes_spent:duration", "duration", low=10, high=300, nullable=0.4, note="in minutes"),
                money("cost", "parts_cost", low=0, high=400, nullable=0.5),
                category(
                    "part",
                    "part_changed",
                    pool="battery,cable,housing,antenna,lens,filter,board,seal",
                    nullable=0.8,
                ),
            ),
            (
                Link("device", "{plural} of {}", loose=0.2),
                Link("technician", "{plural} by {}", nullable=0.4),
            ),
            optional=True,
        ),
    ),
)
