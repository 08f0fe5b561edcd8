import { expect } from 'chai'
import { forgetRecorded, withoutExports } from '../support/activity.ts'
import { columns, enter, enterFor, mayCall, type Column } from '../support/access.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { document, type ActionEntry } from '../support/contract.ts'
import type { Scene } from '../support/ids.ts'
import { howToFix, makeInput, put, sample, type Input } from '../support/inputs.ts'
import { inputSchema, resolveSchema, type Schema } from '../support/schemas.ts'
import { useServer } from '../support/server.ts'
import { allActions, reads, sweep, writes } from '../support/sweep.ts'

describe('GET and POST', () => {
  const server = useServer()
  let company: Company
  before(async () => {
    company = await server.company()
  })
  // Answers of reads depend on the clock, so both calls of a pair get the same time.
  beforeEach(() => void (server.now = new Date()))

  for (const action of reads)
    it(`${action.id} answers the same by GET as by POST`, async () => {
      // With a browser session, because a call with a key changes when the key was last used.
      const column = action.operation['x-access']?.manage === undefined ? 'me' : 'web'
      const scene = await enterFor(server, company, action, column)
      const [example, ...others] = await inputs(scene, action)
      const valid = await scene.client.post(action.path, example)
      if (valid.status !== 200) throw new Error(howToFix(action, valid))
      await sweep(
        server,
        [example, ...others],
        (input) => JSON.stringify(input),
        async (input) => {
          const byPost = await scene.client.post(action.path, input)
          const byGet = await scene.client.raw(`${action.path}${queryOf(input as Input)}`)
          expect(anonymize(byGet), byGet.text).to.deep.equal(anonymize(byPost))
          // The values of an object have parameters of their own, too.
          const parts = inPartsOf(action, input as Input)
          if (byPost.status !== 200 || queryOf(parts) === queryOf(input as Input)) return
          const inParts = await scene.client.raw(`${action.path}${queryOf(parts)}`)
          expect(anonymize(inParts)).to.deep.equal(anonymize(byPost))
        },
      )
    })

  it('the parameters of a GET are the properties of the body, and the values of its objects', () => {
    for (const action of reads) {
      const { get } = document.paths[action.path]!
      const parameters = (get!.parameters ?? []) as { name: string; schema?: Schema }[]
      const properties = Object.entries(inputSchema(action).properties ?? {})
      const expected = properties.flatMap(([name, property]) =>
        Object.values(resolveSchema(property)['x-query'] ?? { name }),
      )
      expect(
        parameters.map(({ name }) => name),
        action.id,
      ).to.deep.equal(expected)
      for (const { schema = {} } of parameters) {
        const { type } = resolveSchema(schema)
        expect(type, 'generators fail at others').to.be.oneOf(['string', 'integer', 'number', 'boolean'])
      }
    }
  })

  it('HEAD answers what GET does, without the body', async () => {
    await sweep(
      server,
      reads,
      ({ id }) => id,
      async (action) => {
        // Its own, because the numbers in some answers change with what other cases do.
        const company = await server.company()
        let last: { column: Column; member: Member } | undefined
        for (const column of columns.filter((one) => mayCall(action, one))) {
          const { role, person } = column
          const same = last?.column.role === role && last.column.person === person
          const scene = await enter(server, company, column, same ? last!.member : undefined)
          last = { column, member: scene.member }
          const { client } = scene
          const { kind } = column
          const path = `${action.path}${queryOf(await makeInput(scene, action))}`
          // Neither comes from one of our own pages, unless it must.
          const headers = action.operation['x-recorded'] ? {} : { Origin: 'https://elsewhere.example' }
          await forgetRecorded(server, company, action)
          const byGet = await client.raw(path, { headers })
          await forgetRecorded(server, company, action)
          const byHead = await client.raw(path, { method: 'HEAD', headers })
          expect([byHead.status, byHead.text], `${kind} ${byGet.text}`).to.deep.equal([200, ''])
          expect(lasting(byHead.headers), kind).to.deep.equal(lasting(byGet.headers))
          const [before, after] = [byGet, byHead].map((one) => Number(one.headers.get('ratelimit-remaining')))
          expect(after === before! - 1 || after === 299, 'the rate limit counts it').to.equal(true)
        }
      },
    )
  })

  it('HEAD is refused as GET is', async () => {
    const viewer = await company.as('viewer')
    const cases: [TestClient, string][] = [
      [server.anonymous(), '/v1/org/units.list'],
      [viewer, '/v1/platform/account.status'],
      [viewer, '/v1/org/units.list?surprise=1'],
      [viewer, '/v1/org/units'],
    ]
    for (const [client, path] of cases) {
      const [byGet, byHead] = [await client.raw(path), await client.raw(path, { method: 'HEAD' })]
      expect([byHead.status, byHead.text]).to.deep.equal([byGet.status, ''])
      expect(byGet.status).to.be.within(400, 404)
    }
  })

  /** The headers that are the same in two answers to the same call. */
  function lasting(headers: Headers): [string, string][] {
    const own = [
      'date',
      'connection',
      'keep-alive',
      'x-request-id',
      'ratelimit-remaining',
      'ratelimit-reset',
      'transfer-encoding',
    ]
    return [...headers].filter(([name]) => !own.includes(name))
  }

  it('wrong methods answer 405 and name the right ones', async () => {
    const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']
    const cases = allActions.flatMap((action) => methods.map((method) => ({ action, method })))
    const wrong = cases.filter(
      ({ action, method }) => !['GET', 'HEAD'].includes(method) || writes.includes(action),
    )
    await sweep(
      server,
      wrong,
      ({ action, method }) => `${method} ${action.id}`,
      async ({ action, method }) => {
        const answer = await server
          .anonymous()
          .raw(action.path, { method, headers: { Origin: 'https://elsewhere.example' } })
        expect(answer.status).to.equal(405)
        expect(answer.headers.get('allow')?.split(', ').sort()).to.deep.equal(
          reads.includes(action) ? ['GET', 'HEAD', 'POST'] : ['POST'],
        )
        if (method === 'HEAD') expect(answer.text).to.equal('')
        else expect(answer.body.error.code).to.equal('not_found')
      },
    )
  })

  it('an unknown address answers not_found, whatever the method', async () => {
    const paths = [
      '/no_such',
      '/v1',
      '/v1/',
      '/v1/org',
      '/v1/org/units',
      '/v1/org/units.no_such',
      '/v1/org/units.list/',
      '/v1/Org/units.list',
      '/v2/org/units.list',
      '/auth',
      '/auth/no_such',
      '/v1/__proto__/constructor',
    ]
    const cases = paths.flatMap((path) =>
      ['GET', 'POST', 'OPTIONS', 'DELETE'].map((method) => ({ path, method })),
    )
    await sweep(
      server,
      cases,
      ({ path, method }) => `${method} ${path}`,
      async ({ path, method }) => {
        const { status, body, text } = await server.anonymous().raw(path, { method })
        expect([status, body?.error?.code], text).to.deep.equal([404, 'not_found'])
      },
    )
  })

  it('no answer allows other sites to read it (no CORS header), and preflights are refused', async () => {
    const { client } = await enterFor(server, company, reads[0] as ActionEntry, 'key')
    await sweep(
      server,
      allActions,
      ({ id }) => id,
      async ({ path }) => {
        const preflight = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' }
        for (const answer of [
          await server.anonymous().raw(path, { method: 'OPTIONS', headers: preflight }),
          await client.post(`${path}?no_such_parameter=1`, {}, { Origin: 'https://elsewhere.example' }),
        ]) {
          expect(answer.status).to.be.at.least(400)
          expect(
            [...answer.headers.keys()].filter((name) => name.startsWith('access-control-')),
          ).to.deep.equal([])
        }
      },
    )
  })

  /** The answer without the id of the request. */
  function anonymize({ status, body }: RawAnswer): unknown {
    const data =
      body.data === undefined ? undefined : (JSON.parse(JSON.stringify(body.data), withoutTraces) as unknown)
    return { status, data, error: body.error && { ...body.error, request_id: null } }
  }

  /** An export shows the lines of the exports before it, and when the credential of the call was used last. */
  function withoutTraces(name: string, value: unknown): unknown {
    if (name === 'last_used_at') return null
    return withoutExports(name, value)
  }

  /**
   * Inputs to compare: the example, the smallest input, and the smallest one with each optional property. Some may be
   * refused, by both calls.
   */
  async function inputs(scene: Scene, action: ActionEntry): Promise<Input[]> {
    const schema = inputSchema(action)
    const example = await makeInput(scene, action)
    const required = (schema.required ?? []).filter((name) => name in example)
    const least = Object.fromEntries(required.map((name) => [name, example[name]]))
    const optional = Object.entries(schema.properties ?? {}).filter(([name]) => !required.includes(name))
    const single = optional.map(async ([name, property]) =>
      put(scene, schema, least, [name], example[name] ?? (await sample(scene, property))),
    )
    return [example, least, ...((await Promise.all(single)) as Input[])]
  }

  /** The input with the values of its objects under the names of their parameters. */
  function inPartsOf(action: ActionEntry, input: Input): Input {
    const properties = inputSchema(action).properties ?? {}
    const pairs = Object.entries(input).flatMap(([name, value]) => {
      const names = resolveSchema(properties[name] ?? {})['x-query']
      return names
        ? Object.entries(value as Input).map(([part, one]) => [names[part] as string, one])
        : [[name, value]]
    })
    return Object.fromEntries(pairs) as Input
  }

  function queryOf(input: Input): string {
    const pairs = Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`
  }
})
