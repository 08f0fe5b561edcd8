import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** Packages, git's own files, and what a server keeps here. */
const notOurs = /^(node_modules|\.git|var)(\/|$)/

/** A fenced block of a README: `ts recipe src/jobs/number_desk.ts` is its info. */
export interface Block {
  info: string
  text: string
}

export interface Readme {
  /** From the root. */
  file: string
  /** Its folder, from the root. */
  folder: string
  text: string
  blocks: Block[]
  /** What is in backticks, outside of the blocks. */
  spans: string[]
}

/** Every README, CONTRIBUTING.md, and the pages of docs. */
export function readReadmes(): Readme[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => !notOurs.test(file) && /^((.*\/)?(README|CONTRIBUTING)|docs\/.*)\.md$/.test(file))
    .sort()
    .map((file) => parseReadme(file, readFileSync(join(root, file), 'utf8')))
}

export function parseReadme(file: string, text: string): Readme {
  const fence = /^```(.*)\n([\s\S]*?)^```$/gm
  return {
    file,
    folder: dirname(file),
    text,
    blocks: [...text.matchAll(fence)].map(([, info = '', block = '']) => ({ info, text: block })),
    spans: [...text.replaceAll(fence, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span),
  }
}

/** One of the documents by its path from the root. */
export function readReadme(file: string): Readme {
  return parseReadme(file, readFileSync(join(root, file), 'utf8'))
}

/** A block that a newcomer follows: a file to write, lines to add to one, or commands to type. */
export type RecipeStep =
  | { kind: 'commands'; text: string }
  | { kind: 'file'; file: string; text: string }
  | { kind: 'lines'; file: string; after: string; text: string }

/**
 * The steps of all recipes: `sh recipe` holds commands, `ts recipe <file>` a new file, and `ts recipe add <file> after
 * <text>` lines to put below the first line with this text.
 */
export function recipeSteps(readmes: Readme[]): RecipeStep[] {
  return readmes.flatMap(({ blocks }) => blocks.flatMap(toStep))
}

function toStep({ info, text }: Block): RecipeStep[] {
  const [, language, rest = ''] = /^(\S+) recipe\b ?(.*)$/.exec(info) ?? []
  if (language === undefined) return []
  if (rest === '') return [{ kind: 'commands', text }]
  const [, added, after = ''] = /^add (\S+) after (.+)$/.exec(rest) ?? []
  return added === undefined
    ? [{ kind: 'file', file: rest, text }]
    : [{ kind: 'lines', file: added, after, text }]
}
