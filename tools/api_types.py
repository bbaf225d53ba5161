"""Write the types of the interface for the web page, from the server's own description of it.

python -m tools.api_types

Beside them stands a digest of all that they are made from: whether they are still true is then
known without making them again.
"""

import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from rondel.server.app import create_app
from rondel.server.settings import Settings
from tools import webpage

WEB = webpage.ROOT / "web"
TYPES = WEB / "src" / "api" / "generated"
DIGEST = "made-from.txt"
MAKERS = (WEB / "package-lock.json", WEB / "openapi-ts.config.ts")
"""What decides, beside the description, what the types look like."""


def digest_of(description: dict[str, Any]) -> str:
    """Tells descriptions and makers apart."""
    digest = hashlib.sha256(json.dumps(description, sort_keys=True).encode())
    for path in MAKERS:
        digest.update(path.read_bytes())
    return digest.hexdigest() + "\n"


def write_types(folder: Path) -> None:
    """Writes them into a folder, in place of what is there.

    Raises: Failed.
    """
    description = create_app(Settings()).openapi()
    with tempfile.TemporaryDirectory() as temporary:
        document = Path(temporary, "openapi.json")
        document.write_text(json.dumps(description), encoding="utf-8")
        node = webpage.install(webpage.ROOT)
        command = ["npx", "openapi-ts", "--input", str(document), "--output", str(folder)]
        webpage.run_quietly(webpage.ROOT, node, *command)
    (folder / DIGEST).write_text(digest_of(description), encoding="utf-8")


if __name__ == "__main__":
    write_types(Path(sys.argv[1]) if len(sys.argv) > 1 else TYPES)
