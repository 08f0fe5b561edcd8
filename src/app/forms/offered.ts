import { actions, type Action, type ActionId } from '../../generated/actions.ts'
import type { FieldShape } from '../../generated/forms.ts'
import { allows, may, type AppRequest } from '../request.ts'
import type { Values } from './values.ts'

/** Fields that offer only what the reader may give to the record that the form is about. */
const asked: { readonly [K in ActionId]?: string } = {
  org_invites_create: 'role',
  platform_members_set_role: 'role',
}

/** Tells whether the choices of a form depend on its record, so that the record is asked for first. */
export const dependsOnRecord = (id: ActionId): boolean => Object.hasOwn(asked, id)

/** The fields of a form, without the choices that its action would refuse to this reader: platform.can tells. */
export async function withOffered(
  request: AppRequest,
  id: ActionId,
  fields: readonly FieldShape[],
  values: Values,
): Promise<readonly FieldShape[]> {
  const subject = (actions[id] as Action).subject?.path ?? ''
  const record = values[subject]
  const field = fields.find(({ name }) => name === asked[id])
  if (field?.kind !== 'choice' || typeof record !== 'string' || !allows(request, 'platform_can'))
    return fields
  const answers = await may(
    request,
    field.values.map((value) => ({ action: id, input: { [subject]: record, [field.name]: value } })),
  )
  const offered = field.values.filter((_, index) => answers[index]?.allowed)
  return fields.map((one) => (one === field ? { ...field, values: offered } : one))
}
