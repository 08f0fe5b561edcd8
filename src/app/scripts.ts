import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createKeptFile, type KeptFile } from '../http/kept-file.ts'

/** Where codegen puts the scripts. */
const folder = resolve(import.meta.dirname, '../generated/islands')

/** The script of each custom element, by the name of its file: `picker` is that of `<x-picker>`. */
export const scripts: ReadonlyMap<string, KeptFile> = new Map(
  readdirSync(folder).map((file) => {
    const name = file.replace(/\.js$/, '')
    return [name, createKeptFile(name, 'js', readFileSync(join(folder, file), 'utf8'))]
  }),
)

/**
 * A document with the scripts of the custom elements in it, and no others. Texts are escaped, so that none of them can
 * look like an element.
 */
export function withScripts(document: string): string {
  const used = new Set([...document.matchAll(/<x-([a-z-]+)/g)].map(([, name]) => name!))
  const tags = [...used].map((name) => `<script type="module" src="${scripts.get(name)!.path}"></script>`)
  return document.replace('</head>', () => `${tags.join('')}</head>`)
}
