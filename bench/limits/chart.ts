import { listJobs, listNames, unitNames, type ChartJob } from '../../src/queries/org/chart.ts'
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

const [people] = (await statementsOf(listNames)) as [Statement]
const [jobs] = (await statementsOf((db) => listJobs(db, slots.day))) as [Statement]
const [units] = (await statementsOf(unitNames)) as [Statement]

interface Seat {
  row: ChartJob
  name: string
  direct: number
  total: number
}

/** What `org/people.chart` answers for the whole company. */
export async function chart({ org_id, time_zone }: Caller): Promise<unknown> {
  const day = today(time_zone)
  const [, { rows: names }, { rows }, { rows: named }] = await withClient((client) =>
    Promise.all([
      client.query(begin(org_id, ' read only')),
      client.query<{ id: string; name: string }>(fill(people, org_id, day)),
      client.query<ChartJob>(fill(jobs, org_id, day)),
      client.query<{ id: string; name: string }>(fill(units, org_id, day)),
      client.query('commit'),
    ]),
  )
  const unitNameOf = new Map(named.map(({ id, name }) => [id, name]))
  const seats = new Map<string | null, Seat>(
    rows.map((row) => [row.id, { row, name: '', direct: 0, total: 0 }]),
  )
  const levels: Seat[][] = []
  for (const { id, name } of names) {
    const seat = seats.get(id)
    if (!seat) continue
    seat.name = name
    let level = 0
    const manager = seats.get(seat.row.manager_id)
    if (manager) manager.direct++
    for (let above = manager; above; above = seats.get(above.row.manager_id)) {
      above.total++
      level++
    }
    ;(levels[level] ??= []).push(seat)
  }
  const nodes = levels.flat().map(({ row, name, direct, total }) => ({
    person: { id: row.id, name, title: row.title, photo_url: null },
    manager_id: seats.has(row.manager_id) ? row.manager_id : null,
    unit: row.unit_id === null ? null : { id: row.unit_id, name: unitNameOf.get(row.unit_id) ?? '' },
    direct_reports: direct,
    total_reports: total,
  }))
  return { as_of: day, nodes }
}
