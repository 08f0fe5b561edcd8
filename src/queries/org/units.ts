import { sql, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { nameKey } from '../../domain/folding.ts'
import type { Lead, UnitInTree, UnitNode } from '../../domain/unit-tree.ts'
import { inForce, personName, stays, titleOn } from '../fragments.ts'
import { withNameKey } from '../values.ts'

export interface UnitRow {
  id: string
  name: string
  kind: 'company' | 'division' | 'department' | 'team'
  parent_id: string | null
  archived: boolean
  /** The lead. Somebody who has left leads nothing, although the row in the table still names them. */
  head_id: string | null
  head_name: string | null
  head_title: string | null
  head_photo_hash: string | null
  member_count: number
}

const ownColumns = `u.id, u.name, u.kind, u.parent_id, u.archived_at is not null as archived`

/**
 * All units, sorted by depth (the root is first) and name. Each has one parent, so the walk comes to it once, and to none of
 * those that contain each other, because the root does not lead there. The people of all units are counted in one scan of an index,
 * and a person who leads several units is looked up once. `offset 0`: the units below each one are looked up, and not looked for among
 * all of the company on each level.
 */
export function listUnits(db: Db, includeArchived: boolean, today: Day): Promise<UnitRow[]> {
  return db.query(
    `with recursive u as (
       select units.*, 0 as depth from units where org_id = $1 and parent_id is null
       union all
       select below.*, u.depth + 1
         from u cross join lateral (select w.* from units w where w.org_id = $1 and w.parent_id = u.id offset 0) below
     ), members as materialized (
       select m.unit_id, count(*)::int as number
         from job_rows m
        where m.org_id = $1 and m.unit_id is not null and ${inForce('m', '$2')}
        group by m.unit_id
     ), heads as materialized (
       select h.id, ${personName('h')} as name, ${titleOn('h', '$2')} as title, h.photo_hash
         from people h
        where h.org_id = $1 and h.id in (select head_person_id from units where org_id = $1)
          and ${stays('h.id', '$2')}
     )
     select ${ownColumns}, heads.id as head_id, heads.name as head_name, heads.title as head_title,
            heads.photo_hash as head_photo_hash,
            coalesce(members.number, 0) as member_count
       from u
       left join members on members.unit_id = u.id
       left join heads on heads.id = u.head_person_id
      where $3 or u.archived_at is null
      order by u.depth, u.name collate "und-x-icu", u.id`,
    [db.orgId, today, includeArchived],
  )
}

/** One unit. `member_count` is the number of people assigned to it directly, today. */
export async function getUnit(db: Db, id: string, today: Day): Promise<UnitRow | undefined> {
  const [row] = await db.query<UnitRow>(
    `select ${ownColumns}, h.id as head_id, ${personName('h')} as head_name, ${titleOn('h', '$2')} as head_title,
            h.photo_hash as head_photo_hash,
            (select count(*)::int from job_rows m
              where m.org_id = $1 and m.unit_id = u.id and ${inForce('m', '$2')}) as member_count
       from units u
       left join people h on h.org_id = $1 and h.id = u.head_person_id and ${stays('h.id', '$2')}
      where u.org_id = $1 and u.id = $3`,
    [db.orgId, today, id],
  )
  return row
}

/**
 * The whole tree, locked until this transaction ends, so that nobody else changes the structure. Two moves at the same
 * time could otherwise make a loop that neither of them sees. The row of the root is the lock; it still lets people be
 * assigned to the root.
 *
 * @param today the day on which leads who have left lead nothing
 */
export async function lockTree(db: Db, today: Day): Promise<KnownUnit[]> {
  const [, tree] = await Promise.all([
    db.query(`select 1 from units where org_id = $1 and parent_id is null for no key update`, [db.orgId]),
    db.query<KnownUnit>(
      `select u.id, u.name, u.name_key, u.kind, u.parent_id, u.archived_at is not null as archived,
              case when led.still then u.head_person_id end as head_person_id,
              case when not led.still then u.head_person_id end as former_lead_id
         from units u
        cross join lateral (select ${stays('u.head_person_id', '$2')} as still) led
        where u.org_id = $1`,
      [db.orgId, today],
    ),
  ])
  return tree
}

/** A unit of the locked tree. */
export interface KnownUnit extends UnitNode {
  /** By it, no two units have the same name. */
  name_key: string
  /** Somebody who led the unit and has left. They lead it again if they come back, unless it gets another lead or none. */
  former_lead_id: string | null
}

export interface LockedUnit extends UnitInTree {
  tree: readonly KnownUnit[]
  formerLeadId: string | null
}

/** A unit and the whole tree, locked as by `lockTree`. */
export async function lockUnit(db: Db, id: string, today: Day): Promise<LockedUnit | undefined> {
  const tree = await lockTree(db, today)
  const unit = tree.find((node) => node.id === id)
  return unit && { unit, tree, formerLeadId: unit.former_lead_id }
}

/** Another unit of the locked tree with this name, as `nameKey` compares names. Archived ones count. */
export function unitNamed(
  tree: readonly KnownUnit[],
  name: string,
  exceptId: string | null,
): KnownUnit | undefined {
  const key = nameKey(name)
  return tree.find((unit) => unit.name_key === key && unit.id !== exceptId)
}

/** A person who is to lead a unit, with what units show of them. */
export interface FoundLead extends Lead {
  name: string
  title: string | null
  photo_hash: string | null
}

/** A person who is to lead a unit; undefined for an unknown id and for an erased person. */
export async function findLead(db: Db, personId: string, today: Day): Promise<FoundLead | undefined> {
  const [person] = await db.query<FoundLead>(
    `select p.id, ${stays('p.id', '$3')} as stays, ${personName('p')} as name, ${titleOn('p', '$3')} as title, p.photo_hash
       from people p where p.org_id = $1 and p.id = $2 and p.erased_at is null`,
    [db.orgId, personId, today],
  )
  return person
}

/** The fields of a unit that a caller can change. */
export type UnitFields = Pick<UnitNode, 'name' | 'kind' | 'parent_id' | 'head_person_id'>

/** The member who changes a unit, and the time. */
export interface UnitChange {
  caller: { membershipId: string }
  now: Date
}

/**
 * The acts that decide whose lead approves changes: who set or removed the lead, and who moved the unit. Approvals
 * ask for that.
 */
const acts = (fields: Partial<UnitFields>, { caller, now }: UnitChange) => ({
  ...(fields.head_person_id !== undefined && { head_changed_by: caller.membershipId, head_changed_at: now }),
  ...(fields.parent_id !== undefined && { moved_by: caller.membershipId, moved_at: now }),
})

/**
 * Stores a new unit.
 *
 * @param lead somebody who stays
 * @returns the unit, as `getUnit` would find it
 */
export async function insertUnit(
  db: Db,
  id: string,
  fields: Omit<UnitFields, 'head_person_id'>,
  lead: FoundLead | null,
  change: UnitChange,
): Promise<UnitRow> {
  const led = lead === null ? {} : { head_person_id: lead.id }
  const row = { ...fields, head_person_id: lead?.id ?? null }
  await db.run(sql('units').insert({ org_id: db.orgId, id, ...withNameKey(row), ...acts(led, change) }))
  return {
    id,
    ...fields,
    archived: false,
    head_id: lead?.id ?? null,
    head_name: lead?.name ?? null,
    head_title: lead?.title ?? null,
    head_photo_hash: lead?.photo_hash ?? null,
    member_count: 0,
  }
}

/** Changes the fields that are given. */
export async function updateUnit(
  db: Db,
  id: string,
  fields: Partial<UnitFields>,
  change: UnitChange,
): Promise<void> {
  await db.run(
    sql('units')
      .where({ org_id: db.orgId, id })
      .update({ ...withNameKey(fields), ...acts(fields, change), updated_at: change.now }),
  )
}

/** Archives a unit. It waits for calls that are assigning somebody to the unit; later calls find it archived. */
export async function archiveUnit(db: Db, id: string, { caller, now }: UnitChange): Promise<void> {
  await db.query(
    `with unit as (select id from units where org_id = $1 and id = $2 for update)
     update units u
        set archived_at = $3, archived_by = $4, updated_at = $3
       from unit
      where u.org_id = $1 and u.id = unit.id`,
    [db.orgId, id, now, caller.membershipId],
  )
}
