import { Ajv2020 } from 'ajv/dist/2020.js'
import { _, type CodeKeywordDefinition } from 'ajv'
import { formats } from '../src/validation/formats.ts'
import type { Contract, Json } from './model.ts'
import { answeredComponents, withNullSecrets } from './redaction.ts'
import { refName } from './schema.ts'

/**
 * Our own keywords that say something and check nothing: `x-id` (the kind of record), `x-redact` (a secret), `x-lines`
 * (`many`: a text may have several lines, see `addTextPattern`; `cells`: it is a file), `x-only-with` (see `checkOnlyWith`), `x-web-only` (a property that tools do not have),
 * `x-mcp-default` (what a tool sends when the property is left out), `x-mcp-rows`
 * (what the rows of a tool's list show), `x-query` (the parameters of a GET that are the parts
 * of an object), `x-unbounded` (why an answer has no limit), `x-general-codes` (see `generalCodes`) and `x-any` (an
 * object of any JSON, with so many values).
 */
const remarks = [
  ...[
    'x-id',
    'x-redact',
    'x-lines',
    'x-only-with',
    'x-web-only',
    'x-mcp-default',
    'x-mcp-rows',
    'x-query',
    'x-unbounded',
  ],
  ...['x-general-codes', 'x-any'],
]

/**
 * `x-decimals`: how many decimals a number may have at most. `multipleOf: 0.001` would say the same, but it is checked
 * by a division of binary fractions: many validators refuse 0.57 by it.
 */
const decimals: CodeKeywordDefinition = {
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  error: { message: 'has too many decimals', params: ({ schema }) => _`{limit: ${schema as number}}` },
  code: (context) => {
    const { data, schema } = context
    context.fail(_`Number(${data}.toFixed(${schema as number})) !== ${data}`)
  },
}

/** All of our own keywords in schemas. */
export const annotations = [...remarks, 'x-decimals']

/**
 * Ajv as the contract needs it: 2020-12, strict, every error reported, defaults filled in.
 *
 * @param formatsModule the module from which standalone code imports the formats; leave it out to run the validators
 *   here
 */
export function createAjv(formatsModule?: string): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    useDefaults: true,
    formats,
    ...(formatsModule
      ? { code: { source: true, esm: true, lines: true, formats: _`require(${formatsModule}).formats` } }
      : // Each runs a few times, so it is compiled the quickest way, and a component once, not wherever it is used.
        { inlineRefs: false, code: { optimize: false } }),
  })
  ajv.addVocabulary([...remarks, 'example'])
  ajv.addKeyword(decimals)
  return ajv
}

/**
 * Registers every component schema under `/schemas/<Name>` (no colon: it would read as a URI scheme).
 *
 * @param change what is done to each of them before
 */
export function registerComponents(
  ajv: Ajv2020,
  contract: Contract,
  change: (schema: Json) => Json = (schema) => schema,
): void {
  const answered = answeredComponents(contract)
  for (const [name, { value }] of contract.components.get('schemas') ?? []) {
    const schema = change(answered.has(name) ? withNullSecrets(value) : value)
    ajv.addSchema({ ...ajvSchema(schema), $id: `/schemas/${name}` })
  }
}

/** The schema for ajv: references to components are replaced by their registered ids. */
export function ajvSchema(schema: Json): object {
  return JSON.parse(JSON.stringify(schema), (key, value: Json) => {
    if (key === '$ref') return `/schemas/${refName({ $ref: value }) ?? String(value)}`
    return value
  }) as object
}
