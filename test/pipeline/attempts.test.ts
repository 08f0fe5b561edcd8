import { expect } from 'chai'
import type { Handler } from '../../src/actions/handler.ts'
import { activityOf } from '../support/activity.ts'
import { refused } from '../support/expect.ts'
import { sendBefore } from '../support/sent-statements.ts'
import { useServer } from '../support/server.ts'

describe('a write', () => {
  const server = useServer({})

  let attempts = 0
  let stop: (() => void) | undefined
  afterEach(() => stop?.())

  /** A company, a member of HR, and a role for them in each attempt, from its first write on. */
  const start = async (roles: string[]) => {
    const company = await server.company()
    const hr = await company.member('hr')
    const client = await company.key(hr)
    attempts = 0
    stop = sendBefore(
      'insert into "units" ',
      () =>
        `update memberships set role = '${roles[attempts++]}' where org_id = '${company.id}' and id = '${hr.membershipId}'`,
    )
    return { company, client }
  }
  const unit = { name: 'Late', kind: 'team' } as const

  it('is kept when its caller has another role in each of two attempts, and the same in the third', async () => {
    const { company, client } = await start(['admin', 'hr', 'hr'])
    const { id } = await client.call('org_units_create', unit)
    expect(attempts).to.equal(3)
    const [line, ...others] = await activityOf(server, company, 'org.units.create')
    expect([line!.subject_id, others]).to.deep.equal([id, []])
  })

  it('is not kept when the third attempt meets another role, too, and says when to try again', async () => {
    const { company, client } = await start(['admin', 'hr', 'admin'])
    const error = await refused(client.call('org_units_create', unit, { idempotencyKey: 'late' }), 'internal')
    expect([error.status, error.headers.get('retry-after')]).to.deep.equal([503, '2'])
    expect(error.message).to.include('Your access was changed several times during the call. Try again')
    expect(attempts).to.equal(3)
    expect(await activityOf(server, company, 'org.units.create')).to.deep.equal([])
    stop?.()
    await client.call('org_units_create', unit, { idempotencyKey: 'late' })
  })

  it('that is kept stays a success when what comes after the commit fails', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const person_id = (await company.person()).id
    const { runtime } = server.running
    const { handlers } = runtime
    const handler = handlers.org_invites_create as Handler<'org_invites_create'>
    let failed = 0
    const complete = () => {
      failed++
      return Promise.reject(new Error('nobody expects this'))
    }
    runtime.handlers = { ...handlers, org_invites_create: { ...handler, complete } as never }
    try {
      const made = await web.call('org_invites_create', { person_id }, { idempotencyKey: 'once' })
      expect([failed, made.email.status]).to.deep.equal([1, 'skipped'])
      const [open, ...others] = await web.call('org_invites_list', { person_id })
      expect([open!.id, others]).to.deep.equal([made.invite_id, []])
      expect(made.url).to.match(/\/invite\//)
    } finally {
      runtime.handlers = handlers
    }
  })
})
