import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.me.get', () => {
  const server = useServer()

  it('shows everything about oneself, payroll included, with any credential', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const member = await company.member('member', { person: true })
    const own = { birthday: '1980-01-01', tax_id: '12 345', iban: 'DE89370400440532013000' }
    await hr.call('org_people_update_profile', { person_id: member.personId!, ...own })
    for (const client of [await company.key(member), await company.web(member)]) {
      const me = await client.call('org_me_get', {})
      expect(me).to.deep.include({ id: member.personId, title: 'member', hidden_fields: [], ...own })
      expect(me.job?.title).to.equal('member')
      expect(await client.call('org_people_get', { person_id: member.personId! })).to.deep.equal(me)
    }
  })

  it('is refused to a login that is linked to no person', async () => {
    const company = await server.company()
    const { body } = await refused(
      (await company.key(await company.member('member'))).call('org_me_get', {}),
      'forbidden',
    )
    expect(body.error.details![0]).to.include({ path: '', code: 'no_own_person' })
  })
})
