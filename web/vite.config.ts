import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { licences } from './scripts/licences.mjs';
import { sentences } from './scripts/old.mjs';
import { shortenCalls, shortNames } from './scripts/short.mjs';
import { sprite } from './scripts/sprite.mjs';

const server = process.env.BIRDTABLE_URL ?? 'http://127.0.0.1:8000';

/** Puts the drawings into the page where it says `<!--sprite-->`, and what old browsers are told where it says `<!--old-->`. */
function drawings(): Plugin {
  const folder = fileURLToPath(new URL('./src/art', import.meta.url));
  return {
    name: 'birdtable-drawings',
    transformIndexHtml: (html) => html.replace('<!--sprite-->', sprite(folder)).replace('<!--old-->', sentences()),
  };
}

/** Long messages go by their short names in the built page. */
function shortening(): Plugin {
  const names = shortNames();
  return {
    name: 'birdtable-short-names',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (/\/src\/.*\.(svelte|ts)$/.test(id) && !id.endsWith('i18n.svelte.ts') ? { code: shortenCalls(code, names), map: null } : undefined),
  };
}

/**
 * The page is always mounted, never hydrated. Svelte guards hydration with one variable so that bundlers can leave it
 * out: ours does once the variable is a constant and the calls that would do nothing are gone.
 */
function withoutHydration(): Plugin {
  return {
    name: 'birdtable-without-hydration',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('svelte/src/internal/client/dom/hydration.js')) {
        const constant = code.replace('export let hydrating = false;', 'export const hydrating = false;').replace('hydrating = value;', '');
        if (constant === code) throw new Error('Svelte no longer guards hydration with this variable');
        return { code: constant, map: null };
      }
      return id.endsWith('.svelte') ? { code: code.replace(/^\s*\$\.(reset|next|remove_input_defaults)\(\w*\);$/gm, ''), map: null } : undefined;
    },
  };
}

/** Sizes of text are written in pixels of a browser that was left as it is (16 px), and follow the one who made it larger. */
const followingText = {
  postcssPlugin: 'birdtable-following-text',
  Declaration(rule: { prop: string; value: string }) {
    if (rule.prop !== 'font' && rule.prop !== 'font-size') return;
    const value = rule.value.replace(/([\d.]+)px/g, (_, pixels: string) => `${Number(pixels) / 16}rem`);
    if (value !== rule.value) rule.value = value;
  },
};

export default defineConfig({
  base: './',
  worker: { format: 'es' },
  css: { postcss: { plugins: [followingText] } },
  plugins: [shortening(), svelte(), withoutHydration(), drawings(), licences()],
  build: {
    outDir: '../src/birdtable/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files, each whole: what the start page needs, what the other screens share, and one file for each of the rest.
    rolldownOptions: { output: { codeSplitting: { groups: [
      { name: 'start', tags: ['$initial'], priority: 2 },
      { name: 'tab', test: /\/src\/tab\//, priority: 1 },
      { name: 'screens', test: /\/src\/(?!games\/\w+\/|companion\/|evenings\/|chair\/|operator\/|puzzles\/|tab\/|parts\/page\/Privacy)|\/birdie\/scoring\/(Wire\.svelte|questions\.ts)$/, priority: 1 },
      { name: 'companion', test: /\/src\/companion\//, priority: 1 },
    ] } } },
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  },
  // The rules lie beside the games that they are of.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true }, '/tables': { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] },
});
