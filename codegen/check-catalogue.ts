import type { CatalogueKey } from './catalogue.ts'
import { checkErrors } from './check-errors.ts'
import { checkEvents } from './check-events.ts'
import { checkWarnings } from './check-warnings.ts'
import { problemAt } from './check-schemas.ts'
import type { Contract, Source } from './model.ts'
import type { Problem } from './problems.ts'

/** Checks the catalogues of errors, warnings and events, and the names that actions list of them. */
export function checkCatalogues(contract: Contract): Problem[] {
  const named = contract.sources.flatMap((source) => [
    ...checkNames(source, 'x-errors', contract.errors, 'openapi/components/errors'),
    ...checkNames(source, 'x-row-errors', contract.errors, 'openapi/components/errors'),
    ...checkNames(source, 'x-warnings', contract.warnings, 'openapi/components/warnings'),
    ...checkNames(source, 'x-events', contract.events, 'openapi/events'),
    ...checkRead(source),
  ])
  return [...named, ...checkErrors(contract), ...checkWarnings(contract), ...checkEvents(contract)]
}

function checkNames(
  source: Source,
  key: CatalogueKey,
  known: Map<string, unknown>,
  folder: string,
): Problem[] {
  const names = source.operation[key]
  if (names === undefined) return []
  if (!Array.isArray(names) || names.length === 0)
    return [problemAt(source, ['post', key], `${key} is a list of names from ${folder}, or left out`)]
  return names.flatMap((name, index) => {
    const report = (message: string) => [problemAt(source, ['post', key, index], message)]
    if (typeof name !== 'string' || !known.has(name))
      return report(`${key} names ${String(name)}, but there is no ${folder}/${String(name)}.yaml`)
    return names.indexOf(name) < index ? report(`${key} names ${name} twice`) : []
  })
}

function checkRead(source: Source): Problem[] {
  if (source.operation['x-class'] !== 'read' || source.operation['x-events'] === undefined) return []
  return [problemAt(source, ['post', 'x-events'], 'a read action changes nothing, so it has no events')]
}
