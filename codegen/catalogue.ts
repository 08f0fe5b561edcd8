import type { Contract, Json, JsonObject, Source, SourceFile } from './model.ts'
import { typeName } from './naming.ts'

/** What an action may refuse: one file of `components/errors`. */
export interface Refusal {
  name: string
  /** The error's code, which decides the status. */
  error: string
  /** Where in the input; `''` is the input itself. */
  path: string
  message: string
  /** The kind of the record that is in the way, when details name it. */
  record: string | null
}

/** One kind of event: one file of `events`. */
export interface EventType {
  type: string
  group: string
  subject: string
  description: string
  /** The component that describes `data`. */
  dataName: string
  /** The component that describes the whole body of a webhook. */
  bodyName: string
  example: Json
}

export function refusals(contract: Contract): Refusal[] {
  return [...contract.errors].map(([name, file]) => refusal(name, file.value))
}

function refusal(name: string, value: JsonObject): Refusal {
  return {
    name,
    error: textOf(value['error']),
    path: textOf(value['path']),
    message: textOf(value['message']).trim(),
    record: typeof value['record'] === 'string' ? value['record'] : null,
  }
}

/** The refusals that the action lists under `x-errors`. */
export function refusalsOf(contract: Contract, source: Source): Refusal[] {
  return namesIn(source, 'x-errors').flatMap((name) => {
    const file = contract.errors.get(name)
    return file ? [refusal(name, file.value)] : []
  })
}

export function eventTypes(contract: Contract): EventType[] {
  return [...contract.events].map(([type, file]) => eventType(type, file))
}

export function eventType(type: string, { value }: SourceFile): EventType {
  return {
    type,
    group: textOf(value['group']),
    subject: textOf(value['subject']),
    description: textOf(value['description']).trim(),
    dataName: `${typeName(type)}Data`,
    bodyName: `${typeName(type)}Event`,
    example: value['example'] ?? null,
  }
}

/** The names that an action lists under `x-errors` or `x-events`. */
export function namesIn(source: Source, key: 'x-errors' | 'x-events'): string[] {
  const names = source.operation[key]
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** `{name}` and `{limit}` of a message or a path, each once. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name]) => name as string))]
}

/** What is left of a text without its placeholders; `{` or `}` in it belong to a malformed one. */
export function withoutPlaceholders(text: string, replacement = ''): string {
  return text.replaceAll(placeholder, replacement)
}

const placeholder = /\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\}/g

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
