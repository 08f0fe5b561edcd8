import { expect } from 'chai'
import type { Result } from '../../../../src/actions/action.ts'
import { openPage } from '../../../support/app.ts'
import { actor } from '../../../support/approvals.ts'
import type { TestClient } from '../../../support/client.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

type Position = Result<'org_positions_list'>[number]
const titles = (positions: Position[]) => positions.map(({ title }) => title).toSorted()

describe('org.positions.list: positions', () => {
  const server = useServer()

  it('are seen by HR, and by managers as far as they report to them or below, by way of other positions, too', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const top = await actor(server, company, 'member')
    const middle = await actor(server, company, 'member', { manager_id: top.personId })
    const beside = await actor(server, company, 'member')
    const viewer = await actor(server, company, 'viewer')
    const { id: replaced } = await company.person({ manager_id: top.personId })
    const { id: stranger } = await company.person()
    const add = (title: string, more: object) => hr.call('org_positions_create', { title, ...more })
    const ofTop = await add('of top', {
      ...{ reports_to_person_id: top.personId, notes: 'Secret.', reason: 'replacement' },
      ...{ replaces_person_id: replaced, pay_range: { min: 1, max: 2, currency: 'EUR', period: 'hour' } },
    })
    const ofMiddle = await add('of middle', {
      ...{ reports_to_person_id: middle.personId, reason: 'replacement', replaces_person_id: stranger },
    })
    await add('below of middle', { reports_to_position_id: ofMiddle.id, status: 'on_hold' })
    await add('draft of top', { reports_to_person_id: top.personId, status: 'draft' })
    await add('of nobody', {})
    const head = await add('head, soon filled', { reports_to_person_id: beside.personId })
    await add('below head', { reports_to_position_id: head.id })
    await hr.call('org_positions_fill', { position_id: head.id, person_id: middle.personId })
    // Whoever fills a position stands between what is below it and what is above.
    const far = await add('far above', { reports_to_person_id: beside.personId })
    const between = await add('between', { reports_to_position_id: far.id })
    await add('below between', { reports_to_position_id: between.id })
    await hr.call('org_positions_fill', { position_id: between.id, person_id: stranger })
    const filled = (client: TestClient, filled_by_person_id: string, status: 'filled' | 'all' = 'all') =>
      client.call('org_positions_list', { status, filled_by_person_id }).then(titles)
    expect(await filled(hr, stranger)).to.deep.equal(['between'])
    expect(await filled(hr, middle.personId!, 'filled')).to.deep.equal(['head, soon filled'])
    expect(await filled(hr, top.personId!)).to.deep.equal([])
    expect(await filled(top.web, stranger)).to.deep.equal([])
    const page = await openPage(server, hr, `/${company.slug}/manage/people/${stranger}`)
    expect(page.text).to.include(`manage/positions/${between.id}`).and.include('Fills this position')

    const list = async (client: TestClient, status: 'all' | 'active' = 'all') =>
      titles(await client.call('org_positions_list', { status }))
    const all = [
      'below between',
      'below head',
      'below of middle',
      'between',
      'draft of top',
      'far above',
      'head, soon filled',
      'of middle',
      'of nobody',
      'of top',
    ]
    for (const role of ['owner', 'admin', 'hr'] as const)
      for (const kind of ['key', 'web'] as const)
        expect(await list(await company.as(role, kind)), `${role} ${kind}`).to.deep.equal(all)
    for (const client of [top.key, top.web])
      expect(await list(client)).to.deep.equal(['below head', 'below of middle', 'of middle', 'of top'])
    expect(await list(middle.key)).to.deep.equal(['below head', 'below of middle', 'of middle'])
    expect(await list(beside.key)).to.deep.equal(['far above'])
    for (const client of [viewer.key, viewer.web, await company.as('member')])
      expect(await list(client)).to.deep.equal([])

    const shown = (await top.web.call('org_positions_list', {})).find(({ id }) => id === ofTop.id)!
    expect(shown).to.deep.include({ notes: null, pay_range: null, pay_range_hidden: true })
    expect(shown.replaces!.id, 'somebody below').to.equal(replaced)
    const other = (await top.web.call('org_positions_list', {})).find(({ id }) => id === ofMiddle.id)!
    expect(other.replaces, 'somebody else').to.equal(null)
    const forHr = async (client: TestClient) =>
      (await client.call('org_positions_list', {})).find(({ id }) => id === ofTop.id)!
    expect(await forHr(hr)).to.deep.include({
      ...{ notes: 'Secret.', pay_range_hidden: false },
      pay_range: { min: 1, max: 2, currency: 'EUR', period: 'hour' },
    })
    expect(await forHr(await company.as('hr'))).to.deep.include({
      ...{ notes: 'Secret.', pay_range_hidden: true, pay_range: null },
    })
  })

  it('below a filled one are for whoever is above that, until somebody works in it', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await actor(server, company, 'member')
    const lead = await company.person({ start_date: '2099-01-01', manager_id: boss.personId })
    const seat = await hr.call('org_positions_create', {
      title: 'Lead',
      reports_to_person_id: boss.personId,
    })
    await hr.call('org_positions_create', { title: 'Of the lead', reports_to_position_id: seat.id })
    await hr.call('org_positions_fill', { position_id: seat.id, person_id: lead.id })
    const seen = async () => titles(await boss.web.call('org_positions_list', {}))
    expect(await seen(), 'the lead is still to start').to.deep.equal(['Of the lead'])
    // Whose manager is somebody else now, and who still works here.
    await server.db.query(
      `update job_rows set valid_from = '2020-01-01', manager_id = null where org_id = $1 and person_id = $2`,
      [company.id, lead.id],
    )
    await server.db.query(
      `update employments set start_date = '2020-01-01' where org_id = $1 and person_id = $2`,
      [company.id, lead.id],
    )
    expect(await seen(), 'the lead works here').to.deep.equal([])
    await server.db.query(
      `update job_rows set valid_to = '2020-12-31' where org_id = $1 and person_id = $2`,
      [company.id, lead.id],
    )
    await server.db.query(
      `update employments set last_day = '2020-12-31' where org_id = $1 and person_id = $2`,
      [company.id, lead.id],
    )
    expect(await seen(), 'the lead has left').to.deep.equal(['Of the lead'])
  })

  it('are filtered by state, unit and who is above', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await company.person()
    const unit = await company.unit({ name: 'Kitchen' })
    for (const status of ['draft', 'open', 'on_hold'] as const)
      await hr.call('org_positions_create', { title: status, status, unit_id: unit })
    await hr.call('org_positions_create', { title: 'elsewhere', reports_to_person_id: boss.id })
    const list = async (input: object) => titles(await hr.call('org_positions_list', input))
    expect(await list({ status: 'on_hold' })).to.deep.equal(['on_hold'])
    expect(await list({ unit_id: unit })).to.deep.equal(['draft', 'on_hold', 'open'])
    expect(await list({ reports_to_person_id: boss.id })).to.deep.equal(['elsewhere'])
    expect(await list({ status: 'closed' })).to.deep.equal([])
  })

  it('that are closed come in pages, the last closed one first, and none is lost while more are closed', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const start = Date.parse('2026-06-01T12:00:00Z')
    const ids: string[] = []
    for (let n = 0; n < 12; n++) {
      server.now = new Date(start + Math.floor(n / 3) * 1000)
      const { id } = await hr.call('org_positions_create', { title: `Closed ${n}` })
      await hr.call('org_positions_cancel', { position_id: id })
      ids.push(id)
    }
    const open = await hr.call('org_positions_create', { title: 'Open' })
    const page = (after?: string) =>
      hr.call('org_positions_list', { status: 'all', limit: 5, ...(after && { after }) })
    const first = await page()
    expect(first.map(({ title }) => title)[0]).to.equal('Open')
    expect(first).to.have.length(6)
    await hr.call('org_positions_cancel', { position_id: open.id })
    const seen = first.slice(1)
    for (let next = seen; next.length > 0;) {
      next = await page(seen.at(-1)!.id)
      seen.push(...next)
    }
    expect(seen.map(({ id }) => id).toSorted()).to.deep.equal(ids.toSorted())
    const times = seen.map(({ updated_at }) => updated_at)
    expect(times).to.deep.equal(times.toSorted().toReversed())
    const boss = await company.member('member', { person: true })
    const manager = await company.web(boss)
    const below = await hr.call('org_positions_create', {
      ...{ title: 'Cook', reports_to_person_id: boss.personId! },
    })
    expect(await manager.call('org_positions_list', { status: 'all' })).to.have.length(1)
    await hr.call('org_positions_cancel', { position_id: below.id })
    for (const status of ['closed', 'cancelled', 'all'] as const)
      expect(await manager.call('org_positions_list', { status }), status).to.deep.equal([])
    await refused(manager.call('org_positions_list', { status: 'closed', after: below.id }), 'not_found')
    const other = await hr.call('org_positions_create', { title: 'Not closed' })
    for (const input of [
      { status: 'closed', after: other.id },
      { status: 'active', after: ids[0]! },
    ] as const)
      await refused(hr.call('org_positions_list', input), 'validation_failed')
  })
})
