import { actions } from '../generated/actions.ts'

const nameOf = new Map<string, string>(Object.values(actions).map(({ id, name }) => [id, name]))

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
    const text = value.trim()
    object[property] = nameOf.get(text) ?? text.replaceAll('/', '.')
  }
  return input
}
