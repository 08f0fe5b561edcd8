import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

const ada = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  work_email: 'ada@company.example',
  title: 'Engineer',
  start_date: '2024-03-01',
}
const privateFields = [
  'contact',
  'birthday',
  'gender',
  'nationality',
  'tax_id',
  'social_security_number',
  'iban',
]

describe('org.people.hire', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('adds a person with a first job that runs until further notice', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { person, warnings } = await hr.call('org_people_hire', {
      ...ada,
      unit_id: company.root,
      location_id: company.location,
    })
    expect(person).to.include({
      name: 'Ada Lovelace',
      status: 'active',
      title: 'Engineer',
      start_date: '2024-03-01',
      original_start_date: '2024-03-01',
      end_date: null,
    })
    expect(person.job).to.deep.include({
      valid_from: '2024-03-01',
      valid_to: null,
      employment_type: 'full_time',
      fte: 1,
      contract_type: 'permanent',
      reason: 'hire',
    })
    expect(person.job?.unit).to.deep.equal({ id: company.root, name: 'Company' })
    expect(person.next_job).to.equal(null)
    expect(warnings).to.have.length(1)
  })

  it('uses the only active legal entity when none is given, and none when null is given', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const first = await hr.call('org_people_hire', ada)
    expect(first.person.job?.legal_entity?.id).to.equal(company.legalEntity)
    const second = await hr.call('org_people_hire', {
      ...ada,
      work_email: 'b@company.example',
      legal_entity_id: null,
    })
    expect(second.person.job?.legal_entity).to.equal(null)
  })

  it('shows a person who starts later as pre_hire, with the future job as next_job', async () => {
    const hr = await (await server.company()).as('hr')
    const { person } = await hr.call('org_people_hire', { ...ada, start_date: '2026-06-16' })
    expect(person).to.include({ status: 'pre_hire', job: null, title: 'Engineer' })
    expect(person.next_job?.valid_from).to.equal('2026-06-16')
    server.now = new Date('2026-06-16T00:00:01Z')
    expect(await hr.call('org_people_get', { person_id: person.id! })).to.include({
      status: 'active',
      next_job: null,
    })
  })

  it('uses the date in the time zone of the organization, not of the server', async () => {
    const hr = await (await server.company({ timeZone: 'Pacific/Auckland' })).as('hr')
    const { person } = await hr.call('org_people_hire', { ...ada, start_date: '2026-06-16' })
    expect(person.status).to.equal('active')
  })

  it("makes the unit's lead the manager when none is given, and says so", async () => {
    const company = await server.company()
    const lead = await company.person({ given_name: 'Lea', family_name: 'Lead', title: 'Head' })
    const unit_id = await company.unit({ name: 'Research', head_person_id: lead.id })
    const hr = await company.as('hr')
    const hired = await hr.call('org_people_hire', { ...ada, unit_id })
    expect(hired.manager_from_lead).to.deep.equal({ id: unit_id, name: 'Research' })
    expect(hired.person.manager).to.deep.equal({
      id: lead.id,
      name: 'Lea Lead',
      title: 'Head',
      photo_url: null,
    })
    const alone = await hr.call('org_people_hire', {
      ...ada,
      work_email: 'b@company.example',
      unit_id,
      manager_id: null,
    })
    expect(alone).to.deep.include({ manager_from_lead: null })
    expect(alone.person.manager).to.equal(null)
  })

  it('does not make a lead the manager who will have left by the start date, and warns', async () => {
    const company = await server.company()
    const lead = await company.person({ last_day: '2026-06-30' })
    const unit_id = await company.unit({ head_person_id: lead.id })
    const hired = await (
      await company.as('hr')
    ).call('org_people_hire', { ...ada, unit_id, start_date: '2026-07-01' })
    expect(hired.person.manager).to.equal(null)
    expect(hired.warnings.join()).to.include('lead')
  })

  it('refuses a manager who will have left, an archived unit, location or legal entity', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const leaver = await company.person({ last_day: '2026-06-30' })
    await refused(
      hr.call('org_people_hire', { ...ada, start_date: '2026-07-01', manager_id: leaver.id }),
      'conflict',
    )
    await refused(
      hr.call('org_people_hire', { ...ada, unit_id: await company.unit({ archived: true }) }),
      'conflict',
    )
    await server.db.query('update locations set archived_at = now() where org_id = $1', [company.id])
    await refused(hr.call('org_people_hire', { ...ada, location_id: company.location }), 'conflict')
    await server.db.query('update legal_entities set archived_at = now() where org_id = $1', [company.id])
    await refused(hr.call('org_people_hire', { ...ada, legal_entity_id: company.legalEntity }), 'conflict')
  })

  it('refuses a manager who has left by today, even if the job began before that', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const leaver = await company.person({ last_day: '2024-05-17' })
    const unit_id = await company.unit({ name: 'Mill', head_person_id: leaver.id })
    const hired = await hr.call('org_people_hire', { ...ada, work_email: 'b@company.example', unit_id })
    expect([hired.person.manager, hired.manager_from_lead]).to.deep.equal([null, null])
    expect(hired.warnings[0]).to.equal(
      'No manager was given, and the lead of Mill has left, or will have by then.',
    )
    const named = { ...ada, work_email: 'c@company.example', manager_id: leaver.id }
    await refused(hr.call('org_people_hire', named), 'conflict')
  })

  it('does not find erased people, neither as a manager nor as a namesake', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { given_name, family_name } = ada
    const erased = await company.person({ given_name, family_name, erased: true })
    const error = await refused(hr.call('org_people_hire', { ...ada, manager_id: erased.id }), 'not_found')
    expect(error.paths).to.deep.equal(['manager_id'])
    const { warnings } = await hr.call('org_people_hire', { ...ada, manager_id: null })
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

  it('takes three decimals of fte and two of weekly hours, and refuses more instead of rounding', async () => {
    const hr = await (await server.company()).as('hr')
    const job = async (more: object) => {
      const { person } = await hr.call('org_people_hire', { ...ada, ...more }, { dryRun: true })
      return [person.job?.fte, person.job?.weekly_hours]
    }
    for (const fte of [0, 0.001, 0.1, 0.29, 0.333, 0.57, 0.7, 0.999, 1])
      expect(await job({ fte }), String(fte)).to.deep.equal([fte, null])
    for (const weekly_hours of [0, 0.07, 8.2, 37.5, 38.25, 79.99, 80])
      expect(await job({ weekly_hours }), String(weekly_hours)).to.deep.equal([1, weekly_hours])
    for (const wrong of [{ fte: 0.3333 }, { fte: 1e-7 }, { weekly_hours: 37.125 }, { weekly_hours: 1 / 3 }]) {
      const error = await refused(hr.call('org_people_hire', { ...ada, ...wrong }), 'validation_failed')
      expect(error.paths).to.deep.equal(Object.keys(wrong))
      expect(error.body.error.message).to.include('decimals')
    }
  })

  it('drops a "(0)" after the country code of a phone number, and says how to write one without a code', async () => {
    const hr = await (await server.company()).as('hr')
    const { person } = await hr.call('org_people_hire', { ...ada, work_phone: '+49 (0)30 901820' })
    expect(person.work_phone).to.equal('+4930901820')
    const { body } = await refused(
      hr.call('org_people_hire', { ...ada, work_phone: '030 901820' }),
      'validation_failed',
    )
    expect(body.error.details![0]!.message).to.include('country code').and.include('+49 30 901820')
  })

  it('warns of somebody of the same name who has left, and of one who works here', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { given_name, family_name } = ada
    await company.person({ given_name, family_name, last_day: '2024-02-29' })
    const warned = async (more: object = {}): Promise<string[]> =>
      (await hr.call('org_people_hire', { ...ada, manager_id: null, ...more }, { dryRun: true })).warnings
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

  it('warns when there are several legal entities and none is given', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const other = await (
      await company.as('owner')
    ).call('org_legal_entities_create', { name: 'Acme Ltd', country: 'GB' })
    const hired = async (more: object = {}) => {
      const result = await hr.call('org_people_hire', { ...ada, manager_id: null, ...more }, { dryRun: true })
      return [
        result.person.next_job?.legal_entity?.id ?? result.person.job?.legal_entity?.id,
        result.warnings,
      ]
    }
    expect(await hired()).to.deep.equal([
      undefined,
      ['No legal_entity_id was given, and several legal entities are active: this job has none. Name one.'],
    ])
    expect(await hired({ legal_entity_id: null })).to.deep.equal([undefined, []])
    expect(await hired({ legal_entity_id: other.id })).to.deep.equal([other.id, []])
    await server.db.query('update legal_entities set archived_at = now() where id = $1', [
      company.legalEntity,
    ])
    expect(await hired(), 'one of two is archived').to.deep.equal([other.id, []])
  })

  it('reports all problems at once: the most serious one gives the code and comes first', async () => {
    const hr = await (await server.company()).as('hr')
    await hr.call('org_people_hire', ada)
    const wrong = { ...ada, birthday: '2999-01-01' }
    const error = await refused(hr.call('org_people_hire', wrong), 'validation_failed')
    expect(error.paths).to.deep.equal(['birthday', 'work_email'])
    expect(error.body.error.message).to.match(/^birthday: /)
  })

  it('writes person.hired, and also person.started when the first day has come', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    for (const start_date of ['2026-06-16', '2026-06-15']) {
      const work_email = `${start_date}@company.example`
      const { person } = await hr.call('org_people_hire', { ...ada, work_email, start_date })
      const events = (await readEvents(server.db, company)).filter((one) => one.subject_id === person.id)
      expect(events.map(({ type }) => type)).to.deep.equal(
        start_date === '2026-06-16' ? ['person.hired'] : ['person.hired', 'person.started'],
      )
      for (const event of events)
        expect(event, 'found again when the person is erased').to.include({
          person_id: person.id,
          effective_date: start_date,
        })
    }
  })

  it('names each date that contradicts the start date', async () => {
    const hr = await (await server.company()).as('hr')
    const error = await refused(
      hr.call('org_people_hire', {
        ...ada,
        contract_end_date: '2024-02-01',
        probation_end_date: '2024-02-01',
      }),
      'validation_failed',
    )
    expect(error.paths).to.deep.equal(['contract_end_date', 'probation_end_date'])
  })

  it('warns of what may be a mistake: a namesake, a permanent contract with an end', async () => {
    const hr = await (await server.company()).as('hr')
    await hr.call('org_people_hire', ada)
    const { warnings } = await hr.call('org_people_hire', {
      ...ada,
      work_email: 'b@company.example',
      contract_end_date: '2027-01-01',
      manager_id: null,
    })
    expect(warnings).to.have.length(2)
  })

  it('finds a namesake, ignoring capitals, in every alphabet', async () => {
    const hr = await (await server.company()).as('hr')
    const other = { ...ada, given_name: 'Émile', family_name: 'ŻAK', manager_id: null }
    const { person } = await hr.call('org_people_hire', other)
    const { warnings } = await hr.call('org_people_hire', {
      ...other,
      given_name: 'éMILE',
      family_name: 'Żak',
      work_email: 'b@company.example',
    })
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
      const { warnings } = await hr.call('org_people_hire', named, { dryRun: true })
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
    const { warnings } = await hr.call('org_people_hire', { ...ada, manager_id: null }, { dryRun: true })
    const [a, b, c] = people.sort()
    expect(warnings).to.deep.equal([
      'Somebody of the same name already works here: ' +
        `Ada Lovelace (id ${a}), Ada Lovelace (id ${b}), Ada Lovelace (id ${c}) and 2 more. ` +
        'Check that this is another person.',
    ])
  })

  it('warns of a manager who starts later, and of years that look like typing mistakes', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const later = await company.person({ start_date: '2999-01-01' })
    const unit_id = await company.unit({ name: 'Mill', head_person_id: later.id })
    const warned = async (more: object): Promise<string[]> =>
      (await hr.call('org_people_hire', { ...ada, ...more }, { dryRun: true })).warnings
    expect(await warned({ manager_id: later.id })).to.deep.equal([
      'The manager only starts on 2999-01-01: until then nobody is above this person.',
    ])
    expect(await warned({ unit_id })).to.deep.equal([
      'The lead of Mill only starts on 2999-01-01: until then nobody is above this person.',
    ])
    expect((await warned({ manager_id: null, start_date: '0206-01-01' })).join()).to.include('check the year')
    expect((await warned({ manager_id: null, start_date: '2206-01-01' })).join()).to.include('check the year')
    const unborn = { manager_id: null, start_date: '2020-01-01', birthday: '2020-01-02' }
    expect((await warned(unborn)).join())
      .to.include('before the birthday')
      .and.not.include('2020-01-02', 'a birthday is private')
    const future = await refused(
      hr.call('org_people_hire', { ...ada, birthday: '2999-01-01' }),
      'validation_failed',
    )
    expect(future.paths).to.deep.equal(['birthday'])
    expect(future.body.error.message).to.not.include('2999')
  })

  it('stores phones as E.164, keeps private details out of the log and away from keys', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const contact = {
      personal_email: 'ada@home.example',
      personal_phone: '+44 (20) 7946-0018',
      address: { city: 'London', country: 'GB' },
      emergency_contacts: [{ name: 'Annabella' }],
    }
    const { person } = await hr.call('org_people_hire', {
      ...ada,
      contact,
      birthday: '1990-12-10',
      work_phone: '+49 30 901820',
    })
    expect(person).to.include({ work_phone: '+4930901820', contact: null, birthday: null })
    expect(person.hidden_fields).to.deep.equal(privateFields)
    const inTheWebApp = await (
      await company.as('hr', 'web')
    ).call('org_people_get', { person_id: person.id! })
    expect(inTheWebApp.hidden_fields).to.deep.equal([])
    expect(inTheWebApp.birthday).to.equal('1990-12-10')
    expect(inTheWebApp.contact).to.deep.include({
      personal_phone: '+442079460018',
      emergency_contacts: [{ name: 'Annabella', relationship: null, phone: null, email: null }],
    })
    const { rows } = await server.db.query('select changes, summary from activity where org_id = $1', [
      company.id,
    ])
    expect(JSON.stringify(rows)).to.not.match(/home\.example|1990|7946|Annabella|London/)
    expect(rows[0].changes).to.deep.include({ field: 'birthday', before: null, after: null })
    expect(server.logLines.join()).to.not.match(/home\.example|1990-12|Lovelace/)
  })

  it('stores null where nothing was given: an address without parts, an empty text', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const contact = { address: { line1: null }, emergency_contacts: [] }
    const { person } = await web.call('org_people_hire', { ...ada, contact })
    expect(person.contact).to.deep.equal({
      personal_email: null,
      personal_phone: null,
      address: null,
      emergency_contacts: [],
    })
    const empty = { address: { city: ' ' }, emergency_contacts: [{ name: 'Annabella', relationship: '' }] }
    const error = await refused(
      web.call('org_people_hire', { ...ada, work_email: 'b@company.example', contact: empty }),
      'validation_failed',
    )
    expect(error.paths).to.have.members([
      'contact.address.city',
      'contact.emergency_contacts[0].relationship',
    ])
  })

  describe('custom fields', () => {
    async function withFields() {
      const company = await server.company()
      const hr = await company.as('hr')
      const add = (label: string, type: 'text' | 'number' | 'date' | 'boolean' | 'file') =>
        hr.call('org_fields_create', { label, type, tier: 'public' })
      for (const type of ['text', 'number', 'date', 'boolean', 'file'] as const) await add(`A ${type}`, type)
      const size = { label: 'Size', type: 'select' as const, options: ['S', 'M'], tier: 'public' as const }
      await hr.call('org_fields_create', size)
      const old = await add('Old', 'text')
      await hr.call('org_fields_update', { field_id: old.id, archived: true })
      return { company, hr, oldId: old.id }
    }

    it('keep values of every type exactly; what is not given is null', async () => {
      const { company, hr } = await withFields()
      const custom = {
        a_text: ' two\nlines ',
        a_number: 0.1,
        a_date: '2024-02-29',
        a_boolean: false,
        size: ' m ',
      }
      const { person } = await hr.call('org_people_hire', { ...ada, custom })
      const kept = { ...custom, a_text: 'two\nlines', size: 'M', a_file: null }
      expect(person.custom).to.deep.equal(kept)
      expect((await hr.call('org_people_get', { person_id: person.id })).custom).to.deep.equal(kept)
      const [line] = await activityOf(server, company, 'org.people.hire')
      const fields = line!.changes.filter(({ field }) => field.startsWith('custom.'))
      expect(fields).to.deep.equal(
        Object.keys(custom).map((key) => ({ field: `custom.${key}`, before: null, after: null })),
      )
      expect(JSON.stringify(await readEvents(server.db, company))).to.not.include('two')
      const other = { ...ada, work_email: 'b@company.example', custom: { a_number: null, a_file: null } }
      const { person: empty } = await hr.call('org_people_hire', other)
      expect(Object.values(empty.custom)).to.deep.equal(Array(6).fill(null))
    })

    it('come back exactly for every number that is accepted', async () => {
      const { hr } = await withFields()
      for (const [index, number] of [0, -0.3, 999_999_999_999_999, 1e-15, 4.35, 100].entries()) {
        const work_email = `n${index}@company.example`
        const input = { ...ada, work_email, custom: { a_number: number } }
        const { person } = await hr.call('org_people_hire', input)
        expect((await hr.call('org_people_get', { person_id: person.id })).custom['a_number']).to.equal(
          number,
        )
      }
    })

    it('refuse what does not fit, each at its place, and then nobody is hired', async () => {
      const { hr, oldId } = await withFields()
      const custom = {
        a_text: 5,
        a_number: 0.12345678901234567,
        a_date: '2024-02-30',
        a_boolean: 'true',
        a_file: 'cv.pdf',
        size: 'XL',
        unknown: 1,
        old: 'x',
      }
      const { body } = await refused(hr.call('org_people_hire', { ...ada, custom }), 'validation_failed')
      expect(body.error.details!.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([
        'custom.a_text custom_value_wrong_type',
        'custom.a_number custom_number_inexact',
        'custom.a_date custom_value_wrong_type',
        'custom.a_boolean custom_value_wrong_type',
        'custom.a_file custom_file_takes_no_value',
        'custom.size custom_value_no_option',
        'custom.unknown custom_field_unknown',
        'custom.old custom_field_archived',
      ])
      expect(body.error.details!.at(-1)).to.include({ record_id: oldId })
      expect(body.error.details![2]!.message).to.equal(
        'This custom field takes a day such as 2026-11-21, or null.',
      )
      expect((await hr.call('org_people_list', { q: 'lovelace' })).people).to.deep.equal([])
    })

    it('refuse what no custom field takes, in words', async () => {
      const { hr } = await withFields()
      const refusal = async (custom: object) => {
        const { body } = await refused(
          hr.call('org_people_hire', { ...ada, custom } as never),
          'validation_failed',
        )
        return body.error.details!.map(({ path, code, message }) => `${path} ${code} ${message}`)
      }
      expect(await refusal({ a_text: ['x'] })).to.deep.equal([
        'custom.a_text wrong_type This must be text or a number or true or false or null.',
      ])
      expect(await refusal({ a_text: 'x'.repeat(2001) })).to.deep.equal([
        'custom.a_text too_long This may have at most 2000 characters.',
      ])
      expect(await refusal({ a_number: 12345678901234567890 })).to.deep.equal([
        'custom.a_number out_of_range This must be <= 999999999999999.',
      ])
      const many = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`k${at}`, 1]))
      expect(await refusal(many)).to.deep.equal(['custom too_many This may hold at most 30 entries.'])
      const proto = await hr.post('/v1/org/people.hire', JSON.parse(`{"custom":{"constructor":"x"}}`))
      expect(proto.status).to.equal(400)
    })

    it('are of no use to others: another company with the same key keeps its own', async () => {
      const { hr } = await withFields()
      const elsewhere = await withFields()
      const { person } = await hr.call('org_people_hire', { ...ada, custom: { a_text: 'ours' } })
      const theirs = await elsewhere.hr.call('org_people_hire', { ...ada, custom: { a_text: 'theirs' } })
      expect(person.custom['a_text']).to.equal('ours')
      expect(theirs.person.custom['a_text']).to.equal('theirs')
    })

    it('are tried without effect by a dry run', async () => {
      const { company, hr } = await withFields()
      const input = { ...ada, custom: { a_text: 'tried' } }
      const { person } = await hr.call('org_people_hire', input, { dryRun: true })
      expect(person.custom['a_text']).to.equal('tried')
      const { rows } = await server.db.query('select 1 from custom_values where org_id = $1', [company.id])
      expect(rows).to.deep.equal([])
    })
  })
})
