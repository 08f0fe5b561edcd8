import { listForChart, unitNames, type ChartRow } from '../../src/queries/org/chart.ts'
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

const [people] = (await statementsOf((db) => listForChart(db, slots.day))) as [Statement]
const [units] = (await statementsOf(unitNames)) as [Statement]

interface Seat {
  row: ChartRow
  direct: number
  total: number
}

/** What `org/people.chart` answers for the whole company. */
export async function chart({ org_id, time_zone }: Caller): Promise<unknown> {
  const day = today(time_zone)
  const [, { rows }, { rows: named }] = await withClient((client) =>
    Promise.all([
      client.query(begin(org_id, ' read only')),
      client.query<ChartRow>(fill(people, org_id, day)),
      client.query<{ id: string; name: string }>(fill(units, org_id, day)),
      client.query('commit'),
    ]),
  )
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const seats = new Map<string | null, Seat>(rows.map((row) => [row.id, { row, direct: 0, total: 0 }]))
  const levels: Seat[][] = []
  for (const seat of seats.values()) {
    let level = 0
    const manager = seats.get(seat.row.manager_id)
    if (manager) manager.direct++
    for (let above = manager; above; above = seats.get(above.row.manager_id)) {
      above.total++
      level++
    }
    ;(levels[level] ??= []).push(seat)
  }
  const nodes = levels.flat().map(({ row, direct, total }) => ({
    person: { id: row.id, name: row.name, title: row.title, photo_url: null },
    manager_id: seats.has(row.manager_id) ? row.manager_id : null,
    unit: row.unit_id === null ? null : { id: row.unit_id, name: names.get(row.unit_id) ?? '' },
    direct_reports: direct,
    total_reports: total,
  }))
  return { as_of: day, nodes }
}
