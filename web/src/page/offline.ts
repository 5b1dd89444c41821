/** Keeps the page on this device, so that a score sheet can be opened again without a network. */
import { t } from './i18n.svelte';
import { notice } from './signals/live.svelte';

let asked = false;

/** The worker knows the files of this build; a newer one takes its place by itself, and whoever is here is told. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (asked) return;
  asked = true;
  const { serviceWorker } = navigator;
  const before = serviceWorker.controller;
  try {
    const registration = await serviceWorker.register(new URL('worker.js', document.baseURI.replace(/#.*/, '')));
    addEventListener('online', () => void registration.update().catch(() => undefined));
    if (before) serviceWorker.addEventListener('controllerchange', () => void tell());
  } catch {
    // Then the page cannot be opened without a network; nothing else changes.
  }
}

/** Tells when a newer build than the one on the screen has taken over. */
async function tell(): Promise<void> {
  const worker = navigator.serviceWorker.controller;
  while (worker?.state === 'activating') await new Promise((done) => worker.addEventListener('statechange', done, { once: true }));
  const mine = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  if (mine && !(await caches.match(mine))) notice(t('There is a newer version of this page. Reload it when you like.'));
}
