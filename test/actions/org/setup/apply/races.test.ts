import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { applyPeople, emailOf, entry, idOf, jobsOf, problemsOf } from '../../../../support/bulk.ts'
import { heldUp, interrupted, race } from '../../../../support/race.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply beside other calls', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })
  const names = Array.from({ length: 20 }, (_, at) => `P${at}`)
  const entries = (title: string, order: string[] = names) =>
    order.map((name) => entry(name, { manager_email: null, title }))

  it('two with the same new people in different orders: the second changes those that the first made', async () => {
    const { won, lost } = await race([
      applyPeople(hr, ...entries('Cook')),
      applyPeople(hr, ...entries('Baker', names.toReversed())),
    ])
    expect(lost).to.deep.equal([])
    expect(won.map(({ created, updated }) => [created.people, updated.people]).sort()).to.deep.equal([
      [0, 20],
      [20, 0],
    ])
    const titles = await Promise.all(
      names.map(async (name) => (await jobsOf(server, company, hr, name)).at(-1)!.title),
    )
    expect(new Set(titles).size, 'all from the one that was second').to.equal(1)
  })

  it('two with the same known people in different orders, some of them also new: one after the other', async () => {
    await applyPeople(hr, ...entries('Cook', names.slice(0, 15)))
    for (let round = 0; round < 3; round++) {
      const { won, lost } = await race([
        applyPeople(hr, ...entries(`A${round}`)),
        applyPeople(hr, ...entries(`B${round}`, names.toReversed())),
        applyPeople(hr, ...entries(`C${round}`, names.toSorted())),
      ])
      expect([won.length, lost]).to.deep.equal([3, []])
    }
    const jobs = await Promise.all(names.map((name) => jobsOf(server, company, hr, name)))
    expect(new Set(jobs.map((rows) => rows.map(({ title }) => title).join())).size).to.be.within(1, 2)
  })

  it('a hire of the same e-mail, at the same moment: nobody is there twice', async () => {
    const hire = () =>
      hr.call('org_people_hire', {
        ...entry('P0'),
        manager_id: null,
        start_date: '2026-06-15',
        title: 'Hired',
      })
    const apply = () => applyPeople(hr, ...entries('Applied'))
    const calls: Record<string, (() => Promise<unknown>)[]> = { hire: [hire, apply], apply: [apply, hire] }
    for (const [name, [call, beside]] of Object.entries(calls)) {
      const { first: one, second: other } = await heldUp(
        server.db,
        { text: 'lock table people in share mode' },
        call!,
        beside!,
      )
      const { won, lost } = await race<unknown>([one, other])
      expect(lost.every((code) => code === 'conflict')).to.equal(true)
      expect(won.length + lost.length).to.equal(2)
      expect(won.length, name).to.be.greaterThan(0)
      const { rows } = await server.db.query(
        `select 1 from people where org_id = $1 and work_email_key = $2`,
        [company.id, emailOf('P0')],
      )
      expect(rows).to.have.length(1)
    }
  })

  it('a change of one of the people, which is first: the plan meets what it wrote', async () => {
    await applyPeople(hr, ...entries('Cook').map((one) => ({ ...one, start_date: '2026-01-01' })))
    const id = await idOf(server, company, 'P3')
    const { first, second } = await heldUp(
      server.db,
      {
        text: 'select 1 from people where org_id = $1 and id = $2 for no key update',
        values: [company.id, id],
      },
      () =>
        hr.call('org_people_change_job', {
          ...{ person_id: id, effective_date: '2026-06-15', reason: 'promotion', title: 'Head' },
        }),
      () => applyPeople(hr, ...entries('Cook')),
    )
    expect((await first).job.title).to.equal('Head')
    expect((await second).updated.people).to.equal(1)
    expect((await jobsOf(server, company, hr, 'P3')).map(({ title }) => title)).to.deep.equal([
      'Cook',
      'Cook',
    ])
  })

  it('A below B in one, B below A in the other: whoever is second is refused', async () => {
    await applyPeople(hr, ...entries('Cook'))
    const below = (name: string, manager: string) =>
      entry(name, { title: 'Cook', manager_email: emailOf(manager) })
    const { first, second } = await heldUp(
      server.db,
      { text: 'select 1 from reporting_lines where org_id = $1 for no key update', values: [company.id] },
      () => applyPeople(hr, below('P0', 'P1')),
      async () =>
        hr.call('org_people_change_job', {
          ...{ person_id: await idOf(server, company, 'P1'), effective_date: '2026-07-01', reason: 'change' },
          manager_id: await idOf(server, company, 'P0'),
        }),
    )
    const { won, lost } = await race<unknown>([first, second])
    expect([won.length, lost]).to.deep.equal([1, ['conflict']])
  })

  it('B is put below A while A below B is decided, but not written: the second waits, and is refused', async () => {
    await applyPeople(hr, ...entries('Cook'))
    const [a, b] = [await idOf(server, company, 'P0'), await idOf(server, company, 'P1')]
    const { first, second } = await interrupted(
      server.db,
      'job_rows',
      () => applyPeople(hr, entry('P0', { title: 'Cook', manager_email: emailOf('P1') })),
      () =>
        hr.call('org_people_change_job', {
          ...{ person_id: b, effective_date: '2026-07-01', reason: 'change', manager_id: a },
        }),
    )
    const { won, lost } = await race<unknown>([first, second])
    expect([won.length, lost]).to.deep.equal([1, ['conflict']])
  })

  it('a unit that is archived meanwhile: whoever is second finds it so', async () => {
    const unit = await company.unit({ name: 'Sales' })
    const { first, second } = await heldUp(
      server.db,
      {
        text: 'select 1 from units where org_id = $1 and parent_id is null for no key update',
        values: [company.id],
      },
      () => hr.call('org_units_archive', { unit_id: unit }),
      () => applyPeople(hr, entry('P0', { unit: 'Sales', manager_email: null })),
    )
    expect((await first).archived).to.equal(true)
    expect(await problemsOf(second)).to.deep.equal(['people[0].unit unit_archived'])
  })
})
