import { expect } from 'chai'
import { task as remind } from '../../src/jobs/remind.ts'
import { columns, enter, type Column } from '../support/access.ts'
import { CallError, type TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { expectGolden } from '../support/golden.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

const today = '2026-06-15'

/** The letters of positions, by their state. */
const states = { draft: 'd', open: 'o', on_hold: 'h', filled: 'f', cancelled: 'c' } as const

/** Tasks of a checklist of somebody who leaves: who does them, and whether a leaver sees them by now. */
const tasks = {
  h: 'for HR',
  m: 'for the manager',
  p: 'for the person, shown by now',
  q: 'for the person, shown later',
  c: 'for the caller by name, shown by now',
  l: 'for the caller by name, shown later',
  o: 'for somebody else by name, shown by now',
}

describe('who sees what of positions, tasks and notifications', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date(`${today}T12:00:00Z`)))

  it('is decided once, for each credential and relation (test/golden/desk-matrix.txt)', async () => {
    const company = await server.company()
    const desk = await company.member('hr')
    const hr = await company.web(desk)
    const { id: other } = await company.person()
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Goodbye', kind: 'offboarding', auto_start: false },
      tasks: [{ title: 'h', assignee: { type: 'hr' }, offset_days: 0 }],
    })
    const elsewhere = await positions(hr, other, { reports_to_person_id: other })
    const lines = [legend()]
    for (const column of columns) {
      // The calls of a session are counted.
      const hr = await company.web(desk)
      const { client, member } = await enter(server, company, column)
      const { personId: me } = member
      const places: string[] = [await seen(client, elsewhere)]
      const runs: string[] = []
      if (me !== null) {
        const { id: report } = await company.person({ manager_id: me })
        const { id: top } = await hr.call('org_positions_create', {
          title: 'Top',
          reports_to_person_id: me,
        })
        for (const terms of [
          { reports_to_person_id: me },
          { reports_to_person_id: report },
          { reports_to_position_id: top },
        ])
          places.unshift(await seen(client, await positions(hr, other, terms)))
        for (const person_id of [report, me])
          runs.push(await startRun(hr, { template_id, person_id, caller: me, other }))
      }
      await server.db.query('delete from reminded_days where org_id = $1', [company.id])
      await runJob(server, remind, server.now!)
      const cells = [
        ...places.toReversed(),
        ...(await Promise.all(runs.map((run_id) => lettersOf(client, { run_id })))),
        await bellOf(client, company, runs),
      ]
      lines.push(row(nameOf(column), me === null ? [cells[0]!, '', '', '', '', '', cells[1]!] : cells))
      for (const run_id of runs) await hr.call('org_checklists_runs_cancel', { run_id })
    }
    expectGolden('desk-matrix.txt', lines.join(''))
  })

  /** A position of each state. */
  async function positions(hr: TestClient, filler: string, terms: object): Promise<Map<string, string>> {
    const made = new Map<string, string>()
    for (const [state, letter] of Object.entries(states)) {
      const status = state === 'draft' || state === 'on_hold' ? state : 'open'
      const { id } = await hr.call('org_positions_create', { title: state, status, ...terms })
      if (state === 'filled') await hr.call('org_positions_fill', { position_id: id, person_id: filler })
      if (state === 'cancelled') await hr.call('org_positions_cancel', { position_id: id })
      made.set(letter, id)
    }
    return made
  }

  /** The letters of the positions that the caller gets, who finds the same ones in the list. */
  async function seen(client: TestClient, made: Map<string, string>): Promise<string> {
    const listed = new Set(
      (await client.call('org_positions_list', { status: 'all', limit: 200 })).map(({ id }) => id),
    )
    let letters = ''
    for (const [letter, position_id] of made) {
      const found = await unlessMissing(client.call('org_positions_get', { position_id }))
      expect(listed.has(position_id), `${letter} is in the list`).to.equal(found !== undefined)
      letters += found ? letter : '-'
    }
    return letters
  }

  /** A checklist with each of the tasks, of somebody who leaves in two months. */
  async function startRun(
    hr: TestClient,
    { caller, other, ...input }: { template_id: string; person_id: string; caller: string; other: string },
  ): Promise<string> {
    const { id: run_id } = await hr.call('org_checklists_runs_start', { ...input, anchor_date: '2026-08-15' })
    const assignees = {
      m: { type: 'manager' },
      p: { type: 'person' },
      q: { type: 'person' },
      c: { type: 'member', person_id: caller },
      l: { type: 'member', person_id: caller },
      o: { type: 'member', person_id: other },
    } as const
    for (const [title, assignee] of Object.entries(assignees)) {
      const isLater = title === 'q' || title === 'l'
      const due = isLater ? { offset_days: 0 } : { due_date: today }
      await hr.call('org_checklists_tasks_add', { run_id, title, assignee, ...due })
    }
    return run_id
  }

  const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'not_found') return undefined
      throw error
    })

  /** The letters of the tasks that are listed, a dash for each that is not. */
  async function lettersOf(client: TestClient, input: { run_id: string }): Promise<string> {
    const listed = await unlessMissing(client.call('org_checklists_tasks_list', input))
    return only((listed ?? []).map(({ title }) => title))
  }

  const only = (titles: readonly string[]): string =>
    Object.keys(tasks)
      .map((letter) => (titles.includes(letter) ? letter : '-'))
      .join('')

  /** The letters of the tasks of these checklists that the bell tells. */
  async function bellOf(client: TestClient, company: Company, runs: readonly string[]): Promise<string> {
    const { items } = await client.call('platform_notifications_list', { limit: 50 })
    const { rows } = await server.db.query<{ id: string; title: string }>(
      `select n.id, t.title from notifications n join checklist_tasks t on t.org_id = $1 and t.id = n.about_id
        where n.org_id = $1 and t.run_id = any($2)`,
      [company.id, runs],
    )
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    return only(items.flatMap(({ id }) => titles.get(id) ?? []))
  }

  const nameOf = ({ role, kind, person }: Column): string => `${role} ${kind}${person ? '' : ' unlinked'}`

  const row = (name: string, cells: readonly string[]): string =>
    `${[name.padEnd(18), ...cells.map((cell, index) => cell.padEnd(index < 4 ? 6 : 8))].join('  ').trimEnd()}\n`

  const legend = (): string =>
    [
      'What each caller sees of positions, of tasks of people who leave in two months, and of tasks in their notifications.\n',
      'A dash: not seen, neither by itself nor in a list.\n\n',
      'Positions that report to anybody else, to the caller, to a report of the caller, or to an open position that reports\n',
      `to the caller: ${Object.entries(states)
        .map(([state, letter]) => `${letter} ${state}`)
        .join(', ')}.\n\n`,
      ...Object.entries(tasks).map(([letter, text]) => `${letter}  ${text}\n`),
      '\n',
      row('', ['other', 'me', 'report', 'seat', 'report', 'myself', 'bell']),
    ].join('')
})
