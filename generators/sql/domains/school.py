"""A school: teachers, courses that build on each other, classes of pupils, enrolments and exams."""

from __future__ import annotations

from .parts import Domain, Entity, Link, category, date, flag, money, real, text, whole

_COURSES = (
    (
        "Applied",
        "Basic",
        "Advanced",
        "Modern",
        "Practical",
        "Early",
        "Creative",
        "Digital",
        "Comparative",
        "General",
    ),
    (
        "Geometry",
        "Chemistry",
        "Poetry",
        "Botany",
        "Sculpture",
        "Economics",
        "Drama",
        "Algebra",
        "Astronomy",
        "Rhetoric",
        "Weaving",
        "Statistics",
        "Geology",
        "Logic",
        "Singing",
        "Cartography",
    ),
)

DOMAIN = Domain(
    "school",
    (
        Entity(
            "teacher",
            ("teacher/teachers", "lecturer/lecturers", "instructor/instructors"),
            (
                text("name", "full_name", "teacher_name:name", form="person"),
                category(
                    "field",
                    "main_subject",
                    pool="languages,science,arts,sports,history,music,crafts,ethics,computing",
                ),
                date("hired_on:hiring date", "employed_since:date of employment", low=-18, high=1),
                money("salary", "monthly_pay", low=1800, high=6200, nullable=0.4, optional=0.3),
                whole(
                    "weekly_hours:hours per week", "teaching_load:hours per week", low=4, high=30, nullable=0.4
                ),
            ),
            (Link("teacher", "{plural} mentored by {}", ("mentor", "adviser"), nullable=1.0, loose=0.1),),
        ),
        Entity(
            "course",
            ("course/courses", "module/modules"),
            (
                text("title", "course_title:title", "name", form=_COURSES),
                whole("credits:number of credits", "points:number of points", low=1, high=12),
                whole("capacity", "max_pupils:pupil limit", low=5, high=60, nullable=0.4),
                category("term", "season", pool="autumn,winter,spring,summer,whole year", take=(3, 5)),
                money("fee", "material_fee", low=0, high=150, nullable=0.6, optional=0.3),
                flag(
                    ("optional_course", "that are optional", "that are not optional"),
                    ("taught_online", "that are taught online", "that are not taught online"),
                    optional=0.2,
                ),
            ),
            (
                Link("teacher", "{plural} taught by {}", nullable=0.5, loose=0.25),
                Link(
                    "course",
                    "{plural} that build on {}",
                    ("required course", "base course"),
                    nullable=1.0,
                    loose=0.1,
                ),
            ),
        ),
        Entity(
            "class",
            ("school class/school classes", "form group/form groups"),
            (
                text("name", "label", form="serial"),
                whole("grade", "stage", low=1, high=12),
                text("room", "home_room", form="code", nullable=0.5),
            ),
            (Link("teacher", "{plural} led by {}", ("class teacher", "form tutor"), nullable=0.5),),
            optional=True,
        ),
        Entity(
            "student",
            ("student/students", "pupil/pupils", "learner/learners"),
            (
                text("name", "full_name", "student_name:name", form="person"),
                text("city", "home_town", "town", form="place", nullable=0.4),
                date("birth_date", "born_on:birth date", low=-19, high=-6),
                date("admitted_on:admission date", "entry_date", low=-4, high=1, nullable=0.3),
                category(
                    "track",
                    "branch_of_study",
                    pool="science,languages,arts,trade,sports,general,technical",
                    nullable=0.4,
                ),
                money("grant_amount:grant", "scholarship", low=0, high=1200, nullable=0.9, optional=0.3),
                flag(
                    ("boarding", "who live at the school", "who do not live at the school"),
                    ("repeating", "who repeat a year", "who do not repeat a year"),
                    optional=0.3,
                ),
            ),
            (Link("class", "{plural} of {}", ("group", "form"), nullable=0.5),),
        ),
        Entity(
            "enrolment",
            ("enrolment/enrolments", "registration/registrations", "sign-up/sign-ups"),
            (
                text("code", "form_code", form="code", unique=True),
                date("enrolled_on:enrolment date", "signed_up_on:sign-up date"),
                real("mark", "final_mark", "score", low=0, high=100, nullable=0.8),
                whole(
                    "absences:number of absences",
                    "missed_lessons:number of missed lessons",
                    low=0,
                    high=20,
                    nullable=0.4,
                ),
                flag(
                    ("passed", "that were passed", "that were not passed"),
                    ("withdrawn", "that were withdrawn", "that were not withdrawn"),
                    nullable=0.5,
                    optional=0.2,
                ),
            ),
            (
                Link("student", "{plural} of {}", loose=0.2),
                Link("course", "{plural} in {}", loose=0.25),
            ),
        ),
        Entity(
            "exam",
            ("exam/exams", "test paper/test papers"),
            (
                text("code", "paper_code:code", form="code", unique=True),
                date("held_on:date", "exam_date"),
                whole(
                    "minutes_allowed:duration", "duration", low=30, high=240, nullable=0.3, note="in minutes"
                ),
                category("mode", "kind", pool="written,oral,practical,take-home,group work", take=(3, 5)),
                whole(
                    "max_points:point limit",
                    "full_marks",
                    low=10,
                    high=120,
                ),
            ),
            (
                Link("course", "{plural} for {}"),
                Link("teacher", "{plural} with {} as {owner}", ("examiner", "first reader"), nullable=0.4),
                Link(
                    "teacher", "{plural} with {} as {owner}", ("second examiner", "second reader"), nullable=0.9
                ),
            ),
            optional=True,
        ),
    ),
)
