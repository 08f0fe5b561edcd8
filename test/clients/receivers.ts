import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readReadme } from '../support/readmes.ts'
import { verify, type Receiver as Postbox, type Received } from '../support/receiver.ts'
import { until } from '../support/wait.ts'
import type { Caller } from './try.ts'
import type { Workspace } from './workspace.ts'

/** A receiver of webhooks, as docs/integrators.md shows it, with the library of Standard Webhooks of its language. */
export interface Receiver {
  name: string
  needs: readonly string[]
  /** Builds it, listening at this port. */
  build: (workspace: Workspace, port: number) => Promise<void>
  run: readonly [command: string, ...args: string[]]
}

const versions = { python: '1.1.0', go: 'v0.0.1' }

const shown = (info: string, port: number): string =>
  readReadme('docs/integrators.md')
    .blocks.find((block) => block.info === info)!
    .text.replace('4000', String(port))

export const receivers: Receiver[] = [
  {
    name: 'Python, standardwebhooks (receiver)',
    needs: ['python3'],
    build: async (workspace, port) => {
      workspace.write('receiver.py', shown('python', port))
      await workspace.exec('python3', ['-m', 'venv', 'venv'])
      await workspace.exec('venv/bin/pip', ['install', '-q', `standardwebhooks==${versions.python}`])
    },
    run: ['venv/bin/python', 'receiver.py'],
  },
  {
    name: 'Go, standard-webhooks (receiver)',
    needs: ['go'],
    build: async (workspace, port) => {
      workspace.write('go.mod', 'module rollcall.example/receiver\n\ngo 1.24\n')
      workspace.write('main.go', shown('go', port))
      const library = 'github.com/standard-webhooks/standard-webhooks/libraries'
      await workspace.exec('go', ['get', `${library}@${versions.go}`])
      await workspace.exec('go', ['vet', '.'])
      await workspace.exec('go', ['build', '-p', '1', '-o', 'receiver', '.'])
    },
    run: ['./receiver'],
  },
]

/** A delivery that the service has sent, and the secrets that signed it: the one before a roll, and the new one. */
export interface Delivery {
  received: Received
  secrets: readonly [string, string]
}

/** Has the service send a delivery, signed by two secrets. */
export async function fetchDelivery(
  { url, key }: Caller,
  demoFile: string,
  postbox: Postbox,
): Promise<Delivery> {
  const { slug, owner } = JSON.parse(readFileSync(demoFile, 'utf8')) as { slug: string; owner: object }
  const post = async (path: string, input: object, headers: Record<string, string>) => {
    const all = { 'Content-Type': 'application/json', Origin: url, ...headers }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers: all, body: JSON.stringify(input) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const session = await post('/auth/sign_in', { organization: slug, ...owner }, {})
  const web = { Cookie: session.headers.get('set-cookie')!.split(';')[0]! }
  const call = async (action: string, input: object) =>
    (
      (await (await post(`/v1/webhooks/${action}`, input, web)).json()) as {
        data: { id: string; secret: string }
      }
    ).data
  const endpoint = await call('endpoints.create', {
    url: postbox.url('/hooks'),
    event_types: ['unit.created'],
  })
  const rolled = await call('endpoints.roll_secret', { endpoint_id: endpoint.id })
  const bearer = { Authorization: `Bearer ${key}` }
  await post('/v1/org/units.create', { name: 'Größe 🎈', kind: 'team' }, bearer)
  const [received] = await postbox.wait('/hooks', 1)
  for (const secret of [endpoint.secret, rolled.secret]) verify(received!, secret)
  return { received: received!, secrets: [endpoint.secret, rolled.secret] }
}

/**
 * Builds a receiver, and sends it the delivery, as it was and forged.
 *
 * @returns what is wrong with it, if anything
 */
export async function tryReceiver(
  receiver: Receiver,
  workspace: Workspace,
  { received, secrets }: Delivery,
): Promise<string | undefined> {
  const port = await freePort()
  await receiver.build(workspace, port)
  for (const secret of secrets) {
    const program = new Running(receiver, workspace, secret)
    try {
      const send = async (body: string, headers: object = {}) =>
        program.send(port, body, { ...pick(received), ...headers })
      const right = await send(received.text)
      if (right !== 204) return `it answers ${right} to a delivery`
      await until('it prints the event', () => program.printed.includes(received.body.id))
      const old = { 'webhook-timestamp': String(Number(received.headers['webhook-timestamp']) - 1) }
      for (const status of [await send(`${received.text} `), await send(received.text, old)])
        if (status !== 400) return `it answers ${status} to a forged delivery`
    } finally {
      await program.end()
    }
  }
  return undefined
}

const pick = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name]),
    ]),
  )

/** A receiver that runs. */
class Running {
  printed = ''
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor({ run: [command, ...args] }: Receiver, { dir }: Workspace, secret: string) {
    this.#child = spawn(join(dir, command), args, { cwd: dir, env: { ...process.env, SECRET: secret } })
    this.#ended = once(this.#child, 'close')
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', (chunk: Buffer) => (this.printed += chunk.toString()))
  }

  /** The status of its answer, once it listens. */
  async send(port: number, body: string, headers: Record<string, string>): Promise<number> {
    const answer = await until('the receiver answers', () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers }).catch(() => undefined),
    )
    return answer.status
  }

  async end(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.#ended
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return port
}
