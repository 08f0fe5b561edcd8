import { expect } from 'chai'
import { task as scrubLateEvents } from '../../src/jobs/scrub_late_events.ts'
import { signIn } from '../support/browser.ts'
import { passwordHash } from '../support/password-hash.ts'
import { interrupted } from '../support/race.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('scrub_late_events', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  it('takes the erased out of what a call had read before, and wrote after', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { id: person_id } = await company.person({
      ...{ given_name: 'Zacharias', family_name: 'Canary', last_day: '2024-12-31' },
    })
    const { jobId } = await company.person({ manager_id: person_id })
    const { first, second } = await interrupted(
      server.db,
      'events',
      () => owner.call('org_people_correct_job', { job_id: jobId, title: 'Head' }),
      () => owner.call('org_people_erase', { person_id }),
    )
    await Promise.all([first, second])
    const payloads = async () =>
      JSON.stringify(
        (await server.db.query('select payload from events where org_id = $1', [company.id])).rows,
      )
    expect(await payloads()).to.include('Canary')
    // No worker lived for some hours.
    await runJob(server, scrubLateEvents, new Date(Date.now() + 10 * 3_600_000))
    expect(await payloads())
      .to.include('Erased person')
      .and.to.not.include('Canary')
    await runJob(server, scrubLateEvents, new Date())
  })

  it('takes out from where a login was used before it was theirs, and nothing of what others did', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const { id: person_id } = await company.person({ last_day: '2024-12-31' })
    const [{ userId, membershipId: membership_id }, other] = [
      await company.member('member'),
      await company.member('member'),
    ]
    const { password } = company.owner
    for (const id of [userId, other.userId]) {
      const { rows } = await server.db.query<{ email: string }>(
        `update users set password_hash = $2 where id = $1 returning email`,
        [id, passwordHash(password)],
      )
      const { email } = rows[0]!
      expect((await signIn(server, { organization: company.slug, email, password })).status).to.equal(200)
    }
    await owner.call('platform_members_link_person', { membership_id, person_id })
    await owner.call('org_people_erase', { person_id })
    await runJob(server, scrubLateEvents, new Date())
    const { rows } = await server.db.query<{
      membership_id: string
      changes: { field: string; after: unknown }[]
    }>(`select membership_id, changes from activity where org_id = $1 and summary_code = 'signed_in'`, [
      company.id,
    ])
    const networks = (of: string) =>
      rows.flatMap((row) =>
        row.membership_id === of
          ? row.changes.filter(({ after }) => after !== null).map(({ field }) => field)
          : [],
      )
    expect(rows).to.have.length(2)
    expect(networks(membership_id)).to.deep.equal([])
    expect(networks(other.membershipId)).to.include('network')
  })

  it('takes out of the log what a call about them wrote after the erasure, and nothing that was written later', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const { id: person_id } = await company.person({ last_day: '2024-12-31' })
    const { userId, membershipId: membership_id } = await company.member('member', { personId: person_id })
    const { rows } = await server.db.query<{ email: string }>(
      `update users set password_hash = $2 where id = $1 returning email`,
      [userId, passwordHash(company.owner.password)],
    )
    const wrong = { organization: company.slug, email: rows[0]!.email, password: 'this is another one' }
    // Nobody who signs in waits for the line of the failure, and it locks nothing of the person.
    const { first, second } = await interrupted(
      server.db,
      'activity',
      () => signIn(server, wrong),
      () => owner.call('org_people_erase', { person_id }),
    )
    expect((await first).status).to.equal(401)
    await second
    server.now = new Date(Date.now() + 120_000)
    await owner.call('platform_members_set_role', { membership_id, role: 'viewer' })
    const changes = async () => {
      const { rows: lines } = await server.db.query<{ summary_code: string; changes: unknown }>(
        `select summary_code, changes from activity
          where org_id = $1 and person_id = $2 and summary_code in ('sign_in_failed', 'role_changed') order by id`,
        [company.id, person_id],
      )
      return lines.map(({ summary_code: code, changes: told }) => [code, told])
    }
    const later = ['role_changed', [{ field: 'role', before: 'member', after: 'viewer' }]]
    await until('both lines', async () => (await changes()).length === 2)
    await runJob(server, scrubLateEvents, new Date())
    expect(await changes()).to.deep.equal([
      ['sign_in_failed', [{ field: 'network', before: null, after: null }]],
      later,
    ])
  })
})
