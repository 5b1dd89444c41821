import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  // Every element of a template carries the name of its style sheet, so that name is short.
  compilerOptions: { runes: true, cssHash: ({ hash, css }) => `s${hash(css).slice(-4)}` },
};
