import { errorCodes, generalCodes, namesIn } from './catalogue.ts'
import { problemAt } from './check-schemas.ts'
import { recordKinds } from './ids.ts'
import type { Contract, Path, SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { valuesIn, withoutValues } from '../src/texts/phrase.ts'

/** The top-level codes of refusals. All other codes are answered by the pipeline, not by actions. */
export const refusalCodes = [
  'validation_failed',
  'not_found',
  'forbidden',
  'conflict',
  'rate_limited',
  'payload_too_large',
]

const maxMessage = 300
const keys = ['error', 'path', 'record', 'message', 'de', 'example']
const pathPattern = /^[a-z][a-z0-9_]*(\[[a-z0-9]+\]|\.[a-z][a-z0-9_]*)*$/

/** Every refusal is well formed, and at least one action lists it. */
export function checkErrors(contract: Contract): Problem[] {
  const used = new Set(
    contract.sources.flatMap((source) => [
      ...namesIn(source, 'x-errors'),
      ...namesIn(source, 'x-row-errors'),
    ]),
  )
  const kinds = recordKinds(contract)
  // Every action may answer these, so a refusal with the same name could not be told apart from them.
  const common = [...Object.keys(generalCodes(contract)), ...errorCodes(contract)]
  return [...contract.errors].flatMap(([name, file]) => checkError(name, file, used, kinds, common))
}

function checkError(
  name: string,
  file: SourceFile,
  used: Set<string>,
  kinds: Set<string>,
  common: string[],
): Problem[] {
  const problems: Problem[] = []
  const report = (path: Path, message: string) => problems.push(problemAt(file, path, message))
  const { error, path = '', record, message, de } = file.value
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) report([], `${name} must be lower-case words joined by _`)
  if (common.includes(name))
    report([], `every action may answer the code ${name} for other reasons; choose another name`)
  if (!used.has(name)) report([], `no action names ${name} in its x-errors; delete this file or name it`)
  for (const key of Object.keys(file.value))
    if (!keys.includes(key)) report([key], `an error has ${keys.join(', ')}, not ${key}`)
  if (!refusalCodes.includes(error as string))
    report(['error'], `error must be one of ${refusalCodes.join(', ')}`)
  if (record !== undefined && !kinds.has(record as string))
    report(['record'], `no x-id names the kind ${String(record)}; there are ${[...kinds].sort().join(', ')}`)
  if (typeof path !== 'string' || (path !== '' && !pathPattern.test(withoutValues(path, 'x'))))
    report(['path'], 'path is a place in the input, such as name, {field} or people[{index}].email')
  for (const [key, sentence] of Object.entries({ message, de }))
    checkMessage(key, sentence, (words) => report([key], words))
  if (record === undefined && valuesIn(`${String(path)} ${String(message)}`).includes('record_id'))
    report(['message'], 'record_id is no placeholder; say with record which kind of record details point to')
  const [english, german] = [message, de].map((text) => valuesIn(String(text)).toSorted())
  if (problems.length === 0 && english!.join() !== german!.join())
    report(['de'], `message has the placeholders ${listed(english!)}, and de has ${listed(german!)}`)
  return problems
}

const listed = (names: string[]): string => names.map((name) => `{${name}}`).join(', ') || 'none'

function checkMessage(key: string, message: unknown, report: (words: string) => void): void {
  if (typeof message !== 'string' || message.trim() === '') return report(`${key} is missing`)
  if (/[{}]/.test(withoutValues(message)))
    report('a placeholder is lower-case words joined by _ in braces: {name}')
  if (!message.trim().endsWith('.')) report('the message must end with a full stop')
  if (message.trim().length > maxMessage) report(`the message is longer than ${maxMessage} characters`)
}
