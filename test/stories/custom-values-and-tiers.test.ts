import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import type { TestClient } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { useServer } from '../support/server.ts'

const all = { open: 'for all', desk: 'for managers', secret: 'for the person' }

/** Who sees which custom fields of a person: with people.get, and in a list, which shows nothing private. */
describe('custom values are shown by tier', () => {
  const server = useServer()
  let company: Company
  let boss: string
  let person: string

  before(async () => {
    company = await server.company()
    const hr = await company.as('hr')
    const add = (label: string, tier: 'public' | 'job' | 'private', type: 'text' | 'file' = 'text') =>
      hr.call('org_fields_create', { label, type, tier })
    await add('Open', 'public')
    await add('Desk', 'job')
    await add('Secret', 'private')
    await add('Papers', 'private', 'file')
    boss = (await company.person()).id
    const middle = await company.person({ manager_id: boss })
    const hired = await hr.call('org_people_hire', {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: 'ada@company.example',
      title: 'Engineer',
      start_date: '2024-03-01',
      manager_id: middle.id,
      custom: all,
    })
    person = hired.person.id
    own = await company.member('member', { personId: person })
    expect(hired.person.custom).to.deep.equal({ open: 'for all', desk: 'for managers' })
    expect(hired.person.hidden_fields.slice(-2)).to.deep.equal(['custom.secret', 'custom.papers'])
  })

  let own: Member
  const asPerson = async (kind: 'me' | 'web') => (kind === 'web' ? company.web(own) : company.key(own))
  const asManager = async () => company.key(await company.member('member', { personId: boss }))

  const { open, desk } = all
  const whole = { ...all, papers: null }
  const callers: Record<string, [() => Promise<TestClient>, inFull: object, inList: object]> = {
    'the person, with a key': [() => asPerson('me'), whole, { open, desk }],
    'the person, in the web app': [() => asPerson('web'), whole, { open, desk }],
    'a manager above them': [asManager, { open, desk }, { open, desk }],
    'somebody else': [() => company.as('member', 'web'), { open }, { open }],
    'a viewer': [() => company.as('viewer', 'web'), { open, desk }, { open, desk }],
    'HR with a key': [() => company.as('hr'), { open, desk }, { open, desk }],
    'HR in their own workspace': [() => company.as('hr', 'me'), { open }, { open }],
    'HR in the web app': [() => company.as('hr', 'web'), whole, { open, desk }],
    'the owner in the web app': [() => company.as('owner', 'web'), whole, { open, desk }],
  }
  const keys = ['open', 'desk', 'secret', 'papers']
  const hiddenOf = (shown: object, of = keys) =>
    of.filter((key) => !Object.hasOwn(shown, key)).map((key) => `custom.${key}`)

  for (const [who, [enter, inFull, inList]] of Object.entries(callers))
    it(`to ${who}`, async () => {
      const caller = await enter()
      const custom = ({ hidden_fields: hidden }: { hidden_fields: string[] }) =>
        hidden.filter((name) => name.startsWith('custom.'))
      const found = await caller.call('org_people_get', { person_id: person })
      expect(found.custom).to.deep.equal(inFull)
      expect(custom(found)).to.deep.equal(hiddenOf(inFull))
      const { people } = await caller.call('org_people_list', { q: 'lovelace' })
      expect(people[0]!.custom).to.deep.equal(inList)
      const names = hiddenOf(inList, ['open', 'desk'])
      expect(custom(people[0]!), 'a list is without private fields').to.deep.equal(names)
    })

  /** The statements that calls send, of which some are about values or private details. */
  async function statementsOf(call: () => Promise<unknown>): Promise<{ all: number; own: number }> {
    const count = { all: 0, own: 0 }
    const note = (text: unknown) => {
      count.all++
      if (/custom_values|person_details/.test(text as string)) count.own++
    }
    subscribe('rollcall:statement', note)
    await call().finally(() => unsubscribe('rollcall:statement', note))
    return count
  }

  it('with one query more for each person or batch of a list, and with none where no active field is shown', async () => {
    const large = await server.company()
    const hr = await large.as('hr')
    const people = await Promise.all(Array.from({ length: 300 }, () => large.person()))
    const list = () => statementsOf(() => hr.call('org_people_list', {}))
    const page = () => statementsOf(() => hr.call('org_people_list', { limit: 50 }))
    const get = () => statementsOf(() => hr.call('org_people_get', { person_id: people[0]!.id }))
    const without = { list: await list(), page: await page(), get: await get() }
    expect([without.list.own, without.page.own, without.get.own]).to.deep.equal([0, 0, 0])

    // Private fields are not in lists, files are no values, and archived fields are nowhere.
    await hr.call('org_fields_create', { label: 'Secret', type: 'text', tier: 'private' })
    await hr.call('org_fields_create', { label: 'Papers', type: 'file', tier: 'public' })
    const { id } = await hr.call('org_fields_create', { label: 'Desk', type: 'text', tier: 'public' })
    await hr.call('org_fields_update', { field_id: id, archived: true })
    expect({ list: await list(), page: await page(), get: await get() }).to.deep.equal(without)

    await hr.call('org_fields_update', { field_id: id, archived: false })
    await hr.call('org_fields_create', { label: 'Shirt', type: 'text', tier: 'job' })
    const plus = ({ all, own }: { all: number; own: number }, more: number) => ({
      all: all + more,
      own: own + more,
    })
    // 300 people, and 250 in a batch.
    expect(await list()).to.deep.equal(plus(without.list, 2))
    expect(await page()).to.deep.equal(plus(without.page, 1))
    expect(await get()).to.deep.equal(plus(without.get, 1))
  })

  it('private ones with one query, which brings their keys, and with which nobody else is bothered', async () => {
    const get = async (caller: TestClient) =>
      (await statementsOf(() => caller.call('org_people_get', { person_id: person }))).own
    // The second one is about other private details.
    expect(await get(await company.as('hr', 'web'))).to.equal(2)
    expect(await get(await company.as('hr'))).to.equal(1)
  })

  it('to each person their own, in a list that is read in batches', async () => {
    const large = await server.company()
    const hr = await large.as('hr')
    const { id } = await hr.call('org_fields_create', { label: 'Number', type: 'number', tier: 'public' })
    const people = await Promise.all(
      Array.from({ length: 300 }, (_, at) => large.person({ family_name: `No ${at}` })),
    )
    // Every third one has no value.
    await server.db.query(
      `insert into custom_values (org_id, person_id, field_id, value, updated_at)
       select $1, p.id, $2, to_jsonb(split_part(p.family_name, ' ', 2)::int), now() from people p
        where p.org_id = $1 and p.id = any($3) and split_part(p.family_name, ' ', 2)::int % 3 > 0`,
      [large.id, id, people.map((one) => one.id)],
    )
    const listed = await hr.call('org_people_list', {})
    const numbered = listed.people.filter(({ family_name: name }) => name.startsWith('No '))
    expect(numbered).to.have.length(300)
    for (const { family_name: name, custom } of numbered) {
      const number = Number(name.slice(3))
      expect(custom).to.deep.equal({ number: number % 3 === 0 ? null : number })
    }
  })

  it('and stay where they are when somebody asks for another day', async () => {
    const hr = await company.as('hr')
    for (const as_of of ['2024-03-01', '2030-01-01'])
      expect((await hr.call('org_people_get', { person_id: person, as_of })).custom).to.include({ open })
  })
})
