import { resolve } from 'node:path'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { build } from 'esbuild'
import { ajvSchema, createAjv, registerComponents } from '../ajv.ts'
import { eventTypes } from '../catalogue.ts'
import { requestSchema, type Contract } from '../model.ts'
import { root } from '../load.ts'
import { dataSchema } from '../redaction.ts'

/**
 * Standalone validators, as ES modules without ajv: one with `requests[id]`, and one with `results[id]` and
 * `events[type]`, which production does not load. They are bundled, because ajv's own ESM output contains `require()`.
 */
export async function validators(contract: Contract): Promise<{ requests: string; results: string }> {
  const ajv = createAjv(resolve(root, 'src/validation/formats.ts'))
  registerComponents(ajv, contract)
  const requests: Validators = {}
  const results: Validators = {}
  const events: Validators = {}
  for (const source of contract.sources) {
    const { id } = source
    ajv.addSchema({ ...ajvSchema(requestSchema(source)), $id: `/requests/${id}` })
    requests[id] = `/requests/${id}`
    ajv.addSchema({ ...ajvSchema(dataSchema(source)), $id: `/results/${id}` })
    results[id] = `/results/${id}`
  }
  for (const { type, dataName } of eventTypes(contract)) events[type] = `/schemas/${dataName}`
  const [first, second] = await Promise.all([moduleOf(ajv, { requests }), moduleOf(ajv, { results, events })])
  return { requests: first, results: second }
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
`,
  results: `import type { Validator } from './requests.js'

/** By operation id. They check what is under \`data\`. */
export const results: Record<string, Validator>
/** By type of event. They check what is under \`data\`. */
export const events: Record<string, Validator>
`,
}
