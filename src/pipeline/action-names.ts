import { actions, type Action } from '../generated/actions.ts'

const nameOf = new Map<string, string>(Object.values(actions).map(({ id, name }) => [id, name]))
const byName = new Map<string, Action>(Object.values(actions).map((action) => [action.name, action]))

/** The action with this name: `org.units.create`, its path `org/units.create`, or its tool `org_units_create`. */
export const actionNamed = (text: string): Action | undefined => byName.get(nameIn(text))

/** A name as the activity log writes it. */
const nameIn = (text: string): string => nameOf.get(text) ?? text.replaceAll('/', '.')

/**
 * Writes the names of actions as the activity log does: the path `org/units.create` and the name of the tool,
 * `org_units_create`, become `org.units.create`. Other texts stay as they are.
 *
 * @returns the same input, changed in place
 * @param properties those of the input that hold the name of an action
 */
export function withLogNames(properties: readonly string[], input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const object = input as Record<string, unknown>
  for (const property of properties) {
    const value = object[property]
    if (typeof value !== 'string') continue
    object[property] = nameIn(value.trim())
  }
  return input
}
