/**
 * My scoring being put together. A person decides in any order (cuts, Pigeon, Owl), the server in its own; so the
 * decisions are kept by phase, and after each change the way through the phases is asked for anew (`walk`). Where the
 * server wants a decision that nobody has made yet, the way stops and the person is asked (`question`).
 */
import type { BirdieView } from '../../views';
import type { Considered, Event } from '../../wire';
import { cutsOf, joints, marks, proposal, runs, together, type By, type Run, type Starts } from './plan';

/** As much of a table as the scorer needs. */
export interface Considering {
  position: { number: number; view: unknown; legal: string[] } | undefined;
  consider(steps: string[]): Promise<Considered>;
  complain(error: unknown): void;
}

export type Asked = 'move' | 'put' | 'insert' | 'drop' | 'hold' | 'owl box' | 'held box' | 'trait' | 'set';
const ASKED: readonly string[] = ['move', 'put', 'insert', 'drop', 'hold', 'owl box', 'held box', 'trait', 'set'];

export interface Question {
  phase: Asked;
  legal: string[];
  view: BirdieView;
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
  /** Expert: cards that can be removed now. */
  removable = $state.raw<string[]>([]);
  /** Hand cards that can be used, by phase. */
  uses = $state.raw<{ before: string[]; pigeon: string[]; owl: string[] }>({ before: [], pigeon: [], owl: [] });
  /** The view in which the last decision was asked for. */
  view = $state.raw<BirdieView>();

  before = $state.raw<string[]>([]);
  cascade = $state.raw<string[]>([]);
  pigeon = $state.raw<string[]>([]);
  owl = $state.raw<string[]>([]);
  private choices = new Map<string, string>();
  private by = new Map<number, By>();
  private starts: Starts = new Map();
  private explored = '';
  private turn = 0;
  private number = 0;
  private closed = false;
  /** A proposal was taken over: what it leaves open is left alone. */
  private proposed = false;

  constructor(private readonly table: Considering) {}

  /** Something was decided: is there anything to take back? */
  get touched(): boolean {
    return this.before.length + this.cascade.length + this.pigeon.length + this.owl.length > 0;
  }

  async reset(): Promise<void> {
    this.proposed = false;
    this.before = [];
    this.cascade = [];
    this.pigeon = [];
    this.owl = [];
    this.choices.clear();
    this.by.clear();
    this.explored = '';
    await this.walk();
  }

  /** Takes back the last decision, or answers that there is none. */
  async back(): Promise<boolean> {
    for (const name of ['owl', 'pigeon', 'cascade', 'before'] as const) {
      if (this[name].length === 0) continue;
      this[name] = this[name].slice(0, -1);
      // A card that was discarded for an ability goes back with what it was for.
      if (name !== 'cascade') while (this[name].length > 0 && !this[name].at(-1)?.startsWith('insert') && !this[name].at(-1)?.startsWith('box') && !this[name].at(-1)?.startsWith('set')) this[name] = this[name].slice(0, -1);
      await this.walk();
      return true;
    }
    return false;
  }

  /** Takes over what the exact scorer proposes, with the cards of my hand. */
  async adopt(steps: string[], row: string[], sets: { start: number; length: number; by: By }[]): Promise<void> {
    const plan = proposal(steps, this.table.position ? ((this.table.position.view as BirdieView).hand ?? []) : []);
    this.proposed = true;
    [this.before, this.cascade, this.pigeon, this.owl] = [plan.before, plan.cascade, plan.pigeon, plan.owl];
    this.choices.clear();
    await this.walk();
    if (sets.length === 0 || this.row.join(' ') !== row.join(' ')) return;
    // The cuts can be made once the row is the one that was proposed.
    this.cuts = cutsOf(row.length, sets).map((cut, gap) => cut || !this.joints[gap]);
    this.by = new Map(sets.map(({ start, by }) => [start, by]));
    await this.walk();
  }

  /** A decision in the phase that asks, or the start of an ability. */
  async decide(step: string): Promise<void> {
    const phase = this.question?.phase;
    if (step.startsWith('remove ') || phase === 'trait' || phase === 'set') this.cascade = [...this.cascade, step];
    else if (phase === 'move' || phase === 'put' || phase === 'insert' || this.uses.before.includes(step)) {
      this.before = [...this.before, step];
      this.pigeon = [];
      this.owl = [];
    } else if (phase === 'drop' || this.uses.pigeon.includes(step)) this.pigeon = [...this.pigeon, step];
    else this.owl = [...this.owl, step];
    await this.walk();
  }

  async toggle(gap: number): Promise<void> {
    await this.divide(this.cuts.map((cut, g) => (g === gap ? !cut : cut)));
  }

  /** These cards are to be one set. */
  async join(a: number, b: number): Promise<void> {
    await this.divide(together(this.cuts, a, b));
  }

  async divide(cuts: boolean[]): Promise<void> {
    // What cannot be joined stays cut.
    this.cuts = cuts.map((cut, gap) => cut || !this.joints[gap]);
    this.pigeon = [];
    this.owl = [];
    this.choices.clear();
    await this.walk();
  }

  /** A run of one kind: count it by the other trait. */
  async turnOver(run: Run): Promise<void> {
    this.by.set(run.start, run.step?.startsWith('bird') ? 'season' : 'bird');
    await this.divide(this.cuts);
  }

  /** Of several sets of a trait this one is to count (tables where the player chooses). */
  async prefer(trait: string, set: string): Promise<void> {
    this.choices.set(trait, set);
    await this.walk();
  }

  /** The way through the phases with all that has been decided. */
  async walk(): Promise<void> {
    if (this.closed) return;
    const turn = (this.turn += 1);
    try {
      await this.through(turn);
    } catch (error) {
      // What was overtaken by a later decision, or by the game, need not be told.
      if (turn === this.turn && this.table.position?.number === this.number) this.table.complain(error);
    }
  }

  /** Nothing is asked or told any more: the seat has left the screen. */
  close(): void {
    this.closed = true;
    this.turn += 1;
  }

  private async through(turn: number): Promise<void> {
    this.number = this.table.position?.number ?? 0;
    const plan = { before: [...this.before], cascade: [...this.cascade], pigeon: [...this.pigeon], owl: [...this.owl] };
    const uses = { before: [] as string[], pigeon: [] as string[], owl: [] as string[] };
    let removable: string[] = [];
    let steps: string[] = [];
    let row: string[] | undefined;
    let division: Run[] = [];
    let seen: BirdieView | undefined;
    // As long as any play: a way that does not end is a fault, not a reason to ask for ever.
    for (let i = 0; i < 200; i += 1) {
      const here = await this.look(steps);
      if (turn !== this.turn) return;
      if (here.complete) {
        this.settle({ row: row ?? this.row, division, events: here.events, play: steps, uses, removable, seen, question: undefined });
        return;
      }
      const view = here.view as BirdieView;
      seen = view;
      const { phase } = view;
      const usable = here.legal.filter((step) => step.startsWith('use '));
      const ask = (): void => {
        const question: Question = { phase: phase as Asked, legal: here.legal, view };
        // The sets stay on the wire while one of them is asked for; the row is as it is now for anything else.
        const asksSet = phase === 'drop' || phase === 'hold' || phase === 'owl box' || phase === 'held box';
        this.settle({ row: asksSet && row ? row : view.row, division: asksSet ? division : [], events: here.events, play: undefined, uses, removable, seen, question });
      };
      let next: string[];
      if (phase === 'before') {
        uses.before = usable;
        next = plan.before.length > 0 ? [plan.before.shift() as string] : ['done'];
      } else if (phase === 'mark') {
        row = view.row;
        await this.explore(steps, view);
        if (turn !== this.turn) return;
        division = runs(row.length, this.cuts, this.starts, this.by);
        next = marks(division, this.starts);
      } else if (phase === 'pigeon') {
        uses.pigeon = usable;
        next = [plan.pigeon.shift() ?? 'done'];
      } else if (phase === 'choose') {
        next = [this.choices.get(view.trait ?? '') ?? largest(here.legal, view)];
      } else if (phase === 'owl' || phase === 'owl move') {
        uses.owl = usable;
        next = [plan.owl.shift() ?? 'done'];
      } else if (phase === 'remove') {
        const planned = plan.cascade.shift();
        row = view.row;
        if (planned === undefined) removable = here.legal.filter((step) => step.startsWith('remove '));
        next = [planned ?? 'done'];
      } else if (phase === 'set' && (usable.length === 0 || (!isAnswer(plan.cascade[0]) && (plan.cascade.length > 0 || this.proposed)))) next = ['done'];
      else {
        const queue = phase === 'drop' ? plan.pigeon : phase === 'trait' || phase === 'set' ? plan.cascade : ['move', 'put', 'insert'].includes(phase) ? plan.before : plan.owl;
        const planned = queue.shift();
        if (planned === undefined || !here.legal.includes(planned)) {
          if (!ASKED.includes(phase)) throw new Error(`unknown phase of scoring: ${phase}`);
          ask();
          return;
        }
        next = [planned];
      }
      steps = [...steps, ...next];
    }
    throw new Error('the scoring does not come to an end');
  }

  private settle(found: {
    row: string[]; division: Run[]; events: Event[]; play: string[] | undefined; question: Question | undefined;
    uses: Scorer['uses']; removable: string[]; seen: BirdieView | undefined;
  }): void {
    this.row = found.row;
    this.runs = found.division;
    this.events = found.events;
    this.play = found.play;
    this.question = found.question;
    this.uses = found.uses;
    this.removable = found.removable;
    this.view = found.seen;
  }

  private async look(steps: string[]): Promise<Pick<Considered, 'legal' | 'view' | 'complete' | 'events'>> {
    const position = this.table.position;
    if (steps.length > 0 || !position) return this.table.consider(steps);
    return { legal: position.legal, view: position.view as BirdieView, complete: false, events: [] };
  }

  /** Asks what can be marked at every card: by leaving one card after the other. All at once, for slow lines. */
  private async explore(steps: string[], view: BirdieView): Promise<void> {
    const key = `${this.table.position?.number} ${view.row.join(' ')}`;
    if (this.explored === key) return;
    this.explored = key;
    const starts = new Map<number, readonly string[]>();
    const asked = view.row.map(async (_, left) => {
      const here = await this.look([...steps, ...Array<string>(left).fill('leave')]).catch(() => undefined);
      const there = here?.view as BirdieView | null | undefined;
      if (here && there?.phase === 'mark') starts.set(there.cursor, here.legal);
    });
    await Promise.all(asked);
    this.starts = starts;
    this.by.clear();
    this.joints = joints(view.row.length, starts);
    this.cuts = this.joints.map((joint) => !joint);
  }
}

/** Is this what one says to a set that has just arisen? */
const isAnswer = (step: string | undefined): boolean => step === 'done' || (step?.startsWith('use ') ?? false);

/** Of the sets that the server lets one choose from, the first of the largest. */
function largest(legal: string[], view: BirdieView): string {
  const size = (step: string): number => view.sets[Number(step.split(' ')[1]) - 1]?.length ?? 0;
  return legal.toSorted((a, b) => size(b) - size(a))[0] as string;
}
