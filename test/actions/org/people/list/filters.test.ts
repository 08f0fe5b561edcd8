import { expect } from 'chai'
import { givePassword } from '../../../../support/approvals.ts'
import type { Company } from '../../../../support/company.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.people.list by logins, managers and days', () => {
  const server = useServer()
  const noon = new Date('2026-06-15T12:00:00Z')
  beforeEach(() => (server.now = noon))

  type Filters = Parameters<Awaited<ReturnType<Company['as']>>['call']>[1]
  const list = async (company: Company, filters: Filters & object) => {
    const { people, total } = await (await company.as('hr')).call('org_people_list', filters as never)
    // All others of the company are there for their roles.
    const names = people
      .filter(({ family_name: name }) => name === 'Case')
      .map(({ given_name: name }) => name)
    return { names, total, listed: people.length }
  }
  const only = async (company: Company, filters: object): Promise<string[]> =>
    (await list(company, filters as never)).names

  it('tells who can sign in', async () => {
    const company = await server.company()
    const signs = await company.person({ given_name: 'Ann', family_name: 'Case' })
    await givePassword(server, await company.member('member', { personId: signs.id }))
    await company.person({ given_name: 'Bob', family_name: 'Case' })
    expect(await only(company, { has_login: true })).to.deep.equal(['Ann'])
    expect(await only(company, { has_login: false })).to.deep.equal(['Bob'])
    const { total, listed } = await list(company, { has_login: true } as never)
    expect(total, 'the total counts the same people').to.equal(listed)
  })

  it('tells who has a manager: one who has left is none', async () => {
    const company = await server.company()
    const boss = await company.person({ given_name: 'Boss', family_name: 'Case' })
    const left = await company.person({ given_name: 'Left', family_name: 'Case', last_day: '2026-06-14' })
    await company.person({ given_name: 'Led', family_name: 'Case', manager_id: boss.id })
    await company.person({ given_name: 'Orphan', family_name: 'Case', manager_id: left.id })
    expect(await only(company, { has_manager: true })).to.deep.equal(['Led'])
    expect(await only(company, { has_manager: false })).to.deep.equal(['Boss', 'Orphan'])
    const before = { as_of: '2026-06-14', has_manager: true }
    expect(await only(company, before), 'on the last day of the manager').to.deep.equal(['Led', 'Orphan'])
  })

  it('tells whose probation or contract ends soon, and not whose has ended', async () => {
    const company = await server.company()
    for (const [name, day] of [
      ['Over', '2026-06-14'],
      ['Today', '2026-06-15'],
      ['Soon', '2026-06-30'],
      ['Later', '2026-07-01'],
    ] as const) {
      await company.person({ given_name: `P${name}`, family_name: 'Case', probation_end_date: day })
      await company.person({ given_name: `C${name}`, family_name: 'Case', contract_end_date: day })
    }
    expect(await only(company, { probation_ends_before: '2026-07-01' })).to.deep.equal(['PSoon', 'PToday'])
    expect(await only(company, { contract_ends_before: '2026-07-01' })).to.deep.equal(['CSoon', 'CToday'])
    const then = { as_of: '2026-06-14', contract_ends_before: '2026-06-15' }
    expect(await only(company, then), 'as of another day').to.deep.equal(['COver'])
  })

  it('refuses days of the job details to who does not see them', async () => {
    const company = await server.company()
    for (const caller of [await company.as('member'), await company.as('hr', 'me')])
      for (const field of ['probation_ends_before', 'contract_ends_before']) {
        const { body } = await refused(caller.call('org_people_list', { [field]: '2026-07-01' }), 'forbidden')
        const [detail] = body.error.details!
        expect([detail!.code, detail!.path]).to.deep.equal(['job_filter_needs_manage', field])
      }
    const employee = await company.as('member')
    const found = await employee.call('org_people_list', { has_login: false, has_manager: false })
    expect(found.total, 'the two who were refused, and this one').to.equal(3)
  })

  it('tells who was changed since a moment, with others that filter, page by page', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const ann = await company.person({ given_name: 'Ann', family_name: 'Case' })
    const bob = await company.person({ given_name: 'Bob', family_name: 'Case' })
    await company.person({ given_name: 'Cid', family_name: 'Case' })
    // Rows that a test inserts were made when the machine says.
    server.now = new Date('2099-01-15T12:00:00Z')
    const since = server.now.toISOString()
    expect(await only(company, { updated_since: since })).to.deep.equal([])
    await hr.call('org_people_update_profile', { person_id: ann.id, work_phone: '+493012345678' })
    await hr.call('org_people_change_job', {
      person_id: bob.id,
      effective_date: '2099-01-15',
      reason: 'change',
      title: 'Lead',
    })
    // The database itself refuses such an offset.
    expect(await only(company, { updated_since: '2099-01-17T00:00:00+20:56' })).to.deep.equal([])
    const filters = { updated_since: since, has_login: false, q: 'case', limit: 1 }
    const first = await hr.call('org_people_list', filters)
    const second = await hr.call('org_people_list', { ...filters, after: first.next! })
    expect([first.total, first.people[0]!.id, second.people[0]!.id, second.next]).to.deep.equal([
      2,
      ann.id,
      bob.id,
      null,
    ])
  })
})
