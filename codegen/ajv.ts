import { Ajv2020 } from 'ajv/dist/2020.js'
import { _ } from 'ajv'
import { formats } from '../src/validation/formats.ts'
import type { Contract, Json } from './model.ts'
import { answeredComponents, withNullSecrets } from './redaction.ts'
import { refName } from './schema.ts'

/**
 * Our own keywords in schemas: `x-id` (the kind of record that an id names), `x-redact` (a secret) and `x-lines` (`many`:
 * a text may have several lines).
 */
export const annotations = ['x-id', 'x-redact', 'x-lines']

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
    ...(formatsModule && {
      code: { source: true, esm: true, lines: true, formats: _`require(${formatsModule}).formats` },
    }),
  })
  ajv.addVocabulary([...annotations, 'example'])
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
