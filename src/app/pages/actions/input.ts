import { changesOf, type Values } from '../../forms/values.ts'
import type { FormOfAction } from './form.ts'

/** The input of the action: what was typed, or where the form showed what there is, what differs from it. */
export const inputOf = ({ fields, state }: Pick<FormOfAction, 'fields' | 'state'>): Values =>
  state.before === undefined
    ? { ...state.filled, ...state.values }
    : changesOf(fields, state.values, state.before)
