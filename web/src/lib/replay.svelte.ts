/**
 * A record looked back at: its moments, the one on the screen, and through whose eyes. The server reads the record and
 * answers with positions; the page keeps them, so that a slider can run over them.
 */
import type { PastPosition, RecordReplay, ReviewNews, ReviewReport, TableInfo } from '../wire';
import { api } from './api';
import { playerName } from './games.svelte';
import { pastTable } from './past';
import type { Entry, TableModel } from './table.svelte';

/** A record that was dropped on the page or chosen as a file. */
export const dropped = $state<{ text: string; name: string }>({ text: '', name: '' });
/** Milliseconds that a moment is shown. */
export const SPEEDS = [2400, 1200, 600, 250];

export class Replayer {
  told = $state.raw<RecordReplay>();
  position = $state.raw<PastPosition>();
  /** Of the moment on the screen, in the list of moments. */
  place = $state(0);
  seat = $state(-1);
  playing = $state(false);
  speed = $state(1);
  review = $state.raw<{ seat: number; news?: ReviewNews; report?: ReviewReport; failed?: boolean }>();

  private known = new Map<string, Promise<PastPosition>>();
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reviewing: AbortController | undefined;

  constructor(readonly record: string) {}

  async open(seat: number, number?: number): Promise<void> {
    await this.look(seat);
    await this.go(number === undefined ? 0 : this.placeOf(number));
  }

  /** Through these eyes. */
  async look(seat: number): Promise<void> {
    this.told = await api.replayRecord(this.record, seat);
    this.seat = seat;
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
    // Of a slider that was drawn quickly only the last place counts.
    if (turn === this.asked) this.position = found;
    if (this.place < this.last) void this.at(this.place + 1);
  }

  private at(place: number): Promise<PastPosition> {
    const number = this.told?.moments[place]?.number ?? 0;
    const key = `${this.seat} ${number}`;
    let found = this.known.get(key);
    if (!found) {
      found = api.recordPosition(this.record, number, this.seat);
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

  /** Players of one name are told apart by their seats. */
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
    to_move: -2, opened: 0, changed: 0, commitment: '', committed: [], outcome: told.outcome, next: '', reason: '', trial: false,
  };
}
