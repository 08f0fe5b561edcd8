import { resolve } from 'node:path'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { build } from 'esbuild'
import { ajvSchema, createAjv, registerComponents } from '../ajv.ts'
import { eventTypes } from '../catalogue.ts'
import { cellFiles, limitsOf } from '../limits.ts'
import { addTextPattern } from '../expand/patterns.ts'
import { requestSchema, type Contract, type Json } from '../model.ts'
import { ownText } from '../../src/validation/formats.ts'
import { root } from '../load.ts'
import { dataSchema } from '../redaction.ts'
import { mapSchema } from '../schema.ts'

/**
 * Standalone validators, as ES modules without ajv: one with `requests[id]` and `limits[id]`, and one with `results[id]`
 * and `events[type]`, which production does not load. They are bundled, because ajv's own ESM output contains
 * `require()`.
 */
export async function validators(contract: Contract): Promise<{ requests: string; results: string }> {
  const [requests, results] = await Promise.all([requestsModule(contract), resultsModule(contract)])
  return { requests, results }
}

const formatsModule = resolve(root, 'src/validation/formats.ts')

/** Inputs are checked with the patterns of texts; results are not, because older rows may not fit them. */
async function requestsModule(contract: Contract): Promise<string> {
  const ajv = createAjv(formatsModule)
  // A name that fits no pattern is no field either: that refusal says more.
  const withPattern = (schema: Json) =>
    mapSchema(addTextPattern(schema, ownText), ({ propertyNames: _names, ...rest }) => rest)
  registerComponents(ajv, contract, withPattern)
  const requests: Validators = {}
  for (const source of contract.sources)
    requests[source.id] = add(ajv, `/requests/${source.id}`, withPattern(requestSchema(source)))
  const limits = contract.sources.map((source) => {
    const schema = requestSchema(source)
    return [source.id, { ...limitsOf(contract, schema), cells: cellFiles(schema) }]
  })
  const text = JSON.stringify(Object.fromEntries(limits), null, 2)
  return `${await moduleOf(ajv, { requests })}export const limits = ${text}\n`
}

function resultsModule(contract: Contract): Promise<string> {
  const ajv = createAjv(formatsModule)
  registerComponents(ajv, contract)
  const results: Validators = {}
  const events: Validators = {}
  for (const source of contract.sources)
    results[source.id] = add(ajv, `/results/${source.id}`, dataSchema(source))
  for (const { type, dataName } of eventTypes(contract)) events[type] = `/schemas/${dataName}`
  return moduleOf(ajv, { results, events })
}

function add(ajv: Ajv2020, id: string, schema: Json): string {
  ajv.addSchema({ ...ajvSchema(schema), $id: id })
  return id
}

/** Key of the export → id of the schema to check. */
type Validators = Record<string, string>

/** A module that exports maps of validators. */
async function moduleOf(ajv: Ajv2020, maps: Record<string, Validators>): Promise<string> {
  const functions: Record<string, string> = {}
  const exported = Object.entries(maps).map(([map, schemas]) => {
    const entries = Object.entries(schemas).map(([key, schema]) => {
      const name = `${map}_${key.replaceAll('.', '_')}`
      functions[name] = schema
      return `'${key}': ${name}`
    })
    return `export const ${map} = {${entries.join(', ')}}`
  })
  const bundle = await build({
    stdin: {
      contents: [standaloneCode.default(ajv, functions), ...exported].join('\n'),
      resolveDir: root,
      loader: 'js',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
    treeShaking: true,
  })
  return bundle.outputFiles[0]?.text ?? ''
}

/** The type declarations of both modules. */
export const validatorTypes = {
  requests: `export interface ValidationIssue {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
}
export interface Validator {
  (data: unknown): boolean
  errors?: ValidationIssue[] | null
}
export const requests: Record<string, Validator>

/** The largest input that each operation accepts. */
export interface Limits {
  /** The number of objects and lists that are inside one another. */
  depth: number
  /** The number of JSON values that it holds, itself included. */
  values: number
  /** The length of its longest text, in code points. */
  text: number
  /** The properties that are files of cells. */
  cells: string[]
}
/** By operation id. */
export const limits: Record<string, Limits>
`,
  results: `import type { Validator } from './requests.js'

/** By operation id. They check what is under \`data\`. */
export const results: Record<string, Validator>
/** By type of event. They check what is under \`data\`. */
export const events: Record<string, Validator>
`,
}
