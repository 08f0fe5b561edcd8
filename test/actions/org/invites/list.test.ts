import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('org.invites.list', () => {
  const server = useServer()

  it('shows open invites, newest first, and never a link; the others when asked', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const [old, late] = [await company.person(), await company.person()]
    server.now = new Date(Date.now() - 15 * 86_400_000)
    await server.db.query(`update sessions set expires_at = now() + interval '1 day' where org_id = $1`, [
      company.id,
    ])
    await hr.call('org_invites_create', { person_id: old.id })
    server.now = undefined
    const first = await hr.call('org_invites_create', { person_id: late.id })
    const open = await hr.call('org_invites_list', {})
    expect(open.map(({ person_id: id }) => id)).to.deep.equal([late.id])
    expect(open[0]).to.have.keys(
      ...['id', 'person_id', 'email', 'role', 'created_at', 'expires_at', 'accepted_at', 'revoked_at'],
    )
    expect(JSON.stringify(open)).not.to.include(first.url!.split('/').at(-1))
    const all = await hr.call('org_invites_list', { include_closed: true })
    expect(all.map(({ person_id: id }) => id)).to.deep.equal([late.id, old.id])
    const one = await hr.call('org_invites_list', { include_closed: true, person_id: old.id })
    expect(one.map(({ accepted_at, revoked_at }) => [accepted_at, revoked_at])).to.deep.equal([[null, null]])
  })

  it('ends after the newest 20,000', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id } = await company.person()
    await server.db.query(
      `insert into invites (org_id, id, person_id, email, role, token_hash, created_at, expires_at, revoked_at)
       select $1, gen_random_uuid(), $2, 'a@acme.example', 'member', sha256(n::text::bytea), $3::timestamptz + n * interval '1 s', $3, $3
         from generate_series(1, 20001) n`,
      [company.id, id, '2026-01-01T00:00:00Z'],
    )
    const invites = await hr.call('org_invites_list', { include_closed: true, person_id: id })
    expect([invites.length, invites.at(-1)!.created_at]).to.deep.equal([20_000, '2026-01-01T00:00:02.000Z'])
  })
})
