import { expect } from 'chai'
import type { Company, Member } from '../support/company.ts'
import { mailTo, readMails } from '../support/mail.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const iban = 'DE89370400440532013000'

describe('a notice of changed payroll details', () => {
  const server = useServer({ ROLE: 'all' })

  const addressOf = async ({ userId }: Member): Promise<string> => {
    const { rows } = await server.db.query('select email from users where id = $1', [userId])
    return rows[0].email
  }
  const workEmail = async (personId: string): Promise<string> => {
    const { rows } = await server.db.query('select work_email from people where id = $1', [personId])
    return rows[0].work_email
  }
  const told = (company: Company) =>
    until('all notices are told', async () => {
      const { rows } = await server.db.query('select from notices where org_id = $1 and told_at is null', [
        company.id,
      ])
      return rows.length === 0
    })

  it('is mailed to the person and to HR: names of fields, never values', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const hr = await company.web(member)
    const { id } = await company.person({ given_name: 'Grace' })
    await hr.call('org_people_update_profile', { person_id: id, iban, tax_id: '12/345' })
    const mail = await mailTo(server, await workEmail(id))
    expect(mail.subject).to.match(/^Your payroll details at .* were changed$/)
    for (const text of [mail.text!, mail.html!])
      expect(text).to.include('bank account (IBAN), tax number').and.not.to.include(iban)
    const { text } = await mailTo(server, await addressOf(member))
    expect(text).to.include('- Grace Person: bank account (IBAN), tax number').and.not.to.include(iban)
    await told(company)
    const rows = await until('the mails are settled', async () => {
      const found = await server.db.query(
        `select l.status, m.role from mails l left join memberships m on m.id = l.membership_id where l.org_id = $1`,
        [company.id],
      )
      return found.rows.every(({ status }) => status !== 'pending' && status !== 'sending') && found.rows
    })
    expect(rows).to.have.deep.members([null, 'owner', 'hr'].map((role) => ({ status: 'sent', role })))
  })

  it('is mailed to owners, admins and HR, and to whom it is about as such alone, though they did it themselves', async () => {
    const company = await server.company()
    const [hr, other, viewer] = [
      await company.member('hr', { person: true }),
      await company.member('admin'),
      await company.member('viewer'),
    ]
    const gone = await company.member('hr')
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [gone.membershipId])
    await (await company.web(hr)).call('org_me_update_profile', { iban })
    const mail = await mailTo(server, await addressOf(other))
    expect(mail.text).to.include('- Pat Person: bank account (IBAN)').and.not.to.include(iban)
    await told(company)
    for (const one of [viewer, gone])
      expect(await readMails(server, await addressOf(one)), one.role).to.deep.equal([])
    const own = await mailTo(server, await workEmail(hr.personId!))
    expect(own.text).to.include('These details of yours').and.include('bank account (IBAN)')
    expect(await readMails(server, await addressOf(hr))).to.deep.equal([])
  })

  it('comes once in an hour, and then tells all that changed since', async () => {
    const company = await server.company()
    const admin = await company.member('admin')
    const [one, two] = [
      await company.member('member', { person: true }),
      await company.member('member', { person: true }),
    ]
    const [first, second] = [await company.web(one), await company.web(two)]
    await first.call('org_me_update_profile', { iban })
    await mailTo(server, await addressOf(admin))
    await second.call('org_me_update_profile', { tax_id: '1' })
    await second.call('org_me_update_profile', { social_security_number: '2' })
    const { rows } = await server.db.query(
      `select from notices where org_id = $1 and told_at is null and recipient = 'administration'`,
      [company.id],
    )
    expect(rows).to.have.length(2)
    await server.db.query(
      `update notices set told_at = now() - interval '61 minutes' where org_id = $1 and told_at is not null`,
      [company.id],
    )
    await server.db.query(`select graphile_worker.add_job('tell_notices', '{}')`)
    const mail = await mailTo(server, await addressOf(admin), 2)
    expect(mail.text).to.include('- Pat Person: social security number, tax number')
    expect(mail.text).not.to.include('IBAN')
  })

  it('is not mailed to somebody who has left, and counts as told', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ last_day: '2021-01-01' })
    await hr.call('org_people_update_profile', { person_id: id, iban })
    await told(company)
    const { rows } = await server.db.query('select from mails where org_id = $1 and person_id is not null', [
      company.id,
    ])
    expect(rows).to.deep.equal([])
  })
})
