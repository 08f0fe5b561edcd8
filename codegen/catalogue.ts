import { at, isObject, type Contract, type Json, type JsonObject, type Source } from './model.ts'
import type { SourceFile } from './model.ts'
import { typeName } from './naming.ts'

/** A refusal that actions may answer: one file of `components/errors`. */
export interface Refusal {
  name: string
  /** The error's code, which decides the status. */
  error: string
  /** The place in the input; `''` is the input itself. */
  path: string
  /** In English. */
  message: string
  /** The sentence in German. */
  de: string
  /** The kind of record whose id `details` contain; null when they contain none. */
  record: string | null
  /** Values of the placeholders, for examples. Of a place there may be several: which fits depends on the action. */
  example: JsonObject
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

/** All refusals of the catalogue. */
export function refusals(contract: Contract): Refusal[] {
  return [...contract.errors].map(([name, file]) => refusal(name, file.value))
}

function refusal(name: string, value: JsonObject): Refusal {
  return {
    name,
    error: textOf(value['error']),
    path: textOf(value['path']),
    message: textOf(value['message']).trim(),
    de: textOf(value['de']).trim(),
    record: typeof value['record'] === 'string' ? value['record'] : null,
    example: isObject(value['example']) ? value['example'] : {},
  }
}

/** The refusals that the action lists under `x-errors`. */
export const refusalsOf = (contract: Contract, source: Source): Refusal[] =>
  refusalsNamed(contract, namesIn(source, 'x-errors'))

/** The problems with rows of a file that the action lists under `x-row-errors`. It answers them in its result. */
export const rowErrorsOf = (contract: Contract, source: Source): Refusal[] =>
  refusalsNamed(contract, namesIn(source, 'x-row-errors'))

const refusalsNamed = (contract: Contract, names: readonly string[]): Refusal[] =>
  names.flatMap((name) => {
    const file = contract.errors.get(name)
    return file ? [refusal(name, file.value)] : []
  })

/**
 * The codes of details that every action may answer, and what each says. They are written in the schema of a detail,
 * under `x-general-codes`, because the code itself is an open list.
 */
export function generalCodes(contract: Contract): Record<string, string> {
  const detail = contract.components.get('schemas')?.get('ErrorDetail')?.value
  const codes = at(detail, 'properties', 'code', 'x-general-codes')
  return isObject(codes) ? (codes as Record<string, string>) : {}
}

/** The kinds of failure, each with a status of its own. */
export function errorCodes(contract: Contract): string[] {
  const codes = contract.components.get('schemas')?.get('ErrorCode')?.value['enum']
  return Array.isArray(codes) ? codes.map(String) : []
}

/** All types of events. */
export function eventTypes(contract: Contract): EventType[] {
  return [...contract.events].map(([type, file]) => eventType(type, file))
}

/** The type of event that a file of `events` describes. */
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

/** A warning that actions may give: one file of `components/warnings`. */
export interface WarningText {
  code: string
  /** The sentence in English, and in German. */
  message: string
  de: string
  /** The kind of record whose id a warning contains; null when it contains none. */
  record: string | null
  /** Values of the placeholders. */
  example: JsonObject
}

/** All warnings of the catalogue. */
export function warningTexts(contract: Contract): WarningText[] {
  return [...contract.warnings].map(([code, file]) => warningText(code, file.value))
}

function warningText(code: string, value: JsonObject): WarningText {
  return {
    code,
    message: textOf(value['message']).trim(),
    de: textOf(value['de']).trim(),
    record: typeof value['record'] === 'string' ? value['record'] : null,
    example: isObject(value['example']) ? value['example'] : {},
  }
}

/** The warnings that the action lists under `x-warnings`. */
export function warningsOf(contract: Contract, source: Source): WarningText[] {
  return namesIn(source, 'x-warnings').flatMap((code) => {
    const file = contract.warnings.get(code)
    return file ? [warningText(code, file.value)] : []
  })
}

export type CatalogueKey = 'x-errors' | 'x-row-errors' | 'x-warnings' | 'x-events'

/** The names that an action lists under one of these keys. */
export function namesIn(source: Source, key: CatalogueKey): string[] {
  const names = source.operation[key]
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
