import type { ActionId } from '../../../src/generated/actions.ts'
import type { ActionEntry } from '../../support/contract.ts'
import type { Scene } from '../../support/ids.ts'
import { makeInput, matchesPattern, type Input } from '../../support/inputs.ts'
import { inputSchema, resolveSchema, type Schema } from '../../support/schemas.ts'
import { unique } from '../../support/server.ts'
import { letter, type NastyPeople } from './company.ts'

/** Makes an input that is as much work for the service as it can be. */
type Worst = (scene: Scene, people: NastyPeople) => Input | Promise<Input>

const most = 250
const many = <Item>(make: (at: number) => Item, count = most): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
/** A text of so many characters that no other one equals. */
const long = (length: number): string => {
  const end = unique('n')
  return letter.repeat(length - end.length) + end
}

const newPeople = (): Input[] => {
  const emails = many(() => `${unique('nasty')}@company.example`)
  return emails.map((work_email, at) => ({
    ...{ given_name: long(100), family_name: long(100), title: long(120), work_email },
    ...(at > 0 ? { manager_email: emails[at - 1] } : { manager_email: null }),
    custom: Object.fromEntries(many((n) => [`nasty_${n + 1}`, letter.repeat(60)], 20)),
  }))
}

/** A file of 1 MiB with line breaks of Windows and letters whose accents are characters of their own. */
const file = (): string => {
  const cell = 'e\u0301'.repeat(45)
  const rows = many(() => [cell, cell, `${unique('nasty')}@company.example`, cell, ...many(() => cell, 4)])
  const head = ['given_name', 'family_name', 'work_email', 'title', ...many((n) => `nasty_${n + 1}`, 4)]
  return [head, ...rows].map((row) => row.join(';')).join('\r\n')
}

/**
 * Beside the usual input of every action, which is made from the document: what is most work for those that walk over names,
 * units, reporting lines, values or cells.
 */
const worst: { [K in ActionId]?: Record<string, Worst> } = {
  org_people_list: {
    'a search that finds nobody, and similar names': () => ({ q: `${letter.repeat(40)}x` }),
    'a search for everybody': () => ({ q: letter.repeat(100), limit: 200 }),
    'the lowest unit': (_, { highest }) => ({ unit_id: highest, include_subunits: true }),
    everybody: () => ({ limit: 1000 }),
  },
  org_people_chart: {
    everybody: () => ({}),
    'from the top': (_, { top }) => ({ root_person_id: top, depth: 20 }),
    'from the bottom': (_, { bottom }) => ({ root_person_id: bottom }),
  },
  org_people_get: { 'at the bottom': (_, { bottom }) => ({ person_id: bottom }) },
  org_people_timeline: { 'with many jobs': (_, { scheduled }) => ({ person_id: scheduled }) },
  org_people_change_job: {
    'below everybody': async ({ company }, { bottom }) => ({
      ...{ person_id: (await company.person()).id, manager_id: bottom, effective_date: '2027-01-01' },
      ...{ reason: 'transfer', title: long(120) },
    }),
  },
  org_people_terminate: {
    'with many jobs': (_, { scheduled }) => ({ person_id: scheduled, last_day: '2031-12-31' }),
  },
  org_people_hire: {
    'below everybody in the lowest unit': (_, { bottom, deepest }) => ({
      ...{ given_name: letter.repeat(100), family_name: `${letter.repeat(94)}1`, title: long(120) },
      ...{ work_email: `${unique('n')}@company.example`, start_date: '2027-01-01' },
      ...{ manager_id: bottom, unit_id: deepest },
    }),
  },
  org_units_update: {
    'a branch of the tree': (_, { highest }) => ({ unit_id: highest, name: long(100), kind: 'division' }),
  },
  org_reports_headcount: {
    'five years of all units and those below': () => ({
      ...{ by: 'unit', include_subunits: true, from: '2021-12', to: '2026-11' },
    }),
  },
  org_setup_apply: {
    '250 new people, each below the one before': () => ({ people: newPeople() }),
    '200 units in chains': () => {
      const names = many(() => long(100), 200)
      return {
        units: names.map((name, at) => ({
          name,
          kind: 'team',
          ...(at % 19 > 0 && { parent: names[at - 1] }),
        })),
      }
    },
  },
  org_people_import_csv: { '250 people': () => ({ csv: file() }) },
  org_checklists_tasks_list: {
    'as many as there may be, with all remarks': () => ({ limit: 200 }),
    'of one checklist': (_, { run }) => ({ scope: 'run', run_id: run }),
  },
  org_checklists_runs_get: { 'of 100 tasks with all remarks': (_, { run }) => ({ run_id: run }) },
  org_checklists_runs_start: {
    'of 40 tasks': (_, { template, bottom }) => ({
      template_id: template,
      person_id: bottom,
      anchor_date: '2026-12-24',
    }),
  },
  org_checklists_runs_reschedule: {
    'of 100 tasks': (_, { run }) => ({ run_id: run, anchor_date: '2026-12-24' }),
  },
  platform_notifications_list: { 'as many as there may be': () => ({ limit: 50 }) },
}

/** The inputs with which an action is attacked, by what they are. */
export async function nastyInputs(
  scene: Scene,
  action: ActionEntry,
  people: NastyPeople,
): Promise<Record<string, () => Promise<Input>>> {
  const others = Object.entries((worst as Record<string, Record<string, Worst>>)[action.id] ?? {})
  return {
    'long texts': async () => lengthen(inputSchema(action), await makeInput(scene, action)) as Input,
    ...Object.fromEntries(others.map(([name, make]) => [name, async () => make(scene, people)])),
  }
}

/** A copy of an input whose free texts are as long as they may be. Equal ones stay equal, because they may name each other. */
function lengthen(schema: Schema, value: unknown, name = ''): unknown {
  const here = resolveSchema(schema)
  if (Array.isArray(value)) return value.map((item) => lengthen(here.items ?? {}, item, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, lengthen(here.properties?.[key] ?? {}, item, key)]),
    )
  const isFree = !(here['x-id'] ?? here.format ?? here.enum ?? here.const)
  if (typeof value !== 'string' || !isFree || here.maxLength === undefined || kept.test(name)) return value
  const room = Math.min(here.maxLength, 2000) - value.length
  const text = room > 0 ? letter.repeat(room) + value : value
  return matchesPattern(here, text) ? text : value
}

/**
 * A password must be the right one, a search finds more when it is short, a file is no text, and neither are an address and types
 * of events, categories, fields and types of files. An image is one.
 */
const kept = /password|^q$|^csv$|^url$|^(event_)?types$|^category$|^field_key$|^content_type$|^image_base64$/
