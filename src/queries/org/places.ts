import { sql, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { nameKey } from '../../domain/folding.ts'
import { inForce } from '../fragments.ts'
import { withNameKey } from '../values.ts'

/** A location or legal entity as it is read. `member_count` is the number of people assigned today. */
export type PlaceRow<Fields> = Fields & { id: string; archived: boolean; member_count: number }

interface PlaceTable {
  table: 'locations' | 'legal_entities'
  /** The column of job rows that refers to it. */
  column: 'location_id' | 'legal_entity_id'
}

/**
 * The queries of locations and legal entities, which are the same: both have a unique name, and people are assigned to
 * them by a column of their job rows.
 */
export class Places<Fields extends { name: string }> {
  readonly #of: PlaceTable
  readonly #select: string

  /** @param fields the columns that a caller can set */
  constructor(of: PlaceTable, fields: (keyof Fields & string)[]) {
    this.#of = of
    this.#select = `
      select p.id, ${fields.map((field) => `p.${field}`).join(', ')}, p.archived_at is not null as archived,
             (select count(*)::int from job_rows m
               where m.org_id = $1 and m.${of.column} = p.id and ${inForce('m', '$2')}) as member_count
        from ${of.table} p
       where p.org_id = $1`
  }

  /** Sorted by name. */
  list(db: Db, includeArchived: boolean, today: Day): Promise<PlaceRow<Fields>[]> {
    return db.query(
      `${this.#select} and ($3 or p.archived_at is null) order by p.name collate "und-x-icu", p.id`,
      [db.orgId, today, includeArchived],
    )
  }

  async get(db: Db, id: string, today: Day): Promise<PlaceRow<Fields> | undefined> {
    const [row] = await db.query<PlaceRow<Fields>>(`${this.#select} and p.id = $3`, [db.orgId, today, id])
    return row
  }

  /** Counts all, archived ones included. Calls at the same moment do not see what the others add. */
  async count(db: Db): Promise<number> {
    const [row] = await db.query<{ count: number }>(
      `select count(*)::int as count from ${this.#of.table} p where p.org_id = $1`,
      [db.orgId],
    )
    return row!.count
  }

  async insert(db: Db, id: string, fields: Fields): Promise<void> {
    await db.run(sql(this.#of.table).insert({ org_id: db.orgId, id, ...withNameKey(fields) }))
  }

  async update(db: Db, id: string, fields: Partial<Fields>, now: Date): Promise<void> {
    await db.run(
      sql(this.#of.table)
        .where({ org_id: db.orgId, id })
        .update({ ...withNameKey(fields), updated_at: now }),
    )
  }

  async archive(db: Db, id: string, now: Date): Promise<void> {
    await db.run(
      sql(this.#of.table).where({ org_id: db.orgId, id }).update({ archived_at: now, updated_at: now }),
    )
  }

  /** Like `get`. Others who want to change this record wait until the transaction ends. */
  async lock(db: Db, id: string, today: Day): Promise<PlaceRow<Fields> | undefined> {
    const [, row] = await Promise.all([
      db.query(`select 1 from ${this.#of.table} where org_id = $1 and id = $2 for no key update`, [
        db.orgId,
        id,
      ]),
      this.get(db, id, today),
    ])
    return row
  }

  /** The records with these keys of names, locked as by `lock`. */
  lockNamed(db: Db, nameKeys: readonly string[], today: Day): Promise<PlaceRow<Fields>[]> {
    return db.query(`${this.#select} and p.name_key = any($3::text[]) order by p.id for no key update of p`, [
      db.orgId,
      today,
      nameKeys,
    ])
  }

  /** Another record with this name, as `nameKey` compares names. Archived ones count. */
  async findNamed(
    db: Db,
    name: string,
    exceptId: string | null,
  ): Promise<{ id: string; name: string } | undefined> {
    const [row] = await db.query<{ id: string; name: string }>(
      `select id, name from ${this.#of.table} where org_id = $1 and name_key = $2 and id is distinct from $3`,
      [db.orgId, nameKey(name), exceptId],
    )
    return row
  }

  /**
   * The ids of all active records, locked until the transaction ends. So two calls at the same time cannot archive the
   * last two, and a call that assigns somebody to one of them has either finished before, or waits.
   */
  async lockActive(db: Db): Promise<string[]> {
    const rows = await db.query<{ id: string }>(
      `select id from ${this.#of.table} where org_id = $1 and archived_at is null order by id for update`,
      [db.orgId],
    )
    return rows.map(({ id }) => id)
  }

  /** Counts the people who are assigned on a day or on any later day. */
  async countAssigned(db: Db, id: string, from: Day): Promise<number> {
    const [row] = await db.query<{ people: number }>(
      `select count(distinct person_id)::int as people
         from job_rows
        where org_id = $1 and ${this.#of.column} = $2 and (valid_to is null or valid_to >= $3)`,
      [db.orgId, id, from],
    )
    return row!.people
  }
}
