"""The columns with few values that logs have: how they are named, written and put into words."""

from __future__ import annotations

from .catalogue import Category

APPS = Category(
    "app",
    ("application", "app", "service", "target_app"),
    ("the cloud console", "the payroll system", "the code repository", "the file portal", "the mail portal"),
    (
        ("cloud-console", "payroll", "code-repo", "file-portal", "webmail"),
        ("CLOUD", "PAYROLL", "REPO", "FILES", "MAIL"),
        ("Cloud Console", "Payroll", "Code Repository", "File Portal", "Mail Portal"),
    ),
)
VPN = Category(
    "result",
    ("result", "outcome", "state"),
    ("accepted", "refused", "ended by a timeout"),
    (("accepted", "refused", "timeout"), ("ACCEPT", "REFUSE", "TIMEOUT"), ("Accepted", "Refused", "Timed out")),
)
MAIL = Category(
    "verdict",
    ("verdict", "disposition", "delivery"),
    ("delivered", "quarantined", "put into the junk folder"),
    (
        ("delivered", "quarantined", "junk"),
        ("DELIVER", "QUARANTINE", "JUNK"),
        ("Delivered", "Quarantined", "Junk"),
    ),
)
WEB = Category(
    "action",
    ("action", "decision", "outcome"),
    ("allowed outright", "blocked", "allowed after a warning"),
    (("allowed", "blocked", "warned"), ("ALLOW", "BLOCK", "WARN"), ("Allowed", "Blocked", "Warned")),
)
FILE = Category(
    "action",
    ("action", "operation", "change"),
    ("created", "modified", "renamed", "deleted"),
    (
        ("created", "modified", "renamed", "deleted"),
        ("CREATE", "MODIFY", "RENAME", "DELETE"),
        ("FileCreated", "FileModified", "FileRenamed", "FileDeleted"),
    ),
)
LEVEL = Category(
    "integrity",
    ("integrity", "privilege", "run_level"),
    ("low", "medium", "high", "system"),
    (
        ("low", "medium", "high", "system"),
        ("LOW", "MEDIUM", "HIGH", "SYSTEM"),
        ("Low", "Medium", "High", "System"),
    ),
)
PROTOCOL = Category(
    "protocol",
    ("protocol", "proto", "app_protocol"),
    ("HTTPS", "SSH", "FTP", "SMTP"),
    (("https", "ssh", "ftp", "smtp"), ("HTTPS", "SSH", "FTP", "SMTP")),
)
RESOLVER = Category(
    "resolver",
    ("resolver", "dns_server", "answered_by"),
    ("the main resolver", "the branch resolver", "the guest resolver"),
    (
        ("main", "branch", "guest"),
        ("MAIN", "BRANCH", "GUEST"),
        ("resolver-main", "resolver-branch", "resolver-guest"),
    ),
)
FIREWALL = Category(
    "action",
    ("action", "fw_action", "decision"),
    ("let through", "dropped without a reply", "rejected with a reply"),
    (("allow", "drop", "reject"), ("ALLOW", "DROP", "REJECT"), ("Allow", "Drop", "Reject")),
)
SEVERITY = Category(
    "severity",
    ("severity", "priority", "sev"),
    ("low", "medium", "high", "critical"),
    (
        ("low", "medium", "high", "critical"),
        ("LOW", "MEDIUM", "HIGH", "CRITICAL"),
        ("Low", "Medium", "High", "Critical"),
    ),
)
QUEUE = Category(
    "queue",
    ("queue", "team", "assigned_to"),
    ("service desk", "network", "security", "facilities"),
    (
        ("service-desk", "network", "security", "facilities"),
        ("SERVICE DESK", "NETWORK", "SECURITY", "FACILITIES"),
        ("Service Desk", "Network", "Security", "Facilities"),
    ),
)
DOOR = Category(
    "result",
    ("result", "outcome", "access"),
    ("let in", "turned away", "reported for tailgating"),
    (("granted", "denied", "tailgating"), ("GRANT", "DENY", "TAILGATING"), ("Granted", "Denied", "Tailgating")),
)
USB = Category(
    "action",
    ("action", "event", "what"),
    ("mounted", "ejected", "blocked"),
    (("mounted", "ejected", "blocked"), ("MOUNT", "EJECT", "BLOCK"), ("Mounted", "Ejected", "Blocked")),
)
CLOUD = Category(
    "operation",
    ("operation", "op", "event_name"),
    ("created", "copied", "shared", "deleted", "encrypted"),
    (
        ("create", "copy", "share", "delete", "encrypt"),
        ("CREATE", "COPY", "SHARE", "DELETE", "ENCRYPT"),
        ("CreateObject", "CopyObject", "ShareObject", "DeleteObject", "EncryptObject"),
    ),
)
KEYS = Category(
    "event",
    ("event", "key_event", "action"),
    ("created", "rotated", "revoked"),
    (
        ("created", "rotated", "revoked"),
        ("CREATE", "ROTATE", "REVOKE"),
        ("CreateKey", "RotateKey", "RevokeKey"),
    ),
)
USE = Category(
    "operation",
    ("operation", "op", "call"),
    ("read", "overwrite", "delete", "list the versions of"),
    (
        ("read", "write", "delete", "list"),
        ("READ", "WRITE", "DELETE", "LIST"),
        ("GetObject", "PutObject", "DeleteObject", "ListVersions"),
    ),
)
REMOTE = Category(
    "protocol",
    ("protocol", "via", "method"),
    ("RDP", "SSH", "SMB", "WinRM"),
    (("rdp", "ssh", "smb", "winrm"), ("RDP", "SSH", "SMB", "WINRM")),
)
TRIGGER = Category(
    "trigger",
    ("runs", "run_at", "schedule"),
    ("at every logon", "at every start of the system", "every hour", "every day"),
    (("logon", "startup", "hourly", "daily"), ("LOGON", "STARTUP", "HOURLY", "DAILY")),
)
RANK = Category(
    "verdict",
    ("verdict", "rating", "assessment"),
    ("malicious", "suspicious", "harmless"),
    (("malicious", "suspicious", "harmless"), ("MALICIOUS", "SUSPICIOUS", "HARMLESS")),
)
CHANNEL = Category(
    "channel",
    ("channel", "sent_in", "chat_type"),
    ("a direct chat", "a group chat", "a meeting chat"),
    (("direct", "group", "meeting"), ("DIRECT", "GROUP", "MEETING")),
)
METHOD = Category(
    "method",
    ("method", "reset_by", "channel"),
    ("self-service", "the help desk", "an administrator"),
    (("self-service", "help-desk", "admin"), ("SELF", "HELPDESK", "ADMIN")),
)
SHARE = Category(
    "access",
    ("access", "access_type", "operation"),
    ("read", "written", "deleted"),
    (("read", "write", "delete"), ("READ", "WRITE", "DELETE")),
)
REGISTRAR = Category(
    "registrar",
    ("registrar", "registered_with", "registry"),
    ("the registrar Namebox", "the registrar Domstead", "the registrar Hostarch"),
    (("namebox", "domstead", "hostarch"), ("Namebox", "Domstead", "Hostarch")),
)
