import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'
import { ada } from '../../../../support/hires.ts'
import { told } from '../../../../support/warnings.ts'

describe('org.people.hire: people who are known already', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('does not find erased people, neither as a manager nor as a namesake', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { given_name, family_name } = ada
    const erased = await company.person({ given_name, family_name, erased: true })
    const error = await refused(hr.call('org_people_hire', { ...ada, manager_id: erased.id }), 'not_found')
    expect(error.paths).to.deep.equal(['manager_id'])
    const warnings = told(await hr.call('org_people_hire', { ...ada, manager_id: null }))
    expect(warnings).to.deep.equal([])
  })

  it('refuses a work e-mail or employee number that another person has, also in capitals, and names the person', async () => {
    const hr = await (await server.company()).as('hr')
    const { person } = await hr.call('org_people_hire', { ...ada, employee_number: 'A-1' })
    const again = { ...ada, work_email: 'ADA@Company.example', employee_number: 'a-1' }
    const { body } = await refused(hr.call('org_people_hire', again), 'conflict')
    expect(body.error.details?.map(({ path, code, record_id }) => [path, code, record_id])).to.deep.equal([
      ['work_email', 'work_email_taken', person.id],
      ['employee_number', 'employee_number_taken', person.id],
    ])
  })

  it('says that a work e-mail belongs to somebody who has left, and names the person and people.rehire', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const refusal = async (more: object) => {
      const { body } = await refused(hr.call('org_people_hire', { ...ada, ...more }), 'conflict')
      return body.error.details!.map(({ path, code, record_id }) => [path, code, record_id])
    }
    const left = await company.person({ work_email: 'Ada@Company.example', last_day: '2026-06-14' })
    expect(await refusal({ start_date: '2026-06-15' })).to.deep.equal([
      ['work_email', 'work_email_of_leaver', left.id],
    ])
    const error = await refused(hr.call('org_people_hire', ada), 'conflict')
    expect(error.body.error.message).to.include('people.rehire')

    const leaving = await company.person({ work_email: 'b@company.example', last_day: '2026-06-30' })
    const b = { work_email: 'b@company.example' }
    expect(await refusal({ ...b, start_date: '2026-06-30' })).to.deep.equal([
      ['work_email', 'work_email_taken', leaving.id],
    ])
    expect(await refusal({ ...b, start_date: '2026-07-01' }), 'who will have left by then').to.deep.equal([
      ['work_email', 'work_email_of_leaver', leaving.id],
    ])
    await server.db.query(`update people set employee_number = 'A-1' where id = $1`, [leaving.id])
    expect(await refusal({ employee_number: 'a-1' }), 'two people, each by path').to.deep.equal([
      ['work_email', 'work_email_of_leaver', left.id],
      ['employee_number', 'employee_number_taken', leaving.id],
    ])
    const gone = await company.person({
      work_email: 'c@company.example',
      last_day: '2024-01-01',
      erased: true,
    })
    expect(await refusal({ work_email: 'c@company.example' }), 'nobody erased comes back').to.deep.equal([
      ['work_email', 'work_email_taken', gone.id],
    ])
  })

  it('keeps an e-mail address as it is written, and knows it by another spelling of its domain', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { person } = await hr.call('org_people_hire', { ...ada, work_email: 'Ada@Bücher.example' })
    expect(person.work_email).to.equal('Ada@Bücher.example')
    for (const work_email of ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example']) {
      const { body } = await refused(hr.call('org_people_hire', { ...ada, work_email }), 'conflict')
      expect(body.error.details!.map(({ code, record_id }) => [code, record_id])).to.deep.equal([
        ['work_email_taken', person.id],
      ])
    }
    await hr.call('org_people_hire', { ...ada, work_email: 'ada@bucher.example' })
  })

  it('refuses one of two hires at the same time whose e-mail domains are the same in two spellings', async () => {
    const hr = await (await server.company()).as('hr')
    const answers = await Promise.all(
      ['ada@bücher.example', 'ada@xn--bcher-kva.example'].map((work_email) =>
        hr.post('/v1/org/people.hire', { ...ada, work_email }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    const { body } = answers.find(({ status }) => status === 409)!
    expect(body.error.details[0].code).to.equal('work_email_taken')
  })

  it('warns of somebody of the same name who has left, and of one who works here', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { given_name, family_name } = ada
    await company.person({ given_name, family_name, last_day: '2024-02-29' })
    const warned = async (more: object = {}): Promise<string[]> =>
      told(await hr.call('org_people_hire', { ...ada, manager_id: null, ...more }, { dryRun: true }))
    const [warning, ...others] = await warned()
    expect(warning).to.include('worked here before').and.include('people.rehire')
    expect(others).to.deep.equal([])
    expect(await warned({ given_name: 'Augusta' })).to.deep.equal([])
    await company.person({ given_name, family_name: 'LOVELACE', start_date: '2030-01-01' })
    expect((await warned()).map((one) => /already|before/.exec(one)?.[0])).to.deep.equal([
      'already',
      'before',
    ])
  })

  it('warns of what may be a mistake: a namesake, a permanent contract with an end', async () => {
    const hr = await (await server.company()).as('hr')
    await hr.call('org_people_hire', ada)
    const warnings = told(
      await hr.call('org_people_hire', {
        ...ada,
        work_email: 'b@company.example',
        contract_end_date: '2027-01-01',
        manager_id: null,
      }),
    )
    expect(warnings).to.have.length(2)
  })

  it('finds a namesake, ignoring capitals, in every alphabet', async () => {
    const hr = await (await server.company()).as('hr')
    const other = { ...ada, given_name: 'Émile', family_name: 'ŻAK', manager_id: null }
    const { person } = await hr.call('org_people_hire', other)
    const warnings = told(
      await hr.call('org_people_hire', {
        ...other,
        given_name: 'éMILE',
        family_name: 'Żak',
        work_email: 'b@company.example',
      }),
    )
    expect(warnings).to.deep.equal([
      `Somebody of the same name already works here: Émile ŻAK (id ${person.id}). Check that this is another person.`,
    ])
  })

  it('finds a namesake whatever the spaces, hyphens and accents, and wherever the given name ends', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const stored = async (given_name: string, family_name: string, more: object = {}) =>
      (await company.person({ given_name, family_name, ...more })).id
    const anna = await stored('Anna   Maria', 'Kozłowska')
    const lopez = await stored('José', 'García-López', { preferred_name: 'Pepe' })
    const leaver = await stored('José', 'Müller', { last_day: '2024-02-29' })
    const percent = await stored('Al', '100%_A')
    await stored('Ada', 'Lovelace King')
    await stored('Ada', '-', { preferred_name: 'Byron' })
    const ids = async (given_name: string, family_name: string): Promise<string[]> => {
      const named = { ...ada, manager_id: null, given_name, family_name }
      const warnings = told(await hr.call('org_people_hire', named, { dryRun: true }))
      return warnings.flatMap((warning) => warning.match(/(?<=id )[0-9a-f-]{36}/g) ?? ['none'])
    }
    expect(await ids('Anna Maria', 'Kozłowska')).to.deep.equal([anna])
    expect(await ids('anna', 'Maria  Kozlowska')).to.deep.equal([anna])
    expect(await ids('Jose', 'Garcia-Lopez')).to.deep.equal([lopez])
    expect(await ids('JOSÉ', 'Garcia Lopez')).to.deep.equal([lopez])
    expect(await ids('Jose', 'Muller')).to.deep.equal([leaver])
    expect(await ids('Al', '100%_A')).to.deep.equal([percent])
    // None of these is the name of somebody: not its beginning, not with a preferred name, not as a pattern.
    for (const [given, family] of [
      ['Ada', 'Lovelace'],
      ['Ada', 'Byron'],
      ['José', 'García'],
      ['Al', '%'],
      ['Al', '100%__'],
    ] as const)
      expect(await ids(given, family), `${given} ${family}`).to.deep.equal([])
  })

  it('names three namesakes at most, and only those of this organization', async () => {
    const other = await server.company()
    const company = await server.company()
    const { given_name, family_name } = ada
    await other.person({ given_name, family_name })
    const people: string[] = []
    for (let n = 0; n < 5; n++) people.push((await company.person({ given_name, family_name })).id)
    const hr = await company.as('hr')
    const warnings = told(await hr.call('org_people_hire', { ...ada, manager_id: null }, { dryRun: true }))
    const [a, b, c] = people.sort()
    expect(warnings).to.deep.equal([
      'Somebody of the same name already works here: ' +
        `Ada Lovelace (id ${a}), Ada Lovelace (id ${b}), Ada Lovelace (id ${c}) and 2 more. ` +
        'Check that this is another person.',
    ])
  })
})
