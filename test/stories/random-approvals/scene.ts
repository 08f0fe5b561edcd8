import { expect } from 'chai'
import type { Day } from '../../../src/domain/day.ts'
import { givePassword, setRules } from '../../support/approvals.ts'
import type { TestClient } from '../../support/client.ts'
import type { Company } from '../../support/company.ts'
import type { TestServer } from '../../support/server.ts'
import { type Employment, type Person, type Member, type Unit, type World } from './world.ts'
import { type Story } from './operations.ts'

/** An organization in both forms: as the service has it, and as the model sees it. */
export interface Scene {
  server: TestServer
  company: Company
  world: World
  /** The browser session of the owner who made the organization: reads everything, and makes what needs no story. */
  founder: TestClient
  client: (member: Member, via: 'app' | 'api') => Promise<TestClient>
  /** What happened so far, in words. */
  trace: string[]
  /** Forgets the sessions of somebody who was shut out. */
  forget: (member: Member) => void
}

const firstDay = '2026-03-02T12:00:00Z'

/** Creates the organization with which a story begins. */
export async function buildScene(server: TestServer, story: Story): Promise<Scene> {
  server.now = new Date(firstDay)
  const company = await server.company()
  const units: Unit[] = [
    { id: company.root, name: 'Company', parent: null, lead: null, archived: false, acts: [] },
  ]
  for (const [index, above] of [0, 1, 0].entries()) {
    const parent = units[above]!
    const name = `Unit ${index + 1}`
    const id = await company.unit({ name, parent_id: parent.id })
    units.push({ id, name, parent, lead: null, archived: false, acts: [] })
  }
  const people: Person[] = []
  const members: Member[] = []
  for (const [index, { manager, unit, left }] of story.cast.entries()) {
    const terms = {
      title: 'Engineer',
      fte: 1,
      unit_id: unit === null ? null : units[unit]!.id,
      manager_id: manager === null || index === 0 ? null : people[manager % index]!.id,
    }
    const last: Day | null = left ? '2026-02-16' : null
    const { unit_id, manager_id } = terms
    const names = { given_name: `P${index}`, family_name: 'Kim', work_email: `p${index}@company.example` }
    const { id } = await company.person({ ...names, unit_id, manager_id, last_day: last })
    const employments: Employment[] = [
      { start: '2020-01-01', last, rows: [{ from: '2020-01-01', sets: terms }] },
    ]
    people.push({ id, name: `P${index} Kim`, employments, pay: [] })
  }
  for (const [index, lead] of story.leads.entries())
    if (lead !== null) {
      units[index]!.lead = people[lead % people.length]!
      const values = [company.id, units[index]!.id, units[index]!.lead!.id]
      await server.db.query('update units set head_person_id = $3 where org_id = $1 and id = $2', values)
    }
  const world: World = { now: server.now, rules: { ...story.rules }, people, members, units, requests: [] }
  const { rows } = await server.db.query<{ id: string; user_id: string }>(
    'select id, user_id from memberships where org_id = $1',
    [company.id],
  )
  const [made] = rows
  const { id, user_id: userId } = made!
  const login = { disabled: false, password: story.founder, invite: null }
  const maker: Member = { id, userId, name: 'Olga Owner', person: null, role: 'owner', ...login }
  members.push(maker)
  if (!story.founder)
    await server.db.query('update users set password_hash = null where org_id = $1', [company.id])
  const clients = new Map<Member, Partial<Record<'app' | 'api', TestClient>>>()
  const client: Scene['client'] = async (member, via) => {
    const known = clients.get(member) ?? {}
    clients.set(member, known)
    const { id: membershipId, userId, role } = member
    const entry = { membershipId, userId, role, personId: member.person?.id ?? null }
    return (known[via] ??= await (via === 'app' ? company.web(entry) : company.key(entry)))
  }
  const founder = await client(maker, 'app')
  for (const [index, { role, login, left }] of story.cast.entries()) {
    if (role === null) continue
    const person = people[index]!
    const { membershipId, userId } = await company.member(role, { personId: person.id })
    const member: Member = {
      id: membershipId,
      userId,
      name: person.name,
      person,
      role,
      disabled: false,
      password: login !== 'none',
      invite: null,
    }
    members.push(member)
    if (member.password) await givePassword(server, { membershipId, userId, personId: person.id, role })
    // The last owner who can sign in stays.
    if (login === 'disabled' || left)
      await founder.call('platform_members_disable', { membership_id: membershipId }).then(
        () => (member.disabled = true),
        (error: unknown) => expect(error).to.include({ code: 'conflict' }),
      )
  }
  await setRules(server, company, story.rules)
  return {
    server,
    company,
    world,
    founder,
    client,
    trace: [],
    forget: (member) => void clients.delete(member),
  }
}
