"""The kinds of logs of an organisation; `KINDS` has all of them by name."""

from __future__ import annotations

from collections.abc import Mapping

from .catalogue import Category, Kind, kind

_APPS = Category(
    "app",
    ("application", "app", "service", "target_app"),
    ("the cloud console", "the payroll system", "the code repository", "the file portal", "the mail portal"),
    (
        ("cloud-console", "payroll", "code-repo", "file-portal", "webmail"),
        ("CLOUD", "PAYROLL", "REPO", "FILES", "MAIL"),
        ("Cloud Console", "Payroll", "Code Repository", "File Portal", "Mail Portal"),
    ),
)
_VPN = Category(
    "result",
    ("result", "outcome", "state"),
    ("accepted", "refused", "timed out"),
    (("accepted", "refused", "timeout"), ("ACCEPT", "REFUSE", "TIMEOUT"), ("Accepted", "Refused", "Timed out")),
)
_MAIL = Category(
    "verdict",
    ("verdict", "disposition", "delivery"),
    ("delivered", "quarantined", "put into the junk folder"),
    (("delivered", "quarantined", "junk"), ("DELIVER", "QUARANTINE", "JUNK"), ("Delivered", "Quarantined", "Junk")),
)
_WEB = Category(
    "action",
    ("action", "decision", "outcome"),
    ("allowed", "blocked", "allowed after a warning"),
    (("allowed", "blocked", "warned"), ("ALLOW", "BLOCK", "WARN"), ("Allowed", "Blocked", "Warned")),
)
_FILE = Category(
    "action",
    ("action", "operation", "change"),
    ("created", "modified", "renamed", "deleted"),
    (
        ("created", "modified", "renamed", "deleted"),
        ("CREATE", "MODIFY", "RENAME", "DELETE"),
        ("FileCreated", "FileModified", "FileRenamed", "FileDeleted"),
    ),
)
_LEVEL = Category(
    "integrity",
    ("integrity", "privilege", "run_level"),
    ("low", "medium", "high", "system"),
    (
        ("low", "medium", "high", "system"),
        ("LOW", "MEDIUM", "HIGH", "SYSTEM"),
        ("Low", "Medium", "High", "System"),
    ),
)
_PROTOCOL = Category(
    "protocol",
    ("protocol", "proto", "app_protocol"),
    ("HTTPS", "SSH", "FTP", "SMTP"),
    (("https", "ssh", "ftp", "smtp"), ("HTTPS", "SSH", "FTP", "SMTP")),
)
_RESOLVER = Category(
    "resolver",
    ("resolver", "dns_server", "answered_by"),
    ("the main resolver", "the branch resolver", "the guest resolver"),
    (("main", "branch", "guest"), ("MAIN", "BRANCH", "GUEST"), ("resolver-main", "resolver-branch", "resolver-guest")),
)
_FIREWALL = Category(
    "action",
    ("action", "fw_action", "decision"),
    ("let through", "dropped without a reply", "rejected with a reply"),
    (("allow", "drop", "reject"), ("ALLOW", "DROP", "REJECT"), ("Allow", "Drop", "Reject")),
)
_SEVERITY = Category(
    "severity",
    ("severity", "priority", "sev"),
    ("low", "medium", "high", "critical"),
    (
        ("low", "medium", "high", "critical"),
        ("LOW", "MEDIUM", "HIGH", "CRITICAL"),
        ("Low", "Medium", "High", "Critical"),
    ),
)
_QUEUE = Category(
    "queue",
    ("queue", "team", "assigned_to"),
    ("service desk", "network", "security", "facilities"),
    (
        ("service-desk", "network", "security", "facilities"),
        ("SERVICE DESK", "NETWORK", "SECURITY", "FACILITIES"),
        ("Service Desk", "Network", "Security", "Facilities"),
    ),
)
_DOOR = Category(
    "result",
    ("result", "outcome", "access"),
    ("let in", "turned away", "reported as held by two people at once"),
    (("granted", "denied", "tailgating"), ("GRANT", "DENY", "TAILGATING"), ("Granted", "Denied", "Tailgating")),
)
_USB = Category(
    "action",
    ("action", "event", "what"),
    ("mounted", "ejected", "blocked"),
    (("mounted", "ejected", "blocked"), ("MOUNT", "EJECT", "BLOCK"), ("Mounted", "Ejected", "Blocked")),
)
_CLOUD = Category(
    "operation",
    ("operation", "op", "event_name"),
    ("created", "copied", "shared", "deleted", "encrypted"),
    (
        ("create", "copy", "share", "delete", "encrypt"),
        ("CREATE", "COPY", "SHARE", "DELETE", "ENCRYPT"),
        ("CreateObject", "CopyObject", "ShareObject", "DeleteObject", "EncryptObject"),
    ),
)
_KEYS = Category(
    "event",
    ("event", "key_event", "action"),
    ("created", "rotated", "revoked"),
    (("created", "rotated", "revoked"), ("CREATE", "ROTATE", "REVOKE"), ("CreateKey", "RotateKey", "RevokeKey")),
)
_USE = Category(
    "operation",
    ("operation", "op", "call"),
    ("read", "overwrite", "delete", "list the versions of"),
    (
        ("read", "write", "delete", "list"),
        ("READ", "WRITE", "DELETE", "LIST"),
        ("GetObject", "PutObject", "DeleteObject", "ListVersions"),
    ),
)
_REMOTE = Category(
    "protocol",
    ("protocol", "via", "method"),
    ("RDP", "SSH", "SMB", "WinRM"),
    (("rdp", "ssh", "smb", "winrm"), ("RDP", "SSH", "SMB", "WINRM")),
)
_TRIGGER = Category(
    "trigger",
    ("runs", "run_at", "schedule"),
    ("at every logon", "at every start of the system", "every hour", "every day"),
    (("logon", "startup", "hourly", "daily"), ("LOGON", "STARTUP", "HOURLY", "DAILY")),
)
_RANK = Category(
    "verdict",
    ("verdict", "rating", "assessment"),
    ("malicious", "suspicious", "harmless"),
    (("malicious", "suspicious", "harmless"), ("MALICIOUS", "SUSPICIOUS", "HARMLESS")),
)
_CHANNEL = Category(
    "channel",
    ("channel", "sent_in", "chat_type"),
    ("a direct chat", "a group chat", "a meeting chat"),
    (("direct", "group", "meeting"), ("DIRECT", "GROUP", "MEETING")),
)
_METHOD = Category(
    "method",
    ("method", "reset_by", "channel"),
    ("self-service", "the help desk", "an administrator"),
    (("self-service", "help-desk", "admin"), ("SELF", "HELPDESK", "ADMIN")),
)
_SHARE = Category(
    "access",
    ("access", "access_type", "operation"),
    ("read", "written", "deleted"),
    (("read", "write", "delete"), ("READ", "WRITE", "DELETE")),
)
_REGISTRAR = Category(
    "registrar",
    ("registrar", "registered_at", "registry"),
    ("the registrar Namebox", "the registrar Domstead", "the registrar Hostarch"),
    (("namebox", "domstead", "hostarch"), ("Namebox", "Domstead", "Hostarch")),
)

_ALL = (
    kind(
        "directory",
        "directory staff employees people",
        "account email badge",
        (
            ("account", "email", "the mailbox of the person who has {it}"),
            ("email", "account", "the account of the person who has {it}"),
            ("badge", "account", "the account of the person who carries {it}"),
            ("account", "badge", "the badge of the person who has {it}"),
            ("badge", "email", "the mailbox of the person who carries {it}"),
            ("email", "badge", "the badge of the person who has {it}"),
        ),
        extras="department:text office:text",
        weight=0,
    ),
    kind(
        "inventory",
        "inventory assets devices hardware",
        "host serial account:account:owner,assigned_user,owner_account",
        (
            ("serial", "host", "the computer that has {it}"),
            ("host", "serial", "the device serial number of {it}"),
            ("host", "account", "the account of the owner of {it}"),
            ("account", "host", "the computer that is assigned to the holder of {it}"),
        ),
        extras="model:text office:text",
        weight=0,
    ),
    kind(
        "leases",
        "dhcp_leases address_leases ip_leases",
        "time:time:lease_start,starts,from_time until ip host",
        (
            ("ip", "host", "the computer that had {it} at the time of the record of the step before"),
            ("host", "ip", "the internal address that {it} had at the time of the record of the step before"),
        ),
        weight=1,
    ),
    kind(
        "signins",
        "sign_ins auth_log logon_events logins",
        "time account ip session!",
        (
            ("account", "session", "a session that {it} opened in {c}"),
            ("ip", "session", "a session that was opened in {c} from {it}"),
            ("ip", "account", "an account that opened a session in {c} from {it}"),
            ("session", "account", "the account that opened {it}", -1),
            ("session", "ip", "the internal address from which {it} was opened", -1),
            ("session", "time", "the time at which {it} was opened"),
        ),
        category=_APPS,
        extras="agent:text latency_ms:number",
        weight=4,
    ),
    kind(
        "vpn",
        "vpn_log vpn_connections remote_access",
        "time account remote",
        (
            ("remote", "account", "an account for which a VPN connection from {it} was {c}"),
            ("remote", "time", "the time at which a VPN connection from {it} was {c}"),
            ("account", "remote", "an external address from which a VPN connection of {it} was {c}"),
        ),
        category=_VPN,
        extras="bytes_in:number gateway:text",
        weight=2,
    ),
    kind(
        "mails",
        "mail_log messages mail_trace",
        "time message! sender email:email:recipient,to_address,delivered_to",
        (
            ("sender", "message", "a message from {it} that was {c}"),
            ("email", "message", "a message to {it} that was {c}"),
            ("message", "email", "the mailbox to which {it} was addressed"),
            ("message", "sender", "the outside mail address from which {it} came", -1),
            ("message", "time", "the time of {it} in the mail log"),
        ),
        category=_MAIL,
        extras="subject:text size:number",
        weight=4,
    ),
    kind(
        "attachments",
        "mail_attachments attachments attached_files",
        "message hash",
        (
            ("message", "hash", "the hash of a file that was attached to {it}"),
            ("hash", "message", "a message to which a file with {it} was attached", -1),
        ),
        extras="file_type:text size:number",
        weight=2,
    ),
    kind(
        "clicks",
        "link_clicks url_clicks mail_clicks",
        "time message email domain",
        (
            ("message", "domain", "the domain of a link in {it} that was clicked, with the click {c}"),
            ("message", "email", "a mailbox whose user clicked a link in {it}, with the click {c}"),
            ("domain", "email", "a mailbox whose user clicked a link to {it}, with the click {c}"),
            ("email", "domain", "the domain of a link that the user of {it} clicked, with the click {c}"),
            ("domain", "message", "a message whose link to {it} was clicked, with the click {c}", -1),
        ),
        category=_WEB,
        weight=2,
    ),
    kind(
        "downloads",
        "web_downloads proxy_log web_proxy",
        "time ip domain hash",
        (
            ("domain", "hash", "the hash of a file whose download from {it} was {c}"),
            ("domain", "ip", "an internal address whose download from {it} was {c}"),
            ("ip", "domain", "a domain from which a download by {it} was {c}"),
            ("ip", "hash", "the hash of a file whose download by {it} was {c}"),
            ("hash", "domain", "a domain from which the download of a file with {it} was {c}", -1),
            ("hash", "ip", "an internal address whose download of a file with {it} was {c}"),
        ),
        category=_WEB,
        extras="bytes:number agent:text",
        weight=4,
    ),
    kind(
        "files",
        "file_events file_audit file_activity",
        "time host path hash process",
        (
            ("hash", "host", "a computer on which a file with {it} was {c}"),
            ("hash", "path", "the path of a file with {it} that was {c}"),
            ("host", "path", "the path of a file that was {c} on {it}"),
            ("process", "path", "the path of a file that was {c} by {it}"),
            ("process", "hash", "the hash of a file that was {c} by {it}"),
            ("path", "process", "a process by which the file at {it} was {c}", -1),
            ("path", "hash", "the hash of a file that was {c} at {it}"),
            ("path", "time", "the time at which the file at {it} was {c}"),
        ),
        category=_FILE,
        extras="size:number",
        weight=5,
    ),
    kind(
        "processes",
        "processes process_events process_starts",
        "time host process! parent:process:parent_process,parent_id,started_by account hash",
        (
            ("hash", "process", "a process that was started from a file with {it} and had {c} integrity"),
            ("parent", "process", "a child process of {it} that had {c} integrity"),
            ("process", "parent", "the parent process of {it}", -1),
            ("process", "host", "the computer on which {it} ran"),
            ("process", "account", "the account under which {it} ran"),
            ("process", "hash", "the hash of the program file of {it}", -1),
            ("host", "process", "a process that started on {it} and had {c} integrity"),
            ("account", "process", "a process that ran under {it} and had {c} integrity"),
            ("process", "time", "the time at which {it} started"),
        ),
        category=_LEVEL,
        extras="exit_code:number",
        weight=6,
    ),
    kind(
        "connections",
        "net_connections process_network connections",
        "time process remote",
        (
            ("process", "remote", "an external address to which {it} opened a connection over {c}"),
            ("remote", "process", "a process that opened a connection over {c} to {it}", -1),
        ),
        category=_PROTOCOL,
        extras="bytes_out:number port:number",
        weight=6,
    ),
    kind(
        "dns",
        "dns_log dns_queries name_lookups",
        "time ip domain remote:remote:answer,resolved_ip,answer_ip",
        (
            ("domain", "remote", "an external address that {c} gave as its answer to a query for {it}"),
            ("remote", "domain", "a domain for which {c} gave {it} as its answer", -1),
            ("ip", "domain", "a domain that {it} looked up at {c}"),
            ("domain", "ip", "an internal address that looked up {it} at {c}"),
        ),
        category=_RESOLVER,
        extras="ttl:number",
        weight=7,
    ),
    kind(
        "firewall",
        "firewall_log fw_traffic perimeter_log",
        "time ip:ip:src_ip,source_ip,src remote:remote:dst_ip,destination_ip,dst",
        (
            ("remote", "ip", "an internal address whose traffic to {it} the firewall {c}", -1),
            ("ip", "remote", "an external address to which the firewall {c} traffic from {it}"),
        ),
        category=_FIREWALL,
        extras="port:number bytes:number",
        weight=8,
    ),
    kind(
        "alerts",
        "alerts detections security_alerts",
        "time alert! serial",
        (
            ("alert", "serial", "the device serial number of the machine on which {it} was raised"),
            ("serial", "alert", "an alert of {c} severity that was raised on the machine with {it}"),
            ("alert", "time", "the time at which {it} was raised"),
        ),
        category=_SEVERITY,
        extras="title:text",
        weight=2,
    ),
    kind(
        "tickets",
        "tickets service_tickets cases",
        "time ticket! alert email:email:reporter,reported_by,requester",
        (
            ("ticket", "alert", "the alert about which {it} was opened", -1),
            ("alert", "ticket", "a ticket that was opened about {it} in the {c} queue"),
            ("ticket", "email", "the mailbox of the person who reported {it}"),
            ("email", "ticket", "a ticket in the {c} queue that was reported from {it}"),
        ),
        category=_QUEUE,
        extras="subject:text",
        weight=2,
    ),
    kind(
        "doors",
        "door_events badge_log access_control",
        "time badge reader",
        (
            ("badge", "reader", "a door reader at which {it} was {c}"),
            ("reader", "badge", "a badge that was {c} at {it}"),
            ("badge", "time", "the time at which {it} was {c}"),
        ),
        category=_DOOR,
        weight=3,
    ),
    kind(
        "usb",
        "usb_events removable_media usb_log",
        "time host usb account",
        (
            ("host", "usb", "a USB device that was {c} on {it}"),
            ("usb", "host", "a computer on which {it} was {c}"),
            ("usb", "account", "the account that was signed in when {it} was {c}"),
            ("account", "usb", "a USB device that was {c} while {it} was signed in"),
            ("usb", "time", "the time at which {it} was {c}"),
        ),
        category=_USB,
        extras="capacity_gb:number",
        weight=2,
    ),
    kind(
        "cloud",
        "cloud_audit cloud_operations storage_audit",
        "time session resource",
        (
            ("session", "resource", "a cloud resource that was {c} in {it}"),
            ("resource", "session", "a session in which {it} was {c}", -1),
            ("resource", "time", "the time at which {it} was {c}"),
        ),
        category=_CLOUD,
        extras="region:text size:number",
        weight=4,
    ),
    kind(
        "keys",
        "access_keys key_events api_key_log",
        "time key account session",
        (
            ("session", "key", "an access key that was {c} in {it}"),
            ("key", "account", "an account for which {it} was {c}"),
            ("account", "key", "an access key that was {c} for {it}"),
            ("key", "session", "a session in which {it} was {c}", -1),
            ("key", "time", "the time at which {it} was {c}"),
        ),
        category=_KEYS,
        weight=2,
    ),
    kind(
        "keyuse",
        "key_usage api_calls storage_calls",
        "time key remote resource",
        (
            ("key", "remote", "an external address from which {it} was used to {c} a cloud resource"),
            ("key", "resource", "a cloud resource that {it} was used to {c}"),
            ("remote", "key", "an access key that was used from {it} to {c} a cloud resource"),
            ("resource", "key", "an access key that was used to {c} {it}", -1),
        ),
        category=_USE,
        extras="status:number",
        weight=4,
    ),
    kind(
        "lateral",
        "remote_logons remote_sessions lateral_logons",
        "time source:host:source_host,from_host,origin target:host:target_host,to_host,destination account",
        (
            ("source", "target", "a computer to which a remote logon over {c} was made from {it}"),
            ("target", "source", "a computer from which a remote logon over {c} was made to {it}", -1),
            ("target", "account", "an account with which a remote logon over {c} was made to {it}", -1),
            ("account", "target", "a computer to which a remote logon over {c} was made with {it}"),
        ),
        category=_REMOTE,
        extras="duration_s:number",
        weight=3,
    ),
    kind(
        "tasks",
        "scheduled_tasks task_events autoruns",
        "time host task hash process",
        (
            ("process", "task", "a scheduled task that {it} set up to run {c}"),
            ("host", "task", "a scheduled task that was set up on {it} to run {c}"),
            ("task", "hash", "the hash of a file that {it} runs {c}"),
            ("hash", "task", "a scheduled task that runs a file with {it} {c}"),
            ("task", "process", "a process that set up {it} to run {c}", -1),
        ),
        category=_TRIGGER,
        weight=2,
    ),
    kind(
        "certs",
        "tls_certificates certificates_seen cert_log",
        "cert domain remote",
        (
            ("domain", "cert", "the fingerprint of a certificate that was seen for {it}"),
            ("cert", "remote", "an external address that presented a certificate with {it}"),
            ("remote", "cert", "the fingerprint of a certificate that {it} presented"),
            ("cert", "domain", "a domain for which a certificate with {it} was seen"),
        ),
        extras="key_bits:number",
        weight=1,
    ),
    kind(
        "registrations",
        "domain_registrations whois domain_records",
        "domain sender:sender:registrant,contact,registrant_mail",
        (
            ("domain", "sender", "the outside mail address of the registrant of {it}", -1),
            ("sender", "domain", "a domain that was registered at {c} with {it}"),
        ),
        category=_REGISTRAR,
        weight=1,
    ),
    kind(
        "reports",
        "sandbox_reports file_reports detonations",
        "hash domain:domain:contacted,contacted_domain,callback",
        (
            ("hash", "domain", "a domain that the sandbox saw a file with {it} contact, in a report with the "
             "verdict {c}"),
            ("domain", "hash", "the hash of a file that the sandbox saw contact {it}, in a report with the "
             "verdict {c}", -1),
        ),
        category=_RANK,
        weight=1,
    ),
    kind(
        "chat",
        "chat_log chat_messages messenger",
        "time account:account:sender_account,author,from_user peer:account:recipient_account,to_user,addressee domain",
        (
            ("account", "peer", "an account to which {it} sent a link in {c}"),
            ("peer", "account", "an account that sent {it} a link in {c}", -1),
            ("account", "domain", "the domain of a link that {it} sent in {c}"),
            ("domain", "account", "an account that sent a link to {it} in {c}", -1),
            ("domain", "peer", "an account that was sent a link to {it} in {c}"),
        ),
        category=_CHANNEL,
        weight=3,
    ),
    kind(
        "resets",
        "password_resets credential_resets reset_log",
        "time account session",
        (
            ("session", "account", "an account whose password was reset from {it} by way of {c}"),
            ("account", "session", "a session from which the password of {it} was reset by way of {c}", -1),
        ),
        category=_METHOD,
        weight=1,
    ),
    kind(
        "shares",
        "share_access file_shares smb_audit",
        "time ip account path",
        (
            ("ip", "path", "the path of a shared file that was {c} from {it}"),
            ("account", "path", "the path of a shared file that was {c} by {it}"),
            ("path", "account", "an account by which the shared file at {it} was {c}", -1),
            ("path", "ip", "an internal address from which the shared file at {it} was {c}", -1),
        ),
        category=_SHARE,
        extras="bytes:number",
        weight=4,
    ),
)  # fmt: skip

KINDS: Mapping[str, Kind] = {one.name: one for one in _ALL}
