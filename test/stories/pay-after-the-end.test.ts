import { expect } from 'chai'
import { actor } from '../support/approvals.ts'
import { addPay } from '../support/pay.ts'
import { useServer } from '../support/server.ts'

describe('pay that begins after somebody has left', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('is named to those who see pay, when the end is set and at a rehire: it would apply again', async () => {
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    const { id: person_id } = await company.person({ manager_id: hr.personId })
    const { id: raise } = await addPay(hr.web, person_id, '2026-10-01')
    await addPay(hr.web, person_id, '2026-01-01')
    const end = { person_id, last_day: '2026-08-31' }
    const rehire = { person_id, start_date: '2026-09-15', title: 'Cook', unit_id: company.root }
    const isOfPay = ({ code }: { code: string }) => code.startsWith('pay_')
    const warned = {
      code: 'pay_after_last_day_stays',
      message:
        'Pay rows that begin after the last day stay, and apply if the person comes back: 2026-10-01. Take away with org/pay.remove what is not to apply.',
      params: { days: ['2026-10-01'], more: 0 },
    }
    const later = { ...end, last_day: '2026-10-01' }
    expect(
      (await hr.web.call('org_people_terminate', later, { dryRun: true })).warnings.filter(isOfPay),
    ).to.deep.equal([])
    expect(
      (await hr.key.call('org_people_terminate', end, { dryRun: true })).warnings.filter(isOfPay),
    ).to.deep.equal([])
    expect((await hr.web.call('org_people_terminate', end)).warnings.filter(isOfPay)).to.deep.equal([warned])
    expect(
      (await hr.web.call('org_people_rehire', rehire, { dryRun: true })).warnings.filter(isOfPay),
    ).to.deep.equal([warned])
    await hr.web.call('org_pay_remove', { pay_id: raise })
    expect((await hr.web.call('org_people_rehire', rehire)).warnings.filter(isOfPay)).to.deep.equal([])
  })
})
