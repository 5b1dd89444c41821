/** The options of a game in words. What the page does not know it shows as the server calls it. */
import { gameOf } from '../../games';
import { translate } from '../../page/i18n.svelte';
import type { Option } from '../../wire';

/** By message ids. */
export interface OptionWords {
  label: string;
  hint?: string;
  choices?: Record<string, string>;
}

const wordsOf = (game: string, option: Option): OptionWords => gameOf(game).options[option.name] ?? { label: option.label || option.name };

export const optionLabel = (game: string, option: Option): string => translate(wordsOf(game, option).label);
export const optionHint = (game: string, option: Option): string => translate(wordsOf(game, option).hint ?? '');
export const choiceLabel = (game: string, option: Option, choice: string): string => translate(wordsOf(game, option).choices?.[choice] ?? choice);
export const presetLabel = (game: string, name: string): string => translate(gameOf(game).presets[name] ?? name);

export type Values = Record<string, boolean | number | string | number[] | null>;

/** The preset whose values these are, if any. */
export function presetOf(values: Values, presets: Record<string, Values>): string {
  const same = (preset: Values): boolean => Object.entries(preset).every(([name, value]) => values[name] === value);
  return Object.keys(presets).find((name) => same(presets[name] as Values)) ?? '';
}

/** What differs from the defaults, in short, for people who join a table; `names` are by seat. */
export function differences(game: string, options: readonly Option[], values: Values, names: readonly string[] = []): string[] {
  return options.filter((option) => JSON.stringify(values[option.name] ?? option.default) !== JSON.stringify(option.default)).map((option) => {
    const value = values[option.name];
    if (option.kind === 'flag') return optionLabel(game, option);
    if (option.kind === 'choice') return `${optionLabel(game, option)}: ${choiceLabel(game, option, String(value))}`;
    if (option.kind === 'seat') return `${optionLabel(game, option)}: ${names[Number(value) - 1] ?? ''}`;
    return `${optionLabel(game, option)}: ${Array.isArray(value) ? value.join(' ') : String(value)}`;
  });
}

/** The options without a name for a seat that is not there any more. */
export const unname = (values: Values, seats: number): Values => (Number(values['starter']) > seats ? { ...values, starter: null } : values);
