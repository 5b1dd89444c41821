/**
 * Score sheets of games with real cards. They are kept on this device, entry by entry, so that neither a closed page
 * nor a lost network costs anything; what follows from them is computed by the server, when it can be reached.
 */
import { api, ProblemError } from '../server/api';
import { currentLanguage, t } from '../page/i18n.svelte';
import { notice } from '../page/live.svelte';
import type { BirdieAnswer, BirdieSheet, CuBirdsAnswer, CuBirdsSheet } from '../wire';

export type Sheet = BirdieSheet | CuBirdsSheet;
export type Answer = BirdieAnswer | CuBirdsAnswer;
export interface Kept {
  id: string;
  /** Milliseconds since 1970. */
  begun: number;
  changed: number;
  sheet: Sheet;
  /** The server's answer, and the sheet and language it is for. */
  answer?: Answer;
  answered?: string;
  /** Earlier versions of the sheet for undo, the latest last. */
  past: Sheet[];
}

const KEY = 'birdtable.sheets';
/** Raised when the form of answers changes, so that stored ones are fetched again. */
const SHAPE = 2;
const PAST = 40;
const PAUSE = 250;
const AGAIN = 3000;
/** Holds the sheets when the device stores nothing, as in a private window. */
let memory: Kept[] | undefined;

export function shelf(): Kept[] {
  if (memory) return memory;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
    return kept.sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

function put(all: Kept[]): void {
  // When storage runs out, the undo steps of older sheets go first.
  const [latest, ...older] = all;
  const leaner = [...(latest ? [latest] : []), ...older.map((kept) => ({ ...kept, past: [] }))];
  for (const sheets of [all, leaner]) {
    try {
      localStorage.setItem(KEY, JSON.stringify(sheets));
      memory = undefined;
      return;
    } catch {
      // No room; the leaner form may fit.
    }
  }
  if (!memory) notice(t('This device has no room to keep the sheet. Save it as a file before you close the page.'), { tone: 'berry' });
  memory = all;
}

export function keep(kept: Kept): void {
  put([kept, ...shelf().filter((other) => other.id !== kept.id)]);
}

export function forget(id: string): void {
  put(shelf().filter((kept) => kept.id !== id));
}

export function begin(sheet: Sheet, begun = Date.now()): Kept {
  const now = Date.now();
  const kept = { id: `${now.toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`, begun, changed: now, sheet, past: [] };
  keep(kept);
  return kept;
}

/** Why a sheet makes no sense as a whole, in the language asked for, and its rule. */
export function refusalOf(error: ProblemError): { reason: string; clause?: string } {
  return { reason: error.words, clause: error.problem.clause || undefined };
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
    const language = currentLanguage();
    const answered = `${SHAPE} ${language} ${JSON.stringify(sheet)}`;
    if (this.kept.answered === answered) {
      this.state = 'fresh';
      return;
    }
    // One request at a time; entries made meanwhile are sent together afterwards.
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
        const { reason, clause = '' } = refusalOf(error);
        [this.reason, this.clause] = [reason, clause];
        return;
      }
      // Being rate-limited is not being offline, but we ask again in either case.
      if (!(error instanceof ProblemError) || error.status >= 500) this.state = 'offline';
      this.ask(AGAIN);
    } finally {
      this.busy = false;
      if (this.again && number === this.asked) this.ask();
      this.again = false;
    }
  }
}
