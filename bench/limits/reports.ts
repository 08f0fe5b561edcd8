import { headcountChanges } from '../../src/queries/org/headcount.ts'
import { listPeople, type PersonRow } from '../../src/queries/org/people.ts'
import { loadReferences } from '../../src/queries/org/references.ts'
import {
  begin,
  fill,
  slots,
  statementsOf,
  today,
  withClient,
  type Caller,
  type Statement,
} from './database.ts'

const [changes] = (await statementsOf((db) =>
  headcountChanges(db, 'unit', { counted: [slots.day], bounds: [slots.day], last: slots.day }),
)) as [Statement]
const units = `select id, name from units where org_id = $1 order by name collate "und-x-icu", id`

interface Change {
  group: string | null
  month: number
  heads: number
  fte: number
  joined: number
  left: number
}

/** What `org/reports.headcount` answers for past months by unit. */
export async function headcount({ org_id }: Caller, input: Record<string, unknown>): Promise<unknown> {
  const months = monthsBetween(input['from'] as string, input['to'] as string)
  const ends = months.map((month) =>
    new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).toISOString().slice(0, 10),
  )
  const starts = months.map((month) => `${month}-01`)
  const values = [org_id, ends, starts, starts[0], ends.at(-1), ends[0]]
  const [, { rows }, { rows: named }] = await withClient((client) =>
    Promise.all([
      client.query(begin(org_id, ' read only')),
      client.query<Change>({ ...changes, values }),
      client.query<{ id: string; name: string }>({
        name: 'limit_units_by_name',
        text: units,
        values: [org_id],
      }),
      client.query('commit'),
    ]),
  )
  const empty = () => months.map((month) => ({ month, headcount: 0, joined: 0, left: 0, fte: 0 }))
  const all = empty()
  const groups = new Map<string | null, ReturnType<typeof empty>>()
  for (const { group, month, heads, fte, joined, left } of rows) {
    let line = groups.get(group)
    if (!line) groups.set(group, (line = empty()))
    for (const at of [line[month], all[month]]) {
      if (!at) continue
      at.headcount += heads
      at.fte += fte
      at.joined += joined
      at.left += left
    }
  }
  for (const line of [all, ...groups.values()]) {
    let [heads, fte] = [0, 0]
    for (const at of line) {
      at.headcount = heads += at.headcount
      at.fte = Math.round((fte += at.fte) * 100) / 100
    }
  }
  const lineOf = (id: string | null, name: string | null) =>
    groups.has(id) ? [{ id, name, months: groups.get(id)! }] : []
  const average = all.reduce((sum, { headcount }) => sum + headcount, 0) / all.length
  const left = all.reduce((sum, month) => sum + month.left, 0)
  return {
    months: all,
    groups: [...named.flatMap(({ id, name }) => lineOf(id, name)), ...lineOf(null, null)],
    turnover_rate: average === 0 ? null : Math.round((left / average) * 10_000) / 10_000,
  }
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let at = from; at <= to;) {
    months.push(at)
    at = new Date(Date.UTC(+at.slice(0, 4), +at.slice(5), 1)).toISOString().slice(0, 7)
  }
  return months
}

const somebody = { unit_id: slots.id, manager_id: slots.id } as PersonRow
const [everybody] = (await statementsOf((db) => listPeople(db, { asOf: slots.day }))) as [Statement]
const [references] = (await statementsOf((db) => loadReferences(db, [somebody], slots.day))) as [Statement]

const columns = (
  'given_name family_name preferred_name employee_number work_email work_phone status title team manager manager_email location ' +
  'start_date employment_type fte contract_type contract_end_date probation_end_date weekly_hours notice_period_days legal_entity'
).split(' ')

/** What `org/people.export_csv` answers. It records nothing. */
export async function exportCsv({ org_id, slug, time_zone }: Caller): Promise<unknown> {
  const day = today(time_zone)
  const { rows, names, emailOf } = await withClient(async (client) => {
    client.query(begin(org_id, ' read only')).catch(() => undefined)
    const { rows } = await client.query<PersonRow>(fill(everybody, org_id, day))
    const places = new Set(
      rows.flatMap((row) => [row.unit_id, row.location_id, row.legal_entity_id].filter(Boolean)),
    )
    const managers = [...new Set(rows.map((row) => row.manager_id).filter(Boolean))]
    const [{ rows: named }] = await Promise.all([
      client.query<{ id: string; name: string; has_left: boolean; work_email: string | null }>({
        ...references,
        values: [org_id, [...places], managers, day, day],
      }),
      client.query('commit'),
    ])
    const here = named.filter(({ has_left: left, work_email: email }) => !left && email !== null)
    return {
      rows,
      names: new Map(named.map(({ id, name }) => [id, name])),
      emailOf: new Map(here.map(({ id, work_email: email }) => [id, email])),
    }
  })
  const cell = (value: unknown) => {
    let text = value === null || value === undefined ? '' : String(value)
    if (/^'*[=+\-@\t\r]/.test(text) && typeof value === 'string') text = `'${text}`
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = rows.map((row) => {
    const manager = row.manager_id
    const known = manager !== null && emailOf.has(manager)
    return [
      ...[
        row.given_name,
        row.family_name,
        row.preferred_name,
        row.employee_number,
        row.work_email,
        row.work_phone,
        row.status,
        row.title,
      ],
      names.get(row.unit_id ?? ''),
      known ? names.get(manager) : '',
      manager === null ? 'none' : emailOf.get(manager),
      names.get(row.location_id ?? ''),
      ...[row.start_date, row.employment_type, row.fte, row.contract_type, row.contract_end_date],
      ...[row.probation_end_date, row.weekly_hours, row.notice_period_days],
      names.get(row.legal_entity_id ?? ''),
    ]
      .map(cell)
      .join(',')
  })
  const csv = `${[columns.join(','), ...lines].join('\r\n')}\r\n`
  return { filename: `${slug}-people-${day}.csv`, csv, rows: rows.length, columns }
}
