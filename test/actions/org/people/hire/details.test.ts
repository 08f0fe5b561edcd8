import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'
import { ada } from '../../../../support/hires.ts'

const privateFields = [
  'contact',
  'birthday',
  'gender',
  'nationality',
  'tax_id',
  'social_security_number',
  'iban',
]

describe('org.people.hire: details', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

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
    const { rows } = await server.db.query('select changes, summary_values from activity where org_id = $1', [
      company.id,
    ])
    expect(JSON.stringify(rows)).to.not.match(/home\.example|1990-12|79460018|Annabella|London/)
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
})
