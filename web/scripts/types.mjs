// Writes src/protocol/schema.ts from the published schema: `npm run types`.
import { readFile, writeFile } from 'node:fs/promises'
import { compile } from 'json-schema-to-typescript'

const schema = JSON.parse(await readFile(new URL('../../docs/protocol.schema.json', import.meta.url), 'utf8'))
const types = await compile(schema, 'Protocol', {
  additionalProperties: false,
  bannerComment: '/* Made by `npm run types` from docs/protocol.schema.json: do not edit. */',
  format: false,
  unreachableDefinitions: true,
})
await writeFile(new URL('../src/protocol/schema.ts', import.meta.url), types)
