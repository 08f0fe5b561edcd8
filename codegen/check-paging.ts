import { cursorLists } from '../src/domain/cursor.ts'
import { problemAt } from './check-schemas.ts'
import { at, isObject, requestSchema, resultSchema, type Contract, type JsonObject } from './model.ts'
import type { Path, Source } from './model.ts'
import type { Problem } from './problems.ts'
import { resolveRef } from './schema.ts'

/** Facts of `x-paging` of an action. */
export interface Paging {
  /** The property of the input that takes where a page begins. */
  cursor: string
  /** The property of the result that says where the next page begins; null on the last one. */
  next: string
  /** The property of the result that holds the entries. */
  items: string
}

const keys = ['cursor', 'next', 'items']

/** Reads what the action says about its pages; undefined when it has none. */
export function pagingOf(source: Source): Paging | undefined {
  return source.operation['x-paging'] as unknown as Paging | undefined
}

/**
 * Every list with a cursor says in `x-paging` how its pages follow each other, and says the truth. Clients make loops
 * over all pages from it.
 */
export function checkPaging(contract: Contract): Problem[] {
  return contract.sources.flatMap((source) => checkSource(contract, source))
}

function checkSource(contract: Contract, source: Source): Problem[] {
  const problems: Problem[] = []
  const report = (path: Path, message: string) => problems.push(problemAt(source, ['post', ...path], message))
  const input = propertiesOf(contract, requestSchema(source))
  const result = resolveRef(contract, resultSchema(source))
  const cursors = Object.keys(input).filter((name) => isCursor(input[name]!))
  const paging = source.operation['x-paging']
  if (paging === undefined) {
    if (cursors.length > 0)
      report(['x-class'], `the input takes a cursor: say {cursor, next, items} in x-paging`)
    return problems
  }
  if (!isObject(paging) || Object.keys(paging).sort().join() !== keys.toSorted().join()) {
    report(['x-paging'], `x-paging says ${keys.join(', ')}`)
    return problems
  }
  const { cursor, next, items } = pagingOf(source)!
  if (cursors.length !== 1 || cursors[0] !== cursor) {
    report(
      ['x-paging', 'cursor'],
      `${cursor} is not the property of the input that is a cursor, such as format: people-cursor`,
    )
    return problems
  }
  const required = [result['required'] ?? []].flat()
  const property = (name: string) => resolveRef(contract, propertiesOf(contract, result)[name] ?? {})
  if (!required.includes(next) || [property(next)['type']].flat().sort().join() !== 'null,string')
    report(['x-paging', 'next'], `${next} is no required property of the result that is a text or null`)
  if (!required.includes(items) || property(items)['type'] !== 'array')
    report(['x-paging', 'items'], `${items} is no required list in the result`)
  return problems
}

const isCursor = ({ format }: JsonObject) => cursorLists.some((list) => format === `${list}-cursor`)

function propertiesOf(contract: Contract, schema: JsonObject): Record<string, JsonObject> {
  const properties = at(resolveRef(contract, schema), 'properties')
  return isObject(properties) ? (properties as Record<string, JsonObject>) : {}
}
