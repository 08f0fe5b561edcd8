import { resolve, type ActionEntry } from './contract.ts'

export const nil = '00000000-0000-0000-0000-000000000000'

/** The names of the properties in an action's result that are secrets (`x-redact`). */
export function redactedProperties({ operation }: ActionEntry): string[] {
  const names = new Set<string>()
  const visit = (node: unknown, seen: Set<unknown>): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    const here = resolve(node) as Record<string, unknown>
    const below = new Set([...seen, node])
    const properties = (here['properties'] ?? {}) as Record<string, { 'x-redact'?: true }>
    for (const [name, property] of Object.entries(properties)) if (property['x-redact']) names.add(name)
    for (const value of Object.values(here)) visit(value, below)
  }
  visit(operation.responses['200'], new Set())
  return [...names]
}

/**
 * The answer of a call, changed to what a dry run of the call answers: ids are replaced by the nil UUID where the dry
 * run has it, secrets are null, and all times are equal.
 *
 * @param dryRun the answer of the dry run
 * @param redacted the names of the properties that are secrets
 */
export function asDryRun(call: unknown, dryRun: unknown, redacted: readonly string[]): unknown {
  if (typeof call === 'string' && dryRun === nil && /^[0-9a-f-]{36}$/.test(call)) return nil
  if (typeof call === 'string' && dryRun === `evt_${nil}` && /^evt_[0-9a-f-]{36}$/.test(call)) return dryRun
  if (typeof call === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(call)) return 'a time'
  if (typeof call !== 'object' || call === null) return call
  const other = (dryRun ?? {}) as Record<string, unknown>
  if (Array.isArray(call)) return call.map((item, index) => asDryRun(item, other[index], redacted))
  return Object.fromEntries(
    Object.entries(call).map(([name, value]) => [
      name,
      redacted.includes(name) ? null : asDryRun(value, other[name], redacted),
    ]),
  )
}
