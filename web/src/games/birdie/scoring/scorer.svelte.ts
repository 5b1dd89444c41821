/**
 * My scoring being put together. A person decides in any order (cuts, Pigeon, Owl), the server in its own; so the
 * decisions are kept by phase, and after each change the way through the phases is asked for anew (`walk`). Where the
 * server wants a decision that nobody has made yet, the way stops and the person is asked (`question`).
 *
 * Cards are known by their place in the row as it was at first, so that cuts and removals stay what they are when
 * Woodpecker moves a card.
 *
 * What is on the screen changes when the way has been gone to its end. Where an answer is lost on it, it is gone again
 * until the server can be heard.
 */
import type { BirdieView } from '../../../views';
import { LostError, RefusedError } from '../../../server/socket';
import type { Considered, Event } from '../../../wire';
import { arrange, goneFrom, joints, marks, planOf, runs, setsOf, together, type By, type Run, type Starts } from './plan';

/** As much of a table as the scorer needs. */
export interface Considering {
  position: { number: number; view: unknown; legal: string[] } | undefined;
  consider(steps: string[]): Promise<Considered>;
  complain(error: unknown): void;
}

/** Everything that was decided. */
export interface Draft {
  before: string[];
  /** Removals as `card 6`, by the card's first place, and the answers to what they lead to. */
  cascade: string[];
  pigeon: string[];
  owl: string[];
  /** Of several sets of a trait the one that counts, by trait. */
  choices: Record<string, string>;
  /** By the two cards beside a gap, `2 3`: is it cut? */
  cuts: Record<string, boolean>;
  /** By its first card: what a run of one kind counts by. */
  by: Record<number, By>;
}
const NOTHING: Draft = { before: [], cascade: [], pigeon: [], owl: [], choices: {}, cuts: {}, by: {} };

/** Keeps what is decided while the page is loaded again. */
export interface Drafts {
  read(number: number): Draft | undefined;
  write(number: number, draft: Draft | undefined): void;
}

type Asked = 'move' | 'put' | 'insert' | 'drop' | 'hold' | 'owl box' | 'held box' | 'trait' | 'set';
const ASKED: readonly string[] = ['move', 'put', 'insert', 'drop', 'hold', 'owl box', 'held box', 'trait', 'set'];
/** Questions in the middle of an ability: they are taken back with it. */
const MIDDLE: readonly string[] = ['move', 'put', 'insert', 'drop', 'hold', 'owl box', 'held box'];

export interface Question {
  phase: Asked;
  legal: string[];
  view: BirdieView;
  /** Of two traits: what each would take. */
  sizes: { step: string; trait: string; count: number }[];
  /** Of a set that has just arisen: it brings nothing, as its box is full. */
  lost: boolean;
}

/** What the removal of a card would lead to. */
export interface Removal {
  events: Event[];
  /** The first and the last card that go. */
  gone: [number, number];
  /** By which trait the set counts would be asked. */
  asks: boolean;
}

/** Milliseconds until a way on which an answer was lost is gone again. */
export const AGAIN = 1000;

/** What can be marked: at which cards sets start, and which neighbours can be in one. */
interface Markings {
  /** The position and row that were asked about. */
  of: string;
  starts: Starts;
  joints: boolean[];
}

export class Scorer {
  /** The row as it will be divided, or as it is while something is asked. */
  row = $state.raw<string[]>([]);
  cuts = $state.raw<boolean[]>([]);
  joints = $state.raw<boolean[]>([]);
  runs = $state.raw<Run[]>([]);
  question = $state.raw<Question>();
  /** What the play so far would make happen. */
  events = $state.raw<Event[]>([]);
  /** The whole play, once nothing is asked any more. */
  play = $state.raw<string[]>();
  /** Expert: cards that can be removed now, with what that would lead to. */
  removals = $state.raw<Map<number, Removal>>(new Map());
  /** Sets that the player may choose from, by trait (tables where the player chooses). */
  choosable = $state.raw<Record<string, string[]>>({});
  /** Hand cards that can be used, by phase. */
  uses = $state.raw<{ before: string[]; pigeon: string[]; owl: string[] }>({ before: [], pigeon: [], owl: [] });
  /** The view in which the last decision was asked for. */
  view = $state.raw<BirdieView>();

  draft = $state.raw<Draft>(NOTHING);
  private past = $state.raw<Draft[]>([]);
  private carried: Draft | undefined;
  /** The cards of `row` by their first places. */
  private cards: number[] = [];
  private starts: Starts = new Map();
  private explored: Markings | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private number = 0;
  private closed = false;
  /** An answer is on its way: a second tap on the same question is none to the next. */
  private deciding = false;

  constructor(private readonly table: Considering, private readonly drafts?: Drafts) {}

  /** Something was decided: is there anything to take back? */
  get touched(): boolean {
    return this.past.length > 0;
  }

  /** Nothing has been decided. */
  get blank(): boolean {
    return this.draft === NOTHING;
  }

  /** Begins with the present position, with what was decided before the page was loaded again. */
  async reset(): Promise<void> {
    const { number = 0, view } = this.table.position ?? {};
    const carried = (view as BirdieView | undefined)?.phase === 'insert' ? this.carried : undefined;
    this.draft = carried ?? this.drafts?.read(number) ?? NOTHING;
    this.past = this.draft === NOTHING ? [] : [NOTHING];
    this.carried = undefined;
    this.explored = undefined;
    this.deciding = false;
    await this.begin();
  }

  private async begin({ silent = false } = {}): Promise<void> {
    if ((await this.walk({ silent })) !== 'refused' || this.blank) return;
    // What was kept does not fit the row any more.
    this.draft = NOTHING;
    this.past = [];
    await this.walk();
  }

  async startOver(): Promise<void> {
    await this.change(NOTHING);
  }

  /** Takes back the last decision, or answers that there is none. */
  async back(): Promise<boolean> {
    const last = this.past.at(-1);
    if (!last) return false;
    await this.settle(last, this.past.slice(0, -1));
    return true;
  }

  private async change(next: Partial<Draft>): Promise<void> {
    const middle = MIDDLE.includes(this.question?.phase ?? '') && this.past.length > 0;
    await this.settle({ ...this.draft, ...next }, middle ? this.past : [...this.past, this.draft]);
  }

  /** What cannot be done is not decided. */
  private async settle(draft: Draft, past: Draft[]): Promise<void> {
    const before = { draft: this.draft, past: this.past };
    Object.assign(this, { draft, past });
    this.keep();
    if ((await this.walk()) === 'gone') return;
    Object.assign(this, before);
    this.keep();
  }

  /** What is decided can be seen before the way is gone to its end: a page loaded again in between has it, too. */
  private keep(): void {
    this.drafts?.write(this.number, this.past.length > 0 ? this.draft : undefined);
  }

  /** Robin draws now: what was decided about the row is kept for the row that it then is. */
  carry(): void {
    const { before, cascade, cuts, by } = this.draft;
    if (cascade.length + Object.keys(cuts).length + Object.keys(by).length === 0) return;
    const row = arrange(((this.table.position?.view as BirdieView | undefined)?.row ?? []).length, before);
    const place = (card: number | string): number => row.indexOf(Number(card));
    this.carried = {
      ...NOTHING,
      cascade: cascade.map((step) => (step.startsWith('card ') ? `card ${place(step.slice(5))}` : step)),
      cuts: Object.fromEntries(Object.entries(cuts).map(([gap, cut]) => [gap.split(' ').map(place).join(' '), cut])),
      by: Object.fromEntries(Object.entries(by).map(([card, trait]) => [place(card), trait])),
    };
  }

  /** Takes over a whole play that somebody else proposes. */
  async adopt(steps: string[]): Promise<void> {
    const { before, cascade, pigeon, choose, owl, marks: marking } = planOf(steps);
    const changing = this.change({ ...NOTHING, before, cascade, pigeon, owl, choices: Object.fromEntries(choose.map((set, n) => [n, set])) });
    const turn = this.turn;
    await changing;
    if (marking.length === 0 || turn !== this.turn) return; // nothing to cut, or somebody has decided otherwise meanwhile
    // The cuts can be made once the row is the one that was proposed.
    const sets = setsOf(marking, this.starts);
    const inside = new Set(sets.flatMap(({ start, length }) => Array.from({ length: length - 1 }, (_, i) => start + i)));
    const cuts = this.named(this.joints.map((_, gap) => !inside.has(gap)));
    const by = Object.fromEntries(sets.map(({ start, by }) => [this.cards[start] ?? start, by]));
    await this.settle({ ...this.draft, cuts, by }, this.past);
  }

  /** A decision in the phase that asks, or the start of an ability. */
  async decide(step: string): Promise<void> {
    if (this.deciding) return;
    this.deciding = true;
    await this.take(step).finally(() => (this.deciding = false));
  }

  private async take(step: string): Promise<void> {
    const phase = this.question?.phase;
    const { before, cascade, pigeon, owl } = this.draft;
    if (step.startsWith('remove ')) await this.change({ cascade: [...cascade, `card ${this.cards[Number(step.slice(7)) - 1]}`] });
    else if (phase === 'trait' || phase === 'set') await this.change({ cascade: [...cascade, step] });
    else if (phase === 'move' || phase === 'put' || phase === 'insert' || this.uses.before.includes(step)) await this.change({ before: [...before, step], pigeon: [], owl: [] });
    else if (phase === 'drop' || this.uses.pigeon.includes(step)) await this.change({ pigeon: [...pigeon, step] });
    else await this.change({ owl: [...owl, step] });
  }

  async toggle(gap: number): Promise<void> {
    await this.divide(this.cuts.map((cut, g) => (g === gap ? !cut : cut)));
  }

  /** These cards are to be one set. */
  async join(a: number, b: number): Promise<void> {
    await this.divide(together(this.cuts, a, b));
  }

  private async divide(cuts: boolean[], by = this.draft.by): Promise<void> {
    await this.change({ cuts: this.named(cuts), by, pigeon: [], owl: [], choices: {} });
  }

  private named(cuts: readonly boolean[]): Draft['cuts'] {
    return Object.fromEntries(cuts.map((cut, gap) => [`${this.cards[gap]} ${this.cards[gap + 1]}`, cut]));
  }

  /** A run of one kind: count it by the other trait. */
  async turnOver(run: Run): Promise<void> {
    await this.divide(this.cuts, { ...this.draft.by, [this.cards[run.start] ?? run.start]: run.step?.startsWith('bird') ? 'season' : 'bird' });
  }

  /** Of several sets of a trait this one is to count (tables where the player chooses). */
  async prefer(trait: string, set: string): Promise<void> {
    await this.change({ choices: { ...this.draft.choices, [trait]: set }, owl: [] });
  }

  /** The way through the phases with all that has been decided. */
  private async walk({ silent = false } = {}): Promise<'gone' | 'refused' | 'lost'> {
    if (this.closed) return 'gone';
    const turn = (this.turn += 1);
    clearTimeout(this.timer);
    try {
      await this.through(turn);
    } catch (error) {
      // What was overtaken by a later decision, or by the game, need not be told.
      if (turn !== this.turn || this.table.position?.number !== this.number) return 'gone';
      const lost = error instanceof LostError;
      if (!lost || !silent) this.table.complain(error);
      if (!lost) return 'refused';
      this.timer = setTimeout(() => this.table.position?.number === this.number && void this.begin({ silent: true }), AGAIN);
      return 'lost';
    }
    return 'gone';
  }

  /** What was written is no draft any more. */
  forget(): void {
    this.drafts?.write(this.number, undefined);
  }

  /** Nothing is asked or told any more: the seat has left the screen. */
  close(): void {
    this.closed = true;
    this.turn += 1;
    clearTimeout(this.timer);
  }

  private async through(turn: number): Promise<void> {
    this.number = this.table.position?.number ?? 0;
    const draft = this.draft;
    const plan = { before: [...draft.before], cascade: [...draft.cascade], pigeon: [...draft.pigeon], owl: [...draft.owl] };
    const first = (this.table.position?.view as BirdieView | undefined)?.row ?? [];
    const uses = { before: [] as string[], pigeon: [] as string[], owl: [] as string[] };
    const choosable: Record<string, string[]> = {};
    const removed: string[] = [];
    let cards = arrange(first.length, draft.before);
    let last: { row: string[]; place: number } | undefined;
    let steps: string[] = [];
    let row: string[] | undefined;
    let division: Run[] = [];
    let cuts: boolean[] | undefined;
    let seen: BirdieView | undefined;
    const show = (found: { events: Event[]; play?: string[]; question?: Question; row?: string[]; removals?: Map<number, Removal> }): void => {
      this.row = found.row ?? row ?? this.row;
      this.cards = cards;
      if (cuts && this.explored) {
        this.cuts = cuts;
        this.joints = this.explored.joints;
        this.starts = this.explored.starts;
      }
      this.runs = division;
      this.events = found.events;
      this.play = found.play;
      this.question = found.question;
      this.removals = found.removals ?? new Map();
      this.uses = uses;
      this.choosable = choosable;
      this.view = seen;
      // Removals that were proposed by their places are known by their cards from now on.
      const cascade = [...removed, ...plan.cascade];
      if (cascade.join() !== draft.cascade.join()) this.draft = { ...draft, cascade };
      this.keep();
    };
    let removable: Promise<Map<number, Removal>> | undefined;
    // As long as any play: a way that does not end is a fault, not a reason to ask for ever.
    for (let i = 0; i < 200; i += 1) {
      const here = await this.look(steps);
      if (turn !== this.turn) return;
      if (here.complete) {
        const removals = await removable;
        if (last && last.place >= 0 && takenLast(here.events) === last.row.length) row = [];
        if (turn === this.turn) show({ events: here.events, play: steps, removals });
        return;
      }
      const view = here.view as BirdieView;
      seen = view;
      const { phase } = view;
      const usable = here.legal.filter((step) => step.startsWith('use '));
      let next: string[];
      if (phase === 'before') {
        uses.before = usable;
        next = plan.before.length > 0 ? [plan.before.shift() as string] : ['done'];
      } else if (phase === 'mark') {
        row = view.row;
        const { starts, joints } = await this.explore(steps, view);
        if (turn !== this.turn) return;
        cuts = joints.map((joint, gap) => !joint || (draft.cuts[`${cards[gap]} ${cards[gap + 1]}`] ?? false));
        division = runs(row.length, cuts, starts, new Map(cards.flatMap((card, place) => (draft.by[card] ? [[place, draft.by[card]] as const] : []))));
        next = marks(division, starts);
      } else if (phase === 'pigeon') {
        uses.pigeon = usable;
        next = [plan.pigeon.shift() ?? 'done'];
      } else if (phase === 'choose') {
        const trait = view.trait ?? '';
        const proposed = draft.choices[Object.keys(choosable).length];
        choosable[trait] = here.legal;
        next = [[draft.choices[trait], proposed].find((set) => set && here.legal.includes(set)) ?? largest(here.legal, view)];
      } else if (phase === 'owl' || phase === 'owl move') {
        uses.owl = usable;
        if (last) row = view.row;
        next = [plan.owl.shift() ?? 'done'];
      } else if (phase === 'remove') {
        row = view.row;
        if (last) {
          const [low, high] = goneFrom(last.row, row, last.place);
          cards = cards.toSpliced(low, high - low + 1);
        }
        let place = -1;
        // Answers to what no longer arises, and cards that are gone, are passed over.
        while (place < 0 && plan.cascade.length > 0) {
          const [verb, which] = (plan.cascade.shift() as string).split(' ');
          place = verb === 'remove' ? Number(which) - 1 : verb === 'card' ? cards.indexOf(Number(which)) : -1;
        }
        last = { row, place };
        if (place >= 0) removed.push(`card ${cards[place]}`);
        else removable = this.foresee(steps, here.legal, row);
        next = [place >= 0 ? `remove ${place + 1}` : 'done'];
      } else if (phase === 'set' && (usable.length === 0 || (!isAnswer(plan.cascade[0]) && plan.cascade.length > 0))) {
        if (plan.cascade[0] === 'done') removed.push(plan.cascade.shift() as string);
        next = ['done'];
      } else {
        const queue = phase === 'drop' ? plan.pigeon : phase === 'trait' || phase === 'set' ? plan.cascade : ['move', 'put', 'insert'].includes(phase) ? plan.before : plan.owl;
        const planned = queue[0];
        if (planned === undefined || !here.legal.includes(planned)) {
          if (!ASKED.includes(phase)) throw new Error(`unknown phase of scoring: ${phase}`);
          // The sets stay on the wire while one of them is asked for; the row is as it is now for anything else.
          const asksSet = phase === 'drop' || phase === 'hold' || phase === 'owl box' || phase === 'held box';
          if (!asksSet) division = [];
          const sizes = phase === 'trait' ? await this.sizes(steps, here.legal) : [];
          const lost = phase === 'set' && (await this.look([...steps, 'done'])).events[here.events.length]?.what === 'lost';
          if (turn === this.turn) show({ events: here.events, question: { phase: phase as Asked, legal: here.legal, view, sizes, lost }, row: asksSet && row ? row : view.row });
          return;
        }
        queue.shift();
        if (queue === plan.cascade) removed.push(planned);
        next = [planned];
      }
      steps = [...steps, ...next];
    }
    throw new Error('the scoring does not come to an end');
  }

  /** What each removal would lead to. */
  private async foresee(steps: string[], legal: string[], row: string[]): Promise<Map<number, Removal>> {
    const before = (await this.look(steps)).events.length;
    const found = await Promise.all(legal.filter((step) => step.startsWith('remove ')).map(async (step) => {
      const place = Number(step.slice(7)) - 1;
      const here = await this.look([...steps, step]);
      const view = here.view as BirdieView | null;
      const [low = place + 1, high = place] = view?.taking ?? [];
      const gone: [number, number] = view?.phase === 'remove' ? goneFrom(row, view.row, place) : [low - 1, high];
      return [place, { events: here.events.slice(before), gone, asks: view?.phase === 'trait' }] as const;
    }));
    return new Map(found);
  }

  private async sizes(steps: string[], legal: string[]): Promise<Question['sizes']> {
    const before = (await this.look(steps)).events.length;
    return Promise.all(legal.map(async (step) => {
      const taken = (await this.look([...steps, step])).events.slice(before).find((event) => event.what === 'set taken');
      return { step, trait: taken?.place ?? '', count: taken?.count ?? 0 };
    }));
  }

  private async look(steps: string[]): Promise<Pick<Considered, 'legal' | 'view' | 'complete' | 'events'>> {
    const position = this.table.position;
    if (steps.length > 0 || !position) return this.table.consider(steps);
    return { legal: position.legal, view: position.view as BirdieView, complete: false, events: [] };
  }

  /** Asks what can be marked at every card: by leaving one card after the other. All at once, for slow lines. */
  private async explore(steps: string[], view: BirdieView): Promise<Markings> {
    const of = `${this.table.position?.number} ${view.row.join(' ')}`;
    if (this.explored?.of === of) return this.explored;
    const starts = new Map<number, readonly string[]>();
    await Promise.all(view.row.map(async (_, left) => {
      const here = await this.look([...steps, ...Array<string>(left).fill('leave')]).catch(unlessLost);
      const there = here?.view as BirdieView | null | undefined;
      if (here && there?.phase === 'mark') starts.set(there.cursor, here.legal);
    }));
    this.explored = { of, starts, joints: joints(view.row.length, starts) };
    return this.explored;
  }
}

/** That no more cards can be left is an answer; none at all is not. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof RefusedError)) throw error;
}

/** How many cards the last removal and the sets that met by it took from the row. */
const takenLast = (events: readonly Event[]): number =>
  1 + events.slice(events.findLastIndex(({ what }) => what === 'removed')).reduce((sum, { what, count = 0 }) => sum + (what === 'set taken' ? count : 0), 0);

/** Is this what one says to a set that has just arisen? */
const isAnswer = (step: string | undefined): boolean => step === 'done' || (step?.startsWith('use ') ?? false);

/** Of the sets that the server lets one choose from, the first of the largest. */
function largest(legal: string[], view: BirdieView): string {
  const size = (step: string): number => view.sets[Number(step.split(' ')[1]) - 1]?.length ?? 0;
  return legal.toSorted((a, b) => size(b) - size(a))[0] as string;
}
