import type { Caller } from '../domain/caller.ts'
import { removedOptions, widens, type CustomField, type FieldTier } from '../domain/custom-fields.ts'
import { problem, type Problem } from '../errors.ts'

interface Wanted {
  tier?: FieldTier | undefined
  options?: string[] | undefined
  confirm_expose_existing?: boolean | undefined
}

/**
 * Why a key or an app may not change a field so; empty when it may. Whoever shows existing values to more people decides
 * that in person. What depends on how many people have a value in a private field is refused before anybody counts: with
 * numbers, and by clearing one value after the other, a key could find out whose they are.
 */
export function fieldProblems(
  { credential }: Pick<Caller, 'credential'>,
  field: CustomField,
  wanted: Wanted,
): Problem<'confirm_needs_web' | 'private_values_need_web'>[] {
  if (credential.kind === 'web') return []
  if (wanted.confirm_expose_existing === true) return [problem('confirm_needs_web', {})]
  if (field.tier !== 'private') return []
  return [
    ...(removedOptions(field, wanted.options).length > 0 ? (['options'] as const) : []),
    ...(widens(field.tier, wanted.tier) ? (['tier'] as const) : []),
  ].map((name) => problem('private_values_need_web', { field: name }))
}
