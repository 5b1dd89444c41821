/** What scores and chairs have in common: entries stay on this device, and the server computes what follows from them. */
import { ProblemError } from '../server/api';
import { onCame } from './kept';

const AGAIN = 3000;

export abstract class Asking {
  state = $state<'fresh' | 'asking' | 'offline' | 'refused'>('asking');
  reason = $state('');
  /** Raised when the answers still under way are of no use any more. */
  protected asked = 0;
  private timer = 0;

  protected abstract compute(): Promise<void>;
  /** Another window or device has changed what is stored: it goes on from there. */
  abstract renew(): void;

  /** Asks the server after a pause in which more may be entered, and again until it answers. */
  ask(pause = 0): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.compute(), pause);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  protected begin(): void {
    if (this.state !== 'offline') this.state = 'asking';
  }

  protected fail(error: unknown): void {
    if (error instanceof ProblemError && error.status === 400) {
      this.state = 'refused';
      this.refuse(error);
      return;
    }
    // Being rate-limited is not being offline, but we ask again in either case.
    if (!(error instanceof ProblemError) || error.status >= 500) this.state = 'offline';
    this.ask(AGAIN);
  }

  protected refuse(error: ProblemError): void {
    this.reason = error.words;
  }
}

/** Keeps a desk up to date while its screen is open; returns how to end that. */
export function keepAsking(desk: Asking): () => void {
  desk.ask();
  const again = (): void => desk.ask();
  addEventListener('online', again);
  const ended = onCame(() => desk.renew());
  return () => {
    ended();
    removeEventListener('online', again);
    desk.stop();
  };
}

/** A name for something that begins now, unlike any other on this person's devices. */
export const newId = (now: number): string => `${now.toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
