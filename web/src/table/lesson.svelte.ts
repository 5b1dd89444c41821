/**
 * A lesson as a table: the server plays it by the rules, this page keeps how far the learner has come. It answers
 * like the line to a table, so that the tables of the page can be learnt at.
 */
import type { Considered, FromServer, LessonAnswer, LessonStop, Refused } from '../wire';
import { api, ProblemError } from '../server/api';
import { SOMEBODY } from '../server/me.svelte';
import { finishLesson, keepPlays, keptPlays } from '../page/progress/learnt';
import { settings } from '../page/settings.svelte';
import { LostError, RefusedError, type Ear, type Saying } from '../server/socket';
import type { Line } from './table.svelte';

export class Lesson implements Line {
  stop = $state.raw<LessonStop>();
  /** What was said to the last try, if it was not the one that is meant. */
  wrong = $state.raw<LessonAnswer>();
  /** How many of the acts of this stop are done in the play that is being put together. */
  acts = $state(0);
  failed = $state(false);
  private ear: Ear | undefined;
  private plays: string[][];

  constructor(readonly name: string) {
    this.plays = keptPlays(name);
  }

  /** Becomes the line of a table. */
  reach = (ear: Ear): Line => {
    this.ear = ear;
    ear.line('open', 0);
    void this.look();
    return this;
  };

  /** What is to be done now, or read. */
  get now(): { text: string; spot: string[] } | undefined {
    return this.stop?.acts[this.acts] ?? this.stop;
  }

  get isLast(): boolean {
    return this.stop !== undefined && this.stop.stop === this.stop.stops - 1;
  }

  private async look(): Promise<FromServer | undefined> {
    try {
      const found = await api.lesson(this.name, this.plays);
      this.failed = false;
      this.wrong = undefined;
      this.acts = 0;
      this.stop = found;
      const { seat, number } = found.position;
      const seats = found.table.seats.map((each, place) => (place === seat ? { ...each, name: settings.name || SOMEBODY } : each));
      this.ear?.hear({ type: 'table', number, table: { ...found.table, seats }, seats: [seat] });
      // Where there is only something to read, nobody is asked whether to pass.
      const legal = found.asks ? found.position.legal : found.position.legal.filter((step) => step !== 'pass');
      const position: FromServer = { ...found.position, legal, type: 'position' };
      this.ear?.hear(position);
      keepPlays(this.name, this.plays);
      if (this.isLast) finishLesson(this.name);
      return position;
    } catch (error) {
      // A lesson that has changed in the meantime starts over.
      if (error instanceof ProblemError && error.status === 400 && this.plays.length > 0) return this.startOver();
      this.failed = true;
      return undefined;
    }
  }

  /** The text was read. */
  async readOn(): Promise<void> {
    if (!this.stop || this.stop.asks || this.isLast) return;
    this.plays = [...this.plays, []];
    await this.look();
  }

  async startOver(): Promise<FromServer | undefined> {
    this.plays = [];
    return this.look();
  }

  async ask(saying: Saying): Promise<FromServer> {
    try {
      if (saying.type === 'consider') return await this.consider(saying.steps);
      if (saying.type === 'play') return await this.play(saying.steps);
    } catch (error) {
      if (error instanceof ProblemError) throw new RefusedError({ type: 'refused', reason: error.problem.reason, details: error.problem.details as Refused['details'], clause: error.problem.clause });
      if (error instanceof RefusedError) throw error;
      throw new LostError('no answer');
    }
    return { type: 'ok' };
  }

  private async consider(steps: string[]): Promise<Considered> {
    const { said, acts } = await api.considerInLesson(this.name, this.plays, steps);
    if (said.type === 'refused') throw new RefusedError(said);
    if (acts >= 0) this.acts = acts;
    return said;
  }

  private async play(steps: string[]): Promise<FromServer> {
    const answer = await api.tryInLesson(this.name, this.plays, steps);
    if (!answer.right) {
      this.wrong = answer;
      return { type: 'ok' };
    }
    this.plays = [...this.plays, steps];
    return (await this.look()) ?? { type: 'ok' };
  }

  renew(): void {}
  hurry(): void {
    void this.look();
  }
  close(): void {
    this.ear = undefined;
  }
}
