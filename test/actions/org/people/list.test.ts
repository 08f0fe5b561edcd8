import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { encodeCursor } from '../../../../src/domain/cursor.ts'
import { refused } from '../../../support/expect.ts'
import { addEmployment, addJobRow } from '../../../support/job-rows.ts'
import { lifeOf, storeLives } from '../../../support/lives.ts'
import { longText, storeLongValues } from '../../../support/long-values.ts'
import { useServer } from '../../../support/server.ts'

const hiddenFromDirectory = ['original_start_date', 'end_date', 'job', 'next_job']

describe('org.people.list', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('lists who works here and who starts later by name; leavers on request', async () => {
    const company = await server.company()
    await company.person({ given_name: 'Zoe', family_name: 'adams' })
    await company.person({ given_name: 'Bo', family_name: 'Öberg', start_date: '2026-12-01' })
    await company.person({ given_name: 'Al', family_name: 'Baker', last_day: '2026-06-14' })
    const owner = await company.as('owner')
    const names = async (status?: 'all' | 'terminated' | 'pre_hire' | 'active') =>
      (await owner.call('org_people_list', status ? { status } : {})).people.map(({ name }) => name)
    expect(await names()).to.deep.equal(['Zoe adams', 'Bo Öberg'])
    expect(await names('all')).to.deep.equal(['Zoe adams', 'Al Baker', 'Bo Öberg'])
    expect(await names('terminated')).to.deep.equal(['Al Baker'])
    expect(await names('pre_hire')).to.deep.equal(['Bo Öberg'])
    expect(await names('active')).to.deep.equal(['Zoe adams'])
  })

  it('gives the directory of another day', async () => {
    const company = await server.company()
    const gone = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
    const viewer = await company.as('viewer')
    const then = await viewer.call('org_people_list', { as_of: '2021-12-31', status: 'active' })
    expect(then.people.map(({ id }) => id)).to.include(gone.id)
    expect(
      (await viewer.call('org_people_list', { as_of: '2022-01-01' })).people.map(({ id }) => id),
    ).to.not.include(gone.id)
  })

  it('lists on a past day who worked here then, and who was still to start only on request', async () => {
    const company = await server.company()
    const before = await company.person({ start_date: '2020-01-01', last_day: '2021-12-30' })
    const gone = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
    const still = await company.person({ start_date: '2021-12-31' })
    const later = await company.person({ start_date: '2022-01-01' })
    const owner = await company.as('owner')
    const ids = async (more: object) => {
      const { people } = await owner.call('org_people_list', { as_of: '2021-12-31', ...more })
      const { total } = await owner.call('org_people_list', { as_of: '2021-12-31', ...more, limit: 1 })
      expect(total).to.equal(people.length)
      return people.map(({ id }) => id).sort()
    }
    expect(await ids({})).to.deep.equal([gone.id, still.id].sort())
    expect(await ids({ status: 'pre_hire' })).to.deep.equal([later.id])
    expect(await ids({ status: 'all' })).to.deep.equal([before.id, gone.id, still.id, later.id].sort())
    server.now = new Date('2021-12-31T12:00:00Z')
    expect(await ids({}), 'today those who start later are in the list').to.deep.equal(
      [gone.id, still.id, later.id].sort(),
    )
  })

  it('gives the directory of a future day only to manage roles', async () => {
    const company = await server.company()
    const { id } = await company.person({ start_date: '2026-06-16' })
    const tomorrow = { as_of: '2026-06-16' }
    const { people } = await (await company.as('viewer')).call('org_people_list', tomorrow)
    expect(people.find((person) => person.id === id)).to.include({ status: 'active' })
    for (const employee of [await company.as('member'), await company.as('hr', 'me')]) {
      await employee.call('org_people_list', { as_of: '2026-06-15' })
      await refused(employee.call('org_people_list', tomorrow), 'forbidden')
    }
  })

  it('shows somebody erased under all, and not among those who have left', async () => {
    const company = await server.company()
    const left = await company.person({ last_day: '2025-12-31' })
    const erased = await company.person({ last_day: '2025-12-31', erased: true })
    const owner = await company.as('owner')
    const listed = async (status: 'terminated' | 'all') => {
      const { people } = await owner.call('org_people_list', { status })
      const { total } = await owner.call('org_people_list', { status, limit: 1 })
      return { ids: people.map(({ id }) => id).sort(), total }
    }
    expect(await listed('terminated')).to.deep.equal({ ids: [left.id], total: 1 })
    expect(await listed('all')).to.deep.equal({ ids: [left.id, erased.id].sort(), total: 2 })
  })

  it('finds by name, preferred name, e-mail and title, ignoring capitals; wildcards are plain characters', async () => {
    const company = await server.company()
    const { id } = await company.person({
      given_name: 'Élodie',
      family_name: 'Dupont_50%',
      title: 'Chef de cuisine',
      work_email: 'ed@company.example',
      preferred_name: 'Didi',
    })
    await company.person({ given_name: 'Other', work_email: 'other@company.example' })
    const owner = await company.as('owner')
    for (const q of ['élod', 'ÉLODIE DUPONT', 'didi dup', 'ED@company', 'DE CUI', '_50%'])
      expect(
        (await owner.call('org_people_list', { q })).people.map((person) => person.id),
        q,
      ).to.deep.equal([id])
    expect((await owner.call('org_people_list', { q: '%d%' })).total).to.equal(0)
    const [someone] = (await owner.call('org_people_list', {})).people
    const turned = `${someone!.family_name.toUpperCase()}   ${someone!.given_name.slice(0, 2)}`
    const found = await owner.call('org_people_list', { q: turned })
    expect(found.people.map(({ id }) => id)).to.include(someone!.id)
  })

  it('finds names without their accents and special letters, by parts of words in any order', async () => {
    const company = await server.company()
    const ids: Record<string, string> = {}
    for (const [given_name, family_name, title] of [
      ['José', 'García', 'Jardinero'],
      ['Deniz', 'Öztürk', 'Mühendis'],
      ['Zoë', 'Müller-Øster', 'Geschäftsführerin'],
      ['Max', 'Straßer', 'Engineer'],
      ['Łukasz', 'Wójcik', 'Engineer'],
      ['Đorđe', 'Petrović', 'Engineer'],
      ['Æsa', 'Þórsdóttir', 'Engineer'],
      ['Seán', 'O’Neil', 'Engineer'],
      ['小龙', '李', 'Engineer'],
      ['Пётр', 'Чайковский', 'Engineer'],
    ] as const)
      ids[given_name] = (await company.person({ given_name, family_name, title })).id
    const owner = await company.as('owner')
    for (const [q, given] of [
      ['jose', 'José'],
      ['JOSÉ', 'José'],
      ['OZTURK', 'Deniz'],
      ['ozturk muhendis', 'Deniz'],
      ['zoe muller', 'Zoë'],
      ['muller oster', 'Zoë'],
      ['oster-mul', 'Zoë'],
      ['geschaftsfuhr', 'Zoë'],
      ['geschäftsführerin z', 'Zoë'],
      ['STRASSER', 'Max'],
      ['lukasz', 'Łukasz'],
      ['łukasz wojcik', 'Łukasz'],
      ['dorde', 'Đorđe'],
      ['aesa', 'Æsa'],
      ['thors', 'Æsa'],
      ["o'neil", 'Seán'],
      ['oneil', 'Seán'],
      ['龙', '小龙'],
      ['петр чай', 'Пётр'],
    ] as const) {
      const { people, total } = await owner.call('org_people_list', { q, limit: 5 })
      expect([people.map(({ id }) => id), total], q).to.deep.equal([[ids[given]], 1])
    }
    expect((await owner.call('org_people_list', { q: 'jose ozturk' })).total).to.equal(0)
  })

  it('finds an e-mail address by each spelling of its domain, whichever is stored', async () => {
    const company = await server.company()
    const own = await company.person({ work_email: 'jose@bücher.example' })
    const ascii = await company.person({ work_email: 'jose@xn--mnchen-3ya.example' })
    const owner = await company.as('owner')
    for (const [q, { id }] of [
      ['jose@bücher.example', own],
      ['José@BÜCHER.example', own],
      ['jose@xn--bcher-kva.example', own],
      ['José <jose@XN--BCHER-KVA.example>', own],
      ['jose@münchen.example', ascii],
      ['jose@xn--mnchen-3ya.example', ascii],
      ['@büch', own],
      ['@bücher.exam', own],
      ['@münchen.exam', ascii],
    ] as const)
      expect(
        (await owner.call('org_people_list', { q })).people.map((person) => person.id),
        q,
      ).to.deep.equal([id])
  })

  it('finds words between commas, semicolons, brackets and quotation marks, in stored names, too', async () => {
    const company = await server.company()
    const { id } = await company.person({
      given_name: 'José',
      family_name: 'García-López',
      title: '(Engineer)',
    })
    const odd = await company.person({ given_name: 'Ana "Anita"', family_name: 'Prado, (born Ruiz)' })
    const owner = await company.as('owner')
    const found = async (q: string) =>
      (await owner.call('org_people_list', { q })).people.map((one) => one.id)
    for (const q of [
      'García-López, José',
      'jose;',
      '(jose)',
      '"jose"',
      '<jose>',
      '„José“',
      '«jose»',
      'jose engineer',
    ])
      expect(await found(q), q).to.deep.equal([id])
    for (const q of ['ana anita prado', 'Prado born', 'born Ruiz', '"Ana Anita" (Prado)'])
      expect(await found(q), q).to.deep.equal([odd.id])
    await refused(found(',;()'), 'validation_failed')
  })

  it('searches the title of the day that it shows, and no other one', async () => {
    const company = await server.company()
    const { id } = await company.person({ title: 'Quilter' })
    await addJobRow(server, company.id, id, '2026-01-01', { title: 'Weaver' })
    const owner = await company.as('owner')
    const total = async (input: object) => (await owner.call('org_people_list', input)).total
    expect(await total({ q: 'quilter' })).to.equal(0)
    expect(await total({ q: 'quilter', as_of: '2025-12-31' })).to.equal(1)
    expect(await total({ q: 'weaver' })).to.equal(1)
    expect(await total({ q: 'weaver', as_of: '2025-12-31' })).to.equal(0)
  })

  it('finds whom org.people.hire and org.setup.init have added', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    await owner.call('org_people_hire', {
      given_name: 'Ágnes',
      family_name: 'Kiss',
      preferred_name: 'Ági',
      work_email: 'kiss@company.example',
      title: 'Könyvelő',
      start_date: '2026-01-01',
    })
    await owner.call('org_setup_init', { owner_title: 'Gründerin' })
    for (const q of ['agnes', 'agi kiss', 'konyvelo', 'grunderin olga'])
      expect((await owner.call('org_people_list', { q })).total, q).to.equal(1)
  })

  it('refuses a search without a word', async () => {
    const owner = await (await server.company()).as('owner')
    for (const q of ['-', "' ’", '\u00b4'])
      expect(
        (await refused(owner.call('org_people_list', { q }), 'validation_failed')).paths,
        q,
      ).to.deep.equal(['q'])
  })

  it('filters by unit, with the units below on request, by location and by manager', async () => {
    const company = await server.company()
    const upper = await company.unit()
    const lower = await company.unit({ parent_id: upper })
    const boss = await company.person({ unit_id: upper, location_id: company.location })
    const report = await company.person({ unit_id: lower, manager_id: boss.id })
    const owner = await company.as('owner')
    const ids = async (filter: object) =>
      (await owner.call('org_people_list', filter)).people.map(({ id }) => id).sort()
    expect(await ids({ unit_id: upper })).to.deep.equal([boss.id])
    expect(await ids({ unit_id: upper, include_subunits: true })).to.deep.equal([boss.id, report.id].sort())
    expect(await ids({ location_id: company.location })).to.deep.equal([boss.id])
    expect(await ids({ manager_id: boss.id })).to.deep.equal([report.id])
  })

  it('pages through everyone once, in order', async () => {
    const company = await server.company()
    for (const family_name of ['Da', 'Cy', 'Cy', 'Bo', 'Al']) await company.person({ family_name })
    const owner = await company.as('owner')
    const all = await owner.call('org_people_list', {})
    const seen: (string | null)[] = []
    let after: string | undefined
    do {
      const page = await owner.call('org_people_list', { limit: 2, ...(after && { after }) })
      expect(page.total).to.equal(5)
      seen.push(...page.people.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(seen).to.deep.equal(all.people.map(({ id }) => id))
    const nobodys = encodeCursor('people', '01234567-89ab-7def-8123-456789abcdef')
    await refused(owner.call('org_people_list', { after: nobodys }), 'validation_failed')
    const error = await refused(owner.call('org_people_list', { after: 'nonsense' }), 'validation_failed')
    expect(error.paths).to.deep.equal(['after'])
  })

  it('counts on each page how many people pass all filters', async () => {
    const company = await server.company()
    const mill = await company.unit()
    const bakery = await company.unit({ parent_id: mill })
    const boss = await company.person()
    const miller = { title: 'Miller', manager_id: boss.id, location_id: company.location }
    for (const start_date of ['2026-03-01', '2026-03-31'])
      await company.person({ ...miller, unit_id: mill, start_date })
    for (const start_date of ['2026-07-01', '2026-08-01'])
      await company.person({ unit_id: bakery, start_date })
    for (const last_day of ['2026-05-01', '2026-05-31', '2026-06-01']) await company.person({ last_day })
    const owner = await company.as('owner', 'web')
    for (const [filter, fitting] of [
      [{}, 5],
      [{ status: 'all' }, 8],
      [{ status: 'active' }, 3],
      [{ status: 'pre_hire' }, 2],
      [{ status: 'terminated' }, 3],
      [{ unit_id: mill }, 2],
      [{ unit_id: mill, include_subunits: true }, 4],
      [{ unit_id: mill, include_subunits: true, status: 'pre_hire' }, 2],
      [{ location_id: company.location }, 2],
      [{ manager_id: boss.id }, 2],
      [{ q: 'mill' }, 2],
      [{ q: 'engineer', status: 'terminated' }, 3],
      [{ joined_between: { from: '2026-03-01', to: '2026-03-31' } }, 2],
      [{ left_between: { from: '2026-05-01', to: '2026-05-31' }, status: 'all' }, 2],
      [{ as_of: '2026-05-15', status: 'terminated' }, 1],
    ] as const) {
      const page = await owner.call('org_people_list', { ...filter, limit: 1 })
      expect([page.total, page.people.length], JSON.stringify(filter)).to.deep.equal([fitting, 1])
    }
  })

  it('keeps job details of others from employees, and the joined and left filters for HR in the web app', async () => {
    const company = await server.company()
    const boss = await company.member('member', { person: true })
    const report = await company.person({ manager_id: boss.personId!, start_date: '2026-03-03' })
    const other = await company.person()
    const { people } = await (await company.key(boss)).call('org_people_list', {})
    const hidden = Object.fromEntries(people.map((person) => [person.id, person.hidden_fields]))
    expect(hidden[boss.personId!]).to.deep.equal([])
    expect(hidden[report.id]).to.deep.equal([])
    expect(hidden[other.id]).to.deep.equal(hiddenFromDirectory)
    const joined = { joined_between: { from: '2026-01-01', to: '2026-06-30' } }
    await refused((await company.as('hr')).call('org_people_list', joined), 'forbidden')
    await refused((await company.as('viewer', 'web')).call('org_people_list', joined), 'forbidden')
    const hr = await company.as('hr', 'web')
    const found = await hr.call('org_people_list', joined)
    expect(found.people.map(({ id }) => id)).to.deep.equal([report.id])
    const void_ = { left_between: { from: '2026-06-30', to: '2026-06-29' } }
    expect((await refused(hr.call('org_people_list', void_), 'validation_failed')).paths).to.deep.equal([
      'left_between',
    ])
    const nowhere = hr.call('org_people_list', { include_subunits: true })
    expect((await refused(nowhere, 'validation_failed')).paths).to.deep.equal(['include_subunits'])
  })

  it('finds people who left or will leave within a range, without a status', async () => {
    const company = await server.company()
    const leave = async (last_day: string) => (await company.person({ last_day })).id
    const [left, leaving] = [await leave('2026-03-31'), await leave('2026-06-30')]
    await leave('2025-12-31')
    await company.person()
    const hr = await company.as('hr', 'web')
    const ids = async (more: object) => {
      const left_between = { from: '2026-01-01', to: '2026-12-31' }
      const { people, total } = await hr.call('org_people_list', { left_between, ...more })
      expect(total).to.equal(people.length)
      return people.map(({ id }) => id).sort()
    }
    expect(await ids({})).to.deep.equal([left, leaving].sort())
    expect(await ids({ status: 'terminated' })).to.deep.equal([left])
    expect(await ids({ status: 'active' })).to.deep.equal([leaving])
  })

  it('finds people who joined within a range, also those who have left since', async () => {
    const company = await server.company()
    const join = async (start_date: string, last_day: string | null = null) =>
      (await company.person({ start_date, last_day })).id
    const [gone, here, coming] = [
      await join('2026-02-01', '2026-03-31'),
      await join('2026-03-01'),
      await join('2026-07-01'),
    ]
    await join('2025-12-31')
    const hr = await company.as('hr', 'web')
    const ids = async (more: object) => {
      const joined_between = { from: '2026-01-01', to: '2026-12-31' }
      const { people, total } = await hr.call('org_people_list', { joined_between, ...more })
      expect(total).to.equal(people.length)
      return people.map(({ id }) => id).sort()
    }
    expect(await ids({})).to.deep.equal([gone, here, coming].sort())
    expect(await ids({ as_of: '2026-06-01' })).to.deep.equal([gone, here, coming].sort())
    expect(await ids({ status: 'active' })).to.deep.equal([here])
  })

  it('finds who joined or left on one day: a range may begin and end on it', async () => {
    const company = await server.company()
    const { id } = await company.person({ start_date: '2026-02-01', last_day: '2026-03-31' })
    const hr = await company.as('hr', 'web')
    for (const [field, day] of [
      ['joined_between', '2026-02-01'],
      ['left_between', '2026-03-31'],
    ] as const) {
      const { people } = await hr.call('org_people_list', { [field]: { from: day, to: day } })
      expect(people.map((person) => person.id)).to.deep.equal([id])
    }
  })

  it('finds who joined or left before or after a day: a range may be open on one side', async () => {
    const company = await server.company()
    const join = async (start_date: string, last_day: string | null = null) =>
      (await company.person({ start_date, last_day })).id
    const [old, gone, later] = [
      await join('2020-01-01'),
      await join('2026-02-01', '2026-03-31'),
      await join('2026-07-01'),
    ]
    const hr = await company.as('hr', 'web')
    const ids = async (input: object) => {
      const { people } = await hr.call('org_people_list', input)
      return people.flatMap(({ id }) => ([old, gone, later].includes(id) ? [id] : [])).sort()
    }
    expect(await ids({ joined_between: { from: '2026-02-01' } })).to.deep.equal([gone, later].sort())
    expect(await ids({ joined_between: { to: '2026-02-01' } })).to.deep.equal([old, gone].sort())
    expect(await ids({ left_between: { from: '2026-01-01' } }), 'not who is still here').to.deep.equal([gone])
    expect(await ids({ left_between: { to: '2026-03-30' } })).to.deep.equal([])
    const nothing = await refused(hr.call('org_people_list', { joined_between: {} }), 'validation_failed')
    expect(nothing.paths).to.deep.equal(['joined_between'])
  })

  describe('on GET, a range is two parameters', () => {
    const ask = async (query: string) =>
      (await (await server.company()).as('hr', 'web')).raw(`/v1/org/people.list?${query}`)

    it('or JSON under its own name', async () => {
      const company = await server.company()
      const { id } = await company.person({ start_date: '2026-02-01', last_day: '2026-03-31' })
      await company.person({ start_date: '2026-02-02' })
      const hr = await company.as('hr', 'web')
      const json = encodeURIComponent('{"from":"2026-03-01","to":"2026-03-31"}')
      for (const query of [
        'left_from=2026-03-01&left_to=2026-03-31',
        'left_to=2026-03-31&joined_to=2026-02-01',
        `left_between=${json}`,
        `joined_from=2026-01-01&left_between=${json}`,
      ]) {
        const { body } = await hr.raw(`/v1/org/people.list?${query}`)
        expect(
          body.data.people.map((person: { id: string }) => person.id),
          query,
        ).to.deep.equal([id])
      }
    })

    const wrong: Record<string, [query: string, path: string, code: string]> = {
      'a day that is none': ['joined_from=2026-02-30', 'joined_from', 'bad_format'],
      'a day of JSON that is none': ['joined_between={"from":"x"}', 'joined_between.from', 'bad_format'],
      'a range that ends before it begins': [
        'left_from=2026-02-02&left_to=2026-02-01',
        'left_from',
        'range_reversed',
      ],
      'a parameter twice': ['left_to=2026-02-02&left_to=2026-02-02', 'left_to', 'duplicate'],
      'a range in both ways': [
        'left_between={"to":"2026-02-02"}&left_from=2026-02-01',
        'left_from',
        'duplicate',
      ],
      'the name of another part': ['left_until=2026-02-02', 'left_until', 'unknown_property'],
    }
    for (const [what, [query, path, code]] of Object.entries(wrong))
      it(`refuses ${what}, by the name that was given`, async () => {
        const { status, body } = await ask(query)
        expect([status, body.error.details.length]).to.deep.equal([400, 1])
        expect(body.error.details[0]).to.include({ path, code })
        expect(body.error.message).to.match(new RegExp(`^${path}: `))
      })

    it('is for HR in the web app, and is named when it is not', async () => {
      const key = await (await server.company()).as('hr')
      const { status, body } = await key.raw('/v1/org/people.list?limit=1&joined_to=2026-01-01')
      expect([status, body.error.details[0].path]).to.deep.equal([403, 'joined_to'])
    })
  })

  it('shows each person once: also after a rehire or a change, and before a scheduled one', async () => {
    const company = await server.company()
    const { id } = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
    await addEmployment(server, company.id, id, '2023-01-01', { title: 'Back again' })
    await addJobRow(server, company.id, id, '2026-01-01', { title: 'Promoted' })
    await addJobRow(server, company.id, id, '2026-12-01', { title: 'Later' })
    const owner = await company.as('owner')
    for (const [as_of, status, title, start] of [
      ['2019-01-01', 'pre_hire', 'Engineer', '2020-01-01'],
      ['2021-01-01', 'active', 'Engineer', '2020-01-01'],
      ['2022-06-01', 'pre_hire', 'Back again', '2023-01-01'],
      ['2026-06-15', 'active', 'Promoted', '2023-01-01'],
      ['2027-01-01', 'active', 'Later', '2023-01-01'],
    ] as const) {
      const { people } = await owner.call('org_people_list', { as_of, status: 'all' })
      expect(
        people.map((person) => [person.status, person.title, person.start_date, person.original_start_date]),
        as_of,
      ).to.deep.equal([[status, title, start, '2020-01-01']])
    }
  })

  it('lists a company of hundreds, which is read in batches, exactly as its pages do', async () => {
    const company = await server.company()
    const boss = await company.person({})
    const life = () => lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: null, manager_id: boss.id }])
    await storeLives(server, company.id, Array.from({ length: 620 }, life))
    const viewer = await company.as('viewer')
    const { next, ...whole } = await viewer.call('org_people_list', {})
    expect(next).to.equal(null)
    expect(whole.total).to.equal(whole.people.length)
    const first = await viewer.call('org_people_list', { limit: 400 })
    const second = await viewer.call('org_people_list', { limit: 400, after: first.next! })
    expect(whole.people).to.deep.equal([...first.people, ...second.people])
    const { people } = await viewer.call('org_people_list', { after: first.next! })
    expect(people, 'the rest after a page').to.deep.equal(second.people)
  })

  it('has 8 MiB at most: a page ends early', async () => {
    const company = await server.company()
    const bytes = await storeLongValues(server, company, 45)
    const viewer = await company.as('viewer')
    const first = await viewer.call('org_people_list', { limit: 1000 })
    expect(first.total).to.equal(46)
    expect(first.people.length * bytes).to.be.within(8 * 1024 ** 2, 12 * 1024 ** 2)
    const second = await viewer.call('org_people_list', { limit: 1000, after: first.next! })
    expect(second.next).to.equal(null)
    const people = [...first.people, ...second.people]
    expect([people.length, new Set(people.map(({ id }) => id)).size]).to.deep.equal([46, 46])
    const isWhole = ({ custom }: (typeof people)[number]) =>
      Object.values(custom).every((value) => value === longText)
    expect(people.filter(isWhole)).to.have.length(45)
    const everyone = await viewer.call('org_people_list', {})
    expect(everyone.people, 'less than 32 MiB').to.deep.equal(people)
  })

  it('is refused when everyone at once is more than 32 MiB', async () => {
    const company = await server.company()
    await storeLongValues(server, company, 150)
    const viewer = await company.as('viewer')
    const { body } = await refused(viewer.call('org_people_list', {}), 'validation_failed')
    expect(body.error.details).to.deep.equal([
      {
        path: 'limit',
        code: 'limit_needed',
        message:
          'All of these people are more than 32 MiB. Ask for pages with limit, and for the next one with after.',
        params: { mebibytes: 32 },
      },
    ])
  })
})
