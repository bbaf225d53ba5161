"""Write the OpenAPI document of the server, from which the types of the web page are made."""

import json
import sys
from pathlib import Path

from rondel.server.app import create_app
from rondel.server.settings import Settings


def main() -> None:
    """Write it to the file that is named."""
    document = create_app(Settings()).openapi()
    Path(sys.argv[1]).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
