import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { LineCounter, isAlias, isMap, isSeq, parseDocument, type Document } from 'yaml'
import { eventType } from './catalogue.ts'
import { includeErrorSets } from './error-sets.ts'
import { includeExamples } from './examples.ts'
import { loadJobs } from './jobs.ts'
import { includeProperties } from './include.ts'
import { loadReactions } from './reactions.ts'
import { isObject, type Contract, type Json, type Path, type Source, type SourceFile } from './model.ts'
import { ContractError, type Problem } from './problems.ts'
import { includeNames } from './set-names.ts'

/** The root of the repository. Codegen reads and writes only below it. */
export const root = resolve(import.meta.dirname, '..')

/**
 * Reads all YAML files of the contract. There is no list of them: the file `paths/org/units/create.yaml` is
 * `POST /v1/org/units.create`, and `components/schemas/Unit.yaml` is the schema `Unit`.
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
  const readAll = (folder: string) =>
    new Map(yamlFiles(join(dir, folder)).map((file) => [nameOf(file), read(join(dir, folder, file))]))
  const kinds = ['schemas', 'responses', 'parameters', 'headers']
  const components = new Map(kinds.map((kind) => [kind, readAll(`components/${kind}`)]))
  const errors = readAll('components/errors')
  const warnings = readAll('components/warnings')
  const events = readAll('events')
  addEventData(events, components.get('schemas') as Map<string, SourceFile>)
  const jobs = loadJobs(resolve(dir, '..'))
  const reactions = loadReactions(resolve(dir, '..'))
  problems.push(...jobs.problems, ...reactions.problems)
  const sets = readAll('components/properties')
  const sources = yamlFiles(join(dir, 'paths')).map((file) => toSource(file, read(join(dir, 'paths', file))))
  const protocol = new Map(
    yamlFiles(join(dir, 'protocol')).map((file) => [addressOf(file), read(join(dir, 'protocol', file))]),
  )
  const files = [...components.values()].flatMap((kind) => [...kind.values()])
  const examples = readAll('components/examples')
  const errorSets = readAll('components/error-sets')
  if (problems.length === 0)
    problems.push(
      ...includeProperties([...files, ...sources], sets),
      ...includeNames([...files, ...sources, ...examples.values()], sets),
      ...includeErrorSets(sources, errorSets),
      ...includeExamples([...files, ...sources, ...events.values(), ...protocol.values()], examples, sets),
    )
  if (problems.length > 0) throw new ContractError(problems)
  return {
    base,
    components,
    sets,
    errors,
    warnings,
    events,
    jobs: jobs.jobs,
    reactions: reactions.reactions,
    sources,
    protocol,
  }
}

/** Adds the `data` of each event to the schemas, so that it is checked and published like them. */
function addEventData(events: Map<string, SourceFile>, schemas: Map<string, SourceFile>): void {
  for (const [type, file] of events) {
    const { data } = file.value
    const { dataName } = eventType(type, file)
    if (isObject(data) && !schemas.has(dataName))
      schemas.set(dataName, {
        file: file.file,
        value: data,
        lineOf: (path) => file.lineOf(['data', ...path]),
      })
  }
}

/**
 * The operation in a file. Its ids and its address come from the path of the file.
 *
 * @param file path below `paths/`
 */
export function toSource(file: string, source: SourceFile): Source {
  const segments = file.replace(/\.yaml$/, '').split('/')
  const [group, ...rest] = segments as [string, ...string[]]
  const session = group === 'auth'
  const operation = isObject(source.value['post']) ? source.value['post'] : {}
  return {
    ...source,
    kind: operation['x-redirect'] === true && session ? 'redirect' : session ? 'session' : 'action',
    group,
    segments,
    id: segments.join('_'),
    action: segments.join('.'),
    url: session ? `/auth/${rest.join('/')}` : `/v1/${group}/${rest.join('.')}`,
    operation,
  }
}

/** The parsed texts. Who loads a contract again after a change, as tests do, parses only what has changed. */
const parsed = new Map<string, { document: Document.Parsed; lines: LineCounter }>()

function parse(text: string): { document: Document.Parsed; lines: LineCounter } {
  let known = parsed.get(text)
  if (!known) {
    const lines = new LineCounter()
    known = { document: parseDocument(text, { lineCounter: lines }), lines }
    parsed.set(text, known)
  }
  return known
}

function readYaml(file: string, name: string): { source: SourceFile; problems: Problem[] } {
  const { document, lines } = parse(readFileSync(file, 'utf8'))
  // One mistake causes several errors of the parser. The first one is the mistake.
  const problems = document.errors.slice(0, 1).map((error) => ({
    file: name,
    line: error.linePos?.[0].line ?? 1,
    message: `not YAML: ${error.message.replace(/ at line \d+, column \d+:[^]*/, '')}`,
  }))
  const value = problems.length > 0 ? {} : (document.toJS() as Json)
  if (!isObject(value))
    problems.push({ file: name, line: 1, message: 'the file is not a mapping of names to values' })
  const source = { file: name, value: isObject(value) ? value : {} }
  return { source: { ...source, lineOf: (path) => lineOf(document, lines, path) }, problems }
}

/** The line of the key at `path`; if there is none, that of the nearest key above. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: Path): number {
  let node: unknown = document.contents
  let offset = 0
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === String(step))
      if (!pair) break
      offset = (pair.key as { range?: [number] }).range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      if (!node) break
      offset = (node as { range?: [number] }).range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}

function yamlFiles(dir: string): string[] {
  if (!existsSync(dir)) return []
  return (readdirSync(dir, { recursive: true }) as string[]).filter((file) => file.endsWith('.yaml')).sort()
}

/** The file `well-known/openid-configuration.yaml` is about `/.well-known/openid-configuration`. */
function addressOf(file: string): string {
  return `/${nameOf(file).replace(/^well-known\//, '.well-known/')}`
}

function nameOf(file: string): string {
  return file.replace(/\.yaml$/, '')
}
