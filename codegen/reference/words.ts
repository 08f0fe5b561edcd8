import type { Reference } from './reference.ts'

/** Words by which people look for an action that is called otherwise, by its operation id. */
const synonyms: Record<string, string> = {
  org_approvals_list: 'inbox pending sign-off workflow',
  org_fields_create: 'custom attribute column property',
  org_people_change_job: 'promote promotion transfer move relocate reassign manager',
  org_people_chart: 'org chart organigram hierarchy tree reporting lines',
  org_people_export_csv: 'download spreadsheet excel backup',
  org_people_hire: 'add employee new joiner onboard',
  org_people_import_csv: 'upload spreadsheet excel bulk migrate',
  org_people_list: 'employees staff colleagues directory pagination page cursor search',
  org_people_terminate: 'fire dismiss lay off offboard resign leaver quit',
  org_people_timeline: 'history changes past jobs career',
  org_people_update_profile: 'edit employee address iban phone birthday',
  org_pay_add: 'salary wage compensation raise',
  org_pay_list: 'salary wage compensation income',
  org_units_create: 'department team division',
  org_units_list: 'departments teams divisions',
  platform_activity_list: 'audit log trail history',
  platform_api_keys_create: 'token secret credential',
  platform_members_list: 'users logins accounts',
  platform_members_set_role: 'permission admin rights',
  webhooks_endpoints_create: 'subscribe callback url notification push webhook',
  webhooks_feed_list: 'changes sync poll stream replay catch up log cdc',
}

/** Something that people look for and Rollcall does not have yet. */
export interface Missing {
  id: string
  title: string
  /** Further words by which people look for it. */
  words: string
  text: string
  /** The beginning of the addresses that its actions will have: when there is one, it is not missing any more. */
  until: string
}

const missing: Missing[] = [
  {
    id: 'no-time-off',
    title: 'Time off',
    words: 'vacation holiday leave absence sick pto days',
    text: 'Vacation, sickness and other absences are not recorded yet.',
    until: '/v1/org/time_off.',
  },
  {
    id: 'no-documents',
    title: 'Documents',
    words: 'file upload contract attachment pdf photo',
    text: 'Files such as contracts and certificates cannot be stored yet.',
    until: '/v1/org/documents.',
  },
  {
    id: 'no-payroll',
    title: 'Payroll runs',
    words: 'payslip tax deduction social security payment',
    text: 'There is the history of what people earn. Nothing computes or pays it.',
    until: '/v1/org/payroll.',
  },
  {
    id: 'no-recruiting',
    title: 'Recruiting',
    words: 'applicant candidate vacancy job opening interview',
    text: 'People begin with their hire; there are no vacancies or applicants.',
    until: '/v1/org/recruiting.',
  },
]

/** Other words for the actions of the document. `unknownSynonyms` tells of the others. */
export const synonymsOf = ({ entryOf }: Pick<Reference, 'entryOf'>): Map<string, string> =>
  new Map(Object.entries(synonyms).filter(([id]) => entryOf.has(id)))

/** Names in the list of other words that are no actions of the document: a test of the whole document expects none. */
export const unknownSynonyms = (ids: ReadonlySet<string>): string[] =>
  Object.keys(synonyms).filter((id) => !ids.has(id))

/** @throws Error when one of them is there now */
export function missingIn({ entries }: Reference): Missing[] {
  for (const { title, until } of missing)
    if (entries.some(({ source }) => source.url.startsWith(until)))
      throw new Error(
        `codegen/reference/words.ts: ${title} is not missing any more. Take it out of the list.`,
      )
  return missing
}
