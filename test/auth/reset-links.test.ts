import { expect } from 'chai'
import type { RawAnswer } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { postAuth } from '../support/invites.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { unique, useServer } from '../support/server.ts'

const codeOf = ({ status, body }: RawAnswer): unknown[] => [status, body.error?.details?.[0]?.code]

describe('the link for a new password', () => {
  const server = useServer({ ROLE: 'all', TRUST_PROXY: 'true' })

  /** A company with an owner of an address of their own, and the link that was mailed there. */
  const forgotten = async (): Promise<{ company: Company; email: string; token: string }> => {
    const company = await server.company({ name: 'Wonderful Widgets' })
    const email = `${unique('owner')}@company.example`
    await server.db.query('update users set email = $2, email_key = $2 where org_id = $1', [
      company.id,
      email,
    ])
    await postAuth(server, 'password_forgotten', { organization: company.slug, email })
    return { company, email, token: linkIn(await mailTo(server, email)).token }
  }
  const reset = ({ slug }: Company, token: string, password = 'nine green bottles stand') =>
    postAuth(server, 'password_reset', { organization: slug, token, password })

  it('does not work for somebody who was disabled meanwhile', async () => {
    const { company, token } = await forgotten()
    const status = (to: string) =>
      server.db.query('update memberships set status = $2 where org_id = $1', [company.id, to])
    await status('disabled')
    expect(codeOf(await reset(company, token))).to.deep.equal([404, 'reset_link_used'])
    await status('active')
    expect((await reset(company, token)).status).to.equal(200)
  })

  it('sets no password that anybody would guess who knows the member', async () => {
    const { company, email, token } = await forgotten()
    for (const password of [email, 'olga owner 1', 'Wonderful-Widgets', company.slug])
      expect(codeOf(await reset(company, token, password)), password).to.deep.equal([400, 'too_personal'])
    expect((await reset(company, token)).status, 'the link stays good').to.equal(200)
  })
})
