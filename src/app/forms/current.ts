import type { ActionId } from '../../generated/actions.ts'
import type { FieldShape } from '../../generated/forms.ts'
import { call, type AppRequest } from '../request.ts'
import { findDocument } from './documents.ts'
import { isObject, type Values } from './values.ts'

/** @param owner the person whose row it is, where the record is a row of a person */
type Loader = (request: AppRequest, subject: string, owner?: string) => Promise<object | undefined>

const byId = <T extends { id: string }>(rows: readonly T[], id: string): T | undefined =>
  rows.find((row) => row.id === id)

/**
 * Changes of records that the reader can see before: the form shows what there is. A change that is not here begins with
 * empty fields, and what stays empty stays as it is.
 */
const loaders: { [K in ActionId]?: Loader } = {
  org_units_update: async (request, id) =>
    byId(await call(request, 'org_units_list', { include_archived: true }), id),
  org_locations_update: async (request, id) =>
    byId(await call(request, 'org_locations_list', { include_archived: true }), id),
  org_legal_entities_update: async (request, id) =>
    byId(await call(request, 'org_legal_entities_list', { include_archived: true }), id),
  org_fields_update: async (request, id) =>
    byId(await call(request, 'org_fields_list', { include_archived: true }), id),
  org_checklists_templates_update: async (request, id) => {
    const { templates } = await call(request, 'org_checklists_templates_list', { include_archived: true })
    const template = byId(templates, id)
    return template && { ...template, tasks: template.tasks.map(asInput) }
  },
  org_checklists_runs_reschedule: (request, id) => call(request, 'org_checklists_runs_get', { run_id: id }),
  org_positions_update: (request, id) => call(request, 'org_positions_get', { position_id: id }),
  documents_update: findDocument,
  platform_members_set_role: async (request, id) => {
    const members = await call(request, 'platform_members_list', {})
    const found = members.find(({ membership_id: one }) => one === id)
    return found && { role: found.roles[0] }
  },
  org_people_update_profile: (request, id) => call(request, 'org_people_get', { person_id: id }),
  org_people_change_job: async (request, id) => {
    const { job } = await call(request, 'org_people_get', { person_id: id })
    return job ?? undefined
  },
  org_people_correct_job: async (request, id, owner) => {
    if (owner === undefined) return undefined
    const { jobs } = await call(request, 'org_people_timeline', { person_id: owner })
    return byId(jobs, id)
  },
  org_me_update_profile: (request) => call(request, 'org_me_get', {}),
  org_reminders_settings_update: (request) => call(request, 'org_reminders_settings_get', {}),
  platform_notifications_settings_update: (request) =>
    call(request, 'platform_notifications_settings_get', {}),
  org_approvals_settings_update: (request) => call(request, 'org_approvals_settings_get', {}),
  webhooks_endpoints_update: (request, id) => call(request, 'webhooks_endpoints_get', { endpoint_id: id }),
  platform_organization_set: (request) => call(request, 'platform_organization_get', {}),
  platform_appearance_set: (request) => call(request, 'platform_appearance_get', {}),
}

/** A task of a template, as an input gives it. */
const asInput = <Task extends { assignee: { type: string; person: { id: string } | null } }>({
  assignee,
  ...task
}: Task) => ({
  ...task,
  assignee: { type: assignee.type, ...(assignee.person && { person_id: assignee.person.id }) },
})

/** Tells whether the form of an action shows what there is, and so begins with the record that it is about. */
export const showsCurrent = (id: ActionId): boolean => Object.hasOwn(loaders, id)

/** A value that a change must have, and that is shown as it is now. Others, such as the reason of a change, are of the change itself. */
const needed: { readonly [K in ActionId]?: string } = { platform_members_set_role: 'role' }

export interface Current {
  before: Values
  hidden: Set<string>
}

/** The values that the record of a change has now, by the properties of its form. */
export async function loadCurrent(
  request: AppRequest,
  id: ActionId,
  fields: readonly FieldShape[],
  subject: string,
  owner?: string,
): Promise<Current | undefined> {
  const record = await loaders[id]?.(request, subject, owner)
  if (!record) return undefined
  const found = record as Values
  const hidden = new Set(Array.isArray(found['hidden_fields']) ? (found['hidden_fields'] as string[]) : [])
  const asked = fields.filter(({ name, required }) => (!required || name === needed[id]) && !hidden.has(name))
  const entries = asked.flatMap(({ name }): [string, unknown][] => {
    const value = valueOf(found, name)
    return value === undefined ? [] : [[name, value]]
  })
  return { before: Object.fromEntries(entries), hidden: new Set([...hidden].filter(isField(fields))) }
}

const isField = (fields: readonly FieldShape[]) => (name: string) =>
  fields.some((field) => field.name === name && !field.required)

/** A property of the record: `unit_id` is the id of its `unit`, `head_person_id` that of its `head`. */
function valueOf(record: Values, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name]
  const referred = [/_id$/, /_person_id$/]
    .map((end) => name.replace(end, ''))
    .find((one) => one !== name && Object.hasOwn(record, one))
  if (referred === undefined) return undefined
  const reference = record[referred]
  return isObject(reference) ? reference['id'] : null
}
