/**
 * Score sheets of games with real cards. They are kept on this device, entry by entry, so that neither a closed page
 * nor a lost network costs anything; what follows from them is computed by the server, when it can be reached.
 */
import { api, type ProblemError } from '../server/api';
import { Asking, newId } from '../cardboard/asking.svelte';
import { KEPT } from '../cardboard/kept';
import { currentLanguage, t } from '../page/i18n.svelte';
import { notice } from '../page/signals/live.svelte';
import type { BirdieAnswer, BirdieSheet, CuBirdsAnswer, CuBirdsSheet, Finished } from '../wire';
import { PAPERS } from './papers';

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
  /** What came of it, as another device computed it. */
  finished?: Finished;
}

const KEY = 'birdtable.sheets';
/** Raised when the form of answers changes, so that stored ones are fetched again. */
const SHAPE = 4;
const PAST = 40;
const PAUSE = 250;
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

export function putSheets(all: Kept[]): void {
  // When storage runs out, the undo steps of older sheets go first.
  const [latest, ...older] = all;
  const leaner = [...(latest ? [latest] : []), ...older.map((kept) => ({ ...kept, past: [] }))];
  for (const sheets of [all, leaner]) {
    try {
      localStorage.setItem(KEY, JSON.stringify(sheets));
      memory = undefined;
      dispatchEvent(new Event(KEPT));
      return;
    } catch {
      // No room; the leaner form may fit.
    }
  }
  if (!memory) notice(t('This device has no room to keep the sheet. Save it as a file before you close the page.'), { tone: 'berry' });
  memory = all;
}

function keep(kept: Kept): void {
  putSheets([kept, ...shelf().filter((other) => other.id !== kept.id)]);
}

export function forget(id: string): void {
  putSheets(shelf().filter((kept) => kept.id !== id));
}

export function begin(sheet: Sheet, begun = Date.now()): Kept {
  const now = Date.now();
  const kept = { id: newId(now), begun, changed: now, sheet, past: [] };
  keep(kept);
  return kept;
}

/** Why a sheet makes no sense as a whole, in the language asked for, and its rule. */
export function refusalOf(error: ProblemError): { reason: string; clause?: string } {
  return { reason: error.words, clause: error.problem.clause || undefined };
}

/**
 * One sheet that somebody works on. Where people have gone on, a change is a correction: it is tried first, the answer
 * says what it would change, and the sheet stays as it is until somebody takes it.
 */
export class Desk extends Asking {
  kept = $state.raw<Kept>() as Kept;
  /** The sheet as it would be after each entry of a correction, and the answer to the last one. */
  private drafts = $state.raw<Sheet[]>([]);
  private tried = $state.raw<Answer>();
  /** Where people are entering something now; everything else that was scored is settled. */
  open = '';
  clause = $state('');
  private busy = false;
  private again = false;

  constructor(kept: Kept) {
    super();
    this.kept = kept;
  }

  get sheet(): Sheet {
    return this.drafts.at(-1) ?? this.kept.sheet;
  }
  get answer(): Answer | undefined {
    return this.tried ?? this.kept.answer;
  }
  get corrects(): boolean {
    return this.drafts.length > 0;
  }
  get undoable(): boolean {
    return this.corrects || this.kept.past.length > 0;
  }

  /** The sheet as another window of this device has changed it meanwhile. */
  private newer(): Kept | undefined {
    const stored = shelf().find((each) => each.id === this.kept.id);
    return stored && stored.changed > this.kept.changed ? stored : undefined;
  }

  /** Somebody has changed the sheet in another window: theirs stays, and nothing of it is overwritten. */
  private isOvertaken(): boolean {
    const stored = this.newer();
    if (!stored) return false;
    this.kept = stored;
    notice(t('Something was tapped in another window meanwhile. Look at the table and tap again.'), { tone: 'berry' });
    this.leave();
    return true;
  }

  change(sheet: Sheet, soon = false): void {
    if (this.isOvertaken()) return;
    this.begin();
    if (this.corrects || PAPERS[sheet.game].corrects(this.kept.sheet, sheet)) {
      this.drafts = [...this.drafts, sheet];
      this.ask(soon ? 0 : PAUSE);
      return;
    }
    this.store(sheet);
    this.ask(soon ? 0 : PAUSE);
  }

  /** The correction holds from now on. */
  take(): void {
    const { sheet, tried } = this;
    if (this.isOvertaken()) return;
    // What was corrected is settled as before: the next change of it is tried first, too.
    const settled = tried && this.state === 'fresh' ? PAPERS[sheet.game].settle(sheet, tried, this.open, this.kept.sheet) : sheet;
    this.leave();
    this.store(settled);
    this.ask(0);
  }

  /** The sheet stays as it was. */
  leave(): void {
    this.drafts = [];
    this.tried = undefined;
    this.ask(0);
  }

  /** Another window or device has changed the sheet: it goes on from there. */
  renew(): void {
    const stored = shelf().find((each) => each.id === this.kept.id);
    if (!stored || stored.changed === this.kept.changed) return;
    this.kept = stored;
    this.leave();
  }

  private store(sheet: Sheet): void {
    this.kept = { ...this.kept, sheet, changed: Date.now(), past: [...this.kept.past, this.kept.sheet].slice(-PAST) };
    keep(this.kept);
  }

  undo(): void {
    if (this.corrects) {
      this.drafts = this.drafts.slice(0, -1);
      if (!this.corrects) this.tried = undefined;
      this.ask(0);
      return;
    }
    const sheet = this.kept.past.at(-1);
    if (!sheet || this.isOvertaken()) return;
    this.kept = { ...this.kept, sheet, changed: Date.now(), past: this.kept.past.slice(0, -1) };
    keep(this.kept);
    this.ask(0);
  }

  protected override refuse(error: ProblemError): void {
    const { reason, clause = '' } = refusalOf(error);
    [this.reason, this.clause] = [reason, clause];
  }

  /** Whatever is scored and not being entered now is settled; that is no entry of its own, and nothing to undo. */
  private settle(): void {
    const { sheet, answer } = this.kept;
    if (this.corrects || !answer || this.state !== 'fresh') return;
    const settled = PAPERS[sheet.game].settle(sheet, answer, this.open);
    if (settled === sheet) return;
    this.kept = { ...this.kept, sheet: settled };
    keep(this.kept);
    this.ask(0);
  }

  protected async compute(): Promise<void> {
    const { sheet } = this;
    const language = currentLanguage();
    const answered = `${SHAPE} ${language} ${JSON.stringify(sheet)}`;
    if (!this.corrects && this.kept.answered === answered) {
      this.state = 'fresh';
      this.settle();
      return;
    }
    // One request at a time; entries made meanwhile are sent together afterwards.
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    const number = this.asked;
    this.begin();
    try {
      const tries = this.corrects;
      const answer = await api.sheet({ sheet, language, before: tries ? this.kept.sheet : null });
      if (number !== this.asked || tries !== this.corrects) return;
      // A window that slept may be answered before it hears of the other.
      if (this.newer()) return this.renew();
      if (tries) this.tried = answer;
      else {
        this.kept = { ...this.kept, answer, answered };
        keep(this.kept);
      }
      this.state = this.sheet === sheet ? 'fresh' : 'asking';
      this.settle();
    } catch (error) {
      if (number === this.asked) this.fail(error);
    } finally {
      this.busy = false;
      if (this.again && number === this.asked) this.ask();
      this.again = false;
    }
  }
}
