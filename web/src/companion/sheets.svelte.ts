/**
 * Score sheets of games with real cards. They are kept on this device, entry by entry, so that neither a closed page
 * nor a lost network costs anything; what follows from them is computed by the server, when it can be reached.
 */
import { api, ProblemError } from '../lib/api';
import { msg, spoken, translate } from '../lib/i18n.svelte';
import type { BirdieAnswer, BirdieSheet, CuBirdsAnswer, CuBirdsSheet } from '../wire';

export type Sheet = BirdieSheet | CuBirdsSheet;
export type Answer = BirdieAnswer | CuBirdsAnswer;
export interface Kept {
  id: string;
  /** Milliseconds since 1970. */
  begun: number;
  changed: number;
  sheet: Sheet;
  /** What the server made of it, and of which sheet and language that was. */
  answer?: Answer;
  answered?: string;
  /** How it was before the last entries, the latest last. */
  past: Sheet[];
}

const KEY = 'birdtable.sheets';
const FORMAT = 'birdtable-sheet';
/** Changes with what answers are made of, so that old ones are asked for anew. */
const SHAPE = 2;
const PAST = 40;
const PAUSE = 250;
const AGAIN = 3000;
/** What is refused of a sheet as a whole and can be said in any language. */
const REFUSALS = [msg('flap_values must start with 1'), msg('flap_values must not decrease'), msg('the expert game and owl=move exclude each other')];

export function shelf(): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
    return kept.sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

function put(all: Kept[]): void {
  // When room gets scarce, what can be done without goes first: the steps back of older sheets.
  const [latest, ...older] = all;
  const leaner = [...(latest ? [latest] : []), ...older.map((kept) => ({ ...kept, past: [] }))];
  for (const sheets of [all, leaner]) {
    try {
      localStorage.setItem(KEY, JSON.stringify(sheets));
      return;
    } catch {
      // No room, or a private window: then the sheet lives as long as the page.
    }
  }
}

export function keep(kept: Kept): void {
  put([kept, ...shelf().filter((other) => other.id !== kept.id)]);
}

export function forget(id: string): void {
  put(shelf().filter((kept) => kept.id !== id));
}

export function begin(sheet: Sheet): Kept {
  const now = Date.now();
  const kept = { id: `${now.toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`, begun: now, changed: now, sheet, past: [] };
  keep(kept);
  return kept;
}

export const sheetFile = (kept: Kept): string => JSON.stringify({ format: FORMAT, version: 1, begun: new Date(kept.begun).toISOString(), sheet: kept.sheet }, null, 1);

/** A sheet from a file; the server says the rest about what is in it. */
export function readFile(text: string): Kept | undefined {
  try {
    const file = JSON.parse(text) as { format?: string; begun?: string; sheet?: Sheet };
    const fits = file.format === FORMAT && (file.sheet?.game === 'birdie' || file.sheet?.game === 'cubirds') && Array.isArray(file.sheet.players);
    if (!fits || !file.sheet) return undefined;
    const kept = begin(file.sheet);
    const begun = Date.parse(file.begun ?? '');
    if (!Number.isNaN(begun)) kept.begun = begun;
    keep(kept);
    return kept;
  } catch {
    return undefined;
  }
}

/** One sheet that somebody works on. */
export class Desk {
  kept = $state.raw<Kept>() as Kept;
  state = $state<'fresh' | 'asking' | 'offline' | 'refused'>('asking');
  reason = $state('');
  clause = $state('');
  private timer = 0;
  private asked = 0;
  private busy = false;
  private again = false;

  constructor(kept: Kept) {
    this.kept = kept;
  }

  get sheet(): Sheet {
    return this.kept.sheet;
  }
  get answer(): Answer | undefined {
    return this.kept.answer;
  }

  change(sheet: Sheet, soon = false): void {
    if (this.state !== 'offline') this.state = 'asking';
    this.kept = { ...this.kept, sheet, changed: Date.now(), past: [...this.kept.past, this.kept.sheet].slice(-PAST) };
    keep(this.kept);
    this.ask(soon ? 0 : PAUSE);
  }

  undo(): void {
    const sheet = this.kept.past.at(-1);
    if (!sheet) return;
    this.kept = { ...this.kept, sheet, changed: Date.now(), past: this.kept.past.slice(0, -1) };
    keep(this.kept);
    this.ask(0);
  }

  /** Asks the server after a pause in which more may be entered, and again until it answers. */
  ask(pause = 0): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.compute(), pause);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  private async compute(): Promise<void> {
    const { sheet } = this.kept;
    const language = spoken();
    const answered = `${SHAPE} ${language} ${JSON.stringify(sheet)}`;
    if (this.kept.answered === answered) {
      this.state = 'fresh';
      return;
    }
    // One question at a time: what is entered meanwhile is asked afterwards, all at once.
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    const number = this.asked;
    if (this.state !== 'offline') this.state = 'asking';
    try {
      const answer = await api.sheet({ sheet, language });
      if (number !== this.asked) return;
      this.kept = { ...this.kept, answer, answered };
      this.state = this.kept.sheet === sheet ? 'fresh' : 'asking';
      keep(this.kept);
    } catch (error) {
      if (number !== this.asked) return;
      if (error instanceof ProblemError && error.status === 400) {
        this.state = 'refused';
        const words = error.words.replace(/ \[[BC][\d.]+\]$/, '');
        this.reason = REFUSALS.includes(words) ? translate(words) : words;
        this.clause = / \[([BC][\d.]+)\]$/.exec(error.words)?.[1] ?? '';
        return;
      }
      // Too many questions are no lost network: it is asked again all the same.
      if (!(error instanceof ProblemError) || error.status >= 500) this.state = 'offline';
      this.ask(AGAIN);
    } finally {
      this.busy = false;
      if (this.again && number === this.asked) this.ask();
      this.again = false;
    }
  }
}
