import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { eventData } from '../webhooks.ts'

/**
 * A loop of signed posts by hand, which shows what is possible on this machine: only undici, with nothing stored anywhere. At
 * PORT it is told how many to send, and to which address: `/send?count=<n>&to=<url>`.
 */

/** As many requests at the same time as the service sends to one endpoint. */
const atOnce = 8
const ca = readFileSync(join(process.env['CERTIFICATE_FOLDER'] as string, 'ca.pem'), 'utf8')
const dispatcher = new Agent({ connect: { ca } })
const secret = randomBytes(32)

async function post(to: string): Promise<void> {
  const id = `evt_${randomUUIDv7()}`
  const body = JSON.stringify({
    id,
    type: 'unit.created',
    timestamp: new Date().toISOString(),
    version: 'v1',
    organization_id: randomUUIDv7(),
    test: false,
    data: eventData,
  })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  const answer = await request(to, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  })
  await answer.body.dump()
  if (answer.statusCode !== 204) throw new Error(`${to} answers ${answer.statusCode}`)
}

async function sendAll(to: string, count: number): Promise<void> {
  let left = count
  const sender = async () => {
    while (left-- > 0) await post(to)
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
}

createServer((asked, response) => {
  const { pathname, searchParams } = new URL(asked.url!, 'http://localhost')
  const work =
    pathname === '/send'
      ? sendAll(searchParams.get('to')!, Number(searchParams.get('count')))
      : Promise.resolve()
  work.then(
    () => response.writeHead(200).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
