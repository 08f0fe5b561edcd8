import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import type { Db } from '../../src/db/transaction.ts'
import { actions } from '../../src/generated/actions.ts'
import { eventMentions } from '../../src/generated/events.ts'
import { findEventsMentioning } from '../../src/queries/events.ts'
import { findAnswersMentioning } from '../../src/queries/platform/idempotency.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { mentionProblems } from '../support/mentions.ts'
import { unique, useServer } from '../support/server.ts'

/** Every test server is held to this at its end, and each action that replays in idempotency.test.ts. */
describe('the people whom events and stored answers name', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  let head: string
  let unit: string
  before(async () => {
    company = await server.company()
    hr = await company.as('hr')
    head = (await company.person()).id
    unit = await company.unit()
    await hr.call('org_units_set_head', { unit_id: unit, person_id: head })
  })

  const rename = (name: string) =>
    hr.call('org_units_update', { unit_id: unit, name }, { idempotencyKey: unique('key') })

  const stored = async (table: string, what: string) => {
    const { rows } = await server.db.query<{ mentions: string[] | null }>(
      `select mentions from ${table} where org_id = $1 and ${what}`,
      [company.id],
    )
    return rows.map(({ mentions }) => mentions)
  }

  const ask = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const client = await server.db.connect()
    try {
      return await asSystem(client, (db) => work(ofOrganization(db, company.id, undefined)))
    } finally {
      client.release()
    }
  }

  it('are collected where the contract says that an id names a person', async () => {
    expect(eventMentions['unit.updated']).to.deep.equal(['unit.head.id'])
    expect(eventMentions['job.corrected']).to.include.members(['person_id', 'job.manager.id'])
    expect(actions.org_units_update.mentions).to.deep.equal(['head.id'])
    expect(actions.org_pay_remove.mentions).to.deep.equal(['person_id'])
    expect(actions.org_people_hire.mentions, 'its answers are not stored').to.deep.equal([])
    await rename(unique('Research'))
    expect(await stored('events', `type = 'unit.updated'`)).to.deep.equal([[head]])
    expect(await stored('idempotency_records', `action = 'org.units.update'`)).to.deep.equal([[head]])
    expect(await stored('idempotency_records', `action <> 'org.units.update'`)).to.deep.equal([])
  })

  it('are found by the id, whatever the event or the answer is about', async () => {
    await rename(unique('Studies'))
    const { rows } = await server.db.query<{ id: string }>(
      `select id from events where org_id = $1 and payload::text like '%' || $2 || '%' order by id`,
      [company.id, head],
    )
    expect(rows).to.have.length.at.least(2)
    const found = await ask((db) => findEventsMentioning(db, head, 100))
    expect(found.sort()).to.deep.equal(rows.map(({ id }) => id))
    const answers = await ask((db) => findAnswersMentioning(db, head, 100))
    expect(answers).to.have.length.at.least(1)
    const nobody = randomUUIDv7()
    expect(await ask((db) => findEventsMentioning(db, nobody, 100))).to.deep.equal([])
    expect(await ask((db) => findAnswersMentioning(db, nobody, 100))).to.deep.equal([])
  })

  it('are found in the text where nobody collected them', async () => {
    const { id } = await company.person()
    await server.db.query(
      `insert into events (org_id, id, type, at, subject_id, payload)
       values ($1, $2, 'person.left', now(), $3, $4)`,
      [company.id, id, id, JSON.stringify({ person_id: id })],
    )
    await server.db.query(
      `insert into idempotency_records (org_id, holder_id, key, action, fingerprint, response, expires_at)
       values ($1, $2, 'before', 'org.units.update', '', $3, now() + interval '1 hour')`,
      [company.id, id, JSON.stringify({ data: { head: { id } } })],
    )
    try {
      expect(await ask((db) => findEventsMentioning(db, id, 100))).to.deep.equal([id])
      expect(await ask((db) => findAnswersMentioning(db, id, 100))).to.deep.equal([
        { holder_id: id, key: 'before' },
      ])
      // The check finds them, too, because a call must collect them.
      expect(await mentionProblems(server.db, company)).to.have.length(2)
    } finally {
      await server.db.query(`delete from events where org_id = $1 and id = $2`, [company.id, id])
      await server.db.query(`delete from idempotency_records where org_id = $1 and holder_id = $2`, [
        company.id,
        id,
      ])
    }
  })

  const mistakes = {
    'one is missing': `'{}'`,
    'one is too many': `array[$2, $3]::uuid[]`,
    'one is there twice': `array[$2, $2]::uuid[]`,
    'it is another': `array[$3]::uuid[]`,
  }
  for (const [what, mentions] of Object.entries(mistakes))
    it(`are checked: ${what}`, async () => {
      const other = (await company.person()).id
      await rename(unique('Lab'))
      expect(await mentionProblems(server.db, company)).to.deep.equal([])
      const client = await server.db.connect()
      try {
        for (const table of ['events', 'idempotency_records']) {
          await client.query('begin')
          await client.query(
            `update ${table} set mentions = ${mentions}
              where org_id = $1 and mentions = array[$2]::uuid[] and ($3::uuid is not null)`,
            [company.id, head, other],
          )
          const { length } = await mentionProblems(client, company)
          expect(length, table).to.be.at.least(1)
          await client.query('rollback')
        }
      } finally {
        await client.query('rollback')
        client.release()
      }
    })
})
