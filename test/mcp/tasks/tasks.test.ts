import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect } from 'chai'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { loadConfig } from '../../../src/config.ts'
import { company } from '../../../src/demo/company.ts'
import { enter } from '../../../src/demo/caller.ts'
import { prepareDemo, type Demo } from '../../../src/demo/demo.ts'
import { addDays, today } from '../../../src/domain/day.ts'
import { actions, type Action } from '../../../src/generated/actions.ts'
import { answerOf, type RawResult } from '../../support/mcp.ts'
import { useServer } from '../../support/server.ts'
import { tasks, type Facts } from './tasks.ts'

/** Ids are others in each run and have 16 to 28 tokens, 21.5 on average. Here all of them count as this one, which has 21. */
const anId = '01a20371-8461-7e83-9a69-d96177eeec82'
const tokensOf = (text: string) =>
  countTokens(text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, anId))

/**
 * They share one company: none undoes what another one needs. `FIGURES=1 npm test -- test/mcp/tasks/tasks.test.ts` prints
 * what they cost.
 */
describe('an assistant with the demo company', () => {
  const server = useServer({})
  const figures: string[] = []
  let client: Client
  let facts: Facts

  before(async () => {
    const demo = await makeDemo()
    await server.db.query(
      `update activity set at = (at at time zone 'UTC' - interval '20 days') at time zone 'UTC'`,
    )
    await changeSomething(demo)
    facts = await readFacts()
    client = new Client({ name: 'assistant', version: '1' })
    const headers = { Authorization: `Bearer ${demo.manage_key}` }
    const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
      requestInit: { headers },
    })
    await client.connect(transport as Transport)
  })
  after(async () => {
    await client?.close()
    if (process.env['FIGURES']) console.log(figures.join('\n'))
  })

  for (const { ask, calls, tokens, run } of tasks)
    it(`${ask} ${calls} calls, ${tokens} tokens at most`, async () => {
      const used = { calls: 0, arguments: 0, results: 0 }
      await run(async (name, args = {}) => {
        const result = (await client.callTool({ name, arguments: { ...args } })) as unknown as RawResult
        used.calls++
        used.arguments += tokensOf(JSON.stringify({ name, arguments: args }))
        used.results += tokensOf(result.content[0]!.text)
        return answerOf(result)
      }, facts)
      const all = used.arguments + used.results
      figures.push(
        `${used.calls} calls, ${used.arguments} + ${used.results} = ${all} tokens (${tokens})  ${ask}`,
      )
      expect(used.calls, 'calls').to.equal(calls)
      expect(all, 'tokens').to.be.at.most(tokens)
      expect(all, 'the limit is far above what is needed: lower it').to.be.above(tokens * 0.93)
    })

  it('reads about a person of the directory in at most 120 tokens', async () => {
    const { data } = await read('org_people_list', { status: 'all', limit: 100 })
    expect(data.people).to.have.length.above(60)
    for (const person of data.people) {
      expect(tokensOf(JSON.stringify(person)), person.name).to.be.at.most(120)
      expect(person).to.include.keys('id', 'name', 'title', 'status', 'location', 'work_email', 'start_date')
    }
    const { data: page, text } = await read('org_people_list')
    expect(page.people).to.have.length(25)
    expect(page.next).to.be.a('string')
    expect(tokensOf(text) / 25).to.be.below(90)
  })

  it('reads about any other record of a list in at most 120 tokens on average', async () => {
    const { data: all } = await read('org_people_list', { fields: ['has_login'] })
    const strangers = (all.people as { id: string; has_login?: boolean }[]).filter((one) => !one.has_login)
    for (const { id: person_id } of strangers.slice(0, 2)) await read('org_invites_create', { person_id })
    // Each row of a report is a series of months, and not a record. No app is connected here, and no endpoint is.
    const ofApps = ['platform_connections_list', 'platform_ai_onboarding_status']
    const ofWebhooks = ['webhooks_endpoints_list', 'webhooks_deliveries_list', 'webhooks_feed_list']
    const leftOut = [
      'org_pay_list',
      'org_reports_headcount',
      'platform_notifications_list',
      ...ofApps,
      ...ofWebhooks,
    ]
    const lists = Object.values(actions as Record<string, Action>).filter(({ rows }) => rows)
    for (const { id, rows, access } of lists) {
      if (access.manage === null || leftOut.includes(id)) continue
      const { data, text } = await read(id, id === 'org_approvals_list' ? { status: 'all' } : {})
      const found = (rows!.list === null ? data : data[rows!.list]) as unknown[]
      expect(found.length, id).to.be.within(2, 25)
      expect(tokensOf(text) / found.length, id).to.be.at.most(120)
    }
  })

  /** What a tool answers, and its text. */
  async function read(name: string, args = {}): Promise<{ data: any; text: string }> {
    const result = (await client.callTool({ name, arguments: args })) as unknown as RawResult
    return { data: answerOf(result).data, text: result.content[0]!.text }
  }

  async function makeDemo(): Promise<Demo> {
    const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-tasks-'))
    try {
      return (await prepareDemo(loadConfig({ DATA_DIR: dataDir }), server.running.runtime, server.db))!
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }

  /** What others did last week, in the web app. */
  async function changeSomething({ slug, hr, owner }: Demo): Promise<void> {
    const { call } = await enter(server.running.runtime, { organization: slug, ...hr })
    const { people } = await call('org_people_list', { q: 'ravi sundaresan' })
    await call('org_people_change_job', {
      person_id: people[0]!.id,
      effective_date: today(new Date(), company.timeZone),
      reason: 'promotion',
      title: 'Senior Support Engineer',
    })
    // The demo does the first task once it is due: only on some days of a month. On the others it is done here.
    const starter = await call('org_people_list', { q: 'emil sandstrom' })
    const [run] = await call('org_checklists_runs_list', { person_id: starter.people[0]!.id })
    const tasks = await call('org_checklists_tasks_list', { run_id: run!.id })
    const signed = tasks.find(({ title }) => title === 'Have the contract signed')!
    if (signed.status === 'open')
      await call('org_checklists_tasks_set_status', { task_id: signed.id, status: 'done' })
    const boss = await enter(server.running.runtime, { organization: slug, ...owner })
    await boss.call('org_locations_create', { name: 'Porto', country: 'PT', city: 'Porto' })
  }

  async function readFacts(): Promise<Facts> {
    const now = today(new Date(), company.timeZone)
    const { rows } = await server.db.query<{ name: string }>(
      `select coalesce(p.preferred_name, p.given_name) || ' ' || p.family_name as name
         from people p join employments e on e.org_id = p.org_id and e.person_id = p.id
        where e.start_date between date_trunc('year', $1::date) and $1::date
          and not exists (select 1 from employments l where l.org_id = e.org_id and l.person_id = e.person_id
                                                        and l.start_date > e.start_date)`,
      [now],
    )
    return {
      today: now,
      soon: addDays(now, 9),
      weekAgo: addDays(now, -7),
      joinedThisYear: rows.map(({ name }) => name),
    }
  }
})
