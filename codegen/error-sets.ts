import { problemAt } from './check-schemas.ts'
import type { Json, SourceFile } from './model.ts'
import type { Problem } from './problems.ts'

/** Names of sets begin with a capital letter, those of refusals do not. */
const isSet = (name: Json): name is string => typeof name === 'string' && /^[A-Z]/.test(name)

/**
 * Refusals that several actions share are listed once, as a set in `components/error-sets/<Name>.yaml`. An action lists the name
 * of the set among its `x-errors`; this puts its refusals in that place, so that all later steps know of refusals alone.
 *
 * @param sources all Path Items; they are changed
 * @param sets by name
 */
export function includeErrorSets(
  sources: readonly SourceFile[],
  sets: ReadonlyMap<string, SourceFile>,
): Problem[] {
  const problems: Problem[] = []
  const used = new Set<string>()
  const errorsOf = (name: string, report: (message: string) => void): Json[] => {
    used.add(name)
    const errors = sets.get(name)?.value['errors']
    if (Array.isArray(errors)) return errors
    report(`there is no openapi/components/error-sets/${name}.yaml with a list errors`)
    return []
  }
  for (const source of sources) {
    const operation = source.value['post'] as Record<string, Json> | undefined
    const names = operation?.['x-errors']
    if (!Array.isArray(names) || !names.some(isSet)) continue
    operation!['x-errors'] = names.flatMap((name, at) =>
      isSet(name)
        ? errorsOf(name, (message) => problems.push(problemAt(source, ['post', 'x-errors', at], message)))
        : [name],
    )
  }
  for (const [name, set] of sets)
    if (!used.has(name))
      problems.push(
        problemAt(set, [], `no action names ${name} in its x-errors; delete this file or name it`),
      )
  return problems
}
