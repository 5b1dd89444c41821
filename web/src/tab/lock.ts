/** One tab at a time has the tables. Browsers have locks under https and on this device only; elsewhere tabs ask each other. */
const NAME = 'birdtable tables';
/** Milliseconds in which another tab answers. */
const PATIENCE = 500;

/** Calls `hold` once this tab has them, which it then does for as long as it is open, and `wait` when another one does. */
export function takeTables(hold: () => void, wait: () => void): void {
  // Not known to the types, which believe in https.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return void askOthers(hold, wait);
  const keep = (): Promise<never> => {
    hold();
    return new Promise(() => undefined);
  };
  void locks.request(NAME, { ifAvailable: true }, (lock) => {
    if (lock) return keep();
    wait();
    // Not inside this callback: it would wait for itself.
    setTimeout(() => void locks.request(NAME, keep));
    return undefined;
  });
}

async function askOthers(hold: () => void, wait: () => void): Promise<void> {
  const line = new BroadcastChannel(NAME);
  // Of two that ask at the same time, the lower one is first.
  const mine = Math.random();
  let held = false;
  let heard = true;
  line.onmessage = ({ data: { asked, refused } }: MessageEvent<{ asked: number; refused: boolean }>) => {
    if (refused) heard ||= asked === mine;
    else if (held || mine < asked) line.postMessage({ asked, refused: true });
    else heard = true; // It may have come when our question was past: we ask again.
  };
  while (heard) {
    heard = false;
    line.postMessage({ asked: mine, refused: false });
    await new Promise((on) => setTimeout(on, PATIENCE));
    if (heard) wait();
  }
  held = true;
  hold();
}
