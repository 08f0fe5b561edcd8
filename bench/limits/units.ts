import { randomUUIDv7 } from 'node:crypto'
import { nameKey } from '../../src/domain/folding.ts'
import { listUnits, lockTree, unitNamed, type KnownUnit, type UnitRow } from '../../src/queries/org/units.ts'
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

const [list] = (await statementsOf((db) => listUnits(db, false, slots.day))) as [Statement]
const [lock, tree] = (await statementsOf((db) => lockTree(db, slots.day))) as [Statement, Statement]
const insert = {
  name: 'insert',
  text: `insert into units (org_id, id, name, name_key, kind, parent_id) values ($1, $2, $3, $4, $5, $6)`,
}
const record = {
  name: 'record',
  text: `
    insert into activity (org_id, id, at, action, summary, actor_kind, actor_id, membership_id, via,
                          subject_type, subject_id, subject_name, changes, request_id)
    values ($1, $2, $3, 'org.units.create', 'Created the unit {subject}', 'api_key', $4, $5, 'api', 'unit', $6, $7, $8, $9)`,
}
const announce = {
  name: 'announce',
  text: `
    insert into events (org_id, id, type, at, subject_id, payload) values ($1, $2, 'unit.created', $3, $4, $5)`,
}

/** What `org/units.list` answers. */
export async function listOfUnits({ org_id, time_zone }: Caller): Promise<unknown> {
  return withClient(async (client) => {
    const [, { rows }] = await Promise.all([
      client.query(begin(org_id, ' read only')),
      client.query<UnitRow>(fill(list, org_id, today(time_zone))),
      client.query('commit'),
    ])
    return rows.map(unitOf)
  })
}

/**
 * What `org/units.create` does, in two round trips: all reads before the write, and the write with all that follows.
 */
export async function createUnit(caller: Caller, { name, kind }: Record<string, unknown>): Promise<unknown> {
  const { org_id, credential_id, membership_id } = caller
  const day = today(caller.time_zone)
  const key = nameKey(String(name))
  return withClient(async (client) => {
    const [, , { rows: nodes }] = await Promise.all([
      client.query(begin(org_id)),
      client.query(fill(lock, org_id, day)),
      client.query<KnownUnit>(fill(tree, org_id, day)),
    ])
    if (unitNamed(nodes, String(name), null)) throw new Error('the name is taken')
    const root = nodes.find(({ parent_id }) => parent_id === null)
    const id = randomUUIDv7()
    const changes = JSON.stringify([
      { field: 'kind', before: null, after: kind },
      { field: 'parent_id', before: null, after: { id: root?.id, name: root?.name } },
    ])
    const unit = { id, name, kind, parent_id: root?.id, head: null, archived: false }
    const payload = JSON.stringify({ unit_id: id, unit })
    const at = new Date().toISOString()
    const [, , , { command }] = await Promise.all([
      client.query({ ...insert, values: [org_id, id, name, key, kind, root?.id] }),
      client.query({
        ...record,
        values: [org_id, randomUUIDv7(), at, credential_id, membership_id, id, name, changes, randomUUIDv7()],
      }),
      client.query({ ...announce, values: [org_id, randomUUIDv7(), at, id, payload] }),
      client.query('commit'),
    ])
    if (command !== 'COMMIT') throw new Error('not committed')
    return { ...unit, member_count: 0 }
  })
}

function unitOf(row: UnitRow): unknown {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    parent_id: row.parent_id,
    head:
      row.head_id === null
        ? null
        : { id: row.head_id, name: row.head_name, title: row.head_title, photo_url: null },
    archived: row.archived,
    member_count: row.member_count,
  }
}
