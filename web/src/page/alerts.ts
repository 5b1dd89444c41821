/** Tells a person who looks elsewhere that it is their turn: page title, sound, and a notification if allowed. */
import { t } from './i18n.svelte';
import { say } from './live.svelte';
import { settings } from './settings.svelte';
import { play } from './sounds';

const NAME = 'Birdtable';

export function title(text: string, mine: boolean): void {
  document.title = mine ? `● ${t('Your turn')} · ${NAME}` : text ? `${text} · ${NAME}` : NAME;
}

/** Called once for each of my turns. */
export function callToTable(what: string): void {
  say(what, true);
  play('turn');
  if (settings.notify && document.hidden && 'Notification' in globalThis && Notification.permission === 'granted') {
    const note = new Notification(t('Your turn'), { body: what, tag: 'birdtable-turn', icon: './icon-192.png' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}

/** Asks the browser once, when the person switches notifications on. Returns whether they are allowed. */
export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
