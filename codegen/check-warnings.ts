import { namesIn } from './catalogue.ts'
import { problemAt } from './check-schemas.ts'
import { recordKinds } from './ids.ts'
import { isObject, type Contract, type Json, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { valuesIn, withoutValues } from '../src/texts/phrase.ts'

type Report = (path: Path, message: string) => void

const maxMessage = 300
const keys = ['record', 'message', 'de', 'example']
/** Parameters that callers of many people add: the place of the entry. */
const reserved = ['path', 'row']

/** Every warning is well formed in each language, and at least one action lists it. */
export function checkWarnings(contract: Contract): Problem[] {
  const used = new Set(contract.sources.flatMap((source) => namesIn(source, 'x-warnings')))
  const kinds = recordKinds(contract)
  return [...contract.warnings].flatMap(([code, file]) => {
    const problems: Problem[] = []
    const report: Report = (path, message) => problems.push(problemAt(file, path, message))
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))
      report([], `${code} must be lower-case words joined by _`)
    if (contract.errors.has(code)) report([], `an error has the code ${code}; choose another name`)
    if (!used.has(code)) report([], `no action names ${code} in its x-warnings; delete this file or name it`)
    for (const key of Object.keys(file.value))
      if (!keys.includes(key)) report([key], `a warning has ${keys.join(', ')}, not ${key}`)
    const { record } = file.value
    if (record !== undefined && !kinds.has(record as string))
      report(
        ['record'],
        `no x-id names the kind ${String(record)}; there are ${[...kinds].sort().join(', ')}`,
      )
    for (const key of ['message', 'de']) checkMessage(file.value[key], (words) => report([key], words))
    if (problems.length === 0) checkValues(file, report)
    return problems
  })
}

function checkMessage(message: Json | undefined, report: (words: string) => void): void {
  if (typeof message !== 'string' || message.trim() === '') return report('the sentence is missing')
  if (/[{}]/.test(withoutValues(message)))
    report('a placeholder is {name}, or {count, plural, one {# day} other {# days}}')
  if (!message.trim().endsWith('.')) report('the sentence must end with a full stop')
  if (message.trim().length > maxMessage) report(`the sentence is longer than ${maxMessage} characters`)
}

/** Both sentences name the same values, and the example has each of them. */
function checkValues({ value: { message, de, record, example } }: SourceFile, report: Report): void {
  const inEnglish = valuesIn(String(message)).sort()
  const inGerman = valuesIn(String(de)).sort()
  if (inEnglish.join() !== inGerman.join())
    report(['de'], `de names ${inGerman.join(', ')}, but message names ${inEnglish.join(', ')}`)
  const given = isObject(example) ? example : {}
  const lists = Object.values(given).filter(Array.isArray)
  if (lists.length > 1) report(['example'], 'one list is all that a sentence can have: `more` belongs to it')
  const wanted = [
    ...inEnglish.filter((name) => !(name === 'record_id' && record !== undefined)),
    ...(lists.length > 0 ? ['more'] : []),
  ]
  for (const name of wanted)
    if (given[name] === undefined)
      report(
        ['example'],
        `the example lacks ${name}; a list has \`more\` beside it, the number of those it leaves out`,
      )
  for (const [name, one] of Object.entries(given)) {
    if (!wanted.includes(name)) report(['example', name], `no sentence names ${name}`)
    if (reserved.includes(name))
      report(['example', name], `${name} is the place that callers add; choose another name`)
    if (!isValue(one))
      report(['example', name], 'a value is a text, a number, or a list of texts, {id, name} or {day, title}')
  }
}

function isValue(value: Json): boolean {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (!Array.isArray(value) || value.length === 0) return false
  const shapes = new Set(value.map((one) => (isObject(one) ? Object.keys(one).sort().join() : typeof one)))
  return shapes.size === 1 && ['string', 'id,name', 'day,title'].includes([...shapes][0]!)
}
