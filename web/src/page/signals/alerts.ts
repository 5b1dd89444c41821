/** Tells a person who looks elsewhere that it is their turn: page title, sound, and a notification if allowed. */
import { t } from '../i18n.svelte';
import { notice, say } from './live.svelte';
import { settings } from '../settings.svelte';
import { play } from './sounds';

const NAME = 'Birdtable';

export function title(text: string, mine: boolean): void {
  document.title = mine ? `● ${t('Your turn')} · ${NAME}` : text ? `${text} · ${NAME}` : NAME;
}

/** Called once for each of my turns. */
export function callToTable(what: string): void {
  say(what, true);
  call(what);
}

function call(what: string, address = ''): void {
  play('turn');
  if (settings.notify && document.hidden && mayNotify()) {
    const note = new Notification(t('Your turn'), { body: what, tag: 'birdtable-turn', icon: './icon-192.png' });
    note.onclick = () => {
      window.focus();
      if (address) location.hash = address;
      note.close();
    };
  }
}

/** Somebody at a table asks me to come back. */
export function nudge(name: string, table: string): void {
  const what = t('{name} is waiting for you: it is your turn.', { name: name || t('somebody') });
  const address = `#/table/${table}`;
  notice(what, { tone: 'leaf', address: location.hash.startsWith(address) ? undefined : address });
  call(what, address);
}

/** Pages without https have no notifications at all. */
export const mayNotify = (): boolean => isSecureContext && globalThis.Notification?.permission === 'granted';

/** Asks the browser, when the person switches notifications on. Returns why there are none, or nothing. */
export async function allowNotifications(): Promise<string> {
  if (!isSecureContext || !('Notification' in globalThis)) return t('This browser has no notifications here: they need a page under https.');
  return (await Notification.requestPermission()) === 'granted' ? '' : t('The browser does not allow notifications here.');
}
