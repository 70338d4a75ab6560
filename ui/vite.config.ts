import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The backend that `dev` passes commands on to.
const backend = process.env['CHARACTERCHAT_BACKEND'] ?? 'http://127.0.0.1:4747';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy allows no data: address for fonts and styles.
    assetsInlineLimit: 0,
    // What the start needs comes in one piece, which is smaller and sooner there than thirty.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The backend answers only what seems to come from its own address.
    proxy: Object.fromEntries(
      ['/api', '/portraits', '/personas', '/files', '/enter'].map((path) => [
        path,
        { target: backend, changeOrigin: true, headers: { origin: backend } },
      ]),
    ),
  },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    // Styles make looking for roles slow, so only those are there that a test looks at.
    css: { include: [/\/page\/(Turn|Spans)\.svelte/, /\/IconButton\.svelte/] },
  },
});
