/** Opens records from files and saves them as files. */
import { t } from '../i18n.svelte';
import { notice } from '../signals/live.svelte';
import { drop } from '../../table/past/dropped.svelte';
import { go } from '../route.svelte';

/** The largest record that the server accepts, in bytes. */
const LARGEST = 60_000;

/** Opens a record or a score sheet that was dropped or chosen. The server decides whether it is valid. */
export async function openFile(file: File): Promise<void> {
  if ((await file.slice(0, 200).text()).includes('"birdtable-sheet"')) {
    await (await import('../../companion')).openSheet(file);
    return;
  }
  if (file.size > LARGEST) {
    notice(t('{name} is too large to be a record.', { name: file.name }), { tone: 'berry' });
    return;
  }
  drop(await file.text());
  go('#/replay/file');
}

export function download(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
