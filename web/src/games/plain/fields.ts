/** A view as fields with names and values. What the page has no word for it calls by the game's own name. */
import { t, translate, upper } from '../../page/i18n.svelte';
import type { View } from '../../views';

/** Fields of every view that are shown elsewhere on the screen. */
const AROUND = ['seat', 'seats', 'to_move', 'options'];

/** `bird_deck` is told as "Bird deck". */
export const label = (name: string): string => upper(translate(name.replaceAll('_', ' ')));

export const fieldsOf = (view: View): [string, unknown][] => Object.entries(view).filter(([name]) => !AROUND.includes(name));

/** Does the value fit on one line, or has it parts of its own? */
export const isSimple = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) ? value.every((each) => typeof each !== 'object' || each === null) : Object.keys(value).length === 0);

/** A simple value in words. */
export function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value) && value.length > 0) return value.map(valueWords).join(', ');
  return typeof value === 'number' || (typeof value === 'string' && value) ? String(value) : '–';
}

/** Any value in words, for those who listen. */
export function spokenWords(value: unknown): string {
  if (isSimple(value)) return valueWords(value);
  if (Array.isArray(value)) return value.map(spokenWords).join('; ');
  return Object.entries(value as object).map(([name, each]) => `${label(name)}: ${spokenWords(each)}`).join(', ');
}
