import { isDeepStrictEqual } from 'node:util'
import type { Contract, Json, JsonObject, Source } from './model.ts'
import { ContractError } from './problems.ts'

/**
 * Names for the schemas that are written in the files of actions. In the published document they are components,
 * because code generators invent bad names for schemas without a name.
 */
export class NamedSchemas {
  /** By name. */
  readonly schemas: JsonObject = {}
  readonly #contract: Contract

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /**
   * Adds a schema of an action under a name.
   *
   * @returns a reference to it
   *
   * @throws ContractError when another schema has the name
   */
  add(name: string, schema: Json, source: Source): JsonObject {
    const component = this.#contract.components.get('schemas')?.get(name)
    const known = this.schemas[name]
    if (component || (known !== undefined && !isDeepStrictEqual(known, schema))) {
      const message = `what ${source.action} sends or answers is called ${name} in the published document: rename this`
      throw new ContractError([{ file: (component ?? source).file, line: 1, message }])
    }
    this.schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** `org_units_create` → `OrgUnitsCreate`, `unit.archived` → `UnitArchived` */
export function typeName(id: string): string {
  return id.replace(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
