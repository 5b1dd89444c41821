/** The options of a game in words. What the page does not know it shows as the server calls it. */
import { msg, translate } from './i18n.svelte';
import type { Option } from '../wire';

interface Words {
  label: string;
  hint?: string;
  choices?: Record<string, string>;
}

const WORDS: Record<string, Words> = {
  expert: { label: msg('Expert game'), hint: msg('Remove a card and let the row close up: sets fly off in a cascade. Abilities twice each.') },
  flap_values: { label: msg('Values of the Flap column'), hint: msg('1 to 10 is our assumption. Enter what your board shows, from top to bottom.') },
  robin_source: {
    label: msg('Robin draws from'),
    choices: { stop_pile: msg('the cards under the Stop card'), bird_deck: msg('what is left of the bird deck') },
  },
  owl: { label: msg('Owl'), choices: { copy: msg('copies the lowest value'), move: msg('moves the lowest set to another box') } },
  same_trait_sets: {
    label: msg('Several sets of one trait'),
    choices: { largest: msg('the largest counts'), choose: msg('the player chooses which counts') },
  },
  expert_removals: {
    label: msg('Removals in the expert game'),
    choices: { repeat: msg('as many as you like'), single: msg('only one') },
  },
  turn_limit: { label: msg('Turn limit'), hint: msg('The game ends after this many turns. Leave empty for no limit.') },
};
const PRESETS: Record<string, string> = { original: msg('Original rules'), ksr: msg('German short rules') };

export const optionLabel = (option: Option): string => translate(WORDS[option.name]?.label ?? option.label ?? option.name);
export const optionHint = (option: Option): string => (WORDS[option.name]?.hint ? translate(WORDS[option.name]?.hint ?? '') : '');
export const choiceLabel = (option: Option, choice: string): string => translate(WORDS[option.name]?.choices?.[choice] ?? choice);
export const presetLabel = (name: string): string => translate(PRESETS[name] ?? name);

export type Values = Record<string, boolean | number | string | number[] | null>;

/** The preset whose values these are, if any. */
export function presetOf(values: Values, presets: Record<string, Values>): string {
  const same = (preset: Values): boolean => Object.entries(preset).every(([name, value]) => values[name] === value);
  return Object.keys(presets).find((name) => same(presets[name] as Values)) ?? '';
}

/** What differs from the defaults, in short, for people who come to a table. */
export function differences(options: readonly Option[], values: Values): string[] {
  return options.filter((option) => JSON.stringify(values[option.name] ?? option.default) !== JSON.stringify(option.default)).map((option) => {
    const value = values[option.name];
    if (option.kind === 'flag') return optionLabel(option);
    if (option.kind === 'choice') return `${optionLabel(option)}: ${choiceLabel(option, String(value))}`;
    return `${optionLabel(option)}: ${Array.isArray(value) ? value.join(' ') : String(value)}`;
  });
}
