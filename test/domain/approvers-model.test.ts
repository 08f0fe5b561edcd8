import { expect } from 'chai'
import fc from 'fast-check'
import { canDecide, turnOf, type ApproverPool, type HrMember } from '../../src/access/approvals.ts'
import { asksManager, planOf, type Act, type Candidate, type LedUnit } from '../../src/domain/approvals.ts'
import type { Caller, Role } from '../../src/domain/caller.ts'

const now = new Date('2026-06-15T12:00:00Z')
const lately = new Date('2026-06-01T12:00:00Z')
const longAgo = new Date('2026-05-01T12:00:00Z')

/** Somebody in the model: of the six people, `0` is the person that the change is about and `1` proposes it. */
interface Somebody {
  works: Candidate['works']
  role: Role
  disabled: boolean
  password: boolean
  invited: Act | null
}

const me = 'm1'
const acts = fc.constantFrom<(Act | null)[]>(
  null,
  { by: me, at: lately },
  { by: me, at: longAgo },
  { by: 'm2', at: lately },
)
const people = fc.array(
  fc.record<Somebody>({
    works: fc.constantFrom<Candidate['works'][]>('here', 'here', 'here', 'later', 'left'),
    role: fc.constantFrom<Role[]>('owner', 'admin', 'hr', 'viewer', 'member'),
    disabled: fc.boolean(),
    password: fc.boolean(),
    invited: acts,
  }),
  { minLength: 6, maxLength: 6 },
)
const nobodyOr = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null })
const units = fc.array(
  fc.record({
    lead: nobodyOr,
    archived: fc.boolean(),
    headChanged: acts,
    moved: acts,
    archivedBy: acts,
  }),
  { maxLength: 3 },
)
const worlds = fc.record({
  people,
  units,
  manager: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  /** Somebody in HR may propose a change of their own job. */
  aboutProposer: fc.boolean(),
  kind: fc.constantFrom('job_change' as const, 'termination' as const, 'pay_change' as const),
  mode: fc.constantFrom('hr' as const, 'manager' as const, 'manager_then_hr' as const),
})
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never

const hrRoles: Role[] = ['owner', 'admin', 'hr']
const canSignIn = ({ disabled, password }: Somebody) => password && !disabled
const isMineLately = (act: Act | null) => act !== null && act.by === me && act.at === lately

/** The rule, told a second time: a list of groups, of which the first one that has anybody decides. */
function expected({ people: all, units: above, manager, kind }: World, about: number, asManager: boolean) {
  const trusted = (id: number) => canSignIn(all[id]!) && !isMineLately(all[id]!.invited)
  const invited = (id: number) => canSignIn(all[id]!) && isMineLately(all[id]!.invited)
  const other = (id: number) => id !== about && id !== 1
  const here = (id: number | null): id is number => id !== null && all[id]!.works === 'here'

  const moved = above.findIndex((unit) => isMineLately(unit.moved))
  const leads = (moved < 0 ? above : above.slice(0, moved))
    .filter((unit) => !unit.archived && !isMineLately(unit.headChanged) && !isMineLately(unit.archivedBy))
    .map(({ lead }) => lead)
    .filter((lead) => here(lead) && other(lead))
  const chosen =
    manager === 1 && here(manager)
      ? []
      : above
          .filter((unit) => !unit.archived)
          .map(({ lead }) => lead)
          .filter((lead) => here(lead) && other(lead))
  const line = here(manager) ? (manager === 1 ? [] : [manager, ...leads]) : leads

  const hr = all
    .keys()
    .filter((id) => other(id) && hrRoles.includes(all[id]!.role))
    .toArray()
  const paid = all[about]!.role
  const first: Partial<Record<Role, Role[]>> =
    kind === 'pay_change' ? { owner: ['owner'], hr: ['owner', 'admin'] } : {}
  const of = (roles: Role[]) => hr.filter((id) => roles.includes(all[id]!.role))
  const groups = [of(first[paid] ?? hrRoles), of(['owner', 'admin']), hr]

  const one = (ids: (number | null)[]) => (asManager ? ids.map((id) => [id!]) : [])
  const order = [
    ...one(line.filter((id) => trusted(id!))),
    ...groups.map((group) => group.filter(trusted)),
    ...one(line.filter((id) => invited(id!))),
    ...groups.map((group) => group.filter(invited)),
    ...one(chosen.filter((id) => canSignIn(all[id!]!))),
  ]
  const able = groups.map((group) => group.filter((id) => trusted(id) || invited(id)))
  const passed = (able.find((group) => group.length > 0) ?? []).some(invited)
  return {
    /** Whether somebody in HR would be asked but for the invite of the proposer. */
    passed,
    asked: order.find((group) => group.length > 0) ?? [],
    anybody: order.some((group) => group.length > 0),
  }
}

const candidate = ({ people: all }: World, id: number | null): Candidate | null =>
  id === null
    ? null
    : {
        ...{ personId: `p${id}`, name: `p${id}`, title: null, photoHash: null, membershipId: `m${id}` },
        ...{ works: all[id]!.works, canSignIn: canSignIn(all[id]!), invited: all[id]!.invited },
      }

function toAsked(world: World, about: number): ApproverPool {
  const personId = `p${about}`
  const ledUnits = world.units.map((unit, index): LedUnit => ({
    ...unit,
    id: `u${index}`,
    name: `u${index}`,
    lead: candidate(world, unit.lead),
  }))
  const line = { personId, manager: candidate(world, world.manager), units: ledUnits }
  const hr = world.people.flatMap(({ role, disabled, password, invited }, id): HrMember[] =>
    hrRoles.includes(role)
      ? [
          {
            ...{ membershipId: `m${id}`, personId: `p${id}`, name: `p${id}`, title: null, photoHash: null },
            ...{ role, disabled, invited, canSignIn: password },
          },
        ]
      : [],
  )
  return { lines: new Map([[personId, line]]), hr }
}

describe('who decides, in companies of any kind', () => {
  it('is who the rule says, and a change applies at once only when nobody else can be asked', () => {
    let applied = 0
    fc.assert(
      fc.property(worlds, (world) => {
        const { kind, people: all } = world
        const proposerIsHr = hrRoles.includes(all[1]!.role)
        const aboutProposer = world.aboutProposer && proposerIsHr && kind !== 'pay_change'
        const about = aboutProposer ? 1 : 0
        const mode = kind === 'pay_change' ? 'hr' : world.mode
        const asked = toAsked(world, about)
        const request = {
          kind,
          person_id: `p${about}`,
          proposed_by: me,
          proposed_at: now,
          expires_on: '2026-07-15' as const,
        }
        for (const step of ['manager', 'hr'] as const) {
          const turn = turnOf(request, step, asked)
          const ids = expected(world, about, step === 'manager').asked
          expect(turn.deciders.map(({ personId }) => personId)).to.deep.equal(ids.map((id) => `p${id}`))
          if (step === 'hr') {
            const { passed } = expected(world, about, false)
            expect(turn.judge.untrusted === 'invited_by_proposer', 'told of an invite').to.equal(passed)
          }
          const deciding = all.keys().filter((id) => {
            const role = all[id]!.role
            const caller = { membershipId: `m${id}`, personId: `p${id}`, role } as Caller
            return canDecide(caller, role === 'member' ? 'me' : 'manage', turn)
          })
          expect([...deciding], 'who may decide is who is asked').to.have.members(ids)
        }
        const plan = planOf(kind, mode, {
          proposerIsHr,
          aboutProposer,
          judge: turnOf(request, asksManager(mode) ? 'manager' : 'hr', asked).judge,
          otherHr: turnOf(request, 'hr', asked).deciders.length > 0,
        })
        if (plan.automatic !== 'no_other_approver') return
        applied++
        expect(expected(world, about, asksManager(mode)).anybody).to.equal(false)
      }),
      { numRuns: 3000 },
    )
    expect(applied, 'some apply at once').to.be.greaterThan(20)
  })
})
