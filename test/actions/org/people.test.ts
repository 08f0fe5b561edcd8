import { expect } from 'chai'
import { encodeCursor } from '../../../src/domain/cursor.ts'
import { refused } from '../../support/expect.ts'
import { useServer } from '../../support/server.ts'

const ada = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  work_email: 'ada@company.example',
  title: 'Engineer',
  start_date: '2024-03-01',
}
const hiddenFromDirectory = ['original_start_date', 'end_date', 'job', 'next_job']
const privateFields = [
  'contact',
  'birthday',
  'gender',
  'nationality',
  'tax_id',
  'social_security_number',
  'iban',
]

describe('people', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  describe('org_people_hire', () => {
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

    it('uses the only active legal entity when none is given, and none when null is', async () => {
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

    it('shows somebody who starts later as pre_hire, with the coming job as next_job', async () => {
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

    it('asks the clock of the organization, not of the server, what today is', async () => {
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

    it('passes over a lead who will have left by the start date, with a warning', async () => {
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

    it('puts nobody under somebody who has left by now, however long ago the job began', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const leaver = await company.person({ ...ada, last_day: '2024-05-17' })
      const unit_id = await company.unit({ name: 'Mill', head_person_id: leaver.id })
      const hired = await hr.call('org_people_hire', { ...ada, work_email: 'b@company.example', unit_id })
      expect([hired.person.manager, hired.manager_from_lead]).to.deep.equal([null, null])
      expect(hired.warnings, 'and a namesake who has left is no reason to ask').to.deep.equal([
        'No manager was given, and the lead of Mill has left, or will have by then.',
      ])
      const named = { ...ada, work_email: 'c@company.example', manager_id: leaver.id }
      await refused(hr.call('org_people_hire', named), 'conflict')
    })

    it('knows nobody who has been erased, neither as a manager nor as a namesake', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const { given_name, family_name } = ada
      const erased = await company.person({ given_name, family_name, erased: true })
      const error = await refused(hr.call('org_people_hire', { ...ada, manager_id: erased.id }), 'not_found')
      expect(error.paths).to.deep.equal(['manager_id'])
      const { warnings } = await hr.call('org_people_hire', { ...ada, manager_id: null })
      expect(warnings).to.deep.equal([])
    })

    it('refuses a work e-mail or employee number that somebody has, whatever the case', async () => {
      const hr = await (await server.company()).as('hr')
      await hr.call('org_people_hire', { ...ada, employee_number: 'A-1' })
      await refused(hr.call('org_people_hire', { ...ada, work_email: 'ADA@Company.example' }), 'conflict')
      await refused(
        hr.call('org_people_hire', { ...ada, work_email: 'b@company.example', employee_number: 'a-1' }),
        'conflict',
      )
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

    it('warns of what may be a slip: a namesake, a permanent contract with an end', async () => {
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

    it('knows a namesake whatever the case, in every alphabet', async () => {
      const hr = await (await server.company()).as('hr')
      const other = { ...ada, given_name: 'Émile', family_name: 'ŻAK', manager_id: null }
      await hr.call('org_people_hire', other)
      const { warnings } = await hr.call('org_people_hire', {
        ...other,
        given_name: 'éMILE',
        family_name: 'Żak',
        work_email: 'b@company.example',
      })
      expect(warnings).to.deep.equal([
        'Somebody of the same name already works here. Check that this is another person.',
      ])
    })

    it('warns of a manager who has not come yet, and of years that look mistyped', async () => {
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
      expect((await warned({ manager_id: null, start_date: '0206-01-01' })).join()).to.include(
        'check the year',
      )
      expect((await warned({ manager_id: null, start_date: '2206-01-01' })).join()).to.include(
        'check the year',
      )
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

    it('keeps null where nothing was given: an address without parts, a text that is empty', async () => {
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

    it('keeps nothing of a dry run, and answers no ids', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const { person } = await hr.call('org_people_hire', ada, { dryRun: true })
      expect([person.id, person.job?.id]).to.deep.equal([null, null])
      const { rows } = await server.db.query(
        `select 1 from people where org_id = $1 and given_name = 'Ada'`,
        [company.id],
      )
      expect(rows).to.have.length(0)
    })
  })

  describe('org_people_get', () => {
    it('shows the job on a day in the past and the one that is scheduled', async () => {
      const company = await server.company()
      const { id } = await company.person({ start_date: '2020-01-01', title: 'Junior' })
      await addRow(company.id, id, '2025-01-01', 'Senior')
      await addRow(company.id, id, '2026-09-01', 'Principal')
      const hr = await company.as('hr')
      const now = await hr.call('org_people_get', { person_id: id })
      expect([now.job?.title, now.next_job?.title, now.title]).to.deep.equal([
        'Senior',
        'Principal',
        'Senior',
      ])
      const then = await hr.call('org_people_get', { person_id: id, as_of: '2021-05-05' })
      expect([then.job?.title, then.next_job?.title, then.status]).to.deep.equal([
        'Junior',
        'Senior',
        'active',
      ])
      const before = await hr.call('org_people_get', { person_id: id, as_of: '2019-05-05' })
      expect([before.job, before.next_job?.title, before.status]).to.deep.equal([null, 'Junior', 'pre_hire'])
    })

    it('shows one’s own everything, whatever the credential', async () => {
      const company = await server.company()
      const member = await company.member('member', { person: true })
      const me = await (await company.key(member)).call('org_people_get', { person_id: member.personId! })
      expect(me.hidden_fields).to.deep.equal([])
      expect(me.job?.title).to.equal('member')
    })

    it('shows the job tier to managers at any distance above, and only the directory to others', async () => {
      const company = await server.company()
      const boss = await company.member('member', { person: true })
      const lead = await company.person({ manager_id: boss.personId! })
      const report = await company.person({ manager_id: lead.id })
      const seenByBoss = await (await company.key(boss)).call('org_people_get', { person_id: report.id })
      expect(seenByBoss.hidden_fields).to.deep.equal(privateFields)
      expect(seenByBoss.job?.title).to.equal('Engineer')
      const colleague = await company.as('member')
      const seenByColleague = await colleague.call('org_people_get', { person_id: report.id })
      expect(seenByColleague.hidden_fields).to.deep.equal([...hiddenFromDirectory, ...privateFields])
      expect(seenByColleague).to.include({ job: null, title: 'Engineer' })
      await refused(
        colleague.call('org_people_get', { person_id: report.id, as_of: '2026-12-01' }),
        'forbidden',
      )
    })

    it('shows the job tier to the managers of today alone, neither to former nor to coming ones', async () => {
      const company = await server.company()
      const boss = await company.member('member', { person: true })
      const me = boss.personId!
      /** Somebody with one manager until yesterday, another one today, and a third from tomorrow on. */
      const led = async (before: string | null, now: string | null, later: string | null) => {
        const { id } = await company.person({ manager_id: before })
        await addRow(company.id, id, '2026-06-15', 'Engineer', { manager: now })
        await addRow(company.id, id, '2026-06-16', 'Engineer', { manager: later })
        return id
      }
      const lead = await led(null, me, null)
      const line = [lead, await led(null, lead, null)]
      const [left, coming] = [await led(me, null, null), await led(null, null, me)]
      const others = [
        left,
        coming,
        await led(lead, null, null),
        await led(null, null, lead),
        await led(null, left, null),
        await led(null, coming, null),
      ]
      const client = await company.key(boss)
      for (const as_of of ['2026-06-15', '2026-06-14']) {
        const { people } = await client.call('org_people_list', { as_of })
        const shown = people.filter(({ hidden_fields }) => !hidden_fields.includes('job'))
        expect(shown.map(({ id }) => id)).to.have.members([me, ...line])
        for (const person_id of [...line, ...others]) {
          const { hidden_fields } = await client.call('org_people_get', { person_id, as_of })
          expect(hidden_fields.includes('job')).to.equal(others.includes(person_id))
        }
      }
    })

    it('names a manager with the title of today, whatever day is asked for', async () => {
      const company = await server.company()
      const boss = await company.person({ title: 'Junior' })
      await addRow(company.id, boss.id, '2025-01-01', 'Senior')
      await addRow(company.id, boss.id, '2026-09-01', 'Principal')
      const { id } = await company.person({ manager_id: boss.id })
      const owner = await company.as('owner')
      for (const as_of of ['2021-05-05', '2026-06-15', '2026-12-01']) {
        const person = await owner.call('org_people_get', { person_id: id, as_of })
        const { people } = await owner.call('org_people_list', { manager_id: boss.id, as_of })
        const titles = [person.manager, person.job?.manager, people[0]?.manager].map((one) => one?.title)
        expect(titles, as_of).to.deep.equal(['Senior', 'Senior', 'Senior'])
      }
    })

    it('names a manager who left with the last title, and one who comes (again) with the first', async () => {
      const company = await server.company()
      const gone = await company.person({ title: 'Clerk', last_day: '2021-12-31' })
      await rehire(company.id, gone.id, '2023-01-01', 'Chief', { to: '2023-12-31' })
      const coming = await company.person({ title: 'Trainee', start_date: '2026-09-01' })
      await addRow(company.id, coming.id, '2027-01-01', 'Expert')
      const away = await company.person({ title: 'Mason', start_date: '2026-05-01', last_day: '2026-05-31' })
      await rehire(company.id, away.id, '2027-01-01', 'Architect')
      const owner = await company.as('owner')
      for (const [manager, title] of [
        [gone, 'Chief'],
        [coming, 'Trainee'],
        [away, 'Architect'],
      ] as const) {
        const { id } = await company.person({ manager_id: manager.id })
        expect((await owner.call('org_people_get', { person_id: id })).manager).to.include({ title })
      }
    })

    it('never shows a viewer or a key the private details of others', async () => {
      const company = await server.company()
      const { id } = await company.person()
      for (const client of [
        await company.as('viewer', 'web'),
        await company.as('viewer'),
        await company.as('owner'),
        await company.as('admin'),
      ]) {
        const person = await client.call('org_people_get', { person_id: id })
        expect(person.hidden_fields).to.deep.equal(privateFields)
      }
    })
  })

  describe('org_people_list', () => {
    it('lists who works here and who starts later by name; leavers on request', async () => {
      const company = await server.company()
      await company.person({ given_name: 'Zoe', family_name: 'adams' })
      await company.person({ given_name: 'Bo', family_name: 'Öberg', start_date: '2026-12-01' })
      await company.person({ given_name: 'Al', family_name: 'Baker', last_day: '2026-06-14' })
      const owner = await company.as('owner')
      const names = async (status?: 'all' | 'terminated' | 'pre_hire' | 'active') =>
        (await owner.call('org_people_list', status ? { status } : {})).people.map(({ name }) => name)
      expect(await names()).to.deep.equal(['Zoe adams', 'Bo Öberg'])
      expect(await names('all')).to.deep.equal(['Zoe adams', 'Al Baker', 'Bo Öberg'])
      expect(await names('terminated')).to.deep.equal(['Al Baker'])
      expect(await names('pre_hire')).to.deep.equal(['Bo Öberg'])
      expect(await names('active')).to.deep.equal(['Zoe adams'])
    })

    it('gives the directory of another day', async () => {
      const company = await server.company()
      const gone = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
      const viewer = await company.as('viewer')
      const then = await viewer.call('org_people_list', { as_of: '2021-12-31', status: 'active' })
      expect(then.people.map(({ id }) => id)).to.include(gone.id)
      expect(
        (await viewer.call('org_people_list', { as_of: '2022-01-01' })).people.map(({ id }) => id),
      ).to.not.include(gone.id)
    })

    it('gives the directory of a day to come to manage roles alone', async () => {
      const company = await server.company()
      const { id } = await company.person({ start_date: '2026-06-16' })
      const tomorrow = { as_of: '2026-06-16' }
      const { people } = await (await company.as('viewer')).call('org_people_list', tomorrow)
      expect(people.find((person) => person.id === id)).to.include({ status: 'active' })
      for (const employee of [await company.as('member'), await company.as('hr', 'me')]) {
        await employee.call('org_people_list', { as_of: '2026-06-15' })
        await refused(employee.call('org_people_list', tomorrow), 'forbidden')
      }
    })

    it('shows somebody erased under all, and not among those who have left', async () => {
      const company = await server.company()
      const left = await company.person({ last_day: '2025-12-31' })
      const erased = await company.person({ last_day: '2025-12-31', erased: true })
      const owner = await company.as('owner')
      const listed = async (status: 'terminated' | 'all') => {
        const { people } = await owner.call('org_people_list', { status })
        const { total } = await owner.call('org_people_list', { status, limit: 1 })
        return { ids: people.map(({ id }) => id).sort(), total }
      }
      expect(await listed('terminated')).to.deep.equal({ ids: [left.id], total: 1 })
      expect(await listed('all')).to.deep.equal({ ids: [left.id, erased.id].sort(), total: 2 })
    })

    it('finds by name, preferred name, e-mail and title, whatever the case, and takes wildcards as they are', async () => {
      const company = await server.company()
      const { id } = await company.person({
        given_name: 'Élodie',
        family_name: 'Dupont_50%',
        title: 'Chef de cuisine',
        work_email: 'ed@company.example',
      })
      await company.person({ given_name: 'Other' })
      await server.db.query(`update people set preferred_name = 'Didi' where org_id = $1 and id = $2`, [
        company.id,
        id,
      ])
      const owner = await company.as('owner')
      for (const q of ['élod', 'ÉLODIE DUPONT', 'didi dup', 'ED@company', 'DE CUI', '_50%'])
        expect(
          (await owner.call('org_people_list', { q })).people.map((person) => person.id),
          q,
        ).to.deep.equal([id])
      expect((await owner.call('org_people_list', { q: '%d%' })).total).to.equal(0)
      const [someone] = (await owner.call('org_people_list', {})).people
      const turned = `${someone!.family_name.toUpperCase()}   ${someone!.given_name.slice(0, 2)}`
      const found = await owner.call('org_people_list', { q: turned })
      expect(found.people.map(({ id }) => id)).to.include(someone!.id)
    })

    it('filters by unit, with the units below on request, by location and by manager', async () => {
      const company = await server.company()
      const upper = await company.unit()
      const lower = await company.unit({ parent_id: upper })
      const boss = await company.person({ unit_id: upper, location_id: company.location })
      const report = await company.person({ unit_id: lower, manager_id: boss.id })
      const owner = await company.as('owner')
      const ids = async (filter: object) =>
        (await owner.call('org_people_list', filter)).people.map(({ id }) => id).sort()
      expect(await ids({ unit_id: upper })).to.deep.equal([boss.id])
      expect(await ids({ unit_id: upper, include_subunits: true })).to.deep.equal([boss.id, report.id].sort())
      expect(await ids({ location_id: company.location })).to.deep.equal([boss.id])
      expect(await ids({ manager_id: boss.id })).to.deep.equal([report.id])
    })

    it('pages through everyone once, in order', async () => {
      const company = await server.company()
      for (const family_name of ['Da', 'Cy', 'Cy', 'Bo', 'Al']) await company.person({ family_name })
      const owner = await company.as('owner')
      const all = await owner.call('org_people_list', {})
      const seen: (string | null)[] = []
      let after: string | undefined
      do {
        const page = await owner.call('org_people_list', { limit: 2, ...(after && { after }) })
        expect(page.total).to.equal(5)
        seen.push(...page.people.map(({ id }) => id))
        after = page.next ?? undefined
      } while (after)
      expect(seen).to.deep.equal(all.people.map(({ id }) => id))
      const nobodys = encodeCursor('01234567-89ab-7def-8123-456789abcdef')
      await refused(owner.call('org_people_list', { after: nobodys }), 'validation_failed')
      const error = await refused(owner.call('org_people_list', { after: 'nonsense' }), 'validation_failed')
      expect(error.paths).to.deep.equal(['after'])
    })

    it('tells on a page how many fit all filters, not how many there are', async () => {
      const company = await server.company()
      const mill = await company.unit()
      const bakery = await company.unit({ parent_id: mill })
      const boss = await company.person()
      const miller = { title: 'Miller', manager_id: boss.id, location_id: company.location }
      for (const start_date of ['2026-03-01', '2026-03-31'])
        await company.person({ ...miller, unit_id: mill, start_date })
      for (const start_date of ['2026-07-01', '2026-08-01'])
        await company.person({ unit_id: bakery, start_date })
      for (const last_day of ['2026-05-01', '2026-05-31', '2026-06-01']) await company.person({ last_day })
      const owner = await company.as('owner', 'web')
      for (const [filter, fitting] of [
        [{}, 5],
        [{ status: 'all' }, 8],
        [{ status: 'active' }, 3],
        [{ status: 'pre_hire' }, 2],
        [{ status: 'terminated' }, 3],
        [{ unit_id: mill }, 2],
        [{ unit_id: mill, include_subunits: true }, 4],
        [{ unit_id: mill, include_subunits: true, status: 'pre_hire' }, 2],
        [{ location_id: company.location }, 2],
        [{ manager_id: boss.id }, 2],
        [{ q: 'mill' }, 2],
        [{ q: 'engineer', status: 'terminated' }, 3],
        [{ joined_between: { from: '2026-03-01', to: '2026-03-31' } }, 2],
        [{ left_between: { from: '2026-05-01', to: '2026-05-31' }, status: 'all' }, 2],
        [{ as_of: '2026-05-15', status: 'terminated' }, 1],
      ] as const) {
        const page = await owner.call('org_people_list', { ...filter, limit: 1 })
        expect([page.total, page.people.length], JSON.stringify(filter)).to.deep.equal([fitting, 1])
      }
    })

    it('keeps job details of others from employees, and the joined and left filters for HR in the web app', async () => {
      const company = await server.company()
      const boss = await company.member('member', { person: true })
      const report = await company.person({ manager_id: boss.personId!, start_date: '2026-03-03' })
      const other = await company.person()
      const { people } = await (await company.key(boss)).call('org_people_list', {})
      const hidden = Object.fromEntries(people.map((person) => [person.id, person.hidden_fields]))
      expect(hidden[boss.personId!]).to.deep.equal([])
      expect(hidden[report.id]).to.deep.equal([])
      expect(hidden[other.id]).to.deep.equal(hiddenFromDirectory)
      const joined = { joined_between: { from: '2026-01-01', to: '2026-06-30' } }
      await refused((await company.as('hr')).call('org_people_list', joined), 'forbidden')
      await refused((await company.as('viewer', 'web')).call('org_people_list', joined), 'forbidden')
      const hr = await company.as('hr', 'web')
      const found = await hr.call('org_people_list', joined)
      expect(found.people.map(({ id }) => id)).to.deep.equal([report.id])
      const void_ = { left_between: { from: '2026-06-30', to: '2026-06-29' } }
      expect((await refused(hr.call('org_people_list', void_), 'validation_failed')).paths).to.deep.equal([
        'left_between',
      ])
      const nowhere = hr.call('org_people_list', { include_subunits: true })
      expect((await refused(nowhere, 'validation_failed')).paths).to.deep.equal(['include_subunits'])
    })

    it('finds who left within a range, and who is about to, without being asked for a status', async () => {
      const company = await server.company()
      const leave = async (last_day: string) => (await company.person({ last_day })).id
      const [left, leaving] = [await leave('2026-03-31'), await leave('2026-06-30')]
      await leave('2025-12-31')
      await company.person()
      const hr = await company.as('hr', 'web')
      const ids = async (more: object) => {
        const left_between = { from: '2026-01-01', to: '2026-12-31' }
        const { people, total } = await hr.call('org_people_list', { left_between, ...more })
        expect(total).to.equal(people.length)
        return people.map(({ id }) => id).sort()
      }
      expect(await ids({})).to.deep.equal([left, leaving].sort())
      expect(await ids({ status: 'terminated' })).to.deep.equal([left])
      expect(await ids({ status: 'active' })).to.deep.equal([leaving])
    })

    it('shows each person once, whatever their past: rehired, changed, about to change', async () => {
      const company = await server.company()
      const { id } = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
      await rehire(company.id, id, '2023-01-01', 'Back again')
      await addRow(company.id, id, '2026-01-01', 'Promoted')
      await addRow(company.id, id, '2026-12-01', 'Later')
      const owner = await company.as('owner')
      for (const [as_of, status, title, start] of [
        ['2019-01-01', 'pre_hire', 'Engineer', '2020-01-01'],
        ['2021-01-01', 'active', 'Engineer', '2020-01-01'],
        ['2022-06-01', 'pre_hire', 'Back again', '2023-01-01'],
        ['2026-06-15', 'active', 'Promoted', '2023-01-01'],
        ['2027-01-01', 'active', 'Later', '2023-01-01'],
      ] as const) {
        const { people } = await owner.call('org_people_list', { as_of, status: 'all' })
        expect(
          people.map((person) => [
            person.status,
            person.title,
            person.start_date,
            person.original_start_date,
          ]),
          as_of,
        ).to.deep.equal([[status, title, start, '2020-01-01']])
      }
    })
  })

  interface RowDetails {
    manager?: string | null
    to?: string
  }

  /** Another employment of somebody who had left, with its first row. */
  async function rehire(
    org: string,
    person: string,
    from: string,
    title: string,
    details: RowDetails = {},
  ): Promise<void> {
    await server.db.query(
      `insert into employments (org_id, id, person_id, start_date, last_day)
       values ($1, gen_random_uuid(), $2, $3, $4)`,
      [org, person, from, details.to],
    )
    await addRow(org, person, from, title, details)
  }

  /** Ends the last row the day before and adds another, as a change of job does. */
  async function addRow(
    org: string,
    person: string,
    from: string,
    title: string,
    { manager, to }: RowDetails = {},
  ): Promise<void> {
    await server.db.query(
      `update job_rows set valid_to = $3::date - 1 where org_id = $1 and person_id = $2 and valid_to is null`,
      [org, person, from],
    )
    await server.db.query(
      `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, manager_id,
                             employment_type, fte, reason, contract_type)
       select $1, gen_random_uuid(), $2, e.id, $3, $4, $5, $6, 'full_time', 1, 'change', 'permanent'
         from employments e where e.org_id = $1 and e.person_id = $2 order by e.start_date desc limit 1`,
      [org, person, from, to, title, manager],
    )
  }
})
