"""What tests of score sheets in the page are written with: somebody who taps in what happened at a table."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

Game = dict[str, str]
"""Rows by player, in the order of passing."""


def new_sheet(page: Page, *players: str, game: str = "birdie", expert: bool = False, at: str = "/") -> None:
    page.goto(f"{at}#/score")
    page.locator(f"input[value={game}]").check()
    while page.get_by_label(re.compile(r"^Remove player")).count() and page.locator(".player").count() > len(players):
        page.get_by_label(re.compile(r"^Remove player")).last.click()
    for seat, name in enumerate(players):
        page.get_by_label(f"Player {seat + 1}", exact=True).fill(name)
    if expert:
        page.get_by_role("checkbox", name="Expert game").check()
    page.get_by_role("button", name="Open the score sheet").click()


def tap(page: Page, cards: str) -> None:
    for card in cards.split():
        page.locator(f"[data-key={card}]").click()


def chip(page: Page, name: str) -> Any:
    return page.locator(".chip", has_text=name)


def pass_in_order(page: Page, *names: str) -> None:
    for name in names:
        page.locator(".passer", has_text=name).click()


def enter(page: Page, rows: Game) -> None:
    """In the order of passing; the page goes on to the next by itself."""
    for name, row in rows.items():
        expect(chip(page, name)).to_have_attribute("aria-pressed", "true")
        tap(page, row)
        page.locator(".foot .btn.main").click()


def total(page: Page, name: str) -> int:
    """On the final sheet."""
    table = page.get_by_role("table")
    column = [cell.strip() for cell in table.locator("thead th").all_inner_texts()].index(name)
    return int(table.locator("tfoot td").nth(column).inner_text())


def step(page: Page, name: str) -> None:
    page.get_by_role("navigation").get_by_role("button", name=name).click()
