import { expect } from 'chai'
import { longestFolded, searchText } from '../../src/domain/search.ts'
import type { TestClient } from '../support/client.ts'
import { McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'

describe('a search that finds nobody suggests people', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  /** The family names of those who are suggested. */
  async function suggested(client: TestClient, input: object): Promise<string[]> {
    const { did_you_mean } = await client.call('org_people_list', input)
    return did_you_mean.map(({ name }) => name.slice(name.indexOf(' ') + 1))
  }

  async function story() {
    const company = await server.company()
    for (const [given_name, family_name] of [
      ['Femke', 'Feldkamp'],
      ['Fred', 'Feldkow'],
      ['Jan', 'Wilkowski'],
      ['Zoë', 'Müller'],
      ['José', 'García'],
      ['Kim', 'Lee'],
    ] as const)
      await company.person({ given_name, family_name })
    return { company, owner: await company.as('owner') }
  }

  it('whose names are similar, the most similar first, whatever the case and without accents', async () => {
    const { owner } = await story()
    for (const [q, family] of [
      ['feldkmap', 'Feldkamp'],
      ['Wilkowsky', 'Wilkowski'],
      ['WILKOSKI', 'Wilkowski'],
      ['Mülller', 'Müller'],
      ['zoe muler', 'Müller'],
      ['Garzía', 'García'],
      ['Feldkmap, Femke', 'Feldkamp'],
      ['femke.feldkmap@company.example', 'Feldkamp'],
    ] as const)
      expect((await suggested(owner, { q }))[0], q).to.equal(family)
    expect(await suggested(owner, { q: 'Xylophon' })).to.deep.equal([])
  })

  it('as references to them, with the title of today, in a list and over MCP', async () => {
    const { company, owner } = await story()
    const { id } = await company.person({ given_name: 'Ida', family_name: 'Solheim', title: 'Smith' })
    const reference = { id, name: 'Ida Solheim', title: 'Smith', photo_url: null }
    const list = await owner.call('org_people_list', { q: 'solhiem' })
    expect(list).to.deep.include({ total: 0, people: [], next: null, did_you_mean: [reference] })
    const me = await company.as('member', 'me')
    expect((await me.call('org_people_list', { q: 'solhiem' })).did_you_mean).to.deep.equal([reference])
    const tool = await new McpClient(owner).call('org_people_list', { q: 'solhiem' })
    expect(JSON.stringify(tool)).to.include('did_you_mean').and.include(id)
  })

  it('but not when somebody was found, without a search, on a later page, or for two letters', async () => {
    const { owner } = await story()
    const { next } = await owner.call('org_people_list', { limit: 1 })
    for (const input of [{ q: 'feldk' }, {}, { q: 'le', status: 'terminated' }, { q: '李小' }] as const)
      expect(await suggested(owner, input), JSON.stringify(input)).to.deep.equal([])
    expect(await suggested(owner, { q: 'feldkmap', limit: 1, after: next! })).to.deep.equal([])
  })

  it('of the status that the list asks for, on its day; erased people never', async () => {
    const { company, owner } = await story()
    await company.person({ family_name: 'Quixote', last_day: '2025-12-31' })
    await company.person({ family_name: 'Quixano', start_date: '2026-12-01' })
    await company.person({ family_name: 'Quixada' })
    await company.person({ family_name: 'Quixand', last_day: '2025-12-31', erased: true })
    const of = async (input: object) => (await suggested(owner, { q: 'quixaot', ...input })).toSorted()
    expect(await of({})).to.deep.equal(['Quixada', 'Quixano'])
    expect(await of({ status: 'active' })).to.deep.equal(['Quixada'])
    expect(await of({ status: 'pre_hire' })).to.deep.equal(['Quixano'])
    expect(await of({ status: 'terminated' })).to.deep.equal(['Quixote'])
    expect(await of({ status: 'all' })).to.deep.equal(['Quixada', 'Quixano', 'Quixote'])
    expect(await of({ as_of: '2025-12-31' }), 'who worked here then').to.deep.equal(['Quixada', 'Quixote'])
  })

  it('who come back, as the list shows them: they are to start, and have not left', async () => {
    const { company, owner } = await story()
    const { id: person_id } = await company.person({ family_name: 'Quixote', last_day: '2026-05-31' })
    await owner.call('org_people_rehire', { person_id, start_date: '2026-07-01', title: 'Adviser' })
    const statuses = [undefined, 'pre_hire', 'active', 'terminated'] as const
    const found = statuses.map((status) =>
      Promise.all(
        ['quixote', 'quixoet'].map(async (q) => {
          const { people, did_you_mean } = await owner.call('org_people_list', {
            q,
            ...(status && { status }),
          })
          return people.length + did_you_mean.length
        }),
      ),
    )
    expect(await Promise.all(found)).to.deep.equal([
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ])
  })

  it('whom another filter left out, too', async () => {
    const { company, owner } = await story()
    expect(await suggested(owner, { q: 'feldkamp', unit_id: await company.unit() })).to.include('Feldkamp')
  })

  it('at most five', async () => {
    const company = await server.company()
    for (const end of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      await company.person({ family_name: `Solheim${end}` })
    expect(await suggested(await company.as('owner'), { q: 'solhiem' })).to.have.length(5)
  })

  it('of the organization, and of no other one', async () => {
    await story()
    const other = await server.company()
    expect(await suggested(await other.as('owner'), { q: 'feldkmap' })).to.deep.equal([])
  })
})

describe('a name whose stored text is longer than it is made today', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('is found by its first letters, can be had by somebody new, and is cut when it changes', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    // Each of its characters is 18 letters.
    const given_name = '\ufdfa'.repeat(80)
    const { id } = await company.person({ given_name, family_name: 'Old' })
    const long = `${searchText('\ufdfa').repeat(80)} old`
    expect(long.length).to.be.above(4 * longestFolded)
    await server.db.query(`update people set search_text = $2 || ' ' || work_email where id = $1`, [id, long])
    const found = async (q: string) => (await hr.call('org_people_list', { q })).people.map((one) => one.id)
    for (const q of ['\ufdfa', '\ufdfa\ufdfa', given_name, `${given_name} old`, 'old', searchText('\ufdfa')])
      expect(await found(q), q).to.deep.equal([id])
    expect(await found(`${searchText('\ufdfa')} odl`), 'nobody, and no failure').to.deep.equal([])

    const work_email = 'namesake@company.example'
    const same = { given_name, family_name: 'Old', work_email, title: 'Engineer', start_date: '2026-06-15' }
    const { person } = await hr.call('org_people_hire', { ...same, manager_id: null })
    expect((await found(given_name)).sort()).to.deep.equal([id, person.id].sort())

    await hr.call('org_people_update_profile', { person_id: id, family_name: 'Older' })
    expect(await found('older')).to.deep.equal([id])
    const { rows } = await server.db.query<{ text: string }>(
      `select search_text as text from people where id = $1`,
      [id],
    )
    expect(rows[0]!.text.length).to.be.below(2 * longestFolded)
  })
})
