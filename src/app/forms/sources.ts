import type { Result } from '../../actions/action.ts'
import type { ActionId } from '../../generated/actions.ts'
import type { FieldShape } from '../../generated/forms.ts'
import type { Child } from '../../html/html.ts'
import type { Choice } from '../parts/field/part.ts'
import { day, dayText } from '../parts/day/part.ts'
import { money } from '../parts/money/part.ts'
import { allows, call, type AppRequest } from '../request.ts'
import { eventAbout, eventGroup } from '../texts/events.ts'
import { valueName } from '../texts/labels.ts'
import { documentsOf, findDocument } from './documents.ts'
import { unlessMissing } from './missing.ts'

/** Records of a kind of which a company has few enough to list them all in a form. */
interface Source {
  action: ActionId
  /** The list of those of the reader, for whoever may not list all. */
  own?: ActionId
  list: (request: AppRequest) => Promise<Choice[]>
  /** One that the list lacks, and that a page led to all the same. */
  find?: (request: AppRequest, id: string) => Promise<Choice | undefined>
}

/** The list that offers the records of a kind. Kinds that are not here are searched for, or typed. */
export const sources: Readonly<Record<string, Source>> = {
  unit: {
    action: 'org_units_list',
    list: async (request) => unitTree(await call(request, 'org_units_list', {})),
  },
  location: {
    action: 'org_locations_list',
    list: async (request) => (await call(request, 'org_locations_list', {})).map(named),
  },
  legal_entity: {
    action: 'org_legal_entities_list',
    list: async (request) => (await call(request, 'org_legal_entities_list', {})).map(named),
  },
  position: {
    action: 'org_positions_list',
    list: async (request) =>
      (await call(request, 'org_positions_list', { status: 'active', limit: 1 })).map((one) =>
        positionChoice(request, one),
      ),
    // One that is filled or cancelled.
    find: async (request, id) => {
      const found = await unlessMissing(call(request, 'org_positions_get', { position_id: id }))
      return found && positionChoice(request, found)
    },
  },
  document: {
    action: 'documents_list',
    own: 'documents_me_list',
    list: async (request) => (await documentsOf(request)).map(documentChoice),
    // One that so many others are newer than.
    find: async (request, id) => {
      const found = await findDocument(request, id)
      return found && documentChoice(found)
    },
  },
  checklist_template: {
    action: 'org_checklists_templates_list',
    list: async (request) =>
      (await call(request, 'org_checklists_templates_list', { include_archived: false })).templates.map(
        named,
      ),
  },
  checklist_run: {
    action: 'org_checklists_runs_list',
    list: async (request) =>
      (await call(request, 'org_checklists_runs_list', { status: 'open', limit: 200 })).map(
        ({ id, name, person }) => ({ value: id, label: `${person.name}: ${name}` }),
      ),
  },
  checklist_task: {
    action: 'org_checklists_tasks_list',
    list: async (request) =>
      (await call(request, 'org_checklists_tasks_list', { limit: 200 })).map(({ id, title, person }) => ({
        value: id,
        label: `${person.name}: ${title}`,
      })),
    find: findTask,
  },
  custom_field: {
    action: 'org_fields_list',
    list: async (request) =>
      (await call(request, 'org_fields_list', { include_archived: true })).map(({ id, label }) => ({
        value: id,
        label,
      })),
  },
  membership: {
    action: 'platform_members_list',
    list: async (request) =>
      (await call(request, 'platform_members_list', {})).map(({ membership_id, name, email }) => ({
        value: membership_id,
        label: `${name} (${email})`,
      })),
  },
  api_key: {
    action: 'platform_api_keys_list',
    list: async (request) =>
      (await call(request, 'platform_api_keys_list', {}))
        .filter(({ revoked }) => !revoked)
        .map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` })),
  },
  connection: {
    action: 'platform_connections_list',
    list: async (request) =>
      (await call(request, 'platform_connections_list', {})).map(({ id, client_name }) => ({
        value: id,
        label: client_name,
      })),
    // One of another member: whoever may shut members out comes to it from the list of all.
    find: async (request, id) => {
      if (!allows(request, 'platform_members_disable')) return undefined
      const all = await call(request, 'platform_connections_list', { everyone: true })
      const found = all.find((one) => one.id === id)
      return found && { value: id, label: `${found.client_name} (${found.user!.name})` }
    },
  },
  session: {
    action: 'platform_sessions_list',
    list: async (request) =>
      (await call(request, 'platform_sessions_list', {}))
        .filter(({ current }) => !current)
        .map(({ id, browser, network, created_at }) => ({
          value: id,
          label: [browser, network, created_at.slice(0, 10)].filter((word) => word !== null).join(', '),
        })),
  },
  invite: {
    action: 'org_invites_list',
    list: async (request) =>
      (await call(request, 'org_invites_list', {})).map(({ id, email, role }) => ({
        value: id,
        label: `${email} (${valueName(role, request.language)})`,
      })),
  },
  webhook_endpoint: {
    action: 'webhooks_endpoints_list',
    list: async (request) =>
      (await call(request, 'webhooks_endpoints_list', {})).map(({ id, url, description }) => ({
        value: id,
        label: description ? `${description} (${url})` : url,
      })),
  },
  event_type: {
    action: 'webhooks_events_list',
    list: async (request) =>
      (await call(request, 'webhooks_events_list', {})).map(({ type, group, description }) => ({
        value: type,
        label: type,
        help: eventAbout(type, description, request.language),
        under: eventGroup(group, request.language),
      })),
  },
  approval_request: {
    action: 'org_approvals_list',
    list: async (request) =>
      (await call(request, 'org_approvals_list', {})).items.map((one) => requestChoice(request, one)),
    // One that is closed meanwhile.
    find: async (request, id) => {
      const found = await unlessMissing(call(request, 'org_approvals_get', { request_id: id }))
      return found && requestChoice(request, found)
    },
  },
}

const requestChoice = (
  { language }: AppRequest,
  { id, person, change, effective_date: on }: Result<'org_approvals_get'>,
): Choice => ({
  value: id,
  label: `${person.name}: ${valueName(change, language)}, ${dayText(on, language)}`,
})

/** Lists of texts that are ticked among records of a kind, by the names of their properties. */
const tickedTexts: Readonly<Record<string, string>> = { event_types: 'event_type', types: 'event_type' }

/** The kind of record among which a field chooses. */
export function kindOfField(field: FieldShape): string | undefined {
  if (field.kind === 'id') return field.record
  return field.kind === 'list' && field.item.kind === 'text' ? tickedTexts[field.name] : undefined
}

const named = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** Units below each other as they are in the company, each indented by its level. */
function unitTree(units: readonly { id: string; name: string; parent_id: string | null }[]): Choice[] {
  const below = Map.groupBy(units, ({ parent_id }) => parent_id)
  const known = new Set(units.map(({ id }) => id))
  const tops = units.filter(({ parent_id }) => parent_id === null || !known.has(parent_id))
  // Units have at most 20 levels.
  const branch = (level: readonly (typeof units)[number][], depth: number): Choice[] =>
    level.flatMap(({ id, name }) => [
      { value: id, label: `${'\u2003'.repeat(depth)}${name}` },
      ...(depth < 20 ? branch(below.get(id) ?? [], depth + 1) : []),
    ])
  return branch(tops, 0)
}

/** Rows of one person: they are chosen after the person. */
export const rowsOfPerson: Readonly<
  Record<string, { action: ActionId; list: (request: AppRequest, personId: string) => Promise<Choice[]> }>
> = {
  job: {
    action: 'org_people_timeline',
    list: async (request, personId) => {
      const { jobs } = await call(request, 'org_people_timeline', { person_id: personId })
      return jobs.map(({ id, title, valid_from, valid_to }) => ({
        value: id,
        label: title,
        help: between(valid_from, valid_to, request),
      }))
    },
  },
  pay: {
    action: 'org_pay_list',
    list: async (request, personId) => {
      const { history } = await call(request, 'org_pay_list', { person_id: personId })
      return history.map(({ id, amount, currency, period, valid_from, valid_to }) => ({
        value: id,
        label: money(amount, currency, request.language, period),
        help: between(valid_from, valid_to, request),
      }))
    },
  },
}

const between = (from: string, to: string | null, { language }: AppRequest): Child => [
  day(from, language),
  ' – ',
  to !== null && day(to, language),
]

/** Tells whether the records of a kind can be listed for this reader. */
export const isListed = (request: AppRequest, kind: string): boolean => {
  const { action, own } = sources[kind] ?? {}
  return [action, own].some(
    (id) => id !== undefined && (allows(request, id, 'manage') || allows(request, id, 'me')),
  )
}

/** A position with its unit. A draft cannot be filled: whoever chooses one should see it. */
const positionChoice = (
  { language }: AppRequest,
  { id, title, unit, status }: Result<'org_positions_list'>[number],
): Choice => ({
  value: id,
  label: [
    unit === null ? title : `${title} (${unit.name})`,
    ...(status === 'draft' ? [valueName('draft', language)] : []),
  ].join(' · '),
})

/** A document with the person that it is about. */
const documentChoice = ({
  id,
  title,
  subject: { person },
}: Result<'documents_list'>['documents'][number]): Choice => ({
  value: id,
  label: person ? `${person.name}: ${title}` : title,
})

/** A task that is done, or that others do; undefined when the reader sees none with this id. */
async function findTask(request: AppRequest, taskId: string): Promise<Choice | undefined> {
  const found = await unlessMissing(call(request, 'org_checklists_tasks_list', { task_id: taskId, limit: 1 }))
  return found?.[0] && { value: taskId, label: `${found[0].person.name}: ${found[0].title}` }
}

/** The name of a record among those that its list offers; undefined when the reader sees none with this id. */
export async function recordName(request: AppRequest, kind: string, id: string): Promise<string | undefined> {
  const source = sources[kind]
  if (!source || !isListed(request, kind)) return undefined
  const found = source.find
    ? await source.find(request, id)
    : (await source.list(request)).find(({ value }) => value === id)
  return typeof found?.label === 'string' ? found.label.trim() : undefined
}
