"""Cut the fonts of the web page down to the letters of its languages.

    cd web && npm install --no-save @fontsource-variable/source-sans-3@5.3.0 \\
        @fontsource-variable/source-serif-4@5.3.1 && cd ..
    .venv/bin/python -m tools.fonts

Writes `web/src/theme/fonts`: a file for each font and script, of which a browser loads those that
it needs, the style sheet that names them, and their licence, which wants another name for what was
changed. Until the fonts are there, those of the machine stand in for them, stretched to the same
width, so that nothing moves when they come.
"""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).resolve().parent.parent / "web"
ORIGINALS = WEB / "node_modules" / "@fontsource-variable"
FOLDER = WEB / "src" / "theme" / "fonts"

FEATURES = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
"""What the page uses of all that the fonts can do."""

PUNCTUATION = "‐‑–—‘’‚“”„†•…‰‹›€−↑↓"
SCRIPTS = {
    "latin": [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "Œœ" + PUNCTUATION)],
    "latin-ext": [*map(ord, "ĄĆĘŁŃŚŹŻąćęłńśźż")],
    "cyrillic": [0x401, *range(0x410, 0x450), 0x451, 0x2116],
}
"""The letters to keep, by the name of the file that has them: of Latin the extension for Polish."""


class Face(NamedTuple):
    """A font as the page uses it."""

    family: str
    original: str
    """The package of the font that it is made from."""
    style: str
    weights: tuple[int, int]
    """From the lightest to the boldest; a font of one weight only is much smaller."""
    stand_in: str
    """The font of the machine that is used until this one is there."""


FACES = [
    Face("Rondel Sans", "source-sans-3", "normal", (400, 700), "Arial"),
    Face("Rondel Serif", "source-serif-4", "normal", (400, 700), "Times New Roman"),
    Face("Rondel Serif", "source-serif-4", "italic", (400, 400), "Times New Roman"),
]

COPYRIGHT, LICENCE = 0, 14
"""Numbers of names in a font that stay as they are."""

STAND_INS = {
    "Arial": ["Arial", "Helvetica", "Liberation Sans"],
    "Times New Roman": ["Times New Roman", "Times", "Liberation Serif"],
}
"""The same widths under other names."""

WIDTHS: Mapping[str, list[int]] = {
    # From a to z, and a space, in thousandths of the size.
    "Arial": [
        556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556,
        556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 278,
    ],
    "Times New Roman": [
        444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500,
        500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 250,
    ],
}  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz "
FREQUENCIES = [
    65, 12, 22, 35, 102, 18, 16, 49, 56, 1, 6, 33, 20, 57,
    62, 15, 1, 50, 53, 73, 23, 8, 19, 1, 16, 1, 180,
]  # fmt: skip
"""How often each letter comes in a thousand."""


def main() -> None:
    """Writes all fonts and the style sheet."""
    FOLDER.mkdir(exist_ok=True)
    rules = []
    for face in FACES:
        for script in SCRIPTS:
            rules.append(rule(face, script, write(face, script)))
        if face.style == "normal":
            rules.append(stand_in_rule(face, original(face, "latin")))
    head = "/* Made by tools/fonts.py: each script of a font in a file of its own. */\n"
    (FOLDER / "fonts.css").write_text("\n".join([head, *rules]), encoding="utf-8")
    (FOLDER / "OFL.txt").write_text(licence(), encoding="utf-8")


def licence() -> str:
    """The licence of the originals, after the names of those who made them."""
    makers = [f"{original(face, 'latin')['name'].getDebugName(COPYRIGHT)}" for face in FACES[:2]]
    terms = (ORIGINALS / FACES[0].original / "LICENSE").read_text(encoding="utf-8")
    return "\n".join([*makers, terms[terms.index("\n") :]])


def original(face: Face, script: str) -> TTFont:
    """A font before it is cut."""
    name = f"{face.original}-{script}-wght-{face.style}.woff2"
    return TTFont(ORIGINALS / face.original / "files" / name)


def write(face: Face, script: str) -> str:
    """Writes what is kept of a font; gives the name of the file."""
    font = weighed(cut(original(face, script), SCRIPTS[script]), face.weights)
    rename(font, face.family)
    name = f"{face.family.lower().replace(' ', '-')}-{face.style}-{script}.woff2"
    font.flavor = "woff2"
    font.save(FOLDER / name)
    return name


def cut(font: TTFont, letters: list[int]) -> TTFont:
    """The font with these letters only."""
    options = Options(layout_features=FEATURES, hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    # Only what was written and read again can be cut in another way.
    kept = io.BytesIO()
    font.flavor = None
    font.save(kept)
    return TTFont(kept)


def weighed(font: TTFont, weights: tuple[int, int]) -> TTFont:
    """The font with these weights only."""
    lightest, boldest = weights
    limit = lightest if lightest == boldest else weights
    kept: TTFont = instantiateVariableFont(font, {"wght": limit})
    return kept


def rename(font: TTFont, family: str) -> None:
    """Gives the font another name, wherever it has one."""
    for entry in font["name"].names:
        if entry.nameID not in (COPYRIGHT, LICENCE):
            entry.string = family


# The style sheet -----------------------------------------------------------------------------


def rule(face: Face, script: str, file: str) -> str:
    """Names a file and what it is for."""
    lightest, boldest = face.weights
    weight = f"{lightest}" if lightest == boldest else f"{lightest} {boldest}"
    return f"""\
@font-face {{
  font-family: "{face.family}";
  font-style: {face.style};
  font-weight: {weight};
  font-display: swap;
  src: url("./{file}") format("woff2");
  unicode-range: {ranges(SCRIPTS[script])};
}}
"""


def ranges(letters: list[int]) -> str:
    """Numbers of letters as CSS writes them, neighbours together."""
    spans: list[list[int]] = []
    for letter in sorted(letters):
        if spans and letter == spans[-1][1] + 1:
            spans[-1][1] = letter
        else:
            spans.append([letter, letter])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in spans)


def stand_in_rule(face: Face, font: TTFont) -> str:
    """Stretches a font of the machine to the width and height of ours."""
    regular: Any = weighed(font, (400, 400))
    size, head = regular["head"].unitsPerEm, regular["hhea"]
    glyphs = [regular.getBestCmap()[ord(letter)] for letter in LETTERS]
    wide = mean([regular["hmtx"][glyph][0] / size for glyph in glyphs])
    stretch = wide / mean([width / 1000 for width in WIDTHS[face.stand_in]])
    names = ", ".join([f'local("{name}")' for name in STAND_INS[face.stand_in]])
    return f"""\
@font-face {{
  font-family: "{face.family} stand-in";
  src: {names};
  size-adjust: {stretch:.1%};
  ascent-override: {head.ascent / size / stretch:.1%};
  descent-override: {-head.descent / size / stretch:.1%};
  line-gap-override: {head.lineGap / size / stretch:.1%};
}}
"""


def mean(widths: list[float]) -> float:
    """The width of a letter as they come in texts."""
    weighted = [width * often for width, often in zip(widths, FREQUENCIES, strict=True)]
    return sum(weighted) / sum(FREQUENCIES)


if __name__ == "__main__":
    main()
