"""What is found unreadable is so, and what can be read is left alone."""

from __future__ import annotations

from tests.browser.reading import unreadable
from tests.browser.screens import Screen

BOX = "position: absolute; left: 10px; top: 10px; width: 60px; height: 20px; font: 14px/20px Arial;"
LONG = "<span style='white-space: nowrap'>many words in one line</span>"


# What is drawn, and how many faults it has.
DRAWN = (
    (f"<p style='{BOX}'>word</p>", 0),
    (f"<p style='{BOX} overflow: hidden'>{LONG}</p>", 1),
    (f"<p style='{BOX} overflow: auto'>{LONG}</p>", 0),
    (f"<p style='{BOX} overflow: hidden'>two lines of words</p>", 1),
    (f"<p style='{BOX} left: -20px'>word</p>", 1),
    (f"<p style='{BOX} position: fixed; top: auto; bottom: -9px'>word</p>", 1),
    (f"<p style='{BOX}'>word</p><p style='{BOX} left: 14px'>other</p>", 1),
    (f"<p style='{BOX}'>word</p><p style='{BOX} background: #fff'>other</p>", 0),
    (f"<p style='{BOX}'>word</p><p style='{BOX} top: 30px'>other</p>", 0),
    (f"<p style='{BOX} visibility: hidden'>word</p><p style='{BOX}'>other</p>", 0),
)


def test_cut_and_overlapping_texts_are_found(ann: Screen) -> None:
    for drawn, faults in DRAWN:
        ann.page.set_content(f"<style>p {{ margin: 0 }}</style>{drawn}")
        assert len(unreadable(ann)) == faults, drawn
