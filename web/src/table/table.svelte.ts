/**
 * A table as this page knows it: what the server said last, the news in order, and the play that is being put
 * together. It holds no rule: what can be done is `legal`, what it would lead to is asked (`consider`).
 */
import type { ChatNews, Clocks, Considered, Event, FromServer, Hint, News, Outcome, Position, TableInfo } from '../wire';
import type { View } from '../views';
import { land } from '../cards/flights';
import { gameOf } from '../games';
import { promise, redeem } from '../shuffle/entropy';
import type { Seal } from '../shuffle/shuffle';
import { nudge } from '../page/signals/alerts';
import { t, translate, translateIn, type Params } from '../page/i18n.svelte';
import { hush, notice, say } from '../page/signals/live.svelte';
import { play as sound } from '../page/signals/sounds';
import { seatName } from '../server/games.svelte';
import { me } from '../server/me.svelte';
import { LostError, RefusedError, Socket, type Ear, type LineState, type Saying } from '../server/socket';
import { speaker, wordsOf } from './people/chat';
import type { Pause } from './hold';
import { seenBy } from './log/secret';

/** One line of the log: something that happened, with the number to jump to. */
export interface Entry {
  number: number;
  what: News['what'];
  seat: number;
  events: Event[];
  withdrawn: boolean;
  /** Of what is taken back: everything after this number. */
  back_to?: number;
}

/** The connection to a table: a socket, or something that answers like one. */
export type Line = Pick<Socket, 'renew' | 'hurry' | 'close'> & { ask(saying: Saying): Promise<FromServer> };

export class Table {
  info = $state.raw<TableInfo>();
  /** My seats here. */
  mine = $state.raw<number[]>([]);
  /** What is on the screen; later positions wait in `queue` until the scene is over. */
  position = $state.raw<Position>();
  /** What happened on the way to `position`, for the scene that shows it. */
  scene = $state.raw<{ before: View | undefined; news: News[] }>({ before: undefined, news: [] });
  entries = $state.raw<Entry[]>([]);
  chat = $state.raw<ChatNews[]>([]);
  /** What was said just now, by seat. */
  spoken = $state.raw<Record<number, ChatNews>>({});
  /** Who is connected; by seat, since when its person is not, in milliseconds since 1970. */
  here = $state.raw<{ seats: number[]; onlookers: number; since: number[] }>({ seats: [], onlookers: 0, since: [] });
  thinking = $state(-2);
  line = $state<LineState>('opening');
  /** When the next try comes, in milliseconds since 1970. */
  retryAt = $state(0);
  /** The steps of my play so far, not sent. */
  steps = $state.raw<string[]>([]);
  considered = $state.raw<Considered>();
  /** Steps that a hint on the screen advises: what they concern is highlighted. */
  advised = $state.raw<string[]>([]);
  /** A play is on its way. */
  sending = $state(false);
  queued = $state(0);
  /** What is to be looked at before the next position comes on the screen, in this order. */
  pauses = $state.raw<Pause[]>([]);
  /** The clocks as the server told them last, ahead of a `position` that still waits to be shown. */
  clocks = $state.raw<Clocks | null>(null);
  /** When it did, in milliseconds since 1970: they run from there. */
  arrived = $state(0);

  /** The seal of the shuffle as it was before the first card, if this page saw it then. */
  seal: Seal | undefined;

  private readonly socket: Line;
  private queue: Position[] = [];
  /** The last position that was shown to no seat in particular. */
  private open: Position | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heard: number | undefined;
  /** What was missed has been told: what comes now happens now. */
  private present = false;
  private asked = new Map<string, Promise<Considered>>();
  /** What was being asked when the line broke: it is asked again on the next. */
  private broken: (() => void)[] = [];

  /**
   * @param hold what a position gives to look at before the next one comes on the screen
   */
  constructor(
    readonly id: string,
    private readonly hold: (position: Position) => Pause[],
    reach: (ear: Ear) => Line = (ear) => new Socket(`api/tables/${id}/socket`, ear),
  ) {
    this.socket = reach({
      hear: (message) => this.hear(message),
      line: (state, retry) => {
        this.line = state;
        this.present = false;
        this.retryAt = Date.now() + retry * 1000;
        if (state === 'open') for (const again of this.broken.splice(0)) again();
      },
      since: () => this.heard,
    });
  }

  /** The position as it would be after my steps so far. */
  get view(): View | undefined {
    return this.considered?.view ?? this.position?.view;
  }

  get legal(): string[] {
    if (!this.position || this.sending || this.queued > 0 || this.showing) return [];
    if (this.steps.length === 0) return this.position.legal;
    return this.considered?.legal ?? [];
  }

  /** The seat on this screen: mine, or -1 for an onlooker. */
  get seat(): number {
    return this.position?.seat ?? -1;
  }

  /** What is being looked at, if it is more than a turn. */
  get showing(): Pause['what'] | undefined {
    const what = this.pauses[0]?.what;
    return what === 'turn' ? undefined : what;
  }

  get outcome(): Outcome | null {
    return this.position?.outcome ?? null;
  }

  get myTurn(): boolean {
    const position = this.position;
    return position !== undefined && position.seat >= 0 && position.to_move === position.seat && !position.outcome;
  }

  name(seat: number): string {
    return this.info ? seatName(this.info, seat) : '';
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case 'table':
        this.heard = Math.max(this.heard ?? 0, message.number);
        this.info = message.table;
        this.mine = message.seats ?? [];
        this.noteSeal(message.table);
        break;
      case 'position':
        this.heard = Math.max(this.heard ?? 0, message.number);
        this.time(message.clocks);
        this.arrive(message);
        break;
      case 'chat':
        this.heard = Math.max(this.heard ?? 0, message.number);
        if (message.hides) this.chat = this.chat.filter((line) => line.number !== message.hides);
        else if (!message.muted && !message.hidden) {
          this.chat = [...this.chat, message];
          if (this.present) this.speak(message);
        }
        break;
      case 'here':
        this.present = true;
        this.here = { seats: message.seats, onlookers: message.onlookers, since: message.away.map((seconds) => Date.now() - seconds * 1000) };
        this.time(message.clocks);
        break;
      case 'nudged':
        nudge(message.name, message.table);
        break;
      case 'thinking':
        this.thinking = message.seat;
        break;
    }
  }

  private time(clocks: Clocks | null): void {
    this.clocks = clocks;
    this.arrived = Date.now();
  }

  /** Shows what somebody says beside them for a moment, and reads it out when there is time. */
  private speak(line: ChatNews): void {
    if (line.person !== me.now?.person) say(`${speaker(this.info, line)}: ${wordsOf(line)}`);
    this.spoken = { ...this.spoken, [line.seat]: line };
    setTimeout(() => {
      const { [line.seat]: last, ...others } = this.spoken;
      if (last === line) this.spoken = others;
    }, 5000);
  }

  /** What is sealed stays: the server's hash from when I saw it first, everybody's from when the shuffle began. */
  private noteSeal({ phase, attempt, commitment, commitments }: TableInfo): void {
    if (phase !== 'gathering' && phase !== 'shuffling') return;
    const known = this.seal?.attempt === attempt ? this.seal : { attempt, secret: commitment };
    this.seal = phase === 'shuffling' ? { commitments, ...known } : known;
    if (phase === 'shuffling') this.reveal(this.seal);
  }

  private revealed = 0;
  /** Reveals my bytes, once an attempt. Whoever does not has no part in another one; the match starts all the same. */
  private reveal(seal: Seal): void {
    if (this.revealed === seal.attempt || this.mine.length === 0) return;
    const nonce = redeem(this.id, seal);
    if (!nonce) return;
    this.revealed = seal.attempt;
    this.socket.ask({ type: 'reveal', nonce, next: promise() }).catch(() => (this.revealed = 0));
  }

  private arrive(position: Position): void {
    const { number, seat, view, legal } = this.position ?? {};
    if (view && legal && position.number === number && position.seat === seat) {
      // Sent again, as after a lost connection: a play begun at this position stays.
      this.position = { ...position, view, legal };
      return;
    }
    const answersMe = this.sending || position.seat !== this.position?.seat;
    if (answersMe || (document.hidden && this.showing === undefined)) {
      // What was still to come is told now, as far as the seat on the screen may know it.
      const missed = this.queue.splice(0).flatMap((waiting) => waiting.news);
      const known = missed.map((news) => ({ ...news, events: seenBy(news.events ?? [], position.seat) }));
      this.show({ ...position, news: [...known, ...position.news] });
    } else {
      this.queue.push(position);
      this.queued = this.queue.length;
      if (this.pauses.length === 0) this.next();
    }
  }

  private show(position: Position): void {
    const before = this.viewBefore(position.seat);
    if (this.position && position.seat !== this.position.seat) this.changeSeat(position.seat);
    this.position = position;
    if (position.seat < 0) this.open = position;
    this.mine = position.seats;
    this.scene = { before, news: position.news };
    this.note(position.news);
    this.forget();
    if (this.thinking !== position.to_move) this.thinking = -2;
    this.queued = this.queue.length;
    this.pauses = before === undefined ? [] : this.hold(position);
    this.wait();
  }

  /** Lets the present pause take its time; without one the next position comes. */
  private wait(): void {
    clearTimeout(this.timer);
    const [pause] = this.pauses;
    if (pause === undefined) this.next();
    else if (pause.ms !== undefined) this.timer = setTimeout(() => this.goOn(), pause.ms);
  }

  /** What is on the screen has been seen. */
  goOn(): void {
    this.pauses = this.pauses.slice(1);
    this.wait();
  }

  /**
   * Another seat comes to the screen of a shared device, or none, which is the curtain: nothing that was shown to the
   * seat before is kept unless the next may know it. What components keep for themselves they drop when `seat` changes.
   */
  private changeSeat(seat: number): void {
    this.entries = this.entries.map((entry) => ({ ...entry, events: seenBy(entry.events, seat) }));
    this.forget();
    hush();
    land();
  }

  /** What was on the screen, as far as this seat may know it. */
  private viewBefore(seat: number): View | undefined {
    const last = this.position;
    return !last || last.seat === seat || last.seat < 0 ? last?.view : this.open?.view;
  }

  private next(): void {
    const position = this.queue.shift();
    this.queued = this.queue.length;
    if (position) this.show(position);
  }

  /** Ends what is being looked at, and shows at once what is still to come, as far as nothing in it waits to be seen. */
  skip(): void {
    if (this.showing !== undefined) {
      if (this.showing !== 'drawn') this.goOn();
      return;
    }
    const waits = this.queue.findIndex((position) => this.hold(position).some((pause) => pause.what !== 'turn'));
    const passed = this.queue.splice(0, waits < 0 ? this.queue.length : waits + 1);
    const last = passed.at(-1);
    if (last) this.show({ ...last, news: passed.flatMap((position) => position.news) });
    else this.pauses = [];
  }

  private note(news: News[]): void {
    let entries = this.entries;
    for (const { number, what, seat = -2, events = [], back_to = 0 } of news) {
      if (entries.some((entry) => entry.number === number)) continue;
      if (what === 'undone') entries = entries.map((e) => (e.number > back_to ? { ...e, withdrawn: true } : e));
      entries = [...entries, { number, what, seat, events, withdrawn: false, back_to }];
    }
    this.entries = entries;
  }

  /** What the steps would lead to; asked once for each list of steps. */
  consider(steps: string[]): Promise<Considered> {
    const after = this.position?.number ?? 0;
    const key = `${after} ${steps.join(',')}`;
    const known = this.asked.get(key);
    if (known) return known;
    const seat = this.seat;
    const isStale = (): boolean => this.seat !== seat || this.position?.number !== after;
    const ask = (): Promise<FromServer> => this.socket.ask({ type: 'consider', after, steps }).catch(async (error: unknown) => {
      if (!(error instanceof LostError) || !['lost', 'opening'].includes(this.line)) throw error;
      await new Promise<void>((again) => this.broken.push(again));
      if (isStale()) throw error;
      return ask();
    });
    const answer = ask().then((message) => {
      if (message.type !== 'considered' || this.seat !== seat) throw new LostError('stale');
      return message;
    });
    answer.catch(() => this.asked.delete(key));
    this.asked.set(key, answer);
    return answer;
  }

  /** Sets the steps of my play so far. Returns what they lead to, or nothing when they were refused. */
  async build(steps: string[]): Promise<Considered | undefined> {
    const old = { steps: this.steps, considered: this.considered };
    this.steps = steps;
    this.advised = [];
    if (steps.length === 0) {
      this.considered = undefined;
      return undefined;
    }
    try {
      const answer = await this.consider(steps);
      if (this.steps === steps) this.considered = answer;
      return answer;
    } catch (error) {
      if (this.steps === steps) {
        this.steps = old.steps;
        this.considered = old.considered;
        this.complain(error);
      }
      return undefined;
    }
  }

  /** How a good player would go on after my steps so far; nothing when it was refused. */
  async hint(): Promise<Hint[]> {
    const seat = this.seat;
    try {
      const answer = await this.socket.ask({ type: 'hint', after: this.position?.number ?? 0, steps: this.steps });
      return answer.type === 'hints' && this.seat === seat ? answer.hints : [];
    } catch (error) {
      this.complain(error);
      return [];
    }
  }

  /** Drops the play that was being put together. */
  forget(): void {
    this.steps = [];
    this.considered = undefined;
    this.advised = [];
    this.asked.clear();
  }

  /** Sends a whole play. */
  async play(steps: string[]): Promise<boolean> {
    if (this.sending || !this.position) return false;
    this.sending = true;
    try {
      const answer = await this.socket.ask({ type: 'play', after: this.position.number, steps });
      if (answer.type === 'stale') notice(t('The game has moved on. Look again.'));
      return answer.type === 'position';
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  async undo(): Promise<void> {
    await this.try(this.socket.ask({ type: 'undo', after: this.position?.number ?? 0 }));
  }

  async answerUndo(agree: boolean): Promise<void> {
    await this.try(this.socket.ask({ type: 'undo_reply', agree, after: this.position?.number ?? 0 }));
  }

  /** Same device: show this seat, or lower the curtain. */
  async call(seat: number | null): Promise<void> {
    await this.try(this.socket.ask({ type: 'call', seat }));
  }

  async say(phrase: string, text = ''): Promise<void> {
    await this.try(this.socket.ask({ type: 'chat', phrase, text }));
  }

  async mute(person: string, on: boolean): Promise<void> {
    await this.try(this.socket.ask({ type: 'mute', person, on }));
    if (on) this.chat = this.chat.filter((line) => line.person !== person);
  }

  async hurryBot(): Promise<void> {
    await this.try(this.socket.ask({ type: 'hurry' }));
  }

  async nudge(seat: number): Promise<void> {
    await this.try(this.socket.ask({ type: 'nudge', seat }));
  }

  private async try(answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
    } catch (error) {
      this.complain(error);
    }
  }

  /** The details of a refusal, with the words of the game, such as a trait or a species, in the language of the page. */
  private named(details: Params = {}): Params {
    const context = gameOf(this.info?.game ?? '').words;
    return Object.fromEntries(Object.entries(details).map(([hole, value]) => [hole, typeof value === 'string' ? translateIn(context, value) : value]));
  }

  /** Says why something could not be done. */
  complain(error: unknown): void {
    sound('refused');
    if (error instanceof RefusedError) {
      const { reason, details, clause } = error.refused;
      notice(translate(reason, this.named(details)), { clause: clause || undefined, tone: 'berry' });
    } else if (error instanceof LostError) {
      notice(t('No connection right now. Nothing was lost.'), { tone: 'berry' });
    } else throw error;
  }

  /** Reconnects after my identity has changed. */
  renew(): void {
    this.socket.renew();
  }

  hurry(): void {
    this.socket.hurry();
  }

  close(): void {
    clearTimeout(this.timer);
    this.changeSeat(-1);
    this.socket.close();
  }
}

/** The public face of a table, so that a replay can stand in for it. */
export type TableModel = Pick<Table, keyof Table>;
