/**
 * Tables of cardboard at which bots have a seat. All that is tapped is kept on this device, tap by tap; what follows from
 * it is computed by the server, when it can be reached, and the last answer stays on the screen until then.
 */
import { Asking, newId } from '../cardboard/asking.svelte';
import { KEPT } from '../cardboard/kept';
import { api } from '../server/api';
import { currentLanguage, t } from '../page/i18n.svelte';
import { notice } from '../page/signals/live.svelte';
import type { ChairAnswer, ChairTable, Finished, Scoring } from '../wire';

export type Tap = string | Scoring;
export interface KeptChair {
  id: string;
  begun: number;
  changed: number;
  table: ChairTable;
  /** The cards of the bots lie open; otherwise somebody enters them who looks away from the game. */
  open: boolean;
  answer?: ChairAnswer;
  answered?: string;
  /** What came of it, as another device computed it. */
  finished?: Finished;
}

const KEY = 'birdtable.chairs';
/** Raised when the form of answers changes, so that stored ones are fetched again. */
const SHAPE = 3;
/** What is asked for of which several cards follow each other. */
const CARDS = ['opening', 'display', 'refill', 'draw'];
let memory: KeptChair[] | undefined;

export function chairs(): KeptChair[] {
  if (memory) return memory;
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptChair[]).sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

export function putChairs(all: KeptChair[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    memory = undefined;
    dispatchEvent(new Event(KEPT));
  } catch {
    if (!memory) notice(t('This device has no room to keep this table. Save everything as a file, under Evenings, before you close the page.'), { tone: 'berry' });
    memory = all;
  }
}

export const forgetChair = (id: string): void => putChairs(chairs().filter((kept) => kept.id !== id));

export function beginChair(table: ChairTable, open: boolean): KeptChair {
  const now = Date.now();
  const kept = { id: newId(now), begun: now, changed: now, table, open };
  putChairs([kept, ...chairs()]);
  return kept;
}

export class ChairDesk extends Asking {
  kept = $state.raw<KeptChair>() as KeptChair;
  /** The tap that is entered anew, and the table as it was before it. */
  editing = $state<number>();
  /** Something was forgotten: what is entered goes before the tap, not in its place. */
  inserting = $state(false);
  private then = $state.raw<ChairAnswer>();

  constructor(kept: KeptChair) {
    super();
    this.kept = kept;
  }

  get table(): ChairTable {
    return this.kept.table;
  }
  get taps(): readonly Tap[] {
    return this.kept.table.taps ?? [];
  }
  /** What is on the screen: the table now, or as it was where something is corrected. */
  get answer(): ChairAnswer | undefined {
    return this.editing === undefined ? this.kept.answer : (this.then ?? this.kept.answer);
  }
  get waiting(): boolean {
    return this.state !== 'fresh';
  }
  /** Cards of the kind that is asked for that can be tapped now: those that are sure to follow before they are answered. */
  get left(): number {
    const { wanted, taken = 0 } = this.answer ?? {};
    if (!this.waiting || !wanted) return wanted?.left ?? 0;
    const ahead = this.taps.length - taken;
    return CARDS.includes(wanted.what) && this.isAnswered(taken) ? Math.max(0, wanted.left - ahead) : 0;
  }
  /** The answer is to the first taps as they still are. */
  private isAnswered(taps: number): boolean {
    if (this.editing !== undefined || this.kept.answer?.fault) return false;
    return this.kept.answered?.endsWith(JSON.stringify({ ...this.table, taps: this.taps.slice(0, taps) })) ?? false;
  }
  /** Taps that wait for one before them to be put right. */
  get held(): number {
    const { answer } = this.kept;
    return answer?.fault ? this.taps.length - answer.taken - 1 : 0;
  }

  /** Where the next tap goes: in the place of one that is corrected or impossible, else after the last. */
  private get place(): number {
    return this.editing ?? (this.kept.answer?.fault ? this.kept.answer.taken : this.taps.length);
  }
  /** One more tap; where one was forgotten, before the one that was corrected. */
  tap(tap: Tap): void {
    this.change(this.taps.toSpliced(this.place, this.inserting ? 0 : 1, tap));
  }
  remove(place: number): void {
    this.change(this.taps.toSpliced(place, 1));
  }
  /** Another window or device has changed the table: it goes on from there. */
  renew(): void {
    const stored = chairs().find((each) => each.id === this.kept.id);
    if (!stored || stored.changed === this.kept.changed) return;
    this.kept = stored;
    this.edit(undefined);
  }
  /** Somebody tapped in another window of this device: theirs stays, and nothing of it is overwritten. */
  private isOvertaken(): boolean {
    return chairs().some((each) => each.id === this.kept.id && each.changed > this.kept.changed);
  }
  edit(place: number | undefined): void {
    this.inserting = false;
    this.editing = place;
    this.then = undefined;
    this.ask();
  }

  private change(taps: Tap[]): void {
    if (this.isOvertaken()) {
      notice(t('Something was tapped in another window meanwhile. Look at the table and tap again.'), { tone: 'berry' });
      this.renew();
      return;
    }
    this.editing = undefined;
    this.inserting = false;
    this.then = undefined;
    this.begin();
    this.keep({ ...this.kept, table: { ...this.table, taps }, changed: Date.now() });
    this.ask();
  }
  private keep(kept: KeptChair): void {
    this.kept = kept;
    putChairs([kept, ...chairs().filter((other) => other.id !== kept.id)]);
  }

  /** What is being entered, where the next tap goes: what it leads to, without taking it. */
  async tryTap(tap: Tap): Promise<ChairAnswer | undefined> {
    try {
      return await api.chair({ table: { ...this.table, taps: [...this.taps.slice(0, this.place), tap] }, language: currentLanguage(), think: false });
    } catch {
      return undefined;
    }
  }

  protected async compute(): Promise<void> {
    const { editing, taps } = this;
    const language = currentLanguage();
    const table = editing === undefined ? this.table : { ...this.table, taps: taps.slice(0, editing) };
    const answered = `${SHAPE} ${language} ${JSON.stringify(table)}`;
    if (editing === undefined && this.kept.answered === answered) {
      this.state = 'fresh';
      return;
    }
    this.asked += 1;
    const number = this.asked;
    this.begin();
    try {
      const answer = await api.chair({ table, language });
      if (number !== this.asked) return;
      // A window that slept may be answered before it hears of the other.
      if (this.isOvertaken()) return this.renew();
      this.state = 'fresh';
      if (editing === undefined) this.keep({ ...this.kept, answer, answered });
      else this.then = answer;
    } catch (error) {
      if (number === this.asked) this.fail(error);
    }
  }
}
