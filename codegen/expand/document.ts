import { isObject, type Contract, type Json, type JsonObject } from '../model.ts'
import { NamedSchemas } from '../naming.ts'
import { answeredComponents, withNullSecrets } from '../redaction.ts'
import { refName, resolveRef, rewrite } from '../schema.ts'
import { inputComponents, openAnswer } from './answers.ts'
import { exampleComponents } from './error-examples.ts'
import { addNumberSize } from './numbers.ts'
import { pathItem } from './operations.ts'
import { errorComponents } from './responses.ts'
import { addComponentPatterns, addFormatPattern, textComponentsIn } from './patterns.ts'
import { webhooks } from './webhooks.ts'

/**
 * The published document: what the files say, and what is derived because it is the same for all: the GET twin of a
 * read, `dry_run`, `Idempotency-Key`, the envelope `{data}`, response headers, error responses and the bodies of
 * webhooks. `withRevision` adds its version.
 */
export function expandContract(contract: Contract): JsonObject {
  const base = contract.base.value
  const named = new NamedSchemas(contract)
  const paths = Object.fromEntries([
    ...contract.sources.map((source) => [source.url, pathItem(contract, source, named)] as const),
    ...[...contract.protocol].map(([address, { value }]) => [address, value] as const),
  ])
  const events = webhooks(contract)
  const published = { ...schemas(contract), ...named.schemas, ...events.schemas }
  const components = {
    ...(base['components'] as JsonObject),
    ...Object.fromEntries([...contract.components].map(([kind, files]) => [kind, valuesOf(files)])),
    examples: exampleComponents(contract),
    responses: errorComponents(contract),
    schemas: { ...textComponentsIn(paths, published), ...published },
  }
  return rewrite(
    {
      ...base,
      paths,
      ...(contract.events.size > 0 && { webhooks: events.webhooks }),
      components,
    },
    (object) => addNumberSize(addFormatPattern(describeNull(contract, object))),
  ) as JsonObject
}

/** Components of inputs are closed, and get the pattern of free text. Components of answers are open: they may grow. */
function schemas(contract: Contract): JsonObject {
  const files = contract.components.get('schemas') ?? new Map()
  const inputs = inputComponents(contract)
  const answered = answeredComponents(contract)
  const published = (name: string, value: Json) =>
    inputs.has(name)
      ? addComponentPatterns(value)
      : openAnswer(contract, answered.has(name) ? withNullSecrets(value) : value)
  return Object.fromEntries([...files].map(([name, { value }]) => [name, published(name, value)]))
}

function valuesOf(files: Map<string, { value: Json }>): JsonObject {
  return Object.fromEntries([...files].map(([name, { value }]) => [name, value]))
}

/** A component or null, without a description of its own, gets that of the component. In inputs null clears the value. */
function describeNull(contract: Contract, schema: JsonObject): JsonObject {
  const { anyOf, description } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || description !== undefined) return schema
  const [value, none] = anyOf
  if (refName(value) === undefined || !isObject(none) || none['type'] !== 'null') return schema
  const own = resolveRef(contract, value as JsonObject)['description']
  return typeof own === 'string' ? { ...schema, description: `${own.trim()} Null for none.` } : schema
}
