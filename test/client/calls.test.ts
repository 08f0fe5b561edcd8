import { expect } from 'chai'
import {
  RollcallError,
  createClient,
  withIdempotency,
  type Client,
  type FetchRequest,
} from '../../src/client/index.ts'
import { contractActions } from '../support/contract.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'

describe('a client', () => {
  const server = useServer()
  let company: Company
  let secret: string
  /** What was sent. */
  let sent: { url: string; body: Record<string, unknown>; headers: FetchRequest['headers'] }[]
  let client: Client

  before(async () => {
    company = await server.company()
    ;({ secret } = (await company.as('owner')).credential as { secret: string })
  })
  beforeEach(() => {
    sent = []
    client = createClient({
      baseUrl: `${server.baseUrl}/`,
      key: secret,
      headers: { 'X-Request-Id': 'of-the-client' },
      fetch: (url, init) => {
        sent.push({ url, body: JSON.parse(init.body), headers: init.headers })
        return fetch(url, init)
      },
    })
  })

  it('has a function for every action of the document, with what the action can do', () => {
    for (const { path, operation } of Object.values(contractActions)) {
      let node: unknown = client
      for (const step of path.slice(4).split(/[/.]/)) node = (node as Record<string, unknown>)[step]
      expect(node, path).to.be.a('function')
      const can = Object.keys(node as object)
      const paged = (operation as { 'x-paging'?: object })['x-paging'] !== undefined
      const wanted = operation['x-class'] === 'read' ? (paged ? ['pages', 'all'] : []) : ['dryRun']
      expect(can, path).to.have.members(wanted)
    }
  })

  it('sends headers of all calls and of one', async () => {
    const { id } = await client.platform.organization.get({}, { headers: { 'X-Request-Id': 'of-the-call' } })
    expect(id).to.equal(company.id)
    await client.platform.whoami()
    expect(sent.map(({ headers }) => headers['X-Request-Id'])).to.deep.equal(['of-the-call', 'of-the-client'])
    expect(sent[0]!.url).to.equal(`${server.baseUrl}/v1/platform/organization.get`)
  })

  it('throws what the service refuses, with all that it says', async () => {
    const name = 'Same'
    const { id } = await client.org.units.create({ name, kind: 'team', parent_id: company.root })
    const error = await client.org.units
      .create({ name, kind: 'team', parent_id: company.root }, { headers: { 'X-Request-Id': 'mine' } })
      .catch((thrown: unknown) => thrown)
    if (!(error instanceof RollcallError)) throw error
    expect(error).to.be.instanceOf(Error)
    expect(error).to.include({
      name: 'RollcallError',
      action: 'org.units.create',
      code: 'conflict',
      status: 409,
      request_id: 'mine',
      attempts: 1,
    })
    expect(error.message).to.include('Same')
    expect(error.problem('unit_name_taken')).to.include({ path: 'name', record_id: id })
    expect(error.problem('too_long')).to.equal(undefined)
    expect(error.details).to.have.length(1)
  })

  it('says which credential is missing', async () => {
    const anonymous = createClient({ baseUrl: server.baseUrl })
    const error = await anonymous.platform.whoami().catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(RollcallError).and.include({ code: 'unauthenticated', status: 401 })
  })

  it('makes a client with keys only of what it has made', () => {
    expect(() => withIdempotency({} as Client)).to.throw(TypeError)
    expect(() => withIdempotency(withIdempotency(client))).not.to.throw()
  })

  describe('goes through the pages of a list', () => {
    let everyone: string[]
    before(async () => {
      for (let n = 0; n < 5; n++) await company.person()
      const { people, next } = await createClient({ baseUrl: server.baseUrl, key: secret }).org.people.list()
      everyone = people.map(({ id }) => id)
      expect([everyone.length >= 5, next]).to.deep.equal([true, null])
    })
    const cursors = () => sent.map(({ body }) => body['after'] !== undefined)

    it('entry by entry, all of them in their order', async () => {
      const found: string[] = []
      for await (const { id } of client.org.people.list.all({ limit: 2, status: 'active' })) found.push(id)
      expect(found).to.deep.equal(everyone)
      expect(sent.map(({ body }) => body['limit'])).to.deep.equal(sent.map(() => 2))
      expect(sent.map(({ body }) => body['status'])).to.deep.equal(sent.map(() => 'active'))
      expect(cursors()).to.deep.equal([false, ...Array<boolean>(sent.length - 1).fill(true)])
      expect(sent.length).to.equal(Math.ceil(everyone.length / 2))
    })

    it('page by page', async () => {
      const sizes: number[] = []
      for await (const page of client.org.people.list.pages({ limit: 3 })) sizes.push(page.people.length)
      expect(sizes.reduce((sum, size) => sum + size)).to.equal(everyone.length)
      expect(sizes.slice(0, -1).every((size) => size === 3)).to.equal(true)
    })

    it('as large as they may be, unless it says otherwise', async () => {
      for await (const _person of client.org.people.list.all());
      for await (const _entry of client.platform.activity.list.all());
      expect(sent.map(({ body }) => body['limit'])).to.deep.equal([1000, 100])
    })

    it('whatever the properties of the list are called', async () => {
      const { items } = await client.platform.activity.list({ limit: 100 })
      expect(items.length).to.be.above(0)
      const ids: string[] = []
      for await (const { id } of client.platform.activity.list.all({ limit: 1 })) ids.push(id)
      expect(ids).to.deep.equal(items.map(({ id }) => id))
    })

    it('no further than somebody looks', async () => {
      for await (const _person of client.org.people.list.all({ limit: 1 })) break
      expect(sent).to.have.length(1)
    })

    it('and throws where a page is refused', async () => {
      const error = await client.org.people.list
        .all({ after: 'bm90aGluZw' })
        .next()
        .catch((thrown: unknown) => thrown)
      if (!(error instanceof RollcallError)) throw error
      expect(error.problem('bad_cursor')).to.include({ path: 'after' })
    })
  })
})
