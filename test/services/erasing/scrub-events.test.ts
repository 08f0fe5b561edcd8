import { expect } from 'chai'
import { asSystem, ofOrganization } from '../../../src/db/system.ts'
import { withOrganization } from '../../../src/db/transaction.ts'
import { scrubEvents } from '../../../src/services/erasing/scrub-events.ts'
import type { Company } from '../../support/company.ts'
import { mentionProblems } from '../../support/mentions.ts'
import { writeEventsAbout } from '../../support/outbox.ts'
import { verify } from '../../support/receiver.ts'
import { until } from '../../support/wait.ts'
import { subscribe, useReceiver } from '../../support/webhooks.ts'

describe('events about a person who is erased', () => {
  const here = useReceiver()
  const { server, receiver } = here

  /** As the action does it that erases: with the rights of a call. */
  const scrub = (company: Pick<Company, 'id'>, personId: string): Promise<number> =>
    withOrganization(server.running.runtime.pool, company.id, { mode: 'write' }, (db) =>
      scrubEvents(db, personId),
    )

  async function scene(types: string[]) {
    const company = await server.company()
    const hr = await company.as('hr')
    const owner = await company.as('owner')
    const endpoint = await subscribe(here, company, types)
    const feed = () => owner.call('webhooks_feed_list', { limit: 500 })
    return { company, hr, owner, feed, ...endpoint }
  }

  it('tell nothing more of them in the feed, in what is sent again, and in the list of deliveries', async () => {
    const { company, hr, feed, web, path, secret, deliveries } = await scene(['unit.head_changed'])
    const { id: leaving } = await company.person({ given_name: 'Zacharias', family_name: 'Canary' })
    const { id: staying } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const unit = await company.unit()
    await hr.call('org_units_set_head', { unit_id: unit, person_id: leaving })
    await hr.call('org_units_set_head', { unit_id: unit, person_id: staying })
    await hr.call('org_people_update_profile', {
      person_id: leaving,
      preferred_name: 'Zack',
      work_phone: '+493012345678',
    })
    await receiver.wait(path, 2)
    await until('both are settled', async () =>
      (await deliveries()).every(({ status }) => status === 'succeeded'),
    )
    const before = await feed()
    expect(JSON.stringify(before)).to.match(/Zacharias|Zack/)

    expect(await scrub(company, leaving)).to.equal(3)
    const after = await feed()
    expect(JSON.stringify(after)).not.to.match(/Zac|Canary|12345678/)
    expect(JSON.stringify(after)).to.include('Grace Hopper').and.to.include('Erased person')
    const places = ({ events }: typeof after) =>
      events.map(({ id, type, timestamp, cursor }) => ({ id, type, timestamp, cursor }))
    expect(places(after)).to.deep.equal(places(before))
    expect(await mentionProblems(server.db, company)).to.deep.equal([])
    expect(await scrub(company, leaving), 'again').to.equal(0)

    const listed = await deliveries()
    expect(JSON.stringify(listed)).not.to.match(/Zac|Canary/)
    await web.call('webhooks_deliveries_resend', { delivery_id: listed.at(-1)!.id })
    const [one, other, again] = await receiver.wait(path, 3)
    verify(again!, secret)
    // The two came in any order: the older event has the smaller id.
    expect(again!.body.id).to.equal([one!.body.id, other!.body.id].toSorted()[0])
    expect(again!.text).not.to.match(/Zac|Canary/)
  })

  it('are those of one company, also when another one names the same id', async () => {
    const { company } = await scene(['unit.archived'])
    const other = await scene(['unit.archived'])
    const { id } = await other.company.person({ given_name: 'Zacharias' })
    await write(other.company, 1, id)
    expect(await scrub(company, id)).to.equal(0)
    expect(JSON.stringify(await other.feed())).to.include('Zacharias')
    const asked = withOrganization(server.running.runtime.pool, company.id, { mode: 'write' }, (db) =>
      scrubEvents({ ...db, orgId: other.company.id, query: db.query.bind(db) }, id),
    )
    const error: unknown = await asked.catch((thrown: unknown) => thrown)
    expect(String(error), 'the database refuses it, too').to.match(/another organization/)
  })

  it('are found by an index, and there may be thousands', async () => {
    const { company, feed } = await scene(['unit.archived'])
    const { id } = await company.person({ given_name: 'Zacharias' })
    await write(company, 1203, id)
    expect(await scrub(company, id)).to.equal(1203)
    expect(JSON.stringify(await feed())).not.to.include('Zacharias')
  })

  it('are not sent as they were by a worker that had read them before', async () => {
    const { company, path } = await scene(['unit.archived'])
    const { id } = await company.person({ given_name: 'Zacharias' })
    const open: (() => void)[] = []
    receiver.answer(path, (response) => void open.push(() => response.writeHead(204).end()))
    await write(company, 15, id)
    await until('eight are held', () => open.length === 8)
    await scrub(company, id)
    // What the worker knows counts no more.
    server.now = new Date(Date.now() + 1000)
    receiver.answer(path, undefined)
    open.forEach((end) => end())
    const all = await receiver.wait(path, 15)
    expect(all.map(({ text }) => text.includes('Zacharias'))).to.deep.equal([
      ...Array<boolean>(8).fill(true),
      ...Array<boolean>(7).fill(false),
    ])
  })

  /** Writes events that name a person, in one transaction. */
  async function write(company: Pick<Company, 'id'>, count: number, personId: string): Promise<void> {
    const client = await server.db.connect()
    try {
      await asSystem(client, (db) =>
        writeEventsAbout(ofOrganization(db, company.id, undefined), count, {
          id: personId,
          name: 'Zacharias',
        }),
      )
    } finally {
      client.release()
    }
  }
})
