import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from './model.ts'

/**
 * Schemas that stand in one action's file, under names of their own in the published document: what has no name there
 * gets one from each code generator, and no good one.
 */
export class NamedSchemas {
  /** By name. */
  readonly schemas: JsonObject = {}
  readonly #taken: (name: string) => boolean

  /** @param taken whether a component of the contract has this name already */
  constructor(taken: (name: string) => boolean) {
    this.#taken = taken
  }

  /** Puts a schema under a name and answers the reference to it. */
  add(name: string, schema: Json): JsonObject {
    const known = this.schemas[name]
    if (this.#taken(name) || (known !== undefined && !isDeepStrictEqual(known, schema)))
      throw new Error(`Two schemas of the published document would be called ${name}: rename one of them.`)
    this.schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** `org_units_create` → `OrgUnitsCreate` */
export function typeName(id: string): string {
  return id.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
