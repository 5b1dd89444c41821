/** Links for others: where they lead to, and how they get out of the browser. */
import { api } from '../../server/api';

/** Whether an address means this machine, whoever reads it. */
export const isLocal = (host: string): boolean => /^(.*\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(host);

let asked: Promise<string> | undefined;

/** The address of this page for others. On the server's own machine the server is asked for the one in the network. */
export function outsideAddress(): Promise<string> {
  const own = location.href.replace(/[?#].*/, '');
  if (!isLocal(location.hostname)) return Promise.resolve(own);
  asked ??= api.outside().then(({ address }) => (address ? `${address}/` : own), () => own);
  return asked;
}

/** Copies a text, where there is no clipboard (pages without https) as one did before. Says whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    const before = document.activeElement as HTMLElement | null;
    // A modal dialogue lets nothing outside it be selected.
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    before?.focus();
    return copied;
  }
}
