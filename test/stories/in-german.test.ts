import { expect } from 'chai'
import { makeRequest } from '../support/approvals.ts'
import type { Company, Member } from '../support/company.ts'
import { McpClient } from '../support/mcp.ts'
import { entry } from '../support/bulk.ts'
import { useServer } from '../support/server.ts'

const german = { 'Accept-Language': 'de-AT, en;q=0.5' }

describe('who reads German', () => {
  const server = useServer()
  let company: Company
  let owner: Member
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    owner = await company.member('owner', { person: true })
  })

  const far = async () => {
    const { id } = await company.person({ given_name: 'Pia', family_name: 'Berg' })
    return { person_id: id, effective_date: '2066-01-01', reason: 'change', title: 'Chefin' } as const
  }
  const warned = 'effective_date 2066-01-01 liegt mehr als 3 Jahre in der Zukunft: Prüfen Sie das Jahr.'

  it('gets warnings, lines of the log and the report of a dry run so, over REST', async () => {
    const key = await company.key(owner)
    const change = await far()
    const dry = await key.post('/v1/org/people.change_job?dry_run=true', change, german)
    expect(dry.body.dry_run.activity[0].summary).to.equal('Stelle von Pia Berg geändert')
    const { warnings } = await key.call('org_people_change_job', change, { headers: german })
    expect(warnings).to.deep.equal([
      {
        code: 'day_far_ahead',
        message: warned,
        params: { field: 'effective_date', day: '2066-01-01', years: 3 },
      },
    ])
    const lines = async (headers: Record<string, string>) =>
      (await key.call('platform_activity_list', { limit: 1 }, { headers })).items[0]!.summary
    expect([await lines(german), await lines({})]).to.deep.equal([
      'Stelle von Pia Berg geändert',
      'Changed the job of Pia Berg',
    ])
  })

  it('gets them so over MCP', async () => {
    const client = new McpClient(await company.key(owner), { headers: german })
    const { answer } = await client.call('org_people_change_job', await far())
    expect(answer.data.warnings[0].message).to.equal(warned)
    const log = await client.call('platform_activity_list', { limit: 1 })
    expect(JSON.stringify(log.answer)).to.include('Stelle von Pia Berg geändert')
  })

  it('reads why a request was closed so', async () => {
    const key = await company.key(owner)
    const id = await makeRequest(server, company)
    await server.db.query(
      `update approval_requests
          set status = 'outdated', closed_at = now(), closed_code = 'unit_archived', closed_values = $2
        where id = $1`,
      [id, { field: 'unit_id', name: 'Research', record_id: company.root }],
    )
    const reason = async (headers: Record<string, string>) =>
      (await key.call('org_approvals_get', { request_id: id }, { headers })).closed_reason
    expect(await reason({})).to.match(/^The unit Research is archived/)
    expect(await reason(german)).to.match(/^Die Einheit Research ist archiviert/)
    const closedBy = async (code: string) => {
      await server.db.query(`update approval_requests set closed_code = $2 where id = $1`, [id, code])
      return [await reason({}), await reason(german)]
    }
    expect(await closedBy('person_left')).to.deep.equal([
      'The person has left.',
      'Die Person ist ausgeschieden.',
    ])
    expect((await closedBy('of_a_later_version'))[0]).to.equal('The change is not possible any more.')
  })

  it('gets the texts of org/setup.apply so, and its notes say the same', async () => {
    const key = await company.key(owner)
    const people = [entry('Anna', { start_date: '2066-01-01' })]
    const { warnings, notes } = await key.call('org_setup_apply', { people }, { headers: german })
    expect(notes.map(({ code, params }) => [code, params['path']])).to.deep.equal([
      ['no_manager_no_unit', 'people[0]'],
      ['day_far_ahead', 'people[0]'],
    ])
    expect(warnings).to.deep.equal(notes.map(({ message }) => message))
    expect(warnings[0]).to.match(/^people\[0\]: Weder Führungskraft noch Einheit/)
  })
})
