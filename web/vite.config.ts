import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

const WORKER = 'worker.js'
const SITE_WORKER = 'site-worker.js'

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

/** Tell the service worker the names of all files of this version: it keeps them on the device. */
function listFiles(): Plugin {
  return {
    name: 'list-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !/jost-(cyrillic|latin-ext)/.test(name)).sort()
      const entries = chunks.filter((chunk) => chunk.isEntry && ![WORKER, SITE_WORKER].includes(chunk.fileName)).map((chunk) => chunk.fileName)
      const first = names.filter((name) => collect(entries, bundle).includes(name) || /\/(index-.*\.css|jost-)/.test(name))
      const later = names.filter((name) => !first.includes(name))
      const worker = chunks.find((chunk) => chunk.fileName === WORKER)!
      const version = names.map((name) => name.replace(/^.*-|\.\w+$/g, '')).join('')
      worker.code = worker.code
        .replaceAll('__VERSION__', version)
        .replaceAll('__FILES__', JSON.stringify(first))
        .replaceAll('__LATER__', JSON.stringify(later))
    },
  }
}

/** The files that some chunks import at once, with what those import. */
function collect(names: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  return names.flatMap((name) => {
    const chunk = bundle[name]
    return chunk?.type === 'chunk' ? [name, ...collect(chunk.imports, bundle)] : [name]
  })
}

// The page may be under a sub-path, so every address in it is relative; the server says where the root is.
export default defineConfig({
  base: './',
  plugins: [svelte(), preloadFont(), listFiles()],
  build: {
    outDir: '../src/reihum/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // nothing inline: the content security policy allows files of this server only
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker.js', siteWorker: 'src/siteWorker.js' },
      output: { entryFileNames: ({ name }) => (name === 'worker' ? WORKER : name === 'siteWorker' ? SITE_WORKER : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  test: { include: ['src/**/*.test.ts'], css: true },
})
