"""A chat server of the OpenAI kind that streams what a function says to the messages; on loopback, in this process."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Play = Callable[[list[dict[str, Any]]], str]


@contextmanager
def serving(play: Play) -> Iterator[str]:
    """The server's address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send(
                "application/json", json.dumps({"object": "list", "data": [{"id": "stub", "object": "model"}]})
            )

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = play(asked["messages"])
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            base = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
            deltas = [({"role": "assistant", "content": text}, None), ({}, "stop")]
            chunks = [
                {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
                for delta, end in deltas
            ]
            chunks.append({**base, "choices": [], "usage": usage})
            body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
            self._send("text/event-stream", body)

        def _send(self, kind: str, body: str) -> None:
            data = body.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
