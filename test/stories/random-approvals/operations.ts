import fc from 'fast-check'

/** Who there is when a story begins. Numbers name people, units and members by place; they wrap around. */
const castMember = fc.record({
  role: fc.constantFrom('owner', 'admin', 'hr', 'hr', 'viewer', 'member', 'member', 'member', null),
  login: fc.constantFrom('password', 'password', 'password', 'password', 'none', 'disabled'),
  /** Somebody earlier in the list, so that nobody is above themselves. */
  manager: fc.option(fc.nat(20), { nil: null, freq: 2 }),
  unit: fc.option(fc.nat(3), { nil: null, freq: 6 }),
  left: fc.constantFrom(false, false, false, false, false, true),
})

const mode = fc.constantFrom('off', 'hr', 'hr', 'manager', 'manager', 'manager_then_hr', 'manager_then_hr')
const payMode = fc.constantFrom('off', 'hr', 'hr', 'hr')
const rules = fc.record({ job_change: mode, termination: mode, pay_change: payMode })

const who = fc.nat(40)
const via = fc.constantFrom<'app' | 'api'>('app', 'app', 'api')
/** Which person a proposal is about, from the proposer's view. */
const whom = fc.record({
  near: fc.constantFrom('any', 'below', 'below', 'below', 'again', 'again', 'unled', 'unled', 'self'),
  index: who,
})

const terms = fc.oneof(
  { weight: 4, arbitrary: fc.record({ title: fc.constantFrom('Cook', 'Chef', 'Baker') }) },
  { weight: 3, arbitrary: fc.record({ fte: fc.constantFrom(0.5, 0.8, 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ title: fc.constantFrom('Cook', 'Chef'), fte: fc.constantFrom(0.5, 0.8) }),
  },
  { weight: 2, arbitrary: fc.record({ manager: fc.option(who, { nil: null }) }) },
  { weight: 2, arbitrary: fc.record({ unit: fc.nat(3), manager: fc.option(who, { nil: null }) }) },
)

const proposals = [
  {
    weight: 8,
    arbitrary: fc.record({ op: fc.constant('change_job' as const), who, whom, via, day: fc.nat(7), terms }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('correct_job' as const), who, whom, via, row: fc.nat(3), terms }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constant('terminate' as const), who, whom, via, day: fc.nat(7) }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('rehire' as const), who, via, index: who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('pay_add' as const),
      who,
      whom,
      via,
      day: fc.nat(7),
      amount: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('pay_remove' as const), who, whom, via, row: fc.nat(3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('bulk' as const), who, whom, file: fc.boolean(), terms }),
  },
] as const

const decisions = {
  weight: 14,
  arbitrary: fc.record({
    op: fc.constant('decide' as const),
    verb: fc.constantFrom('approve', 'approve', 'approve', 'approve', 'reject', 'withdraw'),
    /** Whoever is asked or may do it, or anybody. */
    right: fc.constantFrom(true, true, true, false),
    who,
    request: who,
    via: fc.constantFrom<'app' | 'api'>('app', 'app', 'app', 'app', 'app', 'api'),
    note: fc.boolean(),
  }),
} as const

const meanwhile = [
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('directly' as const), whom: who, day: fc.nat(7), terms }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('end' as const), whom: who, day: fc.nat(7) }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('pay' as const), whom: who, day: fc.nat(7), amount: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('lead' as const),
      who,
      unit: fc.nat(3),
      whom: fc.option(who, { nil: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('move' as const), who, unit: fc.nat(3), below: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('archive' as const), who, unit: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('disable' as const), who, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('password' as const), who, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('invite' as const), who, whom: who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('role' as const),
      who,
      role: fc.constantFrom('admin', 'hr', 'member'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('rules' as const), rules }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('time' as const), days: fc.constantFrom(1, 4, 11, 19, 33) }),
  },
] as const

const operation = fc.oneof(...proposals, decisions, ...meanwhile)

/** A story: an organization, and what happens in it. */
export const stories = fc.record({
  rules,
  /** Whether the owner without a person, who made the organization, can sign in. */
  founder: fc.boolean(),
  cast: fc.array(castMember, { minLength: 5, maxLength: 8 }),
  leads: fc.array(fc.option(who, { nil: null, freq: 2 }), { minLength: 4, maxLength: 4 }),
  operations: fc.array(operation, { minLength: 8, maxLength: 16, size: 'max' }),
})

export type Story = typeof stories extends fc.Arbitrary<infer One> ? One : never
export type Operation = Story['operations'][number]
export type Proposal = Extract<Operation, { via: 'app' | 'api'; op: Kinds }>
type Kinds = 'change_job' | 'correct_job' | 'terminate' | 'rehire' | 'pay_add' | 'pay_remove'
export type Bulk = Extract<Operation, { op: 'bulk' }>
export type GivenTerms = Extract<Operation, { op: 'directly' }>['terms']
