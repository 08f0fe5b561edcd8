import { expect } from 'chai'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../../src/config.ts'
import { deadlines } from '../../src/db/deadlines.ts'
import { enter } from '../../src/demo/caller.ts'
import { prepareDemo, type Demo } from '../../src/demo/demo.ts'
import { deleteOrganization } from '../../src/operator/delete.ts'
import { createOrganization } from '../../src/operator/organizations.ts'
import { listOrganizations } from '../../src/operator/status.ts'
import { testSecret, useServer } from '../support/server.ts'

describe('the demo company', () => {
  const server = useServer({})
  let dataDir: string
  const begin = async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'rollcall-demo-'))
    for (const { slug } of await listOrganizations(server.db))
      await deleteOrganization(server.db, slug, { confirm: slug, force: true })
  }
  const end = () => rmSync(dataDir, { recursive: true, force: true })

  const prepare = (env: Record<string, string> = {}, clock?: () => Date): Promise<Demo | undefined> => {
    const { runtime } = server.running
    return prepareDemo(
      loadConfig({ DATA_DIR: dataDir, ...env }),
      { ...runtime, ...(clock && { clock }) },
      server.db,
    )
  }
  const organizations = async () =>
    (await listOrganizations(server.db)).map(({ slug, people }) => ({ slug, people }))
  const complete = [{ slug: 'orrin', people: 62 }]

  // To make it takes a second or two: these tests look at one.
  describe('of an empty installation', () => {
    let demo: Demo
    before(async () => {
      await begin()
      demo = (await prepare())!
    })
    after(end)

    it('is made where there is no organization, once', async () => {
      expect(await organizations()).to.deep.equal(complete)
      expect(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))).to.deep.equal(demo)
      expect(await prepare(), 'and is found again').to.deep.equal(demo)
      expect(await organizations()).to.deep.equal(complete)
    })

    it('has a history, custom fields of every type, pay, and an open request of each kind', async () => {
      const list = async (query: string): Promise<string[]> =>
        (await server.db.query<{ what: string }>(query)).rows.map(({ what }) => what)
      expect(await list('select distinct reason as what from job_rows order by 1')).to.deep.equal([
        'change',
        'hire',
        'promotion',
        'rehire',
        'transfer',
      ])
      const scheduled = `select reason as what from job_rows where valid_from > current_date and reason <> 'hire' order by 1`
      expect(await list(scheduled)).to.deep.equal(['promotion', 'transfer'])
      const ends = `select case when last_day < current_date then 'left' else 'leaves' end as what
                      from employments where last_day is not null order by 1`
      expect(await list(ends), 'one of those who left came back').to.deep.equal(['leaves', 'left', 'left'])
      expect(await list('select type as what from custom_fields order by 1')).to.deep.equal([
        'boolean',
        'date',
        'file',
        'number',
        'select',
        'text',
      ])
      const unpaid = `select p.work_email as what from people p
                       where not exists (select 1 from pay_rows r where r.person_id = p.id)`
      expect(await list(unpaid), 'nobody sets their own pay').to.deep.equal([demo.owner.email])
      const late = `select p.family_name as what from checklist_runs r join people p on p.id = r.person_id
                     where r.anchor_date < current_date`
      expect(await list(late), 'checklists are for those who start soon').to.deep.equal([])
      const open = `select kind as what from approval_requests where status = 'pending' order by 1`
      expect(await list(open)).to.deep.equal(['job_change', 'pay_change', 'termination'])

      const kindsFor = async (login: { email: string; password: string }) => {
        const { call } = await enter(server.running.runtime, { organization: demo.slug, ...login })
        const { items } = await call('org_approvals_list', { waiting_for_me: true })
        return items.map(({ kind }) => kind).toSorted()
      }
      expect(await kindsFor(demo.hr)).to.deep.equal(['job_change', 'pay_change'])
      expect(await kindsFor(demo.manager)).to.deep.equal(['termination'])
      expect(await kindsFor(demo.owner)).to.deep.equal(['job_change'])
    })

    it('is not made when there is another organization, even with a demo.json', async () => {
      await deleteOrganization(server.db, 'orrin', { confirm: 'orrin', force: true })
      const { slug } = await server.company()
      expect(await prepare(), 'keys of a deleted company are not shown').to.equal(undefined)
      expect((await organizations()).map((one) => one.slug)).to.deep.equal([slug])
    })
  })

  describe('each time', () => {
    beforeEach(begin)
    afterEach(end)

    // Each is made on another day, because it looks the same whenever it is made.
    const onDay = (day: string) => () => new Date(`${day}T12:00:00Z`)
    const looksTheSameOn = async (day: string) => {
      const { rows } = await server.db.query<{ later: number; years: number }>(
        `select count(*) filter (where start_date > $1)::int as later, extract(year from age($1, min(start_date)))::int as years from employments`,
        [day],
      )
      expect(rows, day).to.deep.equal([{ later: 3, years: 10 }])
    }

    it('is made once by two processes that start at the same time', async () => {
      const clock = onDay('2049-12-31')
      const [first, second] = await Promise.all([prepare({}, clock), prepare({}, clock)])
      expect(first).to.deep.equal(second)
      expect(await organizations()).to.deep.equal(complete)
      await looksTheSameOn('2049-12-31')
    })

    it('is not made in production, nor by a worker', async () => {
      expect(await prepare({ NODE_ENV: 'production', SECRET_KEY: testSecret })).to.equal(undefined)
      expect(await prepare({ ROLE: 'worker' })).to.equal(undefined)
      expect(await organizations()).to.deep.equal([])
      expect(existsSync(join(dataDir, 'demo.json'))).to.equal(false)
    })

    it('is made all the same when the service is too busy for one of its calls', async () => {
      const busy = await server.db.connect()
      await busy.query('begin; lock table units in exclusive mode')
      const made = prepare()
      try {
        await sleep(deadlines.lockMs + 500)
      } finally {
        await busy.query('rollback')
        busy.release()
      }
      await made
      expect(await organizations()).to.deep.equal(complete)
    })

    it('leaves nothing when it fails in the middle', async () => {
      let calls = 0
      const failing = () => {
        if (++calls > 40) throw new Error('the clock has stopped')
        return new Date()
      }
      const failed = await prepare({}, failing).catch((error: Error) => error.message)
      expect(failed).to.equal('the clock has stopped')
      expect(await organizations()).to.deep.equal([])
      expect(existsSync(join(dataDir, 'demo.json'))).to.equal(false)
    })

    it('is made again when a killed process left it incomplete', async () => {
      const { organizationId } = await createOrganization(server.db, {
        name: 'Half',
        slug: '_demo',
        country: 'DE',
        timeZone: 'UTC',
        owner: { name: 'Half Made', email: 'half@orrin.example' },
      })
      await server.db.query(
        `insert into locations (org_id, id, name, name_key, country) values ($1, gen_random_uuid(), 'Hamburg', 'hamburg', 'DE')`,
        [organizationId],
      )
      await prepare({}, onDay('2048-02-29'))
      expect(await organizations()).to.deep.equal(complete)
      await looksTheSameOn('2048-02-29')
    })

    it('looks the same on the first day of a year as on the other days', async () => {
      await prepare({}, onDay('2050-01-01'))
      await looksTheSameOn('2050-01-01')
    })
  })
})
