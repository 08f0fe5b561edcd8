import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeptFile } from '../http/kept-file.ts'
import { palettes } from '../pages/stylesheet.ts'

const read = (...path: string[]): string => readFileSync(join(import.meta.dirname, ...path), 'utf8')
const parts = readdirSync(join(import.meta.dirname, 'parts'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .sort()

/** The stylesheet of the app: the colours of all pages, what its pages share, and the rules of each part. */
export const stylesheet = createKeptFile(
  'app',
  'css',
  [palettes, read('base.css'), ...parts.map((file) => read('parts', file))].join('\n'),
)
