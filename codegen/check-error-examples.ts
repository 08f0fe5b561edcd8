import { namesIn, refusalsOf, type Refusal } from './catalogue.ts'
import { problemAt } from './check-schemas.ts'
import { refusalExample } from './expand/error-examples.ts'
import type { Contract, Json, SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { valuesIn } from '../src/texts/phrase.ts'

/**
 * Every refusal has values for its so that the document can show it; and for each action that lists it,
 * its path leads to a place in the action's input. Call it after checkCatalogues: it expects that the names that actions
 * list exist.
 */
export function checkErrorExamples(contract: Contract): Problem[] {
  const values = contract.sources.flatMap((source) => refusalsOf(contract, source))
  const seen = new Map(values.map((refusal) => [refusal.name, refusal]))
  return [
    ...[...seen.values()].flatMap((one) => checkValues(one, contract.errors.get(one.name) as SourceFile)),
    ...contract.sources.flatMap((source) =>
      refusalsOf(contract, source).flatMap((refusal) => {
        if (refusalExample(contract, source, refusal).path !== undefined) return []
        const at = namesIn(source, 'x-errors').indexOf(refusal.name)
        const message = `${refusal.name} is about ${refusal.path}, but with no value of its example is that in the input of ${source.action}`
        return [problemAt(source, ['post', 'x-errors', at], message)]
      }),
    ),
  ]
}

function checkValues({ path, message, example }: Refusal, file: SourceFile): Problem[] {
  const [place] = valuesIn(path)
  const names = valuesIn(`${path} ${message}`).filter((name) => name !== 'record_id')
  const missing = names.filter((name) => !isValue(example[name], name === place))
  const unknown = Object.keys(example).filter((name) => !names.includes(name))
  return [
    ...missing.map((name) =>
      problemAt(
        file,
        ['example', name],
        `give the placeholder {${name}} a value in example, so that the document can show this error`,
      ),
    ),
    ...unknown.map((name) => problemAt(file, ['example', name], `there is no placeholder {${name}}`)),
  ]
}

/** A text or a number; for the placeholder of the path a list of them, too. */
function isValue(value: Json | undefined, mayBeList: boolean): boolean {
  if (Array.isArray(value)) return mayBeList && value.length > 0 && value.every((one) => isValue(one, false))
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}
