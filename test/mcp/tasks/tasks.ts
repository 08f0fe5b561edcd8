import { expect } from 'chai'
import { nil } from '../../support/dry-run.ts'

/** Calls a tool, and answers what its text says: `{data}`, or `{error}`. */
export type Use = (tool: string, args?: object) => Promise<any>

/** What somebody asks an assistant about the demo company, and the tool calls with which it finds out or does it. */
export interface Task {
  ask: string
  /** The calls that it takes. */
  calls: number
  /** The tokens (o200k_base) that arguments and results take at most. Ids differ by some tokens from run to run. */
  tokens: number
  /** Written so that each step uses only what was asked and what the answers before it said. */
  run: (use: Use, facts: Facts) => Promise<void>
}

/** What the demo company makes of the day of the test. */
export interface Facts {
  today: string
  /** A day soon. */
  soon: string
  /** A day a week ago. Most of the activity log is older. */
  weekAgo: string
  /** The names of those whose employment began this year. */
  joinedThisYear: string[]
}

const named = (rows: { id: string; name: string }[], name: string): string =>
  rows.find((row) => row.name === name)!.id
const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name)

export const tasks: Task[] = [
  {
    ask: 'Who reports to Rafael Monteiro?',
    calls: 2,
    tokens: 300,
    async run(use) {
      const found = await use('org_people_list', { q: 'rafael monteiro', fields: ['name'] })
      const rafael = found.data.people[0].id
      const reports = await use('org_people_list', { manager_id: rafael, fields: ['name', 'title'] })
      expect(names(reports.data.people)).to.deep.equal([
        'Jonas Feldkamp',
        'Wanjiru Kamotho',
        'Priya Raghunathan',
        'Tomasz Wilkowski',
      ])
    },
  },
  {
    ask: 'Hire Lena Ostrowski as a backend engineer in Cloud Platform, Lisbon. Show me first.',
    calls: 5,
    tokens: 2350,
    async run(use, { soon }) {
      const units = await use('org_units_list', { fields: ['name'] })
      const locations = await use('org_locations_list', { fields: ['name'] })
      const hire = {
        given_name: 'Lena',
        family_name: 'Ostrowski',
        work_email: 'lena.ostrowski@orrin.example',
        title: 'Backend Engineer',
        start_date: soon,
        unit_id: named(units.data, 'Cloud Platform'),
        location_id: named(locations.data, 'Lisbon'),
      }
      const tried = await use('org_people_hire', { ...hire, dry_run: true })
      expect(tried.data.person).to.include({ id: nil, status: 'pre_hire' })
      expect(tried.data.person.manager.name).to.equal('Wanjiru Kamotho')
      expect(tried.dry_run.activity[0].summary).to.equal('Hired Lena Ostrowski')
      expect(tried.data.warnings.map(({ code }: any) => code)).to.deep.equal(['no_legal_entity_given'])
      const employers = await use('org_legal_entities_list', { fields: ['name', 'country'] })
      const legal_entity_id = named(employers.data, 'Orrin Instruments GmbH')
      const hired = await use('org_people_hire', { ...hire, legal_entity_id, idempotency_key: 'lena-1' })
      expect(hired.data.person.next_job).to.include({ title: 'Backend Engineer', valid_from: soon })
      expect(hired).to.not.have.any.keys('dry_run', 'error')
    },
  },
  {
    ask: 'Make a team Field Service below Customer Success, led by Duc Phan.',
    calls: 4,
    tokens: 1070,
    async run(use) {
      const units = await use('org_units_list', { fields: ['name'] })
      const people = await use('org_people_list', { q: 'duc phan', fields: ['name'] })
      const team = {
        name: 'Field Service',
        kind: 'team',
        parent_id: named(units.data, 'Customer Success'),
        head_person_id: named(people.data.people, 'Duc Phan'),
      }
      const tried = await use('org_units_create', { ...team, dry_run: true })
      expect(tried.dry_run.events).to.deep.equal(['unit.created'])
      const made = await use('org_units_create', team)
      expect(made.data).to.deep.include({ name: 'Field Service', parent_id: team.parent_id })
      expect(made.data.head.name).to.equal('Duc Phan')
    },
  },
  {
    ask: 'Who joined this year?',
    calls: 1,
    tokens: 2760,
    async run(use, { today, joinedThisYear }) {
      const all = await use('org_people_list', { status: 'all', limit: 100, fields: ['name', 'start_date'] })
      expect(all.data.people).to.have.length(all.data.total)
      const joined = all.data.people.filter(
        ({ start_date: day }: { start_date: string }) =>
          day.slice(0, 4) === today.slice(0, 4) && day <= today,
      )
      expect(names(joined)).to.have.members(joinedThisYear)
    },
  },
  {
    ask: 'What changed last week?',
    calls: 1,
    tokens: 2460,
    async run(use, { weekAgo }) {
      const log = await use('platform_activity_list')
      const lastWeek = log.data.items.filter(({ at }: { at: string }) => at >= weekAgo)
      expect(lastWeek.map(({ summary, actor }: any) => `${summary} (${actor})`)).to.include.members([
        'Changed the job of Ravi Sundaresan (Ines Brandt)',
        'Created the location Porto (Amara Lindqvist)',
      ])
      const [promotion] = lastWeek.filter(({ summary }: any) => /Ravi/.test(summary))
      expect(promotion.changes).to.deep.include({
        field: 'title',
        before: 'Support Engineer',
        after: 'Senior Support Engineer',
      })
      expect(log.data.items.at(-1).at < weekAgo, 'the page reaches further back').to.equal(true)
    },
  },
  {
    ask: 'Move the team Data Pipelines to Product & Design.',
    calls: 3,
    tokens: 990,
    async run(use) {
      const units = await use('org_units_list', { fields: ['name'] })
      const move = {
        unit_id: named(units.data, 'Data Pipelines'),
        parent_id: named(units.data, 'Product & Design'),
      }
      const tried = await use('org_units_update', { ...move, dry_run: true })
      expect(tried.dry_run.activity[0].changes[0]).to.have.nested.property('before.name', 'Cloud Platform')
      const moved = await use('org_units_update', move)
      expect(moved.data).to.include({ name: 'Data Pipelines', parent_id: move.parent_id })
    },
  },
  {
    ask: 'Who is not here any more?',
    calls: 1,
    tokens: 95,
    async run(use) {
      const left = await use('org_people_list', {
        status: 'terminated',
        fields: ['name', 'title', 'end_date'],
      })
      expect(left.data.people).to.have.length(1)
      expect(left.data.people[0]).to.include({ name: 'Viktor Nemec', title: 'Buyer' })
      expect(left.data.people[0].end_date).to.match(/^\d{4}-\d\d-\d\d$/)
    },
  },
  {
    ask: 'The title of Leonie Hartwig has a typo: it should be "Product Manager Sensors".',
    calls: 3,
    tokens: 910,
    async run(use) {
      const found = await use('org_people_list', {
        q: 'leonie hartwig',
        fields: ['name', 'job.id', 'job.title'],
      })
      const [{ job }] = found.data.people
      expect(job.title).to.equal('Product Manager, Sensors')
      const correction = { job_id: job.id, title: 'Product Manager Sensors' }
      const tried = await use('org_people_correct_job', { ...correction, dry_run: true })
      expect(tried.dry_run.activity[0].summary).to.match(/^Corrected .*Leonie Hartwig/)
      const done = await use('org_people_correct_job', correction)
      expect(done.data.job).to.include({ id: job.id, title: correction.title })
    },
  },
  {
    ask: 'Hire Beatrice Caldera, unless she is here already.',
    calls: 2,
    tokens: 210,
    async run(use) {
      const found = await use('org_people_list', { q: 'beatrice caldera' })
      expect(found.data).to.include({ total: 0 })
      expect(names(found.data.did_you_mean)).to.deep.equal(['Beatriz Caldeira'])
      const similar = await use('org_people_list', { q: 'beatriz caldeira' })
      expect(similar.data.people[0]).to.include({
        title: 'Staff Engineer',
        status: 'active',
        unit: 'Cloud Platform',
        manager: 'Wanjiru Kamotho',
        work_email: 'beatriz.caldeira@orrin.example',
      })
    },
  },
  {
    ask: 'We close Toronto: archive the location. (And then: why was that refused?)',
    calls: 3,
    tokens: 810,
    async run(use) {
      const locations = await use('org_locations_list', { fields: ['name', 'member_count'] })
      const location_id = named(locations.data, 'Toronto')
      const { error } = await use('org_locations_archive', { location_id, dry_run: true })
      expect(error).to.include({ code: 'conflict' })
      expect(error.details.map(({ code }: { code: string }) => code)).to.deep.equal(['location_in_use'])
      const there = await use('org_people_list', { location_id, fields: ['name'] })
      expect(there.data.people).to.have.length(there.data.total)
      expect(names(there.data.people)).to.include('Dev Chatterjee')
    },
  },
  {
    ask: 'Whom will the people of the open positions report to?',
    calls: 1,
    tokens: 135,
    async run(use) {
      const open = await use('org_positions_list', { status: 'open' })
      const above = open.data.map((row: any) => [row.title, row.reports_to_person ?? row.reports_to_position])
      expect(above).to.have.deep.members([
        ['Calibration Technician', 'Lead Calibration Engineer'],
        ['Lead Calibration Engineer', 'Rafael Monteiro'],
      ])
    },
  },
  {
    ask: 'What is left to do for the first day of Emil Sandstrom, and who does it?',
    calls: 3,
    tokens: 980,
    async run(use) {
      const found = await use('org_people_list', { q: 'emil sandstrom', fields: ['name'] })
      const [run] = (await use('org_checklists_runs_list', { person_id: found.data.people[0].id })).data
      const left = await use('org_checklists_tasks_list', { run_id: run.id, status: 'open' })
      const who = left.data.map(({ title, assignee: { person, type } }: any) => [title, person ?? type])
      expect(who).to.deep.include.members([
        ['Order laptop and phone', 'hr'],
        ['Print the badge for the workshop', 'Hanna Petersen'],
        ['Plan the first week', 'Tomasz Wilkowski'],
      ])
    },
  },
]
