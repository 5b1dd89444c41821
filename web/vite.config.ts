import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { shortenCalls, shortNames } from './scripts/short.mjs';
import { sprite } from './scripts/sprite.mjs';

const server = process.env.BIRDTABLE_URL ?? 'http://127.0.0.1:8000';

/** Puts the drawings into the page where it says `<!--sprite-->`. */
function drawings(): Plugin {
  const folder = fileURLToPath(new URL('./src/art', import.meta.url));
  return {
    name: 'birdtable-drawings',
    transformIndexHtml: (html) => html.replace('<!--sprite-->', sprite(folder)),
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

export default defineConfig({
  base: './',
  plugins: [shortening(), svelte(), drawings()],
  build: {
    outDir: '../src/birdtable/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  },
  // The rules lie beside the games that they are of.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true }, '/tables': { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] },
});
