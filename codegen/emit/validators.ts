import { resolve } from 'node:path'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { ajvSchema, createAjv, registerComponents } from '../ajv.ts'
import { dataSchema } from '../dry-run.ts'
import { requestSchema, type Contract, type Json } from '../model.ts'
import { root } from '../load.ts'

/**
 * Standalone validators for every request and result, as one ES module without ajv: `requests[id]` and `results[id]`.
 * Ajv's own ESM output contains `require()`, hence the bundle.
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
    add(`result_${source.id}`, dataSchema(contract, source))
  }
  const map = (kind: string) =>
    `export const ${kind}s = {${contract.sources.map((source) => `${source.id}: ${kind}_${source.id}`).join(', ')}}`
  const code = `${standaloneCode.default(ajv, names)}\n${map('request')}\n${map('result')}\n`
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
`
