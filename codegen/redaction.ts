import { requestSchema, resultSchema } from './model.ts'
import type { Contract, Json, JsonObject, Source } from './model.ts'
import { componentsBelow, mapSchema, pathsOf } from './schema.ts'

/** Tells whether the action has a dry run, in which the secrets of its result are null. */
export function hasDryRun(source: Source): boolean {
  return source.kind === 'action' && source.operation['x-class'] !== 'read'
}

/** The paths of secrets (`x-redact`) in the result of a write: `secret`, `keys.*.secret`. */
export function redactedPaths(contract: Contract, source: Source): string[] {
  if (!hasDryRun(source)) return []
  return pathsOf(contract, resultSchema(source), (schema) => schema['x-redact'] === true)
}

/** The schema of the result. For a write, secrets may be null, because a dry run issues none. */
export function dataSchema(source: Source): Json {
  return hasDryRun(source) ? withNullSecrets(resultSchema(source)) : resultSchema(source)
}

/** The schema, with each secret nullable. */
export function withNullSecrets(schema: Json): Json {
  return mapSchema(schema, (one) => (one['x-redact'] === true ? orNull(one) : one))
}

/** The names of the components in which secrets may be null: those of the results of writes that are not in inputs. */
export function answeredComponents(contract: Contract): Set<string> {
  const written = componentsBelow(contract, contract.sources.filter(hasDryRun).map(resultSchema))
  return written.difference(componentsBelow(contract, contract.sources.map(requestSchema)))
}

function orNull(schema: JsonObject): JsonObject {
  const { description, type, 'x-redact': secret = true, ...rest } = schema
  const words = [description, 'Null in a dry run.'].filter(Boolean).join(' ')
  const types = [type ?? []].flat()
  const simple = types.length > 0 && rest['enum'] === undefined && rest['const'] === undefined
  if (simple)
    return { type: [...new Set([...types, 'null'])], ...rest, 'x-redact': secret, description: words }
  const value = type === undefined ? rest : { type, ...rest }
  return { anyOf: [value, { type: 'null' }], 'x-redact': secret, description: words }
}
