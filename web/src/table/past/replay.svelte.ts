/**
 * A match looked back at: its moments, the one on the screen, and through whose eyes. It comes out of a record, or from
 * a table that is still played. The server answers with positions; the page keeps them, so that a slider can run over
 * them.
 */
import type { PastPosition, RecordReplay, ReviewNews, ReviewReport, TableInfo } from '../../wire';
import { api } from '../../server/api';
import { t } from '../../page/i18n.svelte';
import { playerName, seatName } from '../../server/games.svelte';
import { pastTable } from './past';
import type { Entry, TableModel } from '../table.svelte';

/** Milliseconds for which each moment is shown. */
export const SPEEDS = [2400, 1200, 600, 250];

/** Where moments and positions come from. */
export interface Source {
  /** The whole record; a table has none while it is played. */
  record: string;
  /** @param seat whose view; by default one's own */
  look(seat?: number): Promise<RecordReplay>;
  at(number: number, seat: number): Promise<PastPosition>;
}

export const recordSource = (record: string): Source => ({
  record,
  look: (seat = -1) => api.replayRecord(record, seat),
  at: (number, seat) => api.recordPosition(record, number, seat),
});

/** Moments are numbered as at the table; the number of steps stays hidden until the match is over. */
export const tableSource = (id: string): Source => ({
  record: '',
  look: async (seat) => {
    const { table, seat: eyes, moments } = await api.replayTable(id, seat);
    const standing = moments.filter((moment) => !moment.withdrawn);
    return {
      game: table.game, options: table.options, names: table.seats.map((_, place) => seatName(table, place)), seat: eyes,
      steps: standing.at(-1)?.number ?? 0, outcome: table.outcome, moments: standing,
    };
  },
  at: (number, seat) => api.past(id, number, seat),
});

/** The moment of a finished table's record that has this number at the table. */
export async function stepsAt(id: string, entry: number): Promise<number> {
  const { moments } = await api.replayTable(id);
  return moments.findLast((moment) => !moment.withdrawn && moment.number <= entry)?.steps ?? 0;
}

export class Replayer {
  told = $state.raw<RecordReplay>();
  position = $state.raw<PastPosition>();
  /** Of the moment on the screen, in the list of moments. */
  place = $state(0);
  seat = $state(-1);
  playing = $state(false);
  speed = $state(1);
  review = $state.raw<{ seat: number; news?: ReviewNews; report?: ReviewReport; failed?: boolean }>();

  /** The seat whose view was shown first. */
  private own: number | undefined;
  private known = new Map<string, Promise<PastPosition>>();
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reviewing: AbortController | undefined;

  /** @param mine the seat in which I alone have played at this screen */
  constructor(private readonly source: Source, private readonly mine?: number) {}

  get record(): string {
    return this.source.record;
  }

  async open(seat?: number, number?: number): Promise<void> {
    await this.look(seat);
    // A match that is still played is looked back at from where it is.
    await this.go(number !== undefined ? this.placeOf(number) : this.record ? 0 : this.last);
  }

  /** Shows the match as this seat sees it. */
  async look(seat?: number): Promise<void> {
    this.told = await this.source.look(seat);
    this.seat = this.told.seat;
    this.own ??= this.seat;
  }

  /** Seats whose view one may choose besides a spectator's: one's own during the match, all of them afterwards. */
  get eyes(): number[] {
    const seats = (this.told?.names ?? []).map((_, seat) => seat);
    return this.record || this.told?.outcome ? seats : seats.filter((seat) => seat === this.own);
  }

  /** Goes to this moment and this seat's view, if they differ from the present ones. */
  async show(number?: number, seat?: number): Promise<void> {
    if (seat !== undefined && seat !== this.seat) await this.look(seat);
    await this.go(number === undefined ? this.place : this.placeOf(number));
  }

  async turn(seat: number): Promise<void> {
    await this.look(seat);
    await this.go(this.place);
  }

  get number(): number {
    return this.told?.moments[this.place]?.number ?? 0;
  }

  get last(): number {
    return (this.told?.moments.length ?? 1) - 1;
  }

  /** The moment in which so many steps have been taken, or the last one before it. */
  placeOf(number: number): number {
    const found = this.told?.moments.findLastIndex((moment) => moment.number <= number) ?? 0;
    return Math.max(0, found);
  }

  async go(place: number): Promise<void> {
    this.place = Math.min(Math.max(0, place), this.last);
    const turn = (this.asked += 1);
    const found = await this.at(this.place);
    // When the slider moves quickly, only its last place counts.
    if (turn === this.asked) this.position = found;
    if (this.place < this.last) void this.at(this.place + 1);
  }

  private at(place: number): Promise<PastPosition> {
    const number = this.told?.moments[place]?.number ?? 0;
    const key = `${this.seat} ${number}`;
    let found = this.known.get(key);
    if (!found) {
      found = this.source.at(number, this.seat);
      found.catch(() => this.known.delete(key));
      this.known.set(key, found);
    }
    return found;
  }

  play(on = !this.playing): void {
    clearTimeout(this.timer);
    this.playing = on && this.last > 0;
    if (!this.playing) return;
    if (this.place >= this.last) void this.go(0);
    const step = async (): Promise<void> => {
      await this.go(this.place + 1).catch(() => this.play(false));
      if (this.place >= this.last) this.play(false);
      else if (this.playing) this.timer = setTimeout(step, SPEEDS[this.speed]);
    };
    this.timer = setTimeout(step, SPEEDS[this.speed]);
  }

  /** Lets the server's workers judge every decision of the seat. */
  async judge(): Promise<void> {
    const seat = Math.max(0, this.seat);
    this.reviewing?.abort();
    this.reviewing = new AbortController();
    this.review = { seat };
    try {
      for await (const news of api.reviewRecord(this.record, seat, this.reviewing.signal)) {
        this.review = { seat, news, report: news.report ?? undefined };
      }
      if (!this.review.report) this.review = { seat, failed: true };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      this.review = { seat, failed: true };
    }
  }

  close(): void {
    this.play(false);
    this.reviewing?.abort();
  }

  /** A name that is read on its own: it says so when it is mine, which I may never have chosen. */
  nameAlone = (seat: number): string => (seat === this.mine ? `${this.name(seat)} (${t('you')})` : this.name(seat));

  /** Players with the same name are numbered by their seats. */
  name = (seat: number): string => {
    const { game = '', names = [] } = this.told ?? {};
    const name = names[seat] ?? '';
    const alike = names.filter((other) => other === name).length > 1;
    return playerName(game, name) + (alike ? ` ${seat + 1}` : '');
  };

  /** What the tables of the page can draw. */
  get table(): TableModel | undefined {
    const { told, position } = this;
    if (!told || !position) return undefined;
    const entries: Entry[] = told.moments.slice(0, this.place + 1).map(({ number, seat, events }) => ({ number, seat, events, what: 'played', withdrawn: false }));
    const news = told.moments[this.place];
    const now = { id: 'record', seal: undefined, info: infoOf(told), mine: this.seat >= 0 ? [this.seat] : [], entries, chat: [], line: 'open' as const, name: this.name };
    return pastTable(now, position, news ? [{ number: news.number, what: 'played', at: 0, seat: news.seat, events: news.events }] : []);
  }
}

function infoOf(told: RecordReplay): TableInfo {
  return {
    id: 'record', game: told.game, options: told.options, memory: 'assisted', clock: {}, public: false, pace: 1, phase: 'over', number: told.steps, host: '',
    seats: told.names.map((name) => ({ player: 'person', name, person: '', level: '', stand_in: false, forfeited: false, kept_for: '', remote: false })),
    to_move: -2, opened: 0, changed: 0, commitment: '', committed: [], commitments: [], attempt: 1, outcome: told.outcome, next: '', reason: '', trial: false,
    redraws: true, deal: '', same_deal: '',
  };
}
