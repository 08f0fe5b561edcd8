import { expect } from 'chai'
import { activityOf } from '../../support/activity.ts'
import { refused } from '../../support/expect.ts'
import { race } from '../../support/race.ts'
import { useServer } from '../../support/server.ts'

describe('units change', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  describe('org_units_update', () => {
    it('changes what is given and keeps the rest', async () => {
      const { company, hr } = await story()
      const lead = await company.person({ title: 'Lead' })
      const team = await company.unit({ name: 'Before', head_person_id: lead.id })
      const unit = await hr.call('org_units_update', { unit_id: team, name: 'After', kind: 'division' })
      expect(unit).to.include({ id: team, name: 'After', kind: 'division', parent_id: company.root })
      expect(unit.head).to.include({ id: lead.id, title: 'Lead' })
      const [entry] = await activityOf(server, company, 'org.units.update')
      expect(entry).to.deep.include({
        summary: 'Changed the unit {subject}',
        subject_id: team,
        subject_name: 'After',
        changes: [
          { field: 'name', before: 'Before', after: 'After' },
          { field: 'kind', before: 'team', after: 'division' },
        ],
      })
    })

    it('removes the lead with null', async () => {
      const { company, hr } = await story()
      const team = await company.unit({ head_person_id: (await company.person()).id })
      expect((await hr.call('org_units_update', { unit_id: team, head_person_id: null })).head).to.equal(null)
    })

    it('writes and records nothing when nothing differs, even for an archived unit or a lead who has left', async () => {
      const { company, hr } = await story()
      const left = await company.person({ last_day: '2020-06-30' })
      const team = await company.unit({ name: 'Still', head_person_id: left.id, archived: true })
      const same = {
        unit_id: team,
        name: 'Still',
        kind: 'team' as const,
        parent_id: company.root,
        head_person_id: left.id,
      }
      expect(await hr.call('org_units_update', same)).to.include({ name: 'Still', archived: true })
      await hr.call('org_units_update', { unit_id: team })
      expect(await activityOf(server, company, 'org.units.update')).to.deep.equal([])
    })

    it('carries the subtree along when a unit moves', async () => {
      const { company, hr } = await story()
      const [from, to] = [await company.unit(), await company.unit()]
      const child = await company.unit({ parent_id: from })
      await hr.call('org_units_update', { unit_id: from, parent_id: to })
      const units = await hr.call('org_units_list', {})
      expect(units.map(({ id }) => id)).to.deep.equal([company.root, to, from, child])
      expect(units.find(({ id }) => id === child)).to.include({ parent_id: from })
    })

    it('moves nothing under itself, under what is below it, or under an archived unit', async () => {
      const { company, hr } = await story()
      const top = await company.unit()
      const middle = await company.unit({ parent_id: top })
      const bottom = await company.unit({ parent_id: middle })
      for (const parent_id of [top, middle, bottom])
        await refused(hr.call('org_units_update', { unit_id: top, parent_id }), 'conflict')
      await refused(
        hr.call('org_units_update', { unit_id: top, parent_id: await company.unit({ archived: true }) }),
        'conflict',
      )
    })

    it('leaves the root where and what it is, but lets it be renamed and led', async () => {
      const { company, hr } = await story()
      const boss = await company.person()
      const team = await company.unit()
      await refused(hr.call('org_units_update', { unit_id: company.root, parent_id: team }), 'conflict')
      await refused(hr.call('org_units_update', { unit_id: company.root, kind: 'division' }), 'conflict')
      await refused(
        hr.call('org_units_update', { unit_id: team, kind: 'company' as never }),
        'validation_failed',
      )
      const root = await hr.call('org_units_update', {
        unit_id: company.root,
        name: 'Acme',
        head_person_id: boss.id,
      })
      expect(root).to.include({ name: 'Acme', kind: 'company', parent_id: null })
      expect(root.head).to.include({ id: boss.id })
    })

    it('renames an archived unit, but neither moves it nor gives it a lead', async () => {
      const { company, hr } = await story()
      const lead = await company.person()
      const old = await company.unit({ name: 'Old', archived: true, head_person_id: lead.id })
      expect(await hr.call('org_units_update', { unit_id: old, name: 'Older' })).to.include({
        name: 'Older',
        archived: true,
      })
      await refused(
        hr.call('org_units_update', { unit_id: old, parent_id: await company.unit() }),
        'conflict',
      )
      const heir = await company.person()
      await refused(hr.call('org_units_update', { unit_id: old, head_person_id: heir.id }), 'conflict')
      expect((await hr.call('org_units_update', { unit_id: old, head_person_id: null })).head).to.equal(null)
    })

    it('refuses a taken name, but not another case of its own', async () => {
      const { company, hr } = await story()
      await company.unit({ name: 'Taken', archived: true })
      const team = await company.unit({ name: 'Mine' })
      await refused(hr.call('org_units_update', { unit_id: team, name: 'TAKEN' }), 'conflict')
      expect(await hr.call('org_units_update', { unit_id: team, name: 'MINE' })).to.include({ name: 'MINE' })
    })

    it('knows no unit or person of another organization', async () => {
      const { company, hr } = await story()
      const other = await server.company()
      const [ours, theirs] = [await company.unit(), await other.unit()]
      const stranger = await other.person()
      const paths = async (input: { unit_id: string; parent_id?: string; head_person_id?: string }) =>
        (await refused(hr.call('org_units_update', input), 'not_found')).paths
      expect(await paths({ unit_id: theirs })).to.deep.equal(['unit_id'])
      expect(await paths({ unit_id: ours, parent_id: theirs })).to.deep.equal(['parent_id'])
      expect(await paths({ unit_id: ours, head_person_id: stranger.id })).to.deep.equal(['head_person_id'])
    })

    it('keeps nothing of a dry run and replays a repeated call', async () => {
      const { company, hr } = await story()
      const team = await company.unit({ name: 'First' })
      expect(
        await hr.call('org_units_update', { unit_id: team, name: 'Tried' }, { dryRun: true }),
      ).to.include({ name: 'Tried' })
      const renamed = await hr.call(
        'org_units_update',
        { unit_id: team, name: 'Second' },
        { idempotencyKey: 'u1' },
      )
      await hr.call('org_units_update', { unit_id: team, name: 'Third' })
      const again = await hr.call(
        'org_units_update',
        { unit_id: team, name: 'Second' },
        { idempotencyKey: 'u1' },
      )
      expect(again).to.deep.equal(renamed)
      const [, entry] = await activityOf(server, company, 'org.units.update')
      expect(entry?.changes).to.deep.equal([{ field: 'name', before: 'Second', after: 'Third' }])
    })

    it('lets exactly one of two moves at once through that would close a loop', async () => {
      const { company, hr } = await story()
      for (let round = 0; round < 5; round++) {
        const [a, b] = [await company.unit(), await company.unit()]
        const { won, lost } = await race([
          hr.call('org_units_update', { unit_id: a, parent_id: b }),
          hr.call('org_units_update', { unit_id: b, parent_id: a }),
        ])
        expect(won).to.have.length(1)
        expect(lost).to.deep.equal(['conflict'])
        const units = await hr.call('org_units_list', {})
        expect(units.map(({ id }) => id)).to.include.members([a, b])
      }
    })
  })

  describe('org_units_set_head', () => {
    it('names the lead before and what else the new one leads', async () => {
      const { company, hr } = await story()
      const [ada, bob] = [await company.person({ title: 'CTO' }), await company.person({ title: 'Lead' })]
      const engineering = await company.unit({ name: 'Engineering', head_person_id: ada.id })
      const design = await company.unit({ name: 'Design', head_person_id: ada.id })
      await company.unit({ name: 'Past', head_person_id: ada.id, archived: true })
      const team = await company.unit({ name: 'Team', head_person_id: bob.id })

      const result = await hr.call('org_units_set_head', { unit_id: team, person_id: ada.id })
      expect(result).to.include({ id: team, name: 'Team', changed: true })
      expect(result.head).to.include({ id: ada.id, title: 'CTO' })
      expect(result.previous_head).to.include({ id: bob.id, title: 'Lead' })
      expect(result.also_heads).to.deep.equal([
        { id: design, name: 'Design' },
        { id: engineering, name: 'Engineering' },
      ])
      const [entry, former] = await activityOf(server, company, 'org.units.set_head')
      const change = {
        subject_id: team,
        changes: [{ field: 'head_person_id', before: bob.id, after: ada.id }],
      }
      expect(entry).to.deep.include({
        summary: 'Set the lead of the unit {subject}',
        person_id: ada.id,
        ...change,
      })
      expect(former, 'whoever looks for the former lead finds it, too').to.deep.include({
        summary: 'Replaced the lead of the unit {subject}',
        person_id: bob.id,
        ...change,
      })
    })

    it('is found in the log by both leads, whichever action changed it', async () => {
      const { company, hr } = await story()
      const [ada, bob] = [await company.person(), await company.person()]
      const team = await company.unit({ head_person_id: bob.id })
      await hr.call('org_units_update', { unit_id: team, head_person_id: ada.id })
      await hr.call('org_units_update', { unit_id: team, head_person_id: null })
      await hr.call('org_units_update', { unit_id: team, name: 'Led by nobody' })
      const about = (await activityOf(server, company, 'org.units.update')).map(({ person_id }) => person_id)
      expect(about).to.deep.equal([ada.id, bob.id, ada.id, null])
    })

    it('writes and records nothing for the lead a unit has, not even when they have left', async () => {
      const { company, hr } = await story()
      const left = await company.person({ last_day: '2020-06-30' })
      const team = await company.unit({ head_person_id: left.id })
      const result = await hr.call('org_units_set_head', { unit_id: team, person_id: left.id })
      expect(result).to.include({ changed: false })
      expect(result.previous_head).to.deep.equal(result.head)
      const empty = await company.unit()
      expect(await hr.call('org_units_set_head', { unit_id: empty, person_id: null })).to.include({
        changed: false,
        head: null,
      })
      expect(await activityOf(server, company, 'org.units.set_head')).to.deep.equal([])
    })

    it('takes nobody who has left, and somebody who starts later', async () => {
      const { company, hr } = await story()
      const team = await company.unit()
      const left = await company.person({ last_day: '2020-06-30' })
      await refused(hr.call('org_units_set_head', { unit_id: team, person_id: left.id }), 'conflict')
      const later = await company.person({ start_date: '2999-01-01' })
      expect(await hr.call('org_units_set_head', { unit_id: team, person_id: later.id })).to.include({
        changed: true,
      })
    })

    it('only clears the lead of an archived unit', async () => {
      const { company, hr } = await story()
      const [lead, heir] = [await company.person(), await company.person()]
      const old = await company.unit({ archived: true, head_person_id: lead.id })
      await refused(hr.call('org_units_set_head', { unit_id: old, person_id: heir.id }), 'conflict')
      const cleared = await hr.call('org_units_set_head', { unit_id: old, person_id: null })
      expect(cleared).to.deep.include({ head: null, also_heads: [], changed: true })
      expect(cleared.previous_head).to.include({ id: lead.id })
      const [entry] = await activityOf(server, company, 'org.units.set_head')
      expect(entry).to.include({ summary: 'Removed the lead of the unit {subject}', person_id: lead.id })
    })

    it('changes nobody’s manager', async () => {
      const { company, hr } = await story()
      const team = await company.unit()
      const [lead, member] = [await company.person(), await company.person({ unit_id: team })]
      await hr.call('org_units_set_head', { unit_id: team, person_id: lead.id })
      const { rows } = await server.db.query('select manager_id from job_rows where id = $1', [member.jobId])
      expect(rows).to.deep.equal([{ manager_id: null }])
    })

    it('stores no result: the second use of a key answers where to look', async () => {
      const { company, hr } = await story()
      const team = await company.unit()
      const { id: lead } = await company.person()
      await hr.call('org_units_set_head', { unit_id: team, person_id: lead }, { idempotencyKey: 'h1' })
      const again = hr.call(
        'org_units_set_head',
        { unit_id: team, person_id: lead },
        { idempotencyKey: 'h1' },
      )
      const error = await refused(again, 'conflict')
      const { rows } = await server.db.query('select subject_id from activity where id = $1', [
        error.body.error.activity_id,
      ])
      expect(rows).to.deep.equal([{ subject_id: team }])
    })

    it('keeps nothing of a dry run, and knows nothing of another organization', async () => {
      const { company, hr } = await story()
      const other = await server.company()
      const team = await company.unit()
      const { id: lead } = await company.person()
      expect(
        await hr.call('org_units_set_head', { unit_id: team, person_id: lead }, { dryRun: true }),
      ).to.include({ changed: true })
      expect((await hr.call('org_units_set_head', { unit_id: team, person_id: null })).changed).to.equal(
        false,
      )
      const theirs = { unit: await other.unit(), person: await other.person() }
      await refused(hr.call('org_units_set_head', { unit_id: theirs.unit, person_id: null }), 'not_found')
      const error = await refused(
        hr.call('org_units_set_head', { unit_id: team, person_id: theirs.person.id }),
        'not_found',
      )
      expect(error.paths).to.deep.equal(['person_id'])
    })
  })

  it('are led by nobody who has been erased, however the lead is named', async () => {
    const { company, hr } = await story()
    const { id: erased } = await company.person({ erased: true })
    const unit_id = await company.unit()
    const ways = {
      create: () => hr.call('org_units_create', { name: 'New', kind: 'team', head_person_id: erased }),
      update: () => hr.call('org_units_update', { unit_id, head_person_id: erased }),
      set_head: () => hr.call('org_units_set_head', { unit_id, person_id: erased }),
    }
    for (const [way, name] of Object.entries(ways)) {
      const error = await refused(name(), 'not_found')
      expect(error.paths, way).to.deep.equal([way === 'set_head' ? 'person_id' : 'head_person_id'])
    }
  })

  it('keep the time of the last call that changed something: an update, a new lead, the archive', async () => {
    const { company, hr } = await story()
    const { id: lead } = await company.person()
    const unit_id = await company.unit()
    const changes = {
      '2026-03-10T09:00:00.000Z': () => hr.call('org_units_update', { unit_id, name: 'Renamed' }),
      '2026-03-11T09:00:00.000Z': () => hr.call('org_units_set_head', { unit_id, person_id: lead }),
      '2026-03-12T09:00:00.000Z': () => hr.call('org_units_archive', { unit_id }),
    }
    const lastChange = async () => {
      const { rows } = await server.db.query<{ updated_at: Date }>(
        'select updated_at from units where id = $1',
        [unit_id],
      )
      return rows[0]!.updated_at.toISOString()
    }
    try {
      for (const [time, change] of Object.entries(changes)) {
        server.now = new Date(time)
        await change()
        expect(await lastChange()).to.equal(time)
        server.now = new Date('2026-12-31T09:00:00.000Z')
        await change()
        expect(await lastChange(), 'a call that changes nothing').to.equal(time)
      }
    } finally {
      server.now = undefined
    }
  })
})
