import { sql, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { UnitNode } from '../../domain/unit-tree.ts'
import { inForce, personName, titleOn } from '../fragments.ts'

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

const ownColumns = `u.id, u.name, u.kind, u.parent_id, u.archived_at is not null as archived`

/**
 * All units, root first, then by depth and name. Members are counted for all units at once, one walk of an index; a
 * person who leads several units is looked up once.
 */
export function listUnits(db: Db, today: Day, includeArchived: boolean): Promise<UnitRow[]> {
  return db.query(
    `with recursive u as (
       select units.*, 0 as depth from units where org_id = $1 and parent_id is null
       union all
       select below.*, u.depth + 1 from u join units below on below.org_id = $1 and below.parent_id = u.id
     ), members as materialized (
       select m.unit_id, count(*)::int as number
         from job_rows m
        where m.org_id = $1 and m.unit_id is not null and ${inForce('m', '$2')}
        group by m.unit_id
     ), heads as materialized (
       select h.id, ${personName('h')} as name, ${titleOn('h', '$2')} as title
         from people h
        where h.org_id = $1 and h.id in (select head_person_id from units where org_id = $1)
     )
     select ${ownColumns}, heads.id as head_id, heads.name as head_name, heads.title as head_title,
            coalesce(members.number, 0) as member_count
       from u
       left join members on members.unit_id = u.id
       left join heads on heads.id = u.head_person_id
      where $3 or u.archived_at is null
      order by u.depth, u.name collate "und-x-icu", u.id`,
    [db.orgId, today, includeArchived],
  )
}

export async function getUnit(db: Db, today: Day, id: string): Promise<UnitRow | undefined> {
  const [row] = await db.query<UnitRow>(
    `select ${ownColumns}, h.id as head_id, ${personName('h')} as head_name, ${titleOn('h', '$2')} as head_title,
            (select count(*)::int from job_rows m
              where m.org_id = $1 and m.unit_id = u.id and ${inForce('m', '$2')}) as member_count
       from units u
       left join people h on h.org_id = $1 and h.id = u.head_person_id
      where u.org_id = $1 and u.id = $3`,
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

/** The tree as the rules of `domain/unit-tree.ts` read it. */
export function treeNodes(tree: TreeNode[]): UnitNode[] {
  return tree.map(({ id, parent_id, archived }) => ({ id, parentId: parent_id, archived }))
}

/** What of a unit a caller can change. */
export type UnitFields = Pick<TreeNode, 'name' | 'kind' | 'parent_id' | 'head_person_id'>

export async function insertUnit(db: Db, id: string, fields: UnitFields): Promise<void> {
  await db.run(sql('units').insert({ org_id: db.orgId, id, ...fields }))
}

export async function updateUnit(db: Db, id: string, fields: Partial<UnitFields>, now: Date): Promise<void> {
  await db.run(
    sql('units')
      .where({ org_id: db.orgId, id })
      .update({ ...fields, updated_at: now }),
  )
}

/** Waits for everybody who is being assigned to the unit at this moment; whoever comes later finds it archived. */
export async function archiveUnit(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `with unit as (select id from units where org_id = $1 and id = $2 for update)
     update units u
        set archived_at = $3, updated_at = $3
       from unit
      where u.org_id = $1 and u.id = unit.id`,
    [db.orgId, id, now],
  )
}

/** What a taken name is answered with; for `onDuplicate`. */
export function duplicateName(name: string): Record<string, string> {
  return {
    units_name: `Another unit is called ${name} (archived units keep their names, too). Choose another name.`,
  }
}
