"""A game as it is told to those who play: what can be chosen, what was, all in their language.

It is told as JSON, in one form for all who ask: by the server, and in the browser without one.
"""

from rondel.narration.choices import (
    ChoiceTold,
    choices_told,
    is_same_action,
    plan_of,
    refused_told,
)
from rondel.narration.moments import Walk, changes_told, course_told, entries_told, stretch_told
from rondel.narration.words import (
    game_told,
    label_of,
    narrator_of,
    question_of,
    reasons_of,
    sentences_of,
    words_of,
)

__all__ = [
    "ChoiceTold",
    "Walk",
    "changes_told",
    "choices_told",
    "course_told",
    "entries_told",
    "game_told",
    "is_same_action",
    "label_of",
    "narrator_of",
    "plan_of",
    "question_of",
    "reasons_of",
    "refused_told",
    "sentences_of",
    "stretch_told",
    "words_of",
]
