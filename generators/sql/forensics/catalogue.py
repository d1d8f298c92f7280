"""What logs there are, and how one pivots in them: tables, their columns, and the relations between entities.

A table has fields. A field is an entity (of one of the `ENTITIES`), a time, a category with a small set of values, or
decoration. A `Relation` goes from one entity of a row to another one and has the English for it, so that a trail
through the logs and its text are drawn from one object. ``{it}`` in a text stands for the entity before, ``{c}`` for
what the relation's category says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

HUBS = ("account", "email", "badge", "host", "serial", "ip")
"""What every person of the organisation has; all other entities come and go with events."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A kind of entity.

    Attributes:
        noun: how a text names one of them, after "that".
        asked: how a question names it.
        form: the form in which an answer gives it.
        columns: names that columns of it may have.
    """

    noun: str
    asked: str
    form: str
    columns: tuple[str, ...]


_AS_IS = "Give it as the tables write it."
_PLAIN_ID = "Give its ID as the tables write it."

ENTITIES: Mapping[str, Entity] = {
    "account": Entity(
        "account",
        "account",
        "Give the bare account name, without any domain before or behind it.",
        ("account", "user_name", "login", "account_name"),
    ),
    "email": Entity(
        "mailbox",
        "mailbox",
        "Give its plain mail address, without anything before it.",
        ("mailbox", "email", "mail_address", "user_mail"),
    ),
    "badge": Entity(
        "badge", "badge", "Give its number as the tables write it.", ("badge", "badge_id", "card", "badge_no")
    ),
    "host": Entity(
        "computer",
        "computer",
        "Give the short name of the computer, without a domain.",
        ("host", "computer", "machine", "host_name", "endpoint"),
    ),
    "serial": Entity(
        "device serial number", "device serial number", _AS_IS, ("serial", "serial_no", "device_serial")
    ),
    "ip": Entity(
        "internal address",
        "internal IP address",
        "Give it as four numbers with points between them.",
        ("internal_ip", "client_ip", "local_ip", "device_ip"),
    ),
    "remote": Entity(
        "external address",
        "external IP address",
        "Give it as four numbers with points between them.",
        ("remote_ip", "external_ip", "peer_ip", "outside_ip"),
    ),
    "domain": Entity(
        "domain",
        "domain",
        "Give its plain name, without a point at its end.",
        ("domain", "site_domain", "web_domain", "fqdn"),
    ),
    "hash": Entity(
        "file hash",
        "file hash",
        "Give its 32 hexadecimal digits.",
        ("file_hash", "md5", "hash", "content_hash"),
    ),
    "path": Entity("file path", "file path", "Give the whole path.", ("path", "file_path", "full_path")),
    "process": Entity(
        "process",
        "process",
        "Give its ID, eight hexadecimal digits, a hyphen and four more.",
        ("process_id", "proc_guid", "process_guid"),
    ),
    "message": Entity(
        "message",
        "message",
        "Give its plain ID, without an id= before it.",
        ("message_id", "mail_id", "msg_id"),
    ),
    "sender": Entity(
        "outside mail address",
        "outside mail address",
        "Give the plain address, without anything before it.",
        ("sender", "from_address", "outside_mail"),
    ),
    "session": Entity("session", "session", _PLAIN_ID, ("session_id", "session", "logon_id")),
    "ticket": Entity(
        "ticket", "ticket", "Give its number as the tables write it.", ("ticket", "ticket_no", "case_no")
    ),
    "alert": Entity("alert", "alert", _PLAIN_ID, ("alert_id", "alert", "alert_ref")),
    "key": Entity("access key", "access key", _PLAIN_ID, ("key_id", "access_key", "api_key")),
    "resource": Entity("cloud resource", "cloud resource", _PLAIN_ID, ("resource", "resource_id", "object_id")),
    "usb": Entity("USB device", "USB device", _PLAIN_ID, ("usb_id", "usb_device", "stick_id")),
    "reader": Entity("door reader", "door reader", _PLAIN_ID, ("reader", "reader_id", "door")),
    "task": Entity("scheduled task", "scheduled task", "Give its name.", ("task_name", "job", "task")),
    "cert": Entity(
        "certificate fingerprint", "certificate fingerprint", _AS_IS, ("fingerprint", "cert_id", "thumbprint")
    ),
    "time": Entity(
        "time", "time", "Give it in UTC, as YYYY-MM-DD HH:MM:SS.", ("time", "ts", "at", "event_time", "logged")
    ),
    "until": Entity("time", "time", "", ("lease_end", "until", "ends", "expires")),
}


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a kind of table: what it plays there, what it holds, and names it may have."""

    role: str
    type: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """A column with few values.

    Attributes:
        role: what it plays in its table.
        names: names that the column may have.
        said: how texts put each value.
        spelled: ways to write the values, in the order of `said`.
    """

    role: str
    names: tuple[str, ...]
    said: tuple[str, ...]
    spelled: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A pivot within a row of a table.

    Attributes:
        table: the kind of table.
        source: the role of the entity before.
        target: the role of the entity that is found.
        text: the English of what is found, with ``{it}``, and ``{c}`` if there is a category.
        sign: 1 if what is found comes later in an incident, -1 if it comes earlier.
        category: the role of the category that rows must meet; "" for none.
    """

    table: str
    source: str
    target: str
    text: str
    sign: int = 1
    category: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of table.

    Attributes:
        name: what it is called in this package.
        names: names that the table may have.
        fields: its entities and times.
        categories: its columns with few values.
        extras: decoration that may be there: ``name:number`` or ``name:text``.
        owns: the role whose values are all different; "" for none.
        weight: its share of the rows; 0 where there is one row for each person.
        relations: the pivots within one row.
    """

    name: str
    names: tuple[str, ...]
    fields: tuple[Field, ...]
    categories: tuple[Category, ...]
    extras: tuple[str, ...]
    owns: str
    weight: int
    relations: tuple[Relation, ...]

    @cached_property
    def lookup(self) -> bool:
        """Whether it only translates between the identifiers of a person."""
        return self.weight == 0

    @cached_property
    def timed(self) -> bool:
        """Whether its rows are events."""
        return any(field.type == "time" for field in self.fields)

    def category(self, role: str) -> Category:
        """The category of a role; KeyError if there is none."""
        for category in self.categories:
            if category.role == role:
                return category
        raise KeyError(role)


def kind(
    name: str,
    names: str,
    fields: str,
    relations: tuple[tuple[str, str, str] | tuple[str, str, str, int], ...],
    *,
    category: Category | None = None,
    extras: str = "",
    weight: int = 3,
) -> Kind:
    """A kind of table, from a short notation.

    Args:
        name: its name here.
        names: names of the table, with blanks between them.
        fields: ``role`` or ``role:type`` or ``role:type:column,column``, with ``!`` behind it for the role it owns.
        relations: source, target, text and sign (1 if it is left out).
        category: its category, if it has one; a relation is bound to it if its text has ``{c}``.
        extras: decoration, ``name:number`` or ``name:text``.
        weight: share of the rows.
    """
    owns, made = "", []
    for part in fields.split():
        role, kind_of, columns = (*part.rstrip("!").split(":"), "", "")[:3]
        kind_of = kind_of or role
        made.append(Field(role, kind_of, tuple(columns.split(",")) if columns else ENTITIES[kind_of].columns))
        if part.endswith("!"):
            owns = role
    pivots = [
        Relation(
            name,
            relation[0],
            relation[1],
            relation[2],
            relation[3] if len(relation) > 3 else 1,
            category.role if category and "{c}" in relation[2] else "",
        )
        for relation in relations
    ]
    return Kind(
        name,
        tuple(names.split()),
        tuple(made),
        (category,) if category else (),
        tuple(extras.split()),
        owns,
        weight,
        tuple(pivots),
    )
