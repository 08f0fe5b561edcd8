import { expect } from 'chai'
import { refused } from '../support/expect.ts'
import { addPay } from '../support/pay.ts'
import { unique, useServer } from '../support/server.ts'

/** Values that are nowhere else, to be looked for afterwards. */
const canary = {
  amount: 7_319_204.57,
  currency: 'XPF',
  period: 'year',
  note: 'canary of the pay story',
} as const
const traces = ['7319204', '7,319,204', '7_319_204', canary.currency, canary.note]

describe('what somebody earns', () => {
  const server = useServer({})

  it('is in the pay rows and in no other table, no line of the log, no error and no answer to others', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await company.member('member', { person: true })
    const { id } = await company.person({ manager_id: boss.personId })

    const input = { person_id: id, effective_date: '2025-01-01', ...canary }
    await hr.call('org_pay_add', input, { dryRun: true })
    const key = unique('key')
    const { history } = await hr.call('org_pay_add', input, { idempotencyKey: key })
    const again = await refused(hr.call('org_pay_add', input, { idempotencyKey: key }), 'conflict')
    const errors = [
      again,
      await refused(addPay(hr, id, '2025-01-01', canary), 'conflict'),
      await refused(addPay(hr, id, '2010-01-01', canary), 'conflict'),
      await refused(addPay(hr, id, '2026-01-01', { ...canary, amount: 7_319_204.571 }), 'validation_failed'),
      await refused(
        addPay(hr, id, '2026-01-01', { ...canary, note: canary.note.repeat(20) }),
        'validation_failed',
      ),
    ]
    for (const { body } of errors)
      for (const trace of traces) expect(JSON.stringify(body)).to.not.include(trace)

    await addPay(hr, id, '2026-01-01', canary)
    const remove = { pay_id: history[0]!.id }
    const first = await hr.call('org_pay_remove', remove, { idempotencyKey: unique('key') })
    expect(JSON.stringify(first)).to.include(canary.note)

    const manager = await company.web(boss)
    const answers = [
      await manager.post('/v1/org/people.get', { person_id: id }),
      await manager.post('/v1/org/pay.list', { person_id: id }),
      await (await company.as('hr')).post('/v1/org/pay.list', { person_id: id }),
      await (await company.as('owner')).post('/v1/platform/activity.list', {}),
      await (await company.as('owner', 'web')).post('/v1/org/people.get', { person_id: id }),
    ]
    for (const { text } of answers) for (const trace of traces) expect(text).to.not.include(trace)

    expect(await tablesWithTraces()).to.deep.equal([])
    expect(server.logLines.length).to.be.greaterThan(0)
    for (const line of server.logLines) for (const trace of traces) expect(line).to.not.include(trace)
  })

  /** The tables in which a row holds one of the traces. */
  async function tablesWithTraces(): Promise<string[]> {
    const { rows: tables } = await server.db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'graphile_worker') order by 1`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await server.db.query(
        `select 1 from ${name} as r where r::text like any ($1) limit 1`,
        // Bytes are shown as hexadecimal digits.
        [[...traces, ...traces.map((trace) => Buffer.from(trace).toString('hex'))].map((one) => `%${one}%`)],
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  }
})
