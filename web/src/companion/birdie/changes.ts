/** Small changes of a Birdie sheet, each a new sheet: what was entered is never changed in place. */
import type { BirdieSheet, Round, Scoring } from '../../wire';

export const splitCards = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean);

export function roundOf(sheet: BirdieSheet, round: number): Required<Round> {
  const found = sheet.rounds?.[round];
  return { order: found?.order ?? [], scorings: sheet.players.map((_, seat) => found?.scorings?.[seat] ?? null) };
}

export function withRound(sheet: BirdieSheet, round: number, change: Partial<Round>): BirdieSheet {
  const rounds = [0, 1].map((number) => (number === round ? { ...roundOf(sheet, number), ...change } : roundOf(sheet, number)));
  return { ...sheet, rounds };
}

export function withScoring(sheet: BirdieSheet, round: number, seat: number, scoring: Scoring | null): BirdieSheet {
  const { scorings } = roundOf(sheet, round);
  return withRound(sheet, round, { scorings: scorings.map((old, other) => (other === seat ? scoring : old)) });
}

/** A tap on a player in the order of passing: the next one, or everybody from this one on is asked again. */
export function tap(order: readonly number[], seat: number): number[] {
  return order.includes(seat) ? order.slice(0, order.indexOf(seat)) : [...order, seat];
}

/** The order in which people score; those of whom it is not known come last. */
export const inOrder = (order: readonly number[], seats: number): number[] =>
  [...order, ...Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !order.includes(seat))];

/** Typed notation, however it is spaced and written: `rs,RA pu` is `Rs Ra Pu`. */
export function tidy(text: string): string {
  const cards = text.match(/[a-z]{2}/gi) ?? [];
  const known = cards.map((card) => card.charAt(0).toUpperCase() + card.charAt(1).toLowerCase());
  return /^(\s*[a-z]{2}[\s,;]*)*$/i.test(text) ? known.join(' ') : text.trim();
}

/** The Flap column as it was typed, if it is a list of numbers. */
export function columnOf(text: string): number[] | undefined {
  const column = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  return column.length > 0 && column.every((n) => Number.isInteger(n)) ? column : undefined;
}
