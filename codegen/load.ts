import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { LineCounter, parseDocument, type Document, type Node } from 'yaml'
import type { Contract, JsonObject, Source, SourceFile } from './model.ts'
import { ContractError, type Problem } from './problems.ts'

/** The repository's root: codegen reads and writes below it and nowhere else. */
export const root = resolve(import.meta.dirname, '..')

/**
 * Reads every YAML file of the contract below `openapi/`. The folder is the list: `paths/org/units/create.yaml`
 * is `POST /v1/org/units.create`, and `components/schemas/Unit.yaml` is the schema `Unit`.
 *
 * @param dir the folder `openapi` of the tree to read
 * @throws ContractError naming file and line when a file is not YAML
 */
export function loadContract(dir: string): Contract {
  const problems: Problem[] = []
  const read = (file: string): SourceFile => {
    const parsed = readYaml(file, relative(resolve(dir, '..'), file))
    problems.push(...parsed.problems)
    return parsed.source
  }
  const base = read(join(dir, 'openapi.yaml'))
  const components = new Map<string, Map<string, SourceFile>>()
  for (const kind of ['schemas', 'responses', 'parameters', 'headers']) {
    const files = yamlFiles(join(dir, 'components', kind))
    components.set(kind, new Map(files.map((file) => [nameOf(file), read(join(dir, 'components', kind, file))])))
  }
  const sources = yamlFiles(join(dir, 'paths')).map((file) => toSource(file, read(join(dir, 'paths', file))))
  if (problems.length > 0) throw new ContractError(problems)
  return { base, components, sources }
}

function toSource(file: string, source: SourceFile): Source {
  const segments = file.replace(/\.yaml$/, '').split('/')
  const [group, ...rest] = segments as [string, ...string[]]
  const session = group === 'auth'
  return {
    ...source,
    kind: session ? 'session' : 'action',
    group,
    segments,
    id: segments.join('_'),
    action: segments.join('.'),
    url: session ? `/auth/${rest.join('/')}` : `/v1/${group}/${rest.join('.')}`,
    operation: (source.value['post'] ?? {}) as JsonObject,
  }
}

function readYaml(file: string, name: string): { source: SourceFile; problems: Problem[] } {
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines })
  const problems = document.errors.map((error) => ({
    file: name,
    line: error.linePos?.[0].line ?? 1,
    message: error.message.split('\n')[0] ?? 'not YAML',
  }))
  const value = problems.length > 0 ? {} : ((document.toJS() ?? {}) as JsonObject)
  return { source: { file: name, value, lineOf: (path) => lineOf(document, lines, path) }, problems }
}

/** The line of the nearest node that exists on the way to `path`. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as Node | undefined
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

function yamlFiles(dir: string): string[] {
  return (readdirSync(dir, { recursive: true }) as string[]).filter((file) => file.endsWith('.yaml')).sort()
}

function nameOf(file: string): string {
  return file.replace(/\.yaml$/, '')
}
