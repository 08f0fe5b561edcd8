import { withToolNames } from '../domain/tool-names.ts'
import { isObject } from './jsonrpc.ts'
import { isAction } from './names.ts'

/** The lists of a result with sentences of the service: each entry is one, or has one as its `message`. */
const advising = ['warnings', 'notes', 'row_errors']

/**
 * The result of a write whose sentences call actions by the names of their tools, as those of refusals do: an assistant
 * knows no others.
 */
export function withAdvice(result: unknown): unknown {
  if (!isObject(result)) return result
  const lists = advising.filter((name) => Array.isArray(result[name]))
  return {
    ...result,
    ...Object.fromEntries(lists.map((name) => [name, (result[name] as unknown[]).map(advice)])),
  }
}

function advice(entry: unknown): unknown {
  if (typeof entry === 'string') return withToolNames(entry, isAction)
  if (!isObject(entry) || typeof entry['message'] !== 'string') return entry
  return { ...entry, message: withToolNames(entry['message'], isAction) }
}
