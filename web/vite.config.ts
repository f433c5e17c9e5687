import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Load the font that every page needs at once, not only after the styles. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /jost-latin-wght.*\.woff2$/.test(name))
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${font}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

// The page may be under a sub-path, so every address in it is relative; the server says where the root is.
export default defineConfig({
  base: './',
  plugins: [svelte(), preloadFont()],
  build: {
    outDir: '../src/reihum/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // nothing inline: the content security policy allows files of this server only
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts'], css: true },
})
