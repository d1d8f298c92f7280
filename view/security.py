"""Who may ask, and what a page may do.

The server listens on the loopback interface only, which keeps other machines out but not other web pages in the same
browser: those can send requests to any address. So the names of host and origin are checked (a foreign page that
binds its own name to 127.0.0.1 sends that name), and what changes something needs a token that only our page has.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""What pages may load: nothing that is not of this server, and no script or style inside of a page."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}

NAMES = ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """Judges requests to a server on a port."""

    def __init__(self, port: int) -> None:
        self.hosts = frozenset(f"{name}:{port}" for name in NAMES)
        self.origins = frozenset(f"http://{host}" for host in self.hosts)
        self.token = secrets.token_urlsafe(24)

    def refusal(self, headers: Mapping[str, str], *, acts: bool) -> str:
        """Why a request is refused; "" if it is not.

        Args:
            headers: of the request, by names in any case.
            acts: whether it is a POST, which needs the token and an origin.
        """
        if headers.get("Host", "") not in self.hosts:
            return "this server answers to localhost only"
        origin = headers.get("Origin")
        if (origin is not None or acts) and origin not in self.origins:
            return "a page of another origin may not ask this server"
        if headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            return "another site may not ask this server"
        if acts and not hmac.compare_digest(headers.get("X-Token", ""), self.token):
            return "the token of the page is missing or old; load the page again"
        return ""
