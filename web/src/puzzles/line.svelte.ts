/**
 * A puzzle as a table: the server knows the position and the rules, this page keeps how often it was tried. It answers
 * like the line to a table, so that a puzzle is solved with the same hands.
 */
import type { FromServer, PuzzleAnswer, PuzzleInfo, Refused } from '../wire';
import { keepTries, triesAt, type Tries } from '../page/progress/puzzled';
import { settings } from '../page/settings.svelte';
import { ProblemError } from '../server/api';
import { SOMEBODY } from '../server/me.svelte';
import { LostError, RefusedError, type Ear, type Saying } from '../server/socket';
import type { Line } from '../table/table.svelte';
import { puzzles } from './api';

export class Puzzle implements Line {
  info = $state.raw<PuzzleInfo>();
  /** What was said to the last try. */
  said = $state.raw<PuzzleAnswer>();
  tries = $state.raw<Tries>({ tries: 0, right: false });
  /** Why there is none, as the server says, or `lost`; empty while all is well. */
  failed = $state('');
  private ear: Ear | undefined;

  /** `today` is the server's, when the page was opened. */
  constructor(readonly series: string, readonly day: string, readonly today: string) {
    this.tries = triesAt(series, day) ?? this.tries;
  }

  reach = (ear: Ear): Line => {
    this.ear = ear;
    ear.line('open', 0);
    void this.look();
    return this;
  };

  async look(): Promise<void> {
    try {
      this.info = await puzzles.one(this.series, this.day);
      this.failed = '';
      this.lay();
    } catch (error) {
      this.failed = error instanceof ProblemError ? error.words : 'lost';
    }
  }

  /** Lays the position out, as it was or anew. */
  lay(): void {
    if (!this.info) return;
    this.said = undefined;
    const { table, position } = this.info;
    const seats = table.seats.map((each, place) => (place === position.seat ? { ...each, name: settings.name || SOMEBODY } : each));
    this.ear?.hear({ type: 'table', number: position.number, table: { ...table, seats }, seats: [position.seat] });
    this.ear?.hear({ ...position, type: 'position' });
  }

  async giveUp(): Promise<void> {
    const answer = await puzzles.answer(this.series, this.day);
    this.keep({ ...this.tries, shown: true });
    this.said = answer;
  }

  async ask(saying: Saying): Promise<FromServer> {
    try {
      if (saying.type === 'consider') {
        const { said } = await puzzles.consider(this.series, this.day, saying.steps);
        if (said.type === 'refused') throw new RefusedError(said);
        return said;
      }
      if (saying.type === 'play') await this.play(saying.steps);
    } catch (error) {
      if (error instanceof ProblemError) throw new RefusedError({ type: 'refused', reason: error.problem.reason, details: error.problem.details as Refused['details'], clause: error.problem.clause });
      if (error instanceof RefusedError) throw error;
      throw new LostError('no answer');
    }
    return { type: 'ok' };
  }

  private async play(steps: string[]): Promise<void> {
    const { answer, refused } = await puzzles.attempt(this.series, this.day, steps);
    if (refused) throw new RefusedError(refused);
    if (!answer) return;
    const { tries, right, shown } = this.tries;
    // Once it is solved, or was shown, further tries are for fun.
    if (!right && !shown) this.keep({ tries: tries + 1, right: answer.right, on: answer.right ? await this.dayNow() : undefined });
    this.said = answer;
  }

  /** A page may have been open since yesterday. */
  private async dayNow(): Promise<string> {
    return puzzles.days().then(({ today }) => today, () => this.today);
  }

  private keep(tries: Tries): void {
    this.tries = tries;
    keepTries(this.series, this.day, tries);
  }

  renew(): void {}
  hurry(): void {
    void this.look();
  }
  close(): void {
    this.ear = undefined;
  }
}
