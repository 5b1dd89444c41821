/** Events of the window about games of cardboard: one was stored on this device, or came from another one. */
export const KEPT = 'birdtable-kept';
export const CAME = 'birdtable-came';

/** Where a device remembers that its games are kept in an account too. */
export const ACCOUNT = 'birdtable.account';

/** Keeps games in one's account while a screen is open, if one wishes; returns how to end that. */
export function keepInAccount(): () => void {
  let ended = false;
  let end = (): void => undefined;
  const isWished = ((): boolean => {
    try {
      return localStorage.getItem(ACCOUNT) !== null;
    } catch {
      return false;
    }
  })();
  if (isWished) void import('../evenings').then(({ attend }) => { if (!ended) end = attend(); });
  return () => {
    ended = true;
    end();
  };
}

/** Calls back whenever another window or device has changed what is stored; returns how to end that. */
export function onCame(work: () => void): () => void {
  addEventListener(CAME, work);
  addEventListener('storage', work);
  return () => {
    removeEventListener(CAME, work);
    removeEventListener('storage', work);
  };
}
