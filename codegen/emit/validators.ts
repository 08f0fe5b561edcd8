import { resolve } from 'node:path'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { ajvSchema, createAjv, registerComponents } from '../ajv.ts'
import { eventTypes } from '../catalogue.ts'
import { requestSchema, type Contract, type Json } from '../model.ts'
import { root } from '../load.ts'
import { dataSchema } from '../redaction.ts'

/**
 * Standalone validators for every request, result and event, as one ES module without ajv: `requests[id]`,
 * `results[id]`, `events[type]`. Ajv's own ESM output contains `require()`, hence the bundle.
 */
export async function validators(contract: Contract): Promise<string> {
  const ajv = createAjv(resolve(root, 'src/validation/formats.ts'))
  registerComponents(ajv, contract)
  const names: Record<string, string> = {}
  const add = (name: string, schema: Json) => {
    ajv.addSchema({ ...ajvSchema(schema), $id: `/${name}` })
    names[name] = `/${name}`
  }
  for (const source of contract.sources) {
    add(`request_${source.id}`, requestSchema(source))
    add(`result_${source.id}`, dataSchema(source))
  }
  const events = eventTypes(contract).map(({ type, dataName }) => {
    const name = `event_${type.replaceAll('.', '_')}`
    names[name] = `/schemas/${dataName}`
    return `'${type}': ${name}`
  })
  const map = (kind: string) =>
    `export const ${kind}s = {${contract.sources.map((source) => `${source.id}: ${kind}_${source.id}`).join(', ')}}`
  const code = `${standaloneCode.default(ajv, names)}\n${map('request')}\n${map('result')}\nexport const events = {${events.join(', ')}}\n`
  const bundle = await build({
    stdin: { contents: code, resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
    treeShaking: true,
  })
  return bundle.outputFiles[0]?.text ?? ''
}

/** Types for the validators module. */
export const validatorTypes = `export interface ValidationIssue {
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
export const results: Record<string, Validator>
/** By type of event; what they check is the event's \`data\`. */
export const events: Record<string, Validator>
`
