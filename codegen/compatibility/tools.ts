import { isObject, type Json, type JsonObject } from '../model.ts'
import { entries, Facts, list, References } from './facts.ts'
import { SchemaFacts } from './schemas.ts'

/** The place of the tools themselves. */
const whole = 'the tools'

/**
 * Reads the facts of the tools of assistants on which whoever calls them by name relies: their names, their arguments,
 * and that one which only reads needs nobody's consent. What a tool answers is what its action answers.
 *
 * @param tools as `tools/list` answers them
 */
export function factsOfTools(tools: Json): Facts {
  const facts = new Facts()
  const schemas = new SchemaFacts(facts, new References({}))
  facts.visit(whole)
  for (const tool of list(tools) as JsonObject[]) {
    const place = `tool ${String(tool['name'])}`
    facts.promise(whole, place)
    schemas.add(withoutDefaults(tool['inputSchema']!), 'request', place)
    const { readOnlyHint } = tool['annotations'] as JsonObject
    if (readOnlyHint === true) facts.promise(place, 'readOnlyHint')
  }
  return facts
}

/** The schema without defaults: an action's are compared with it, and a tool's others say how many rows come at once, which may change. */
function withoutDefaults(schema: Json): JsonObject {
  const { default: _default, ...others } = isObject(schema) ? schema : {}
  const properties = entries(others['properties']).map(([name, one]) => [name, withoutDefaults(one)])
  return {
    ...others,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) as JsonObject }),
  }
}
