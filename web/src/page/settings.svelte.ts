/** What a person chose on this device. Kept in the browser only. */
import type { Language } from './i18n.svelte';

export const SOUNDS = ['lift', 'lay', 'refill', 'cut', 'written', 'turn', 'pass', 'trophy', 'refused', 'flock', 'win'] as const;
export type Sound = (typeof SOUNDS)[number];

export interface Settings {
  language: Language | null; // null: as the browser says
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  volume: number; // 0 to 1
  silent: Sound[]; // sounds switched off one by one
  shortcuts: boolean; // single-letter keys
  goOn: boolean; // true: what others score is shown for some seconds, false: until one says so
  motion: boolean; // false: as if the system asked for less
  notify: boolean; // browser notifications when it is my turn
  sort: Record<string, 'drawn' | 'bird' | 'season'>; // hand order, by game
  name: string;
  named: boolean; // the name is the person's own choice
  /** The last set-up of each game and door, so that the next game is one click away. */
  last: Record<string, unknown>;
}

const KEY = 'birdtable.settings';
const DEFAULTS: Settings = {
  language: null, theme: 'auto', sound: true, volume: 0.5, silent: [], shortcuts: true, goOn: false, motion: true, notify: false,
  sort: {}, name: '', named: false, last: {},
};

export const settings: Settings = $state(read());

function read(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Keeps the settings; a browser that forbids it (private window) forgets them when the page closes. */
export function keepSettings(): void {
  const text = JSON.stringify(settings);
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Nothing to do: they stay in memory.
  }
}

/** Whether the system or the person asks for less motion. */
export function calm(): boolean {
  return !settings.motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
