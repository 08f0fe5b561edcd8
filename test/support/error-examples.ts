import { document, resolve, type ActionEntry } from './contract.ts'
import { inputSchema } from './schemas.ts'

/** The error of an answer. */
export interface Refusal {
  code: string
  message: string
  details?: Detail[]
}

interface Detail {
  path: string
  code: string
  message: string
  record_id?: string
}

interface ErrorResponse {
  /** Absent where browsers are sent on. */
  content?: { 'application/json'?: { examples?: Record<string, object> } }
}

/** The examples of an error response of the action, by name; none where it has no such response. */
export function examplesOf({ operation }: ActionEntry, status: string): Record<string, Refusal> {
  const response = resolve(operation.responses[status]) as ErrorResponse | undefined
  const examples = Object.entries(response?.content?.['application/json']?.examples ?? {})
  return Object.fromEntries(
    examples.map(([name, example]) => [
      name,
      (resolve(example) as { value: { error: Refusal } }).value.error,
    ]),
  )
}

/** How a refusal of the action differs from the examples of its codes in the document; empty when it does not. */
export function differencesToExamples(action: ActionEntry, status: number, refusal: Refusal): string[] {
  const { details = [], message } = refusal
  const [first] = details
  const own = action.operation['x-errors'] ?? []
  const headline = first && `${first.path && `${first.path}: `}${first.message}`
  return [
    ...details.flatMap((detail) => compareDetail(action, detail)),
    ...(details.length === 1 && own.some(({ code }) => code === first?.code)
      ? [
          headline !== message && `the message is "${message}", and not "${headline}"`,
          examplesOf(action, String(status))[first!.code]?.code !== refusal.code &&
            `${first!.code} is no example of ${status} ${refusal.code}`,
        ].filter((words) => typeof words === 'string')
      : []),
  ]
}

/** Several problems come together under the status of the most serious one: a detail may be an example of another. */
function compareDetail(action: ActionEntry, detail: Detail): string[] {
  const { code } = detail
  const found = Object.keys(action.operation.responses).flatMap(
    (status) => examplesOf(action, status)[code] ?? [],
  )
  const entry = action.operation['x-errors']?.find((one) => one.code === code)
  if (!entry && found.length === 0) return []
  const shown = found[0]?.details?.[0]
  if (found.length !== 1 || !shown) return [`${code} has ${found.length} examples`]
  // Those of keys have one sentence each. Other general codes have several, or name the kind of record: one is shown.
  const isFixed = entry !== undefined || code.startsWith('idempotency_key')
  const pattern = isFixed ? patternOf((entry ?? shown).message) : /./s
  const query = (document.paths[action.path]?.get?.parameters ?? []) as { name?: string }[]
  const inputs = [...Object.keys(inputSchema(action).properties ?? {}), ...query.map(({ name }) => name)]
  const [real, example] = [detail, shown].map((one) =>
    Object.keys(one).filter((key) => key !== 'record_type'),
  )
  return [
    entry && real!.sort().join() !== example!.sort().join() && `${code} has ${real}, its example ${example}`,
    ...[detail, shown].flatMap((one) => [
      !pattern.test(one.message) && `${code} says "${one.message}", which is not ${pattern}`,
      entry &&
        one.path !== '' &&
        !inputs.includes(/^\w+/.exec(one.path)?.[0] ?? '') &&
        `${code} is about ${one.path}, which is not in the input`,
    ]),
  ].filter((words) => typeof words === 'string')
}

/** What a message looks like, whatever its placeholders are. */
function patternOf(message: string): RegExp {
  const parts = message.split(/\{\w+\}/).map(escape)
  return new RegExp(`^${parts.join('.+')}$`, 's')
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
