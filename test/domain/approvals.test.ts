import { expect } from 'chai'
import { hrDeciders, type HrMember } from '../../src/access/approvals.ts'
import {
  approveStep,
  closeSteps,
  managerStepApprover,
  lastDayToDecide,
  noJudge,
  pendingStep,
  planOf,
  type Act,
  type Candidate,
  type Judge,
  type Kind,
  type LedUnit,
  type LineAbove,
  type Mode,
  type PlanFacts,
} from '../../src/domain/approvals.ts'

const now = new Date('2026-06-15T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const proposer = { membershipId: 'member-of-proposer', at: now }

const somebody = (name: string, details: Partial<Candidate> = {}): Candidate => ({
  personId: name,
  name,
  title: 'Lead',
  photoHash: null,
  works: 'here',
  membershipId: `member-of-${name}`,
  canSignIn: true,
  invited: null,
  ...details,
})

const unit = (name: string, details: Partial<LedUnit> = {}): LedUnit => ({
  id: name,
  name,
  lead: null,
  archived: false,
  headChanged: null,
  moved: null,
  archivedBy: null,
  ...details,
})

const byProposer = (days = 3): Act => ({ by: proposer.membershipId, at: daysAgo(days) })
const byAnother: Act = { by: 'member-of-another', at: daysAgo(3) }

const judge = (line: Partial<LineAbove>): Judge =>
  managerStepApprover({ personId: 'person', manager: null, units: [], ...line }, proposer)

/** The judge in short: `lead Zoe, Team no_manager`. */
const short = (line: Partial<LineAbove>): string => {
  const { as, who, fallback, teamLead, teamLeadBlocked, untrusted } = judge(line)
  return [
    `${as}${who ? ` ${who.name}` : ''}${fallback ? ' fallback' : ''}`,
    teamLead && `${teamLead.unit_name} ${teamLead.reason}`,
    teamLeadBlocked && `blocked ${teamLeadBlocked.unit_name} ${teamLeadBlocked.what}`,
    untrusted && `untrusted ${untrusted}`,
  ]
    .filter(Boolean)
    .join(', ')
}

describe('who decides as the manager of a person', () => {
  const amy = somebody('Amy')
  const cases: Record<string, [line: Partial<LineAbove>, answer: string]> = {
    'a manager who works here': [
      { manager: amy, units: [unit('Team', { lead: somebody('Zoe') })] },
      'manager Amy',
    ],
    'a manager who proposed it: HR': [
      {
        manager: somebody('Amy', { membershipId: proposer.membershipId }),
        units: [unit('Team', { lead: somebody('Zoe') })],
      },
      'hr',
    ],
    'a manager without a login: the lead of the unit': [
      {
        manager: somebody('Amy', { canSignIn: false, membershipId: null }),
        units: [unit('Team', { lead: somebody('Zoe') })],
      },
      'lead Zoe, Team no_manager, untrusted no_login',
    ],
    'a manager without a login, and no lead: HR': [
      { manager: somebody('Amy', { canSignIn: false, membershipId: null }), units: [unit('Team')] },
      'hr fallback, untrusted no_login',
    ],
    'a manager whom the proposer invited lately: the lead of the unit': [
      {
        manager: somebody('Amy', { invited: byProposer(29) }),
        units: [unit('Team', { lead: somebody('Zoe') })],
      },
      'lead Zoe, Team no_manager, untrusted invited_by_proposer',
    ],
    'a manager whom the proposer invited lately, and leads the unit, too: HR': [
      {
        manager: somebody('Amy', { invited: byProposer(29) }),
        units: [unit('Team', { lead: somebody('Amy', { invited: byProposer(29) }) })],
      },
      'hr fallback, untrusted invited_by_proposer',
    ],
    'a manager whom the proposer invited long ago': [
      { manager: somebody('Amy', { invited: byProposer(31) }) },
      'manager Amy',
    ],
    'a manager whom somebody else invited': [
      { manager: somebody('Amy', { invited: byAnother }) },
      'manager Amy',
    ],
    'no manager: the lead of the unit': [
      { units: [unit('Team', { lead: amy }), unit('Root', { lead: somebody('Zoe') })] },
      'lead Amy, Team no_manager',
    ],
    'a manager who has left: the lead of the unit': [
      { manager: somebody('Old', { works: 'left' }), units: [unit('Team', { lead: amy })] },
      'lead Amy, Team manager_left',
    ],
    'a manager who only starts later counts as none': [
      { manager: somebody('New', { works: 'later' }), units: [unit('Team', { lead: amy })] },
      'lead Amy, Team no_manager',
    ],
    'a unit without a lead: the next one above': [
      { units: [unit('Team'), unit('Department'), unit('Root', { lead: amy })] },
      'lead Amy, Root no_manager',
    ],
    'a lead who has left: the next one above': [
      { units: [unit('Team', { lead: somebody('Old', { works: 'left' }) }), unit('Root', { lead: amy })] },
      'lead Amy, Root no_manager',
    ],
    'a lead who starts later: the next one above': [
      { units: [unit('Team', { lead: somebody('New', { works: 'later' }) }), unit('Root', { lead: amy })] },
      'lead Amy, Root no_manager',
    ],
    'the person leads the unit: the next one above': [
      { units: [unit('Team', { lead: somebody('person') }), unit('Root', { lead: amy })] },
      'lead Amy, Root no_manager',
    ],
    'the proposer leads the unit: the next one above': [
      {
        units: [
          unit('Team', { lead: somebody('Zoe', { membershipId: proposer.membershipId }) }),
          unit('Root', { lead: amy }),
        ],
      },
      'lead Amy, Root no_manager',
    ],
    'an archived unit has no say': [
      {
        units: [
          unit('Old', { lead: somebody('Zoe'), archived: true, archivedBy: byAnother }),
          unit('Root', { lead: amy }),
        ],
      },
      'lead Amy, Root no_manager',
    ],
    'a lead without a login: the next one above': [
      { units: [unit('Team', { lead: somebody('Zoe', { canSignIn: false }) }), unit('Root', { lead: amy })] },
      'lead Amy, Root no_manager, untrusted no_login',
    ],
    'a lead whom the proposer invited: the next one above': [
      {
        units: [
          unit('Team', { lead: somebody('Zoe', { invited: byProposer() }) }),
          unit('Root', { lead: amy }),
        ],
      },
      'lead Amy, Root no_manager, untrusted invited_by_proposer',
    ],
    'no lead can sign in: HR': [
      {
        units: [
          unit('Team', { lead: somebody('Zoe', { canSignIn: false }) }),
          unit('Root', { lead: somebody('Max', { invited: byProposer() }) }),
        ],
      },
      'hr fallback, untrusted no_login',
    ],
    'no manager and no unit: HR': [{}, 'hr fallback'],
    'no lead anywhere: HR': [{ units: [unit('Team'), unit('Root')] }, 'hr fallback'],
    'a lead whom the proposer chose: the next one above': [
      {
        units: [
          unit('Team', { lead: amy, headChanged: byProposer() }),
          unit('Root', { lead: somebody('Zoe') }),
        ],
      },
      'lead Zoe, Root no_manager, blocked Team lead',
    ],
    'a lead whom the proposer chose, and nobody above: HR': [
      { units: [unit('Team', { lead: amy, headChanged: byProposer() }), unit('Root')] },
      'hr fallback, blocked Team lead',
    ],
    'a lead whom the proposer removed: the next one above': [
      { units: [unit('Team', { headChanged: byProposer() }), unit('Root', { lead: amy })] },
      'lead Amy, Root no_manager, blocked Team removed',
    ],
    'two leads whom the proposer chose: the next one above; the first one is told': [
      {
        units: [
          unit('Team', { lead: somebody('Zoe'), headChanged: byProposer() }),
          unit('Department', { headChanged: byProposer() }),
          unit('Root', { lead: amy }),
        ],
      },
      'lead Amy, Root no_manager, blocked Team lead',
    ],
    'a unit that the proposer moved: HR, and not the lead below whom it was put': [
      { units: [unit('Team', { moved: byProposer() }), unit('Elsewhere', { lead: amy })] },
      'hr fallback, blocked Team moved',
    ],
    'a unit whose lead the proposer chose, and that they moved: HR': [
      {
        units: [
          unit('Team', { lead: somebody('Zoe'), headChanged: byProposer(), moved: byProposer() }),
          unit('Elsewhere', { lead: amy }),
        ],
      },
      'hr fallback, blocked Team lead',
    ],
    'a unit that the proposer archived: the next one above': [
      {
        units: [
          unit('Team', { lead: amy, archived: true, archivedBy: byProposer() }),
          unit('Root', { lead: somebody('Zoe') }),
        ],
      },
      'lead Zoe, Root no_manager, blocked Team archived',
    ],
    'a unit above that the proposer changed, and is reached: HR': [
      {
        units: [
          unit('Team', { lead: somebody('Zoe', { canSignIn: false }) }),
          unit('Root', { lead: amy, headChanged: byProposer() }),
        ],
      },
      'hr fallback, blocked Root lead, untrusted no_login',
    ],
    'a unit above that the proposer changed, but is not reached': [
      {
        units: [
          unit('Team', { lead: amy }),
          unit('Root', { moved: byProposer(), headChanged: byProposer() }),
        ],
      },
      'lead Amy, Team no_manager',
    ],
    'what the proposer did more than 30 days ago': [
      { units: [unit('Team', { lead: amy, headChanged: byProposer(31), moved: byProposer(31) })] },
      'lead Amy, Team no_manager',
    ],
    'what somebody else did': [
      { units: [unit('Team', { lead: amy, headChanged: byAnother, moved: byAnother })] },
      'lead Amy, Team no_manager',
    ],
  }
  for (const [what, [line, answer]] of Object.entries(cases))
    it(what, () => expect(short(line)).to.equal(answer))

  it('what the proposer did after proposing counts, too: 30 days of waiting do not help', () => {
    const line = {
      personId: 'person',
      manager: null,
      units: [unit('Team', { lead: amy, headChanged: byProposer(3) })],
    }
    const proposedLongAgo = { ...proposer, at: daysAgo(29) }
    expect(managerStepApprover(line, proposedLongAgo).teamLeadBlocked?.what).to.equal('lead')
  })
})

describe('the steps of a proposal', () => {
  const as = (approver: 'manager' | 'lead' | 'hr'): Judge => ({ ...noJudge, as: approver })
  const manager: PlanFacts = {
    proposerIsHr: false,
    aboutProposer: false,
    judge: as('manager'),
    otherHr: true,
  }
  const hr: PlanFacts = { ...manager, proposerIsHr: true }
  const fallen = { judge: as('hr') }

  /** Steps in short: `manager pending, hr waiting`, or the note of one that applies at once. */
  const short = (kind: Kind, mode: Exclude<Mode, 'off'>, facts: PlanFacts) => {
    const { steps, automatic } = planOf(kind, mode, facts)
    const text = steps.map(({ approver, status }) => `${approver} ${status}`).join(', ')
    return automatic ? `${text}: ${automatic}` : text
  }
  const cases: [what: string, mode: Exclude<Mode, 'off'>, facts: PlanFacts, steps: string][] = [
    ['a manager', 'hr', manager, 'hr pending'],
    ['a manager', 'manager', manager, 'manager pending'],
    ['a manager', 'manager_then_hr', manager, 'manager pending, hr waiting'],
    ['the manager, so HR decides', 'manager', { ...manager, ...fallen }, 'manager pending'],
    [
      'the manager, so HR decides, once',
      'manager_then_hr',
      { ...manager, ...fallen },
      'manager skipped, hr pending',
    ],
    [
      'a manager, and a lead stands in',
      'manager_then_hr',
      { ...manager, judge: as('lead') },
      'manager pending, hr waiting',
    ],
    ['a manager, and nobody can decide for HR', 'hr', { ...manager, otherHr: false }, 'hr pending'],
    [
      'a manager, with a fallback, and nobody can decide for HR',
      'manager',
      { ...manager, ...fallen, otherHr: false },
      'manager pending',
    ],
    ['HR', 'hr', hr, 'hr skipped: proposed_by_approver'],
    ['HR', 'manager', hr, 'manager pending'],
    ['HR', 'manager_then_hr', hr, 'manager pending, hr skipped'],
    [
      'HR, and nobody is above the person: another one decides',
      'manager',
      { ...hr, ...fallen },
      'manager pending',
    ],
    [
      'HR, and nobody is above the person',
      'manager_then_hr',
      { ...hr, ...fallen },
      'manager pending, hr skipped',
    ],
    [
      'the only one in HR, and nobody is above the person',
      'manager',
      { ...hr, ...fallen, otherHr: false },
      'manager skipped: no_other_approver',
    ],
    ['the only one in HR', 'manager_then_hr', { ...hr, otherHr: false }, 'manager pending, hr skipped'],
    ['HR about themselves', 'hr', { ...hr, aboutProposer: true }, 'hr pending'],
    ['HR about themselves', 'manager_then_hr', { ...hr, aboutProposer: true }, 'manager pending, hr waiting'],
    [
      'HR about themselves, with nobody above',
      'manager_then_hr',
      { ...hr, ...fallen, aboutProposer: true },
      'manager skipped, hr pending',
    ],
    [
      'the only one in HR about themselves',
      'hr',
      { ...hr, aboutProposer: true, otherHr: false },
      'hr skipped: no_other_approver',
    ],
  ]
  for (const kind of ['job_change', 'termination'] as const)
    for (const [what, mode, facts, steps] of cases)
      it(`${kind}, ${mode}, proposed by ${what}`, () => expect(short(kind, mode, facts)).to.equal(steps))

  it('pay always needs another one, if there is one', () => {
    expect(short('pay_change', 'hr', hr)).to.equal('hr pending')
    expect(short('pay_change', 'hr', { ...hr, otherHr: false })).to.equal('hr skipped: no_other_approver')
  })

  it('are approved one after the other', () => {
    const { steps } = planOf('job_change', 'manager_then_hr', manager)
    const second = approveStep(steps, 'lead')
    expect(second.map(({ status }) => status)).to.deep.equal(['approved', 'pending'])
    const done = approveStep(second, 'hr')
    expect(done.map(({ status }) => status)).to.deep.equal(['approved', 'approved'])
    expect(pendingStep(done)).to.equal(undefined)
  })

  it('need HR once: when HR stands in for the manager, the step for HR is left out', () => {
    const { steps } = planOf('job_change', 'manager_then_hr', manager)
    expect(approveStep(steps, 'hr').map(({ status }) => status)).to.deep.equal(['approved', 'skipped'])
  })

  it('that are open are left out when the request is closed', () => {
    const { steps } = planOf('job_change', 'manager_then_hr', manager)
    expect(closeSteps(steps, 'rejected').map(({ status }) => status)).to.deep.equal(['rejected', 'skipped'])
    expect(closeSteps(steps, 'undecided').map(({ status }) => status)).to.deep.equal(['skipped', 'skipped'])
    const decided = closeSteps(approveStep(steps, 'manager'), 'undecided')
    expect(decided.map(({ status }) => status)).to.deep.equal(['approved', 'skipped'])
  })
})

describe('how long a request can be decided', () => {
  it('is 30 days, or until its own day if that is later', () => {
    expect(lastDayToDecide('2026-01-31', '2026-02-01')).to.equal('2026-03-02')
    expect(lastDayToDecide('2026-01-31', '2020-01-01')).to.equal('2026-03-02')
    expect(lastDayToDecide('2026-01-31', '2026-03-02')).to.equal('2026-03-02')
    expect(lastDayToDecide('2026-01-31', '2026-03-03')).to.equal('2026-03-03')
  })
})

describe('who decides for HR', () => {
  const member = (name: string, details: Partial<HrMember> = {}): HrMember => ({
    membershipId: `member-of-${name}`,
    role: 'hr',
    personId: name,
    name,
    title: null,
    photoHash: null,
    disabled: false,
    canSignIn: true,
    invited: null,
    ...details,
  })
  const about = (kind: Kind, person_id = 'person') => ({
    kind,
    person_id,
    proposed_by: proposer.membershipId,
    proposed_at: now,
  })
  const names = (hr: HrMember[], request = about('job_change')) =>
    hrDeciders(hr, request).deciders.map(({ name }) => name)
  const untrusted = (hr: HrMember[], request = about('pay_change')) => hrDeciders(hr, request).untrusted

  it('is neither the proposer, nor the person, nor whoever is disabled or cannot sign in', () => {
    const hr = [
      member('Ann'),
      member('person'),
      member('Me', { membershipId: proposer.membershipId }),
      member('Off', { disabled: true }),
      member('New', { canSignIn: false }),
    ]
    expect(names(hr)).to.deep.equal(['Ann'])
    expect(untrusted(hr)).to.equal(null)
  })

  it('is somebody whom the proposer invited lately only when nobody else is left', () => {
    const hr = [member('Pal', { invited: byProposer(29) }), member('Old', { invited: byProposer(31) })]
    expect([names(hr), untrusted(hr)]).to.deep.equal([['Old'], 'invited_by_proposer'])
    const pal = [hr[0]!, member('New', { canSignIn: false })]
    expect([names(pal), untrusted(pal)]).to.deep.equal([['Pal'], 'invited_by_proposer'])
    expect(untrusted([member('New', { canSignIn: false })])).to.equal('no_login')
    expect(untrusted([member('Off', { disabled: true })]), 'not passed over').to.equal(null)
  })

  it('about pay: of HR owners and admins, of owners other owners', () => {
    const hr = [member('Ann'), member('Ada', { role: 'admin' }), member('Olga', { role: 'owner' })]
    const paid = (role?: HrMember['role']) =>
      names([...hr, ...(role ? [member('person', { role })] : [])], about('pay_change'))
    expect(paid()).to.deep.equal(['Ann', 'Ada', 'Olga'])
    expect(paid('admin')).to.deep.equal(['Ann', 'Ada', 'Olga'])
    expect(paid('hr')).to.deep.equal(['Ada', 'Olga'])
    expect(paid('owner')).to.deep.equal(['Olga'])
  })

  it('about pay, when those first ones are missing: the other admins, and then everybody', () => {
    const [ann, ada] = [member('Ann'), member('Ada', { role: 'admin' })]
    const paid = (role: HrMember['role'], hr: HrMember[]) =>
      names([...hr, member('person', { role })], about('pay_change'))
    expect(paid('owner', [ann, ada])).to.deep.equal(['Ada'])
    expect(paid('owner', [ann])).to.deep.equal(['Ann'])
    expect(paid('hr', [ann])).to.deep.equal(['Ann'])
    const olga = member('Olga', { role: 'owner', invited: byProposer() })
    expect(paid('owner', [ann, olga]), 'before anybody whom the proposer invited').to.deep.equal(['Ann'])
  })
})
