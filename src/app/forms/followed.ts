import type { ActionId } from '../../generated/actions.ts'
import { forms, type FieldShape } from '../../generated/forms.ts'
import type { Language } from '../../texts/language.ts'
import { call, type AppRequest } from '../request.ts'
import { formTexts } from '../texts/forms.ts'
import { valueName } from '../texts/labels.ts'
import type { Written } from './frame.ts'
import { unlessMissing } from './missing.ts'
import type { Values } from './values.ts'

/** A field that is as a record says which the same form chooses. */
interface Followed {
  field: string
  /** The field that chooses the record. */
  by: string
  read: (request: AppRequest, record: string) => Promise<string | undefined>
}

/**
 * Fields that begin empty, though the contract has a default for them: a choice that the form has made, and nobody else, would
 * outweigh the record that its reader chooses. The question before the write tells the value.
 */
const followed: { readonly [K in ActionId]?: Followed } = {
  org_people_hire: {
    field: 'contract_type',
    by: 'position_id',
    read: async (request, id) =>
      (await unlessMissing(call(request, 'org_positions_get', { position_id: id })))?.contract_type,
  },
}

/** The value without such a record: the default of the contract. */
const otherwise = (id: ActionId, { field }: Followed): string =>
  String(forms[id].fields.find(({ name }) => name === field)?.default)

/** The fields of a form, without the defaults that a chosen record may outweigh. */
export const withoutPreset = (id: ActionId, fields: readonly FieldShape[]): readonly FieldShape[] =>
  fields.map((field) => (field.name === followed[id]?.field ? { ...field, default: undefined } : field))

/** Words for a field that is left empty, by its path, where they say more than that nothing is given. */
export function wordsOfEmpty(id: ActionId, language: Language): NonNullable<Written['empty']> {
  const one = followed[id]
  const t = formTexts[language]
  return new Map(
    one && [
      [one.field, { choice: t.asPosition, help: t.withoutPosition(valueName(otherwise(id, one), language)) }],
    ],
  )
}

/** The values of fields that were left empty, by the record that the form chooses. */
export async function followedValues(request: AppRequest, id: ActionId, values: Values): Promise<Values> {
  const one = followed[id]
  if (!one || values[one.field] !== undefined) return {}
  const record = values[one.by]
  const found = typeof record === 'string' ? await one.read(request, record) : undefined
  return { [one.field]: found ?? otherwise(id, one) }
}
