"""A clinic: patients, doctors and their departments, visits and what was prescribed."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, moment, money, real, text, whole

_DRUGS = (
    (
        "Alo",
        "Bena",
        "Coru",
        "Dexi",
        "Enta",
        "Fluo",
        "Gavi",
        "Ibra",
        "Keto",
        "Lora",
        "Meli",
        "Nexo",
        "Ovi",
        "Para",
    ),
    ("mine", "zol", "prex", "dan", "cillin", "lax", "vir", "statin", "dopa", "fen", "mab", "tidin"),
)

DOMAIN = Domain(
    "clinic",
    (
        Entity(
            "department",
            ("department/departments", "ward/wards", "unit/units"),
            (
                category(
                    "name",
                    "title",
                    pool="Cardiology,Neurology,Oncology,Pediatrics,Surgery,Radiology,Urology,"
                    "Dermatology,Orthopedics,Geriatrics,Psychiatry,Emergency,Maternity,Rehabilitation",
                    take=(10, 14),
                ),
                whole("floor", "storey", low=0, high=9, nullable=0.3),
                whole(
                    "beds:number of beds", "bed_count:number of beds", "capacity", low=0, high=60, nullable=0.3
                ),
                money("budget", "yearly_budget", low=10000, high=90000, nullable=0.5, optional=0.4),
            ),
            optional=True,
        ),
        Entity(
            "doctor",
            ("doctor/doctors", "physician/physicians", "specialist/specialists"),
            (
                text("name", "full_name", "doctor_name:name", form="person"),
                category(
                    "specialty",
                    "main_field",
                    "discipline",
                    pool="heart,skin,bones,nerves,eyes,lungs,children,allergies,sleep,diet,joints,pain",
                ),
                date("hired_on:hiring date", "hire_date", "employed_since:date of employment", low=-15, high=1),
                money("salary", "monthly_pay", low=3000, high=9500, nullable=0.4),
                flag(
                    ("on_call", "who are on call", "who are not on call"),
                    ("full_time", "who work full time", "who do not work full time"),
                    optional=0.3,
                ),
            ),
            (
                Link("department", "{plural} of {}", nullable=0.5),
                Link("doctor", "{plural} supervised by {}", ("supervisor", "mentor"), nullable=1.0, loose=0.1),
            ),
        ),
        Entity(
            "patient",
            ("patient/patients",),
            (
                text("name", "full_name", "patient_name:name", form="person"),
                date("birth_date", "dob:date of birth", "born_on:birth date", low=-80, high=0),
                text("city", "town", "place_of_residence", form="place", nullable=0.4),
                category(
                    "blood_type", "blood_group", pool="A+,A-,B+,B-,AB+,AB-,O+,O-", take=(5, 8), nullable=0.5
                ),
                category(
                    "insurer",
                    "insurance",
                    "health_plan",
                    pool="Aurora Care,BlueLeaf,Civis,Domus,Evergreen,Fides,Helios,Juno,Kora,Lumen",
                    take=(3, 6),
                    nullable=0.6,
                    optional=0.3,
                ),
                real("weight", "weight_kg:weight", low=40, high=120, nullable=0.6, optional=0.3, note="in kg"),
                whole(
                    "height", "height_cm:height", low=140, high=205, nullable=0.6, optional=0.4, note="in cm"
                ),
                flag(
                    ("smoker", "who smoke", "who do not smoke"),
                    ("insured", "who are insured", "who are not insured"),
                    nullable=0.4,
                    optional=0.2,
                ),
            ),
        ),
        Entity(
            "visit",
            ("visit/visits", "appointment/appointments", "consultation/consultations"),
            (
                text("code", "reference", "case_code", form="code", unique=True),
                moment("starts_at:starting time", "visit_time", "scheduled_for:scheduled time"),
                whole(
                    "duration",
                    "minutes_taken:duration",
                    "duration_min:duration",
                    low=5,
                    high=90,
                    nullable=0.4,
                    note="in minutes",
                ),
                category(
                    "reason",
                    "kind",
                    "purpose",
                    pool="check-up,follow-up,vaccination,injury,fever,surgery,blood test,scan,advice,therapy",
                ),
                category(
                    "outcome",
                    "result",
                    pool="cured,improved,unchanged,worse,referred,admitted",
                    take=(3, 5),
                    nullable=0.7,
                    optional=0.3,
                ),
                money("fee", "cost", "charge", low=0, high=320, nullable=0.4),
                flag(
                    ("emergency", "that were emergencies", "that were not emergencies"),
                    ("missed", "that were missed", "that were not missed"),
                    optional=0.2,
                ),
            ),
            (
                Link("patient", "{plural} of {}", loose=0.25),
                Link("doctor", "{plural} with {}", nullable=0.4),
            ),
        ),
        Entity(
            "prescription",
            ("prescription/prescriptions", "medication order/medication orders"),
            (
                text("drug", "medicine", "drug_name:drug", form=_DRUGS),
                whole("dose", "daily_dose", "dose_mg:dose", low=5, high=500, note="in mg"),
                whole(
                    "days_supply:supply in days", "duration_days:supply in days", low=1, high=60, nullable=0.5
                ),
                date("issued_on:issue date", "issue_date", "written_on:date of writing"),
                date("expires_on:expiry date", "expiry_date", "valid_until:last valid date", nullable=0.7),
                flag(
                    ("repeatable", "that are repeatable", "that are not repeatable"),
                    ("generic", "that allow a generic drug", "that do not allow a generic drug"),
                    optional=0.3,
                ),
            ),
            (Link("visit", "{plural} of {}", nullable=0.2, loose=0.2),),
            optional=True,
        ),
        Entity(
            "invoice",
            ("invoice/invoices", "bill/bills"),
            (
                text("code", "invoice_code", "bill_code", form="code", unique=True),
                date("billed_on:billing date", "invoice_date", "sent_on:sending date"),
                date("paid_on:payment date", "payment_date", nullable=1.0),
                money("amount", "amount_due", "invoice_amount", low=10, high=900),
                money("payment_received", "amount_received", low=0, high=900, nullable=0.7, optional=0.3),
                category(
                    "payer",
                    "payer_kind:kind of payer",
                    pool="patient,insurer,employer,state,charity",
                    take=(3, 5),
                ),
            ),
            (Link("patient", "{plural} of {}", loose=0.2),),
            optional=True,
        ),
    ),
)
