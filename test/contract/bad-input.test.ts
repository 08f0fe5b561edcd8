import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { ActionId } from '../../src/generated/actions.ts'
import { enterFor } from '../support/access.ts'
import { badInputs } from '../support/bad-values.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'
import { checkResponse, type ActionEntry } from '../support/contract.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import type { Scene } from '../support/ids.ts'
import { makeInput } from '../support/inputs.ts'
import { inputSchema, resolveSchema } from '../support/schemas.ts'
import { McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'
import { allActions, reads, sweep } from '../support/sweep.ts'

const maxBytes = 2 * 1024 * 1024

/**
 * One action of each class, for mistakes that are refused before the action matters: the same code reads the bodies of
 * all actions. One case of each kind is tried with every action, to show that every action uses that code.
 */
const oneOfEachClass = ['read', 'write', 'destructive'].map(
  (effect) => allActions.find(({ operation }) => operation['x-class'] === effect) as ActionEntry,
)

/**
 * The client checks the form of every error. These tests check that it is the right error, and that nothing is written.
 */
describe('bad input is refused, in words', () => {
  const server = useServer()
  const scenes = new Map<ActionEntry, Scene>()
  before(async () => {
    for (const action of allActions)
      scenes.set(action, await enterFor(server, await server.company(), action))
  })

  describe('one wrong property', () => {
    for (const [index, action] of allActions.entries())
      it(action.id, async () => {
        const scene = scenes.get(action) as Scene
        const { judge } = server.running.runtime.handlers[action.id as ActionId]
        const many = judge ? 'one' : 'several'
        const cases = await badInputs(scene, inputSchema(action), await makeInput(scene, action), index, many)
        const before = await readContents(server.db, scene.company)
        await sweep(
          server,
          cases,
          ({ what }) => what,
          async ({ places, text }) => {
            const answer = await send(scene.client, action, text)
            expectRefused(answer, 400, 'validation_failed')
            const { details = [] } = answer.body.error as { details?: { path: string }[] }
            const missing = places.filter((place) => !details.some(({ path }) => isWithin(path, place)))
            expect(missing, `the answer names these, too: ${answer.text}`).to.deep.equal([])
          },
        )
        await expectUnchanged(server.db, before, `${action.id} with bad input`, scene.company)
        expect(({} as { polluted?: true }).polluted, 'the prototype of all objects was changed').to.equal(
          undefined,
        )
      })
  })

  describe('a body that is not one JSON object', () => {
    const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)
    const manyKeys = `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',')}}`
    const bodies: Record<string, string | Buffer> = {
      'a list': '[]',
      text: '"x"',
      null: 'null',
      'a number': '7',
      nothing: '',
      'not JSON': '{"name":',
      'two objects': '{}{}',
      'not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'not UTF-8 in a text': Buffer.from('{"name":"\xe9"}', 'latin1'),
      'nesting lists 10,000 deep': deep('[', ']'),
      'nesting objects 10,000 deep': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      'lists 10,000 deep in a property': `{"name":${deep('[', ']')}}`,
      '100,000 properties': manyKeys,
      '100,000 list entries': `{"name":[${'0,'.repeat(99_999)}0]}`,
    }
    for (const [what, body] of Object.entries(bodies))
      it(what, async () => {
        await everyAction(
          async (action, client) => expectRefused(await send(client, action, body), 400, 'validation_failed'),
          what === 'a list' ? allActions : oneOfEachClass,
        )
      })
  })

  describe('another content type', () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'text/json',
      undefined,
    ])
      it(type ?? 'none', async () => {
        await everyAction(
          async (action, client) => {
            // Bytes, because for a text fetch sets a content type itself.
            const answer = await client.raw(action.path, {
              method: 'POST',
              body: Buffer.from('{}'),
              headers: type === undefined ? {} : { 'Content-Type': type },
            })
            expectRefused(answer, 415, 'validation_failed')
          },
          type === 'text/plain' ? allActions : oneOfEachClass,
        )
      })
  })

  describe('a compressed body', () => {
    const packed = gzipSync('{}')

    it('is refused with the name of the header to leave out', async () => {
      await everyAction(async (action, client) => {
        for (const encoding of action === allActions[0]
          ? ['gzip', 'br', 'GZIP', 'identity, gzip', 'x']
          : ['gzip']) {
          const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
          const answer = await client.raw(action.path, { method: 'POST', body: packed, headers })
          expectRefused(answer, 415, 'validation_failed')
          expect(answer.body.error.message).to.include('Content-Encoding')
          expect(answer.headers.get('accept-encoding')).to.equal('identity')
        }
      })
    })

    it('is refused over MCP, too', async () => {
      const hr = await (await server.company()).as('hr')
      const headers = { 'Content-Encoding': 'gzip' }
      const { status, body, headers: own } = await new McpClient(hr).send('{}', headers)
      expect([status, own.get('accept-encoding')]).to.deep.equal([415, 'identity'])
      expect(body.error.message).to.include('Content-Encoding')
    })

    it('is taken when the header says that it is not compressed', async () => {
      const hr = await (await server.company()).as('hr')
      const { status } = await hr.post('/v1/platform/whoami', {}, { 'Content-Encoding': 'identity' })
      expect(status).to.equal(200)
    })
  })

  describe('a body of 2 MiB and one byte', () => {
    const large = Buffer.from(`{"name":"${'x'.repeat(maxBytes + 1 - 11)}"}`)
    // One with an image in it may have a megabyte more.
    const most = (action: ActionEntry) =>
      inputSchema(action).properties?.['image_base64'] === undefined ? maxBytes : maxBytes + 1024 * 1024

    it('is refused by its declared length, before any of it is sent', async () => {
      await everyAction(async (action, client) =>
        expectRefused(await declare(client, action, most(action) + 1), 413, 'payload_too_large'),
      )
    })

    it('is refused by its declared length when it is sent', async () => {
      expect(large.length).to.equal(maxBytes + 1)
      await everyAction(
        async (action, client) => expectRefused(await send(client, action, large), 413, 'payload_too_large'),
        oneOfEachClass,
      )
    })

    it('is refused as it arrives when no length is declared', async () => {
      await everyAction(async (action, client) => {
        const body = new ReadableStream({
          start(controller) {
            for (let at = 0; at < large.length; at += 65_536)
              controller.enqueue(large.subarray(at, at + 65_536))
            controller.close()
          },
        })
        const init = {
          method: 'POST',
          body,
          duplex: 'half',
          headers: { 'Content-Type': 'application/json' },
        } as RequestInit & { headers: Record<string, string> }
        expectRefused(await client.raw(action.path, init), 413, 'payload_too_large')
      }, oneOfEachClass)
    })

    it('is accepted with one byte less', async () => {
      const read = reads.find((action) => (inputSchema(action).required ?? []).length === 0) as ActionEntry
      const { client } = scenes.get(read) as Scene
      const answer = await send(client, read, `{${' '.repeat(maxBytes - 2)}}`)
      expect(answer.status).to.equal(200)
    })
  })

  describe('a query that does not belong to the call', () => {
    const refuseAll = (queries: string[], actions: ActionEntry[]) =>
      everyAction(async (action, client) => {
        for (const query of queries)
          expectRefused(await client.post(`${action.path}?${query}`, {}), 400, 'validation_failed')
      }, actions)

    it('on POST: an unknown parameter, and dry_run that is neither true nor false', async () => {
      await refuseAll(['surprise=1', 'dry_run=yes'], allActions)
    })

    it('on POST: what else may be misunderstood, and dry_run given twice', async () => {
      const queries = ['__proto__=1', 'dry_run=', 'dry_run=TRUE', 'dry_run=true&dry_run=true']
      await refuseAll([...queries, 'dry_run=true&dry_run=false'], oneOfEachClass)
    })

    it('dry_run on a read', async () => {
      await everyAction(async (action, client) => {
        for (const value of ['true', 'false', 'yes']) {
          const answers = [
            await client.post(`${action.path}?dry_run=${value}`, {}),
            await client.raw(`${action.path}?dry_run=${value}`),
          ]
          for (const answer of answers) {
            expectRefused(answer, 400, 'validation_failed')
            expect(answer.body.error.message).to.match(
              /^dry_run: A read changes nothing, so it needs no dry run/,
            )
          }
        }
      }, reads)
    })

    it('bytes that are not UTF-8, in the name or the value of any parameter', async () => {
      const cases: [query: string, path: string][] = [
        ['q=%ff', 'q'],
        ['q=Zo%EB', 'q'],
        ['q=a+%C3', 'q'],
        ['q=%ED%A0%80', 'q'],
        ['q=%C0%AF', 'q'],
        ['limit=1&q=%ff&as_of=2026-01-01', 'q'],
        ['%ff=1', '\ufffd'],
        ['a=1&&b%20c=%80', 'b c'],
      ]
      await everyAction(
        async (action, client) => {
          for (const [query, path] of cases) {
            const answers = [await client.post(`${action.path}?${query}`, {})]
            if (reads.includes(action)) answers.push(await client.raw(`${action.path}?${query}`))
            for (const answer of answers) {
              expectRefused(answer, 400, 'validation_failed')
              expect(answer.body.error.details).to.deep.equal([
                { path, code: 'bad_format', message: 'This is not UTF-8. Encode it as UTF-8.', params: {} },
              ])
            }
          }
        },
        [reads[0]!, oneOfEachClass[1]!],
      )
    })

    it('but UTF-8 is read, and a lone percent sign is itself', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      await company.person({ given_name: 'Zoë', family_name: 'Müller 100%' })
      const ask = async (query: string) =>
        (await hr.raw(`/v1/org/people.list?${query}`)).body.data.people.map(
          ({ given_name: name }: { given_name: string }) => name,
        )
      for (const query of ['q=Zo%C3%AB', 'q=Zo%c3%ab+M%C3%BCller', 'q=%5ao%C3%AB', 'q=100%', 'q=100%25'])
        expect(await ask(query), query).to.deep.equal(['Zoë'])
      expect(await ask('q=Nobody')).to.deep.equal([])
    })

    for (const action of reads)
      it(`GET ${action.id}: unknown, repeated and unreadable parameters`, async () => {
        const scene = scenes.get(action) as Scene
        await sweep(
          server,
          await badQueries(scene, action),
          (query) => query,
          async (query) => {
            expectRefused(await scene.client.raw(`${action.path}?${query}`), 400, 'validation_failed')
          },
        )
      })
  })

  async function badQueries(scene: Scene, action: ActionEntry): Promise<string[]> {
    const properties = Object.entries(inputSchema(action).properties ?? {})
    const valid = Object.entries(await makeInput(scene, action)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const twice = valid.map(([name, value]) =>
      new URLSearchParams([...(valid as [string, string][]), [name, value] as [string, string]]).toString(),
    )
    const parts = properties.flatMap(([, property]) => {
      const { properties: values = {}, 'x-query': names = {} } = resolveSchema(property)
      return Object.entries(names).map(([part, name]) => [name, values[part] ?? {}] as const)
    })
    const unreadable = [...properties, ...parts].flatMap(([name, property]) => {
      const { type: types = [], 'x-id': kind } = resolveSchema(property)
      // An id of any form is answered like an unknown one.
      if (kind !== undefined) return []
      const [type] = [types].flat()
      const texts =
        type === 'boolean'
          ? ['yes', '1', 'TRUE', '']
          : type === 'integer' || type === 'number'
            ? ['', 'x', '1e3', '0x10', '1 2']
            : ['%00', 'a%07b']
      return texts.map((text) => `${name}=${text}`)
    })
    return ['surprise=1', '__proto__=1', 'constructor=1', '=1', ...twice, ...unreadable]
  }

  async function everyAction(
    check: (action: ActionEntry, client: TestClient) => Promise<void>,
    actions = allActions,
  ): Promise<void> {
    const [company, ...companies] = actions.map((action) => (scenes.get(action) as Scene).company)
    const before = await readContents(server.db, company!, ...companies)
    await sweep(
      server,
      actions,
      ({ id }) => id,
      (action) => check(action, (scenes.get(action) as Scene).client),
    )
    await expectUnchanged(server.db, before, 'bad input', company!, ...companies)
  }

  /** Whether a path is this place or a part of it. Everything is a part of the input. */
  function isWithin(path: string, place: string): boolean {
    return place === '' || path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)
  }

  /** Sends what comes before a body of this length. */
  async function declare(client: TestClient, { path }: ActionEntry, length: number): Promise<RawAnswer> {
    const headers = { ...client.headers, 'Content-Type': 'application/json', 'Content-Length': length }
    const sent = request(`${client.baseUrl}${path}`, { method: 'POST', headers, agent: false })
    try {
      sent.flushHeaders()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const body = (await json(answer)) as RawAnswer['body']
      const status = answer.statusCode!
      const told = new Headers(answer.headers as Record<string, string>)
      checkResponse('POST', path, status, told, body)
      return { status, headers: told, text: JSON.stringify(body), body }
    } finally {
      sent.destroy()
    }
  }

  function send(client: TestClient, action: ActionEntry, body: string | Buffer): Promise<RawAnswer> {
    return client.raw(action.path, {
      method: 'POST',
      body: body as never,
      headers: { 'Content-Type': 'application/json' },
    })
  }

  function expectRefused({ status, body, text }: RawAnswer, expected: number, code: string): void {
    expect([status, body?.error?.code], text.slice(0, 500)).to.deep.equal([expected, code])
  }
})
