import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { noticesOf } from '../../../support/notices.ts'
import { useServer } from '../../../support/server.ts'

const iban = 'GB82WEST12345698765432'

describe('org.me.update_profile', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function story(kind: 'me' | 'web' = 'web') {
    const company = await server.company()
    const member = await company.member('member', { person: true })
    const me = await (kind === 'web' ? company.web(member) : company.key(member, 'me'))
    return { company, me, id: member.personId! }
  }

  it('changes the own profile, and says so like HR does', async () => {
    const { company, me, id } = await story('me')
    const person = await me.call('org_me_update_profile', {
      preferred_name: 'May',
      work_phone: '+49 30 901820',
      contact: { personal_email: 'may@home.example' },
      birthday: '1980-12-26',
    })
    expect(person).to.deep.include({
      id,
      name: 'May Person',
      work_phone: '+4930901820',
      birthday: '1980-12-26',
      hidden_fields: [],
    })
    expect(person.contact?.personal_email).to.equal('may@home.example')
    expect(await me.call('org_me_get', {})).to.deep.equal(person)
    const [line] = await activityOf(server, company, 'org.me.update_profile')
    expect(line).to.include({ summary: 'Updated the profile of {subject}', subject_id: id })
    expect(line!.changes.map(({ field, before, after }) => [field, before, after])).to.deep.equal([
      ['preferred_name', null, null],
      ['work_phone', null, null],
      ['contact', null, null],
      ['birthday', null, null],
    ])
    const [event] = await readEvents(server.db, company)
    expect(event).to.deep.nested.include({
      type: 'person.updated',
      'payload.changed': ['preferred_name', 'work_phone'],
    })
    expect(await noticesOf(server, company)).to.deep.equal([])
    await me.call('org_me_update_profile', { preferred_name: 'May', contact: {} })
    expect(await activityOf(server, company, 'org.me.update_profile')).to.have.length(1)
  })

  it('takes payroll details in the web app, and leaves a notice for oneself and one for HR', async () => {
    const { company, me, id } = await story()
    const person = await me.call('org_me_update_profile', {
      iban: 'gb82 west 1234 5698 7654 32',
      tax_id: 'A-1',
    })
    expect(person).to.include({ iban, tax_id: 'A-1' })
    const notice = { kind: 'payroll_changed', person_id: id, about: ['tax_id', 'iban'] }
    expect(await noticesOf(server, company)).to.deep.equal([
      { ...notice, recipient: 'person' },
      { ...notice, recipient: 'administration' },
    ])
    expect(await readEvents(server.db, company)).to.deep.equal([])
    await me.call('org_me_update_profile', { iban: 'GB82 WEST 1234 5698 7654 32' })
    expect(await noticesOf(server, company)).to.have.length(2)
  })

  it('lets HR change their own payroll details here', async () => {
    const company = await server.company()
    const web = await company.web(await company.member('hr', { person: true }))
    expect(await web.call('org_me_update_profile', { iban })).to.include({ iban })
    expect(await noticesOf(server, company)).to.have.length(2)
  })

  it('refuses payroll details from a key, a birthday to come, and a login without a person', async () => {
    const { company, me } = await story('me')
    const { body } = await refused(me.call('org_me_update_profile', { iban, tax_id: null }), 'forbidden')
    expect(body.error.details!.map(({ path, code }) => [path, code])).to.deep.equal([
      ['tax_id', 'payroll_needs_web'],
      ['iban', 'payroll_needs_web'],
    ])
    const future = await refused(
      me.call('org_me_update_profile', { birthday: '2026-06-16' }),
      'validation_failed',
    )
    expect(future.body.error.details![0]!.code).to.equal('birthday_in_future')
    const nobody = await company.web(await company.member('member'))
    const none = await refused(nobody.call('org_me_update_profile', { preferred_name: 'X' }), 'forbidden')
    expect(none.body.error.details![0]!.code).to.equal('no_own_person')
  })
})
