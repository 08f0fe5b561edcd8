import { expect } from 'chai'
import { ApiError } from '../../src/errors.ts'
import { compact, toldOnce } from '../../src/mcp/compact.ts'
import { readView, writeRows, type Rows } from '../../src/mcp/rows.ts'
import { StreamedList } from '../../src/streaming/stream.ts'

const team: Rows = {
  list: 'people',
  columns: ['id', 'name', 'unit.name', 'hours'],
  fields: ['id', 'name', 'unit', 'unit.id', 'unit.name', 'hours', 'pay', 'pay.amount', 'custom', 'custom.*'],
  paged: true,
}
const ownPages: Rows = { ...team, list: null, paged: false }

const ada = {
  id: 'a',
  name: 'Ada',
  unit: { id: 'u', name: 'Lab' },
  hours: 0,
  pay: null,
  custom: { desk: 'D1', shoe: null },
}
const bob = { id: 'b', name: 'Bob', unit: null, hours: null, pay: null, custom: {} }

/** What a tool shows of a list, with these arguments. */
async function show(rows: Rows, result: unknown, args: object = {}): Promise<any> {
  return JSON.parse(await writeRows(rows, readView(rows, { ...args }).view, result))
}

async function refusedWith(work: () => unknown): Promise<string> {
  const error = await Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  expect(error).to.be.instanceOf(ApiError)
  const [detail] = (error as ApiError).options.details!
  return `${detail!.path} ${detail!.code}`
}

describe('the rows of a tool', () => {
  it('show the columns and nothing that is null or empty; an object with one column is that value', async () => {
    expect(await show(team, { total: 2, people: [ada, bob], next: null, did_you_mean: [] })).to.deep.equal({
      data: {
        total: 2,
        people: [
          { id: 'a', name: 'Ada', unit: 'Lab', hours: 0 },
          { id: 'b', name: 'Bob' },
        ],
      },
    })
  })

  it('stay a list when nobody is in it', async () => {
    expect(await show(team, { total: 0, people: [] })).to.deep.equal({ data: { total: 0, people: [] } })
    expect(await show(ownPages, [])).to.deep.equal({ data: [] })
  })

  it('show other fields when the call names them, always after the first column', async () => {
    const people = [ada, bob]
    const fields = async (...names: string[]) => (await show(team, { people }, { fields: names })).data.people
    expect(await fields('hours', 'unit')).to.deep.equal([{ id: 'a', hours: 0, unit: ada.unit }, { id: 'b' }])
    expect(await fields('unit.id', 'unit.name')).to.deep.equal([{ id: 'a', unit: ada.unit }, { id: 'b' }])
    expect(await fields('unit.id', 'unit')).to.deep.equal([{ id: 'a', unit: ada.unit }, { id: 'b' }])
    expect(await fields('custom')).to.deep.equal([{ id: 'a', custom: { desk: 'D1' } }, { id: 'b' }])
    expect(await fields('custom.desk')).to.deep.equal([{ id: 'a', custom: 'D1' }, { id: 'b' }])
    expect(await fields('custom.__proto__', 'custom.constructor')).to.deep.equal([{ id: 'a' }, { id: 'b' }])
  })

  it('have no fields but those of the contract', async () => {
    const named = (fields: unknown) => refusedWith(() => readView(team, { fields }))
    expect(await named(['id', 'salary'])).to.equal('fields[1] not_allowed')
    expect(await named(['unit.salary'])).to.equal('fields[0] not_allowed')
    expect(await named(['custom.a.b'])).to.equal('fields[0] not_allowed')
    expect(await named([''])).to.equal('fields[0] not_allowed')
    expect(await named([7])).to.equal('fields wrong_type')
    expect(await named('name')).to.equal('fields wrong_type')
    expect(await named(null)).to.equal('fields wrong_type')
    expect(await named([])).to.equal('fields too_few')
    expect(await named(Array(51).fill('id'))).to.equal('fields too_many')
  })

  it('tell once what is hidden in all of them alike, else in each, and only of the fields that are shown', async () => {
    const hidden = (row: object, ...hidden_fields: string[]) => ({ ...row, hidden_fields })
    const alike = [hidden(ada, 'hours', 'pay', 'custom.shoe'), hidden(bob, 'hours', 'pay')]
    expect(await show(team, { people: alike })).to.have.deep.property('hidden_fields', ['hours'])
    expect(await show(team, { people: alike }, { fields: ['pay.amount'] })).to.have.deep.property(
      'hidden_fields',
      ['pay'],
    )
    const several = await show(team, { people: alike }, { fields: ['custom', 'pay'] })
    expect(several).to.not.have.property('hidden_fields')
    expect(several.data.people[0].hidden_fields).to.deep.equal(['pay', 'custom.shoe'])
    expect(several.data.people[1].hidden_fields).to.deep.equal(['pay'])
    expect(await show(team, { people: alike }, { fields: ['name'] })).to.not.have.property('hidden_fields')
    const one = await show(team, { people: [hidden(ada, 'hours'), bob] })
    expect(one.data.people.map((row: any) => row.hidden_fields)).to.deep.equal([['hours'], undefined])
  })

  describe('of an action without pages', () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({ id: `id${n}`, name: `N${n}` }))
    const idsOf = ({ data }: any) => data.map(({ id }: { id: string }) => id)
    const ids = rows.map(({ id }) => id)

    it('come 25 at a time, with the way to the next page and their number', async () => {
      const first = await show(ownPages, rows)
      expect([idsOf(first), first.next, first.total]).to.deep.equal([ids.slice(0, 25), 'id24', 60])
      const second = await show(ownPages, rows, { after: first.next })
      expect([idsOf(second), second.next, second.total]).to.deep.equal([ids.slice(25, 50), 'id49', 60])
      const last = await show(ownPages, rows, { after: second.next })
      expect(last).to.have.all.keys('data')
      expect(idsOf(last)).to.deep.equal(ids.slice(50))
    })

    it('come as many as the call wants', async () => {
      for (const [limit, next] of [
        [1, 'id0'],
        [59, 'id58'],
        [60, undefined],
        [1000, undefined],
      ] as const) {
        const page = await show(ownPages, rows, { limit })
        expect([idsOf(page), page.next]).to.deep.equal([ids.slice(0, limit), next])
      }
      expect(idsOf(await show(ownPages, rows, { limit: 2, after: 'id57' }))).to.deep.equal(['id58', 'id59'])
      expect(idsOf(await show(ownPages, rows, { after: 'id59' }))).to.deep.equal([])
    })

    it('do not begin after a row that is not there', async () => {
      for (const list of [rows, []])
        expect(await refusedWith(() => show(ownPages, list, { after: 'gone' }))).to.equal('after bad_cursor')
    })

    it('are not counted by anything but a whole number from 1 to 1000', async () => {
      for (const limit of ['5', 1.5, null, [], NaN])
        expect(await refusedWith(() => readView(ownPages, { limit }))).to.equal('limit wrong_type')
      for (const limit of [0, -1, 1001])
        expect(await refusedWith(() => readView(ownPages, { limit }))).to.equal('limit out_of_range')
      expect(await refusedWith(() => readView(ownPages, { after: 7 }))).to.equal('after wrong_type')
    })

    it('are made only if they are on the page', async () => {
      const made: number[] = []
      const present = (n: number) => {
        made.push(n)
        return { id: `id${n}`, name: `N${n}` }
      }
      const batches = [
        { rows: Array.from({ length: 1000 }, (_, n) => n), present },
        { rows: Array.from({ length: 1000 }, (_, n) => 1000 + n), present },
      ]
      const page = await show(ownPages, new StreamedList(batches), { limit: 3 })
      expect([idsOf(page), page.total]).to.deep.equal([['id0', 'id1', 'id2'], 2000])
      expect(made.length).to.be.below(20)
      const all = await show(ownPages, new StreamedList(batches), { limit: 1000, after: 'id999' })
      expect([idsOf(all)[0], idsOf(all).length, all.next]).to.deep.equal(['id1000', 1000, undefined])
    })

    it('leave what else is in the result as it is', async () => {
      const chart = {
        ...team,
        list: 'nodes',
        paged: false,
        columns: ['person.id', 'person.name', 'manager_id'],
      }
      const nodes = ['a', 'b'].map((id) => ({ person: { id, name: id, photo: null }, manager_id: null }))
      const first = await show(chart, { as_of: '2026-01-01', nodes }, { limit: 1 })
      expect(first).to.deep.equal({
        data: { as_of: '2026-01-01', nodes: [{ person: { id: 'a', name: 'a' } }] },
        next: 'a',
        total: 2,
      })
      const narrow = { fields: ['person.name'], after: 'a' }
      expect(await show({ ...chart, fields: chart.columns }, { nodes }, narrow)).to.deep.equal({
        data: { nodes: [{ person: { id: 'b', name: 'b' } }] },
      })
    })
  })

  it('are refused where JSON would not be written as it stands, so that nothing unseen gets out', () => {
    for (const value of [new Date(0), new StreamedList([{ rows: [1], present: Number }])])
      for (const result of [value, { value }, [{ deep: [value] }]])
        expect(() => compact(result)).to.throw('not written as it stands')
    expect(compact({ toJSON: 'the key of a custom field' })).to.deep.equal({
      toJSON: 'the key of a custom field',
    })
  })

  it('of a record leave out what is null or empty at any depth, but no item of a list', () => {
    expect(
      compact({
        a: null,
        b: '',
        c: [],
        d: {},
        e: { f: null, g: { h: [] } },
        i: false,
        j: 0,
        k: [null, {}, [], { l: null, m: 1 }],
      }),
    ).to.deep.equal({ i: false, j: 0, k: [null, {}, [], { m: 1 }] })
    expect(compact(JSON.parse('{"__proto__": {"x": 1}, "y": null}'))).to.have.own.property('__proto__')
  })

  it('of a list in a record leave out what the record tells, and nothing else', () => {
    const person = { id: 'p', name: 'Ada' }
    const other = { id: 'q', name: 'Bob' }
    const run = { id: 'r', name: 'Start', status: 'open' }
    const task = { id: 't', name: 'Start', status: 'open', run, person, assignee: { type: 'hr' } }
    expect(
      toldOnce({ ...run, person, total: 2, tasks: [task, { ...task, person: other }, 't'] }),
    ).to.deep.equal({
      ...run,
      person,
      total: 2,
      tasks: [
        { id: 't', name: 'Start', status: 'open', assignee: { type: 'hr' } },
        { id: 't', name: 'Start', status: 'open', person: other, assignee: { type: 'hr' } },
        't',
      ],
    })
    const changed = { ...run, tasks: [{ run: { ...run, status: 'completed' } }] }
    expect(toldOnce(changed)).to.deep.equal(changed)
    for (const value of [null, 'x', [task], { person, tasks: [{ person }] }])
      expect(toldOnce(value)).to.deep.equal(value)
  })
})
