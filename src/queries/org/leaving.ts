import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import { mostNamed, type Named } from '../../domain/format-list.ts'
import type { Dependents } from '../../domain/termination.ts'
import { hasLogin, personName } from '../fragments.ts'
import { countOpenOf } from './checklist-tasks.ts'
import { countBelow } from './positions.ts'

/**
 * Loads people and units that depend on somebody after their last day, and how their login stands.
 *
 * @param ownerRole the role that an organization must not be without
 */
export async function loadDependents(
  db: Db,
  personId: string,
  ownerRole: Role,
  lastDay: Day,
): Promise<Dependents> {
  const [reports, led, [member], openTasks, positions] = await Promise.all([
    db.query<Named & { total: number }>(
      `select p.id, ${personName('p')} as name, count(*) over ()::int as total
         from (select distinct j.person_id from job_rows j
                where j.org_id = $1 and j.manager_id = $2 and (j.valid_to is null or j.valid_to > $3)) r
         join people p on p.org_id = $1 and p.id = r.person_id and p.erased_at is null
        order by p.family_name, p.given_name, p.id
        limit $4`,
      [db.orgId, personId, lastDay, mostNamed],
    ),
    db.query<Named>(
      `select id, name from units where org_id = $1 and head_person_id = $2 and archived_at is null order by name, id`,
      [db.orgId, personId],
    ),
    db.query<{ login: 'active' | 'disabled'; last_owner: boolean }>(
      `select m.status as login,
              m.role = $3 and m.status = 'active'
              and not exists (select 1 from memberships other
                               where other.org_id = $1 and other.id <> m.id and other.role = $3 and other.status = 'active'
                                 and (other.person_id is null
                                      or exists (select 1 from job_rows j
                                                  where j.org_id = $1 and j.person_id = other.person_id
                                                    and (j.valid_to is null or j.valid_to > $4)))
                                 and (select ${hasLogin('u')} from users u where u.org_id = $1 and u.id = other.user_id)) as last_owner
         from memberships m
        where m.org_id = $1 and m.person_id = $2`,
      [db.orgId, personId, ownerRole, lastDay],
    ),
    countOpenOf(db, personId),
    countBelow(db, personId),
  ])
  return {
    reports: { total: reports[0]?.total ?? 0, people: reports.map(({ id, name }) => ({ id, name })) },
    led,
    lastOwner: member?.last_owner ?? false,
    openTasks,
    positions,
    login: member?.login ?? null,
  }
}
