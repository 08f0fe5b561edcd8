import { expect } from 'chai'
import { OperatorError } from '../../src/operator/errors.ts'
import { checkNewOrganization } from '../../src/operator/input.ts'
import { closeOrganization, pauseOrganization, resumeOrganization } from '../../src/operator/status.ts'
import { task as sendMails } from '../../src/jobs/send_mails.ts'
import type { Role } from '../../src/domain/caller.ts'
import { readMails } from '../support/mail.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

/** The field of the input that the error names. */
async function wrongField(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
  } catch (error) {
    if (error instanceof OperatorError) return error.field
    throw error
  }
  throw new Error('it was accepted')
}

describe('a new organization', () => {
  const good = {
    name: 'Acme',
    slug: 'acme',
    country: 'DE',
    timeZone: 'UTC',
    owner: { name: 'Ada Lovelace', email: 'ada@acme.example' },
  }

  it('has its texts trimmed and in NFC', () => {
    const owner = { name: ' Zoe\u0308 ', email: ' ada@acme.example ' }
    expect(checkNewOrganization({ ...good, name: ' Cafe\u0301 ', owner })).to.deep.include({
      name: 'Café',
      owner: { name: 'Zoë', email: 'ada@acme.example' },
    })
  })

  it('has its slug made from the name', () => {
    const slugs = {
      'Acme GmbH': 'acme-gmbh',
      'Łódź & Søren Straße': 'lodz-soren-strasse',
      '  --Édith--  ': 'edith',
      'A very long name of a company, longer than anybody would type':
        'a-very-long-name-of-a-company-longer-tha',
    }
    for (const [name, slug] of Object.entries(slugs))
      expect(checkNewOrganization({ ...good, name, slug: undefined }).slug).to.equal(slug)
  })

  it('is refused with the field that is wrong', async () => {
    const wrong: [string, object][] = [
      ...['mcp', 'v1', 'docs', 'Upper', '-a', 'a-', 'a b', '', '_demo', 'x'.repeat(61)].map(
        (slug): [string, object] => ['slug', { slug }],
      ),
      ['slug', { name: '株式会社', slug: undefined }],
      ...['  ', 'x'.repeat(101), 'two\nlines', 'a\u0000b', 'a\u202eb', '\u200b'].map(
        (name): [string, object] => ['name', { name }],
      ),
      ...['Germany', 'de', 'XX', ''].map((country): [string, object] => ['country', { country }]),
      ...['Mars/Base', 'berlin', ''].map((timeZone): [string, object] => ['timeZone', { timeZone }]),
      ...['ada', '', 'a@b@c', `${'x'.repeat(250)}@x.example`].map((email): [string, object] => [
        'ownerEmail',
        { owner: { ...good.owner, email } },
      ]),
      ['ownerName', { owner: { ...good.owner, name: ' ' } }],
    ]
    for (const [field, change] of wrong)
      expect(
        await wrongField(() => checkNewOrganization({ ...good, ...change })),
        JSON.stringify(change),
      ).to.equal(field)
  })
})

describe("an organization's status", () => {
  const server = useServer({})
  const now = new Date('2026-11-21T23:30:00Z')

  it('becomes closed only with a reason, given or from being paused', async () => {
    const [paused, active] = [await server.company(), await server.company()]
    await pauseOrganization(server.db, paused.slug, 'unpaid', now)
    expect(await closeOrganization(server.db, paused.slug, '2027-01-31', undefined, now)).to.include({
      status: 'closed',
      pauseReason: 'unpaid',
      deleteOn: '2027-01-31',
    })
    expect(
      await wrongField(() => closeOrganization(server.db, active.slug, '2027-01-31', undefined, now)),
    ).to.equal('reason')
    expect(await closeOrganization(server.db, active.slug, '2027-01-31', 'details_missing', now)).to.include({
      status: 'closed',
      pauseReason: 'details_missing',
    })
    for (const reason of ['bored', ''])
      expect(await wrongField(() => pauseOrganization(server.db, active.slug, reason, now)), reason).to.equal(
        'reason',
      )
  })

  it('needs a day of deletion that is today or later in the time zone of the organization', async () => {
    const { slug } = await server.company({ timeZone: 'Asia/Tokyo' })
    for (const day of ['2027-02-30', 'soon', '', '2026-11-21'])
      expect(await wrongField(() => closeOrganization(server.db, slug, day, 'unpaid', now)), day).to.equal(
        'deleteOn',
      )
    expect(await closeOrganization(server.db, slug, '2026-11-22', 'unpaid', now)).to.include({
      deleteOn: '2026-11-22',
    })
    expect(
      await closeOrganization(server.db, slug, '2027-11-22', undefined, now),
      'the day can be moved',
    ).to.include({ deleteOn: '2027-11-22' })
  })

  it('keeps the day it was first paused, until it is resumed', async () => {
    const { slug } = await server.company()
    const first = await pauseOrganization(server.db, slug, 'unpaid', now)
    const again = await pauseOrganization(server.db, slug, 'details_missing', now)
    expect(again).to.deep.include({ pauseReason: 'details_missing', pausedSince: first.pausedSince })
    expect(await resumeOrganization(server.db, slug, now)).to.include({
      status: 'active',
      pauseReason: null,
      pausedSince: null,
    })
    expect(await resumeOrganization(server.db, slug, now), 'a second time changes nothing').to.include({
      status: 'active',
    })
  })

  it('is mailed to owners and admins: what is so when the mail is sent', async () => {
    const company = await server.company({ name: 'Acme' })
    const emailOf = async (role: Role, language: string | null = null) => {
      const { userId } = await company.member(role)
      const { rows } = await server.db.query<{ email: string }>(
        'update users set language = $2 where id = $1 returning email',
        [userId, language],
      )
      return rows[0]!.email
    }
    const [owner, admin, hr] = [await emailOf('owner'), await emailOf('admin', 'de'), await emailOf('hr')]
    const mailsTo = async (address: string) => {
      await runJob(server, sendMails, new Date())
      return (await readMails(server, address)).map(({ subject, text }) => [
        subject,
        text!.split('\n').find((line) => /gelöscht|deleted|work again/.test(line)),
      ])
    }
    await pauseOrganization(server.db, company.slug, 'unpaid', now)
    await closeOrganization(server.db, company.slug, '2027-01-31', undefined, now)
    await closeOrganization(server.db, company.slug, '2027-02-28', undefined, now)
    const closed = [
      'Acme is closed, and its data is deleted on 28 February 2027',
      'All its data is deleted on 28 February 2027, unless that is settled before. There is no way back then.',
    ]
    expect(await mailsTo(owner)).to.deep.equal([closed])
    expect(await mailsTo(admin)).to.deep.equal([
      [
        'Acme ist geschlossen, und die Daten werden am 28. Februar 2027 gelöscht',
        'Alle Daten werden am 28. Februar 2027 gelöscht, wenn das bis dahin nicht geklärt ist. Danach gibt es keinen Weg zurück.',
      ],
    ])
    await resumeOrganization(server.db, company.slug, now)
    await resumeOrganization(server.db, company.slug, now)
    expect(await mailsTo(owner)).to.deep.equal([
      closed,
      ['Acme is open again', 'everybody can sign in to Acme and work again.'],
    ])
    expect(await mailsTo(hr)).to.deep.equal([])
  })

  it('is in the activity log, once for each change', async () => {
    const company = await server.company({ name: 'Acme' })
    const owner = await company.as('owner')
    await pauseOrganization(server.db, company.slug, 'unpaid', now)
    await pauseOrganization(server.db, company.slug, 'unpaid', now)
    await closeOrganization(server.db, company.slug, '2027-01-31', undefined, now)
    await resumeOrganization(server.db, company.slug, now)
    await resumeOrganization(server.db, company.slug, now)
    const { items } = await owner.call('platform_activity_list', {})
    const entries = items.filter(({ actor }) => actor.kind === 'system')
    expect(entries.map(({ action, summary }) => `${action}: ${summary}`)).to.deep.equal([
      'platform.organization.resume: Resumed the organization Acme',
      'platform.organization.close: Closed the organization Acme',
      'platform.organization.pause: Paused the organization Acme',
    ])
    expect(entries[1]).to.deep.include({
      actor: { kind: 'system', id: null, name: 'Rollcall', person_id: null, via: 'service' },
      subject: { type: 'organization', id: company.id, name: 'Acme' },
      changes: [
        { field: 'status', before: 'paused', after: 'closed' },
        { field: 'delete_on', before: null, after: '2027-01-31' },
      ],
    })
  })

  it('cannot change for an organization that does not exist', async () => {
    expect(await wrongField(() => resumeOrganization(server.db, 'nobody', now))).to.equal('slug')
  })
})
