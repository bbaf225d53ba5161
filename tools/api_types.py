"""Write the types of the interface for the web page, from the server's own description of it.

python -m tools.api_types
"""

import json
import sys
import tempfile
from pathlib import Path

from rondel.server.app import create_app
from rondel.server.settings import Settings
from tools import webpage

TYPES = webpage.ROOT / "web" / "src" / "api" / "generated"


def write_types(folder: Path) -> None:
    """Writes them into a folder, in place of what is there.

    Raises: Failed.
    """
    with tempfile.TemporaryDirectory() as temporary:
        document = Path(temporary, "openapi.json")
        document.write_text(json.dumps(create_app(Settings()).openapi()), encoding="utf-8")
        node = webpage.install(webpage.ROOT)
        command = ["npx", "openapi-ts", "--input", str(document), "--output", str(folder)]
        webpage.run_quietly(webpage.ROOT, node, *command)


if __name__ == "__main__":
    write_types(Path(sys.argv[1]) if len(sys.argv) > 1 else TYPES)
