"""An observatory: telescopes, stars and their companions, observers, sessions, images and proposals."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

DOMAIN = Domain(
    "observatory",
    (
        Entity(
            "telescope",
            ("telescope/telescopes", "instrument/instruments"),
            (
                text("name", "telescope_name:name", form="last name"),
                category(
                    "design",
                    "mount",
                    pool="refractor,reflector,radio dish,solar,survey,mirror array",
                    take=(3, 5),
                ),
                real("aperture", "aperture_m:aperture", low=0.25, high=12, note="in m"),
                date(
                    "first_light:date of first light",
                    "commissioned_on:commissioning date",
                    low=-30,
                    high=0,
                    nullable=0.3,
                ),
                money("night_cost:cost of a night", "cost_per_night", low=100, high=8000, nullable=0.4),
                flag(
                    ("automatic", "that are automatic", "that are not automatic"),
                    ("in_repair", "that are in repair", "that are not in repair"),
                    optional=0.3,
                ),
            ),
        ),
        Entity(
            "object",
            ("star/stars", "celestial body/celestial bodies"),
            (
                text("name", "catalogue_name:name", form="code"),
                category(
                    "constellation",
                    "sky_area",
                    pool="Anvil,Lantern,Plough,Heron,Ladder,Harp,Anchor,Spindle,Crown,Sickle",
                ),
                category("spectral_class", "colour_class", pool="O,B,A,F,G,K,M", take=(5, 7), nullable=0.4),
                real("magnitude", "brightness", low=0, high=16, nullable=0.4),
                whole(
                    "light_years:distance", "distance", low=4, high=4000, nullable=0.5, note="in light years"
                ),
                flag(
                    ("variable", "that are variable", "that are not variable"),
                    ("has_planets", "that have planets", "that have no planets"),
                    nullable=0.4,
                ),
            ),
            (
                Link(
                    "object", "{plural} that circle {}", ("host star", "central body"), nullable=1.0, loose=0.1
                ),
            ),
        ),
        Entity(
            "observer",
            ("observer/observers", "astronomer/astronomers"),
            (
                text("name", "full_name", form="person"),
                text("institute", "home_institute", form="place", nullable=0.4),
                date("registered_on:registration date", "member_since:joining date", low=-10, high=1),
                whole(
                    "papers:number of papers",
                    "publications:number of publications",
                    low=0,
                    high=90,
                    nullable=0.4,
                ),
            ),
            (
                Link(
                    "observer", "{plural} supervised by {}", ("supervisor", "adviser"), nullable=1.0, loose=0.1
                ),
            ),
        ),
        Entity(
            "session",
            ("night session/night sessions", "observation/observations", "observing run/observing runs"),
            (
                text("code", "log_code:code", form="code", unique=True),
                moment("began_at:starting time", "starts_at:starting time"),
                moment("ended_at:ending time", "ends_at:ending time", nullable=0.6),
                category("weather", "sky", pool="clear,hazy,cloudy,windy,humid,moonlit,foggy", nullable=0.3),
                whole("exposures:number of exposures", "shots:number of shots", low=0, high=120, nullable=0.3),
                real(
                    "seeing:sharpness",
                    "sharpness",
                    low=0.25,
                    high=6,
                    nullable=0.6,
                    optional=0.3,
                    note="in arc seconds",
                ),
                flag(
                    ("aborted", "that were aborted", "that were not aborted"),
                    ("remote", "that were run remotely", "that were not run remotely"),
                ),
            ),
            (
                Link("telescope", "{plural} with {}", loose=0.2),
                Link("object", "{plural} of {}", ("target", "observed star"), nullable=0.4, loose=0.25),
                Link("observer", "{plural} by {}", nullable=0.4),
            ),
        ),
        Entity(
            "image",
            ("image/images", "plate/plates"),
            (
                text("file_name", "frame:frame name", form="serial", unique=True),
                category(
                    "filter_name:filter",
                    "band",
                    pool="red,blue,green,infrared,clear,H-alpha,ultraviolet",
                    nullable=0.3,
                ),
                whole(
                    "exposure:exposure time",
                    "exposure_seconds:exposure time",
                    low=1,
                    high=900,
                    note="in seconds",
                ),
                whole("quality", "score", low=1, high=10, nullable=0.5),
                flag(
                    ("published", "that are published", "that are not published"),
                    ("saturated", "that are saturated", "that are not saturated"),
                    nullable=0.3,
                ),
            ),
            (Link("session", "{plural} from {}", loose=0.25),),
            optional=True,
        ),
        Entity(
            "proposal",
            ("proposal/proposals", "application/applications"),
            (
                text("title", "topic", form="title"),
                date("submitted_on:submission date", "filed_on:filing date"),
                date("decided_on:decision date", "decision_date", nullable=0.8),
                whole("nights:number of nights", "nights_asked:number of nights asked for", low=1, high=20),
                money("budget", "funding", low=500, high=40000, nullable=0.6),
                category(
                    "verdict",
                    "decision",
                    pool="accepted,rejected,postponed,reduced,under review",
                    take=(3, 5),
                    nullable=0.3,
                ),
            ),
            (
                Link("observer", "{plural} of {}", ("applicant", "author")),
                Link(
                    "telescope",
                    "{plural} for {}",
                    ("telescope wanted", "instrument wanted"),
                    nullable=0.4,
                    loose=0.2,
                ),
            ),
            optional=True,
        ),
    ),
)
