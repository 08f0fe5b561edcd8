import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { withOrganization, type Db } from '../../src/db/transaction.ts'
import { byKey, customChanges } from '../../src/domain/custom-values.ts'
import {
  customValuesInParts,
  loadCustomValues,
  storeCustomValues,
  type CustomValues,
  type PartOfList,
} from '../../src/queries/org/custom-values.ts'
import { listFields, lockFieldsToSet } from '../../src/queries/org/fields.ts'
import type { Company } from '../support/company.ts'
import { storeLongValues } from '../support/long-values.ts'
import { useServer } from '../support/server.ts'

type Given = Record<string, string | number | boolean | null>

describe('custom values of many people', () => {
  const server = useServer()
  const keys = Array.from({ length: 30 }, (_, at) => `number_${at}`)

  const inside = <T>(company: Company, work: (db: Db) => Promise<T>) =>
    withOrganization(
      server.running.runtime.pool,
      company.id,
      { mode: 'write', vault: server.running.runtime.vault },
      work,
    )

  /** Sets values as a change of many people would: decided in memory, and written at once. */
  const set = (company: Company, people: { id: string }[], given: (index: number) => Given) =>
    inside(company, async (db) => {
      const fields = await lockFieldsToSet(db, keys)
      const before = await loadCustomValues(db, fields, people)
      const changes = people.map(({ id: personId }, index) => {
        const decided = customChanges(byKey(fields), given(index), before.get(personId) ?? {})
        expect(decided.problems).to.deep.equal([])
        return { personId, changes: decided.changes }
      })
      let statements = 0
      const note = () => void statements++
      subscribe('rollcall:statement', note)
      await storeCustomValues(db, changes, server.now ?? new Date())
      unsubscribe('rollcall:statement', note)
      return { statements, count: changes.flatMap((one) => one.changes).length }
    })

  const read = (company: Company, people: { id: string }[]): Promise<CustomValues> =>
    inside(company, async (db) => loadCustomValues(db, await listFields(db, false), people))

  // The keys of the people are read first, and made where there are none.
  const cases = [
    { tier: 'job', first: 1, later: 1 },
    { tier: 'private', first: 3, later: 2 },
  ] as const
  for (const one of cases)
    it(`are set, changed and cleared by few statements: tier ${one.tier}`, () => story(one))

  it('of a list come in parts of a few MiB, in order and complete', async () => {
    const company = await server.company()
    const without = [await company.person(), await company.person()]
    const bytes = await storeLongValues(server, company, 60)
    await server.db.query('delete from custom_values where person_id = any($1)', [
      without.map(({ id }) => id),
    ])
    const { rows } = await server.db.query<{ id: string }>(
      `select id from people where org_id = $1 and id <> all($2) order by id`,
      [company.id, without.map(({ id }) => id)],
    )
    const people = [without[0]!, ...rows, without[1]!]
    const parts = await inside(company, async (db) => {
      const found: PartOfList<{ id: string }>[] = []
      for await (const part of customValuesInParts(db, await listFields(db, false))(people)) found.push(part)
      return found
    })
    expect(parts.flatMap((part) => part.people)).to.deep.equal(people)
    expect(parts).to.have.length.greaterThan(3)
    for (const part of parts) expect(part.values.size * bytes).to.be.at.most(5 * 1024 ** 2)
    const whole = await read(company, people)
    expect(new Map(parts.flatMap(({ values }) => [...values]))).to.deep.equal(whole)
    expect(whole.size).to.equal(60)
    for (const [some, count] of [
      [[], 0],
      [without, 1],
      [rows.slice(0, 5), 1],
    ] as const) {
      let found = 0
      await inside(company, async (db) => {
        for await (const part of customValuesInParts(db, await listFields(db, false))(some)) {
          expect(part.people).to.deep.equal(some)
          found++
        }
      })
      expect(found).to.equal(count)
    }
  })

  async function story({ tier, first, later }: (typeof cases)[number]): Promise<void> {
    const company = await server.company()
    const hr = await company.as('hr')
    for (const label of keys) await hr.call('org_fields_create', { label, type: 'number', tier })
    const people = await Promise.all(Array.from({ length: 250 }, () => company.person()))
    const all = (index: number): Given => Object.fromEntries(keys.map((key, at) => [key, index + at / 10]))

    expect(await set(company, people, all)).to.deep.equal({ statements: first, count: 7500 })
    const fields = await hr.call('org_fields_list', {})
    const whole = await read(company, people)
    for (const [index, { id }] of people.entries())
      expect(whole.get(id)).to.deep.equal(
        Object.fromEntries(fields.map((field, at) => [field.id, index + at / 10])),
      )

    expect(await set(company, people, all)).to.deep.equal({ statements: 0, count: 0 })
    const some = (index: number): Given => ({ number_0: index % 2 === 0 ? null : -1, number_1: index + 0.1 })
    expect(await set(company, people, some)).to.deep.equal({ statements: later, count: 250 })
    const changed = await read(company, people)
    for (const [index, { id }] of people.entries())
      expect(changed.get(id)![fields[0]!.id]).to.equal(index % 2 === 0 ? undefined : -1)
    expect(Object.keys(changed.get(people[0]!.id)!)).to.have.length(29)
  }
})
