import { randomUUIDv7 } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import type pg from 'pg'
import { withOrganization } from '../../src/db/transaction.ts'
import type { Day } from '../../src/domain/day.ts'
import { fullNameText } from '../../src/domain/search.ts'
import { findNamesakesOf } from '../../src/queries/org/many-people.ts'
import type { Company } from '../support/company.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { useServer } from '../support/server.ts'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** `find_people` runs without row-level security, because no index for parts of words can be used with it. */
describe('the function that finds people by a part of a word', () => {
  const server = useServer({})
  let large: Company
  let small: Company
  let wanted: string

  before(async () => {
    large = await server.company()
    small = await server.company()
    const life = () => lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: null }])
    await storeLives(server, large.id, Array.from({ length: 5000 }, life))
    await storeLives(server, small.id, Array.from({ length: 5 }, life))
    wanted = (await large.person({ family_name: 'Quixote' })).id
    await small.person({ family_name: 'Quijano' })
    await server.db.query('vacuum analyze')
  })

  const find = 'select person_id as id from find_people($1, 2001)'

  it('answers for the organization of the transaction, and for no other one', async () => {
    const ids = (company: Company, pattern: string) =>
      asApp(company.id, async (client) => {
        const { rows } = await client.query<{ id: string }>(find, [pattern])
        return rows.map(({ id }) => id)
      })
    expect(await ids(large, '%quixote%')).to.deep.equal([wanted])
    expect(await ids(small, '%quixote%')).to.deep.equal([])
    expect(await ids(small, '%')).to.have.length(6)
  })

  it('answers nothing without an organization', async () => {
    const error = await asApp(undefined, (client) => client.query(find, ['%'])).catch(
      (thrown: unknown) => thrown,
    )
    expect((error as { code?: string }).code).to.be.oneOf(['42704', '22P02'])
  })

  it('reads an index for words of three letters, and for shorter ones the people of the organization alone', async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    const blocks = {
      threeLetters: await blocksRead(large, '%qui%'),
      twoLetters: await blocksRead(large, '%qu%'),
      inSmall: await blocksRead(small, '%qui%'),
      twoLettersInSmall: await blocksRead(small, '%qu%'),
    }
    const { twoLetters: all, ...few } = blocks
    for (const [what, number] of Object.entries(few))
      expect(number, `${what} of ${JSON.stringify(blocks)}`).to.be.lessThan(all / 3)
  })

  describe('and the one that finds similar names', () => {
    const similar = 'select person_id as id, similarity from find_similar_people($1, 5000, 200)'
    const found = (company: Company, text: string) =>
      asApp(company.id, async (client) => {
        const { rows } = await client.query<{ id: string; similarity: number }>(similar, [text])
        return rows.map(({ id }) => id)
      })

    it('answers for the organization of the transaction, and for no other one', async () => {
      expect(await found(large, 'quixtoe')).to.deep.equal([wanted])
      expect(await found(small, 'quixtoe')).to.not.include(wanted)
      const error = await asApp(undefined, (client) => client.query(similar, ['quixtoe'])).catch(
        (thrown: unknown) => thrown,
      )
      expect((error as { code?: string }).code).to.be.oneOf(['42704', '22P02'])
    })

    it('compares names and not the domain of e-mail addresses, which everybody shares', async () => {
      expect(await found(large, 'company example')).to.deep.equal([])
      expect(await found(large, 'persno')).to.have.length(200)
    })

    it('reads an index, and nothing for a text that has no parts to compare', async function () {
      await leaveOutInCluster(this, server.database.url, 'plans')
      const all = await blocksRead(large, '%qu%')
      const blocks = {
        similar: await blocksRead(large, 'quixtoe', similar),
        inSmall: await blocksRead(small, 'quixtoe', similar),
        nothing: await blocksRead(large, '+++', similar),
      }
      for (const [what, number] of Object.entries(blocks))
        expect(number, `${what} of ${JSON.stringify(blocks)}, all ${all}`).to.be.lessThan(all / 3)
      expect(blocks.nothing).to.be.lessThan(5)
    })
  })

  describe('and the statement that finds the people who have one of many names', () => {
    let namesakes: string
    before(async () => {
      const noted: unknown[] = []
      const note = (text: unknown) => void noted.push(text)
      subscribe('rollcall:statement', note)
      const name = { given_name: 'Ada', family_name: 'Kim', day: '2026-01-01' as Day }
      const { pool } = server.running.runtime
      await withOrganization(pool, small.id, { mode: 'read' }, (db) => findNamesakesOf(db, [name]))
      unsubscribe('rollcall:statement', note)
      namesakes = noted.map(String).find((text) => text.includes('search_start'))!
    })
    const given = ({ id }: Company, names: string[], most: number) => [
      id,
      names,
      names.map(() => '2026-01-01'),
      most,
    ]
    const found = (company: Company, names: string[], most = 200, as = company) =>
      asApp(as.id, async (client) => {
        const { rows } = await client.query<{ place: number; id: string }>(
          namesakes,
          given(company, names, most),
        )
        return rows.map(({ place, id }) => [place, id])
      })

    it('answers for the organization of the transaction, and for no other one', async () => {
      const { id } = await large.person({ given_name: 'Dulcinea', family_name: 'Toboso' })
      const name = 'dulcinea toboso'
      expect(await found(large, ['nobody at all', name])).to.deep.equal([[2, id]])
      expect(await found(small, [name])).to.deep.equal([])
      expect(await found(large, [name], 9, small)).to.deep.equal([])
    })

    it('finds so many for each name, and none whose name only begins like it', async () => {
      const company = await server.company()
      const hire = async (given_name: string, family_name: string) =>
        (await company.person({ given_name, family_name })).id
      for (const family of ['Kim', 'Kim', 'Kim', 'Kimura']) await hire('Ada', family)
      const other = await hire('Ada', 'Kim!')
      const places = (await found(company, ['ada kim', 'ada', 'ada ki', 'ada kim!', 'ada kim'], 2)).map(
        ([place]) => place,
      )
      expect(places.toSorted()).to.deep.equal([1, 1, 2, 2, 4, 5, 5])
      expect(await found(company, ['ada kim!', ''])).to.deep.equal([[1, other]])
    })

    it('compares names that are longer than what the index has of them', async () => {
      const company = await server.company()
      const family = '𠮷'.repeat(80)
      const named = (end: string) => ({ given_name: 'ﷺ'.repeat(80), family_name: family + end })
      const stored = (end: string) => company.person(named(end))
      const [first, second] = [(await stored('a')).id, (await stored('b')).id]
      const texts = ['a', 'b', 'c', ''].map((end) => fullNameText(named(end)))
      expect(texts[0]!.length).to.be.greaterThan(200)
      const both = (await found(company, texts)).toSorted(([a], [b]) => Number(a) - Number(b))
      expect(both).to.deep.equal([
        [1, first],
        [2, second],
      ])
    })

    it('reads an index, once for each name', async function () {
      await leaveOutInCluster(this, server.database.url, 'plans')
      const names = Array.from({ length: 20 }, (_, index) => `person of no company ${index}`)
      const blocks = await blocksRead(large, given(large, names, 200), namesakes)
      expect(blocks).to.be.lessThan(5 * names.length)
    })
  })

  /** How many pages of tables and indexes are read to answer. */
  function blocksRead({ id }: Company, values: string | unknown[], query = find): Promise<number> {
    return asApp(id, async (client) => {
      const given = [values].flat()
      // The first call also reads the catalogue.
      await client.query(query, given)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, buffers, timing off, format json) ${query}`,
        given,
      )
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    })
  }

  /** Does `work` with the role and the plans of the application. */
  async function asApp<T>(
    organizationId: string | undefined,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await server.running.runtime.pool.connect()
    try {
      await client.query('begin')
      if (organizationId) await client.query(`set local app.org_id = '${organizationId}'`)
      return await work(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})
