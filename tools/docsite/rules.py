"""The rules of every game in every language, from the rulebook; each clause can be linked to."""

from __future__ import annotations

from pathlib import Path

from birdtable import catalog, rulebook
from birdtable.languages import LANGUAGES

NAMES = {"en": "English", "it": "Italiano", "es": "Español", "de": "Deutsch", "ru": "Русский"}


def pages() -> dict[str, tuple[str, Path]]:
    """Text and source by name: ``rules/it/birdie.md``."""
    return {
        f"rules/{language}/{game}.md": (page(game, language), source(game, language))
        for game in catalog.games()
        for language in LANGUAGES
    }


def source(game: str, language: str) -> Path:
    return Path(str(catalog.folder(game))) / ("RULES.md" if language == "en" else f"RULES.{language}.md")


def page(game: str, language: str) -> str:
    text = rulebook.SECTION.sub(
        lambda found: found[0].replace("## ", f'## <a id="{found["id"].lower()}"></a>'), rulebook.rules(game, language)
    )
    text = rulebook.CLAUSE.sub(r'- <a id="\g<id>"></a>**\g<id>** \g<text>', text)
    for id in rulebook.ids(game):
        text = text.replace(f'<a id="{id}">', f'<a id="{id.lower()}">')
    title, _, rest = text.partition("\n")
    others = " · ".join(
        f"**{NAMES[each]}**" if each == language else f"[{NAMES[each]}](/rules/{each}/{game}.md)" for each in LANGUAGES
    )
    return f"{title}\n\n{others}\n{rest}"
