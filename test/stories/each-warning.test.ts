import { expect } from 'chai'
import { actor, setRules } from '../support/approvals.ts'
import { emailOf, entry, fileOf, someone } from '../support/bulk.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'

type Warned = { warnings: readonly { code: string }[] }
const codesOf = ({ warnings }: Warned): string[] => warnings.map(({ code }) => code)

const permanent = { contract_type: 'permanent', contract_end_date: '2027-01-01' } as const
const endless = { contract_type: 'fixed_term' } as const
const probation = { ...endless, contract_end_date: '2027-01-01', probation_end_date: '2027-06-01' } as const
const terms = [
  ['permanent_contract_ends', permanent],
  ['fixed_term_without_end', endless],
  ['probation_after_contract', probation],
] as const

/** What other stories do not show of each action that declares a warning. Everything is a dry run, so nothing depends on order. */
describe('a warning is given by each action to which it belongs', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  let boss: string
  let later: string
  /** Units that give somebody no manager, by the code that says why; `own` is led by whoever joins it. */
  let places: { none: string; left: string; later: string }

  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
    boss = await someone(company, 'Boss')
    later = await someone(company, 'Later', { start_date: '2999-01-01' })
    const left = await someone(company, 'Left', { last_day: '2025-12-31' })
    places = {
      none: await company.unit({ name: 'None' }),
      left: await company.unit({ name: 'Left', head_person_id: left }),
      later: await company.unit({ name: 'Later', head_person_id: later }),
    }
  })

  const alone = async () => {
    const person = await company.person()
    return { ...person, own: await company.unit({ head_person_id: person.id }) }
  }
  const change = async (person_id: string, more: object, effective_date = '2026-07-01') => {
    const input = { person_id, effective_date, reason: 'change', ...more } as const
    return codesOf(await hr.call('org_people_change_job', input, { dryRun: true }))
  }
  const correct = async (job_id: string, more: object) =>
    codesOf(await hr.call('org_people_correct_job', { job_id, ...more }, { dryRun: true }))
  const rehire = async (person_id: string, more: object, start_date = '2026-09-01') => {
    const input = { person_id, start_date, title: 'Cook', ...more }
    return codesOf(await hr.call('org_people_rehire', input, { dryRun: true }))
  }

  it('people.change_job', async () => {
    const { id, own } = await alone()
    expect(await change(id, { unit_id: own })).to.include('no_lead_above')
    expect(await change(id, { unit_id: places.left })).to.include('unit_lead_has_left')
    expect(await change(id, { unit_id: places.later })).to.include('unit_lead_starts_later')
    for (const [code, more] of terms) expect(await change(id, more)).to.include(code)
    const old = await company.person({ start_date: '1940-01-01' })
    expect(await change(old.id, { title: 'Cook' }, '1950-01-01')).to.include('day_long_ago')
  })

  it('people.correct_job', async () => {
    const one = await alone()
    expect(await correct(one.jobId, { unit_id: one.own }), 'joins no unit').to.deep.equal([])
    for (const [code, more] of terms) expect(await correct(one.jobId, more)).to.include(code)
    expect(await correct(one.jobId, { manager_id: later })).to.include('manager_starts_later')

    const next = { effective_date: '2026-09-01', reason: 'change', title: 'Chef' } as const
    const { job } = await hr.call('org_people_change_job', { person_id: one.id, ...next })
    expect(await correct(job.id, { valid_from: '2066-01-01' })).to.include('day_far_ahead')
    const ends = { ...endless, contract_end_date: '2026-08-01' }
    expect(await correct(one.jobId, ends)).to.include('contract_ends_before_rows')
    const leaver = await company.person({ last_day: '2027-01-31' })
    expect(await correct(leaver.jobId, { probation_end_date: '2027-06-01' })).to.include(
      'probation_after_last_day',
    )
  })

  it('people.hire and people.rehire', async () => {
    const hire = { ...entry('New'), start_date: '2026-09-01' }
    for (const [code, more] of terms)
      expect(codesOf(await hr.call('org_people_hire', { ...hire, ...more }, { dryRun: true }))).to.include(
        code,
      )

    await hr.call('org_legal_entities_create', { name: 'Second', country: 'DE' })
    const { id } = await company.person({ last_day: '2025-12-31' })
    for (const [code, more] of terms) expect(await rehire(id, more)).to.include(code)
    expect(await rehire(id, { unit_id: places.none })).to.include('unit_has_no_lead')
    expect(await rehire(id, { unit_id: places.left })).to.include('unit_lead_has_left')
    expect(await rehire(id, { unit_id: places.later })).to.include('unit_lead_starts_later')
    expect(await rehire(id, { manager_id: later })).to.include.members([
      'manager_starts_later',
      'no_legal_entity_given',
    ])
    const old = await company.person({ start_date: '1930-01-01', last_day: '1940-01-01' })
    expect(await rehire(old.id, {}, '1950-01-01')).to.include('day_long_ago')
  })

  for (const [title, send] of [
    ['setup.apply', apply],
    ['people.import_csv', importFile],
  ] as const)
    it(title, async () => {
      await hr.call('org_legal_entities_create', { name: 'Second', country: 'DE' })
      const [one, two] = [await someone(company, 'One'), await someone(company, 'Two', { manager_id: boss })]
      await company.unit({ name: 'Own', head_person_id: one })
      await company.unit({ name: 'Ours', head_person_id: two })
      const next = { effective_date: '2026-09-01', reason: 'change', title: 'Chef' } as const
      await hr.call('org_people_change_job', { person_id: two, ...next })
      await someone(company, 'Leaver', { last_day: '2027-01-31' })
      await company.person({ given_name: 'Twin', family_name: 'Example', last_day: '2025-12-31' })

      const cases: [code: string, name: string, more: Record<string, string | number>][] = [
        ['no_lead_above', 'One', { unit: 'Own' }],
        ['unit_lead_has_left', 'One', { unit: 'Left' }],
        ['unit_lead_starts_later', 'One', { unit: 'Later' }],
        ['manager_starts_later', 'One', { manager_email: emailOf('Later') }],
        ['no_lead_above_manager_stays', 'Two', { unit: 'Ours' }],
        ['unit_has_no_lead_manager_stays', 'Two', { unit: 'None' }],
        ['unit_lead_has_left_manager_stays', 'Two', { unit: 'Left' }],
        ['later_rows_take_over', 'Two', { notice_period_days: 30 }],
        ['contract_ends_before_rows', 'Two', { ...endless, contract_end_date: '2026-08-01' }],
        ['probation_after_last_day', 'Leaver', { probation_end_date: '2027-06-01' }],
        ['renamed_wholly', 'One', { given_name: 'Barbara', family_name: 'Liskov' }],
        ['renamed_wholly', 'Left', { given_name: 'Barbara', family_name: 'Liskov' }],
        ['start_date_kept', 'One', { start_date: '2020-02-02' }],
        ['job_of_leaver_kept', 'Left', { title: 'Head' }],
        ['namesake_worked_here', 'Twin', {}],
        ['no_legal_entity_given', 'New', {}],
        ['day_long_ago', 'New', { start_date: '1950-01-01' }],
        ['day_far_ahead', 'New', { start_date: '2066-01-01' }],
        ...terms.map(([code, more]): [string, string, Record<string, string>] => [code, 'New', more]),
      ]
      for (const [code, name, more] of cases)
        expect(await send({ ...entry(name), ...more }), `${name} ${JSON.stringify(more)}`).to.include(code)
      // One name, as by a marriage, and the same ones in other letters are no other person.
      for (const names of [{ family_name: 'Liskov' }, { given_name: 'ONE', family_name: 'example' }])
        expect(await send({ ...entry('One'), ...names })).to.not.include('renamed_wholly')
    })

  it('people.import_csv: a request that waits for the same term', async () => {
    const one = await someone(company, 'One', { title: 'Editor' })
    await setRules(server, company, { job_change: 'hr' })
    const other = await actor(server, company, 'hr')
    const proposer = await actor(server, company, 'member')
    await server.db.query('update job_rows set manager_id = $2 where person_id = $1', [
      one,
      proposer.personId,
    ])
    const next = { effective_date: '2026-09-01', reason: 'change', title: 'Chef' } as const
    const { approval } = await proposer.key.call('org_people_change_job', { person_id: one, ...next })
    const columns = [...Object.keys(entry('One'))]
    const csv = fileOf([columns, Object.values({ ...entry('One'), title: 'Author' }).map(String)])
    const { row_errors, warnings } = await other.key.call('org_people_import_csv', { csv })
    expect(row_errors).to.deep.equal([])
    expect(warnings).to.deep.include({
      code: 'requests_outdated',
      message: `Row 2: It outdates 1 request that waits for approval: ${approval!.id}.`,
      params: { row: 2, count: 1, requests: [approval!.id], more: 0 },
    })
  })

  async function apply(one: ReturnType<typeof entry>): Promise<string[]> {
    const { notes } = await hr.call('org_setup_apply', { people: [one] }, { dryRun: true })
    return codesOf({ warnings: notes })
  }

  async function importFile({ ...one }: Record<string, string | number>): Promise<string[]> {
    const columns = Object.keys(one).map((name) => (name === 'unit' ? 'team' : name))
    const csv = fileOf([columns, Object.values(one).map(String)])
    const done = await hr.call('org_people_import_csv', { csv }, { dryRun: true })
    expect(done.row_errors).to.deep.equal([])
    return codesOf(done)
  }
})
