import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import { inForce, personName, titleOn } from './fragments.ts'

export interface UnitRow {
  id: string
  name: string
  kind: 'company' | 'division' | 'department' | 'team'
  parent_id: string | null
  archived: boolean
  head_id: string | null
  head_name: string | null
  head_title: string | null
  member_count: number
}

const columns = (today: string) => `
  u.id, u.name, u.kind, u.parent_id, u.archived_at is not null as archived,
  h.id as head_id, ${personName('h')} as head_name, ${titleOn('h', today)} as head_title,
  (select count(*)::int from job_rows m
    where m.org_id = u.org_id and m.unit_id = u.id and ${inForce('m', today)}) as member_count`

const withHead = `left join people h on h.org_id = u.org_id and h.id = u.head_person_id`

/** All units, root first, then by depth and name. */
export function listUnits(db: Db, today: Day, includeArchived: boolean): Promise<UnitRow[]> {
  return db.query(
    `with recursive tree as (
       select u.id, 0 as depth from units u where u.org_id = $1 and u.parent_id is null
       union all
       select u.id, t.depth + 1 from tree t join units u on u.org_id = $1 and u.parent_id = t.id
     )
     select ${columns('$2')}
       from tree t
       join units u on u.org_id = $1 and u.id = t.id
       ${withHead}
      where $3 or u.archived_at is null
      order by t.depth, u.name collate "und-x-icu", u.id`,
    [db.orgId, today, includeArchived],
  )
}

export async function getUnit(db: Db, today: Day, id: string): Promise<UnitRow | undefined> {
  const [row] = await db.query<UnitRow>(
    `select ${columns('$2')} from units u ${withHead} where u.org_id = $1 and u.id = $3`,
    [db.orgId, today, id],
  )
  return row
}

export interface TreeNode {
  id: string
  name: string
  kind: UnitRow['kind']
  parent_id: string | null
  head_person_id: string | null
  archived: boolean
}

/**
 * The whole tree, locked against other changes of the structure until this transaction ends: two moves at the same
 * moment could otherwise close a loop that neither of them sees. The root's row is the lock; people may join the root
 * meanwhile.
 */
export async function lockTree(db: Db): Promise<TreeNode[]> {
  const [, tree] = await Promise.all([
    db.query(`select 1 from units where org_id = $1 and parent_id is null for no key update`, [db.orgId]),
    db.query<TreeNode>(
      `select id, name, kind, parent_id, head_person_id, archived_at is not null as archived from units where org_id = $1`,
      [db.orgId],
    ),
  ])
  return tree
}

export function duplicateName(name: string): Record<string, string> {
  return { units_name: `Another unit is called ${name} (archived units keep their names, too). Choose another name.` }
}
