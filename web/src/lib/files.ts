/** Records as files: opened from the device, and given to it. */
import { t } from './i18n.svelte';
import { notice } from './live.svelte';
import { drop } from './replay.svelte';
import { go } from './route.svelte';

/** As much as the server takes. */
const LARGEST = 60_000;

/** Opens a record or a score sheet that was dropped or chosen. Whether it is one, the server says. */
export async function openFile(file: File): Promise<void> {
  if ((await file.slice(0, 200).text()).includes('"birdtable-sheet"')) {
    await (await import('../companion/sheetfile')).openSheet(file);
    return;
  }
  if (file.size > LARGEST) {
    notice(t('{name} is too large to be a record.', { name: file.name }), { tone: 'berry' });
    return;
  }
  drop(await file.text());
  go('#/replay/file');
}

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
