import type { Db } from '../../db/transaction.ts'
import type { Act, Candidate, LedUnit, LineAbove } from '../../domain/approvals.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import { hasLogin, inForce, isHere, personName, stays, titleOn } from '../fragments.ts'
import { aboveOrWas } from './reporting-line.ts'

/** The invite by which a member got their login: by whom, and when it was made. Both null when there was none. */
const invitedBy = (membership: string) =>
  `left join lateral (
         select i.created_by as invited_by, i.created_at as invited_at from invites i
          where i.org_id = $1 and i.membership_id = ${membership} and i.accepted_at is not null
          order by i.accepted_at desc
          limit 1) invite on true`

interface Invited {
  invited_by: string | null
  invited_at: string | null
}

interface Place {
  person_id: string
  manager_id: string | null
  unit_id: string | null
}

interface ChainRow {
  id: string
  name: string
  parent_id: string | null
  head_person_id: string | null
  archived_at: string | null
  archived_by: string | null
  head_changed_by: string | null
  head_changed_at: string | null
  moved_by: string | null
  moved_at: string | null
}

/**
 * Loads the managers and leads above these people today: their managers, and their units up to the root with the leads.
 * It takes two queries for any number of people. Of somebody who does not work here today, the next job counts, else
 * the last one.
 */
export async function loadLines(
  db: Db,
  personIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, LineAbove>> {
  if (personIds.length === 0) return new Map()
  const { places, units } = await loadPlaces(db, [...new Set(personIds)], today)
  const candidates = await loadCandidates(
    db,
    idsIn([...places.map(({ manager_id: id }) => id), ...units.map(({ head_person_id: id }) => id)]),
    today,
  )
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return new Map(
    places.map((place) => [
      place.person_id,
      {
        personId: place.person_id,
        manager: candidates.get(place.manager_id ?? '') ?? null,
        units: chainOf(place.unit_id, byId).map((unit) => toLedUnit(unit, candidates)),
      },
    ]),
  )
}

const idsIn = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/**
 * The jobs of people today, and their units with all that are above these. Each unit is looked up by itself: it is asked for every
 * page and mail, and a company may have thousands.
 */
async function loadPlaces(
  db: Db,
  personIds: string[],
  today: Day,
): Promise<{ places: Place[]; units: ChainRow[] }> {
  const columns = (unit: string) =>
    `${unit}.id, ${unit}.name, ${unit}.parent_id, ${unit}.head_person_id, ${unit}.archived_at, ${unit}.archived_by,
     ${unit}.head_changed_by, ${unit}.head_changed_at, ${unit}.moved_by, ${unit}.moved_at`
  const unit = (id: string) => `select w.* from units w where w.org_id = $1 and w.id = ${id} limit 1`
  const [found] = await db.query<{ places: Place[]; units: ChainRow[] }>(
    `with recursive place as materialized (
       select p.id as person_id, shown.manager_id, shown.unit_id
         from people p
         join lateral (
           select j.manager_id, j.unit_id from job_rows j
            where j.org_id = $1 and j.person_id = p.id
            order by coalesce(j.valid_to < $3::date, false),
                     case when j.valid_to < $3::date then $3::date - j.valid_from else j.valid_from - $3::date end
            limit 1) shown on true
        where p.org_id = $1 and p.id = any($2::uuid[])
     ), chain as (
       select ${columns('u')} from place cross join lateral (${unit('place.unit_id')}) u
       union
       select ${columns('u')} from chain c cross join lateral (${unit('c.parent_id')}) u
     )
     select coalesce((select json_agg(place) from place), '[]') as places,
            coalesce((select json_agg(chain) from chain), '[]') as units`,
    [db.orgId, personIds, today],
  )
  return found!
}

/** From a unit up to the root: at most 20 levels, or as deep as older units are. It ends when units contain each other, too. */
function chainOf(unitId: string | null, byId: ReadonlyMap<string, ChainRow>): ChainRow[] {
  const chain = new Set<ChainRow>()
  let unit = unitId === null ? undefined : byId.get(unitId)
  while (unit && !chain.has(unit)) {
    chain.add(unit)
    unit = unit.parent_id === null ? undefined : byId.get(unit.parent_id)
  }
  return [...chain]
}

function toLedUnit(unit: ChainRow, candidates: ReadonlyMap<string, Candidate>): LedUnit {
  return {
    id: unit.id,
    name: unit.name,
    lead: candidates.get(unit.head_person_id ?? '') ?? null,
    archived: unit.archived_at !== null,
    headChanged: act(unit.head_changed_by, unit.head_changed_at),
    moved: act(unit.moved_by, unit.moved_at),
    archivedBy: act(unit.archived_by, unit.archived_at),
  }
}

const act = (by: string | null, at: string | null): Act | null =>
  by === null || at === null ? null : { by, at: new Date(at) }

interface CandidateRow {
  id: string
  name: string
  title: string | null
  photoHash: string | null
  works: Candidate['works']
  membership_id: string | null
  can_sign_in: boolean
}

async function loadCandidates(
  db: Db,
  personIds: string[],
  today: Day,
): Promise<ReadonlyMap<string, Candidate>> {
  if (personIds.length === 0) return new Map()
  const rows = await db.query<CandidateRow & Invited>(
    `select p.id, ${personName('p')} as name, ${titleOn('p', '$3')} as title, p.photo_hash as "photoHash",
            case when exists (select 1 from job_rows r where r.org_id = $1 and r.person_id = p.id and ${inForce('r', '$3')})
                 then 'here'
                 when ${stays('p.id', '$3')} then 'later'
                 else 'left'
            end as works,
            m.id as membership_id, coalesce(m.status = 'active' and ${hasLogin('u')}, false) as can_sign_in,
            invite.invited_by, invite.invited_at
       from people p
       left join memberships m on m.org_id = $1 and m.person_id = p.id
       left join users u on u.org_id = $1 and u.id = m.user_id
       ${invitedBy('m.id')}
      where p.org_id = $1 and p.id = any($2::uuid[])`,
    [db.orgId, personIds, today],
  )
  return new Map(
    rows.map(
      ({ id, membership_id: membershipId, can_sign_in: canSignIn, invited_by, invited_at, ...row }) => [
        id,
        { ...row, personId: id, membershipId, canSignIn, invited: act(invited_by, invited_at) },
      ],
    ),
  )
}

/** A member with one of the roles that decide for HR. */
export interface HrMemberRow {
  membershipId: string
  role: Role
  personId: string | null
  name: string
  title: string | null
  photoHash: string | null
  disabled: boolean
  canSignIn: boolean
  invited: Act | null
}

/** The members with these roles, by name. They are looked up by role, and each by themselves: most members have other roles. */
export async function loadHr(db: Db, roles: readonly Role[], today: Day): Promise<HrMemberRow[]> {
  const rows = await db.query<Omit<HrMemberRow, 'invited'> & Invited>(
    `select m.id as "membershipId", m.role, m.person_id as "personId", coalesce(${personName('p')}, u.display_name) as name,
            case when p.id is not null then ${titleOn('p', '$3')} end as title, p.photo_hash as "photoHash",
            m.status <> 'active' as disabled, ${hasLogin('u')} as "canSignIn", invite.invited_by, invite.invited_at
       from unnest($2::text[]) as asked (role)
      cross join lateral (select o.* from memberships o where o.org_id = $1 and o.role = asked.role offset 0) m
      cross join lateral (select l.* from users l where l.org_id = $1 and l.id = m.user_id limit 1) u
       left join lateral (select q.* from people q where q.org_id = $1 and q.id = m.person_id limit 1) p on true
       ${invitedBy('m.id')}
      order by coalesce(${personName('p')}, u.display_name) collate "und-x-icu", m.id`,
    [db.orgId, roles, today],
  )
  return rows.map(({ invited_by, invited_at, ...row }) => ({ ...row, invited: act(invited_by, invited_at) }))
}

/** A member who proposed something about a person, as of this moment. */
export interface ProposerRow {
  personId: string | null
  /** Null when they are disabled. */
  role: Role | null
  /** Tells whether they are above the person, as far as `aboveOrWas` says. */
  above: boolean
  /** The role of the login that belongs to the person; null for none. */
  of_role: Role | null
}

/**
 * Finds the proposer of a request, and holds their role until the transaction ends, as `holdStanding` does with that of
 * the caller: so ask it when no other lock is left to wait for.
 */
export async function holdProposer(
  db: Db,
  membershipId: string,
  personId: string,
  today: Day,
): Promise<ProposerRow> {
  const [row] = await db.query<ProposerRow>(
    `with recursive above as ${aboveOrWas('$3', '$4')}
     select m.person_id as "personId", case when m.status = 'active' then m.role end as role,
            exists (select 1 from above where above.manager_id = m.person_id) and ${isHere('m.person_id', '$4')} as above,
            (select o.role from memberships o where o.org_id = $1 and o.person_id = $3) as of_role
       from memberships m
      where m.org_id = $1 and m.id = $2
        for share of m`,
    [db.orgId, membershipId, personId, today],
  )
  return row!
}

/**
 * The ids of open requests with a step for the manager that a lead may decide: those about people who have or had a job in
 * a unit that this person leads, or in one below. Who of the leads it is today is asked for each of them (`managerStepApprover`).
 * `is true`: the units are read once, and not for each request.
 */
export async function findForLead(db: Db, leadId: string, today: Day, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `with recursive led as (
       select u.id from units u where u.org_id = $1 and u.head_person_id = $3
       union
       select u.id from led l join units u on u.org_id = $1 and u.parent_id = l.id
     )
     select r.id from approval_requests r
       join approval_steps s on s.org_id = $1 and s.request_id = r.id
      where r.org_id = $1 and r.status = 'pending' and r.expires_on >= $2 and r.kind <> 'pay_change'
        and s.status = 'pending' and s.approver = 'manager'
        and exists (select 1 from job_rows j
                     where j.org_id = $1 and j.person_id = r.person_id and (j.unit_id in (select l.id from led l)) is true)
      order by r.id
      limit $4`,
    [db.orgId, today, leadId, most],
  )
  return rows.map(({ id }) => id)
}

/**
 * The ids of open requests about people who do not work here today, with a step for the manager: of those with whom they
 * left, or will come. The reporting line of today has none of them.
 */
export async function findForFormerManager(
  db: Db,
  managerId: string,
  today: Day,
  most: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct r.id from job_rows j
       join approval_requests r on r.org_id = $1 and r.person_id = j.person_id
       join approval_steps s on s.org_id = $1 and s.request_id = r.id
      where j.org_id = $1 and j.manager_id = $3
        and r.status = 'pending' and r.expires_on >= $2 and r.kind <> 'pay_change'
        and s.status = 'pending' and s.approver = 'manager' and not ${isHere('j.person_id', '$2')}
      order by r.id
      limit $4`,
    [db.orgId, today, managerId, most],
  )
  return rows.map(({ id }) => id)
}

/** Tells whether a person leads a unit. */
export async function leadsUnit(db: Db, personId: string): Promise<boolean> {
  const rows = await db.query(`select 1 from units u where u.org_id = $1 and u.head_person_id = $2 limit 1`, [
    db.orgId,
    personId,
  ])
  return rows.length > 0
}
