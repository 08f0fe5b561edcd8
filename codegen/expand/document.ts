import { createHash } from 'node:crypto'
import { requestSchema, type Contract, type Json, type JsonObject } from '../model.ts'
import { NamedSchemas } from '../naming.ts'
import { answeredComponents, withNullSecrets } from '../redaction.ts'
import { componentsBelow, rewrite } from '../schema.ts'
import { withoutClosedObjects } from './answers.ts'
import { pathItem } from './operations.ts'
import { errorComponents } from './responses.ts'
import { addFormatPattern, addInputPatterns } from './patterns.ts'
import { webhooks } from './webhooks.ts'

/**
 * The published document: what the files say, and what is derived because it is the same for all: the GET twin of a
 * read, `dry_run`, `Idempotency-Key`, the envelope `{data}`, response headers, error responses and the bodies of
 * webhooks.
 */
export function expandContract(contract: Contract): JsonObject {
  const base = contract.base.value
  const named = new NamedSchemas(contract)
  const paths = Object.fromEntries(
    contract.sources.map((source) => [source.url, pathItem(contract, source, named)]),
  )
  const events = webhooks(contract)
  const components = {
    ...(base['components'] as JsonObject),
    ...Object.fromEntries([...contract.components].map(([kind, files]) => [kind, valuesOf(files)])),
    responses: errorComponents(contract),
    schemas: { ...schemas(contract), ...named.schemas, ...events.schemas },
  }
  const document = rewrite(
    {
      ...base,
      paths,
      ...(contract.events.size > 0 && { webhooks: events.webhooks }),
      components,
    },
    addFormatPattern,
  ) as JsonObject
  return { ...document, info: { ...(base['info'] as JsonObject), version: buildOf(document) } }
}

/** Components of inputs are closed, and get the pattern of free text. Components of answers are open: they may grow. */
function schemas(contract: Contract): JsonObject {
  const files = contract.components.get('schemas') ?? new Map()
  const inputs = componentsBelow(contract, contract.sources.map(requestSchema))
  const answered = answeredComponents(contract)
  const published = (name: string, value: Json) =>
    inputs.has(name)
      ? addInputPatterns(value)
      : withoutClosedObjects(answered.has(name) ? withNullSecrets(value) : value)
  return Object.fromEntries([...files].map(([name, { value }]) => [name, published(name, value)]))
}

function valuesOf(files: Map<string, { value: Json }>): JsonObject {
  return Object.fromEntries([...files].map(([name, { value }]) => [name, value]))
}

/**
 * The version of the document: a number that differs for every document. It has only digits, because generators use it
 * as the version of their package, and package managers refuse most other texts.
 */
function buildOf(document: JsonObject): string {
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex')
  return BigInt(`0x${hash.slice(0, 12)}`).toString()
}
