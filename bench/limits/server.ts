import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { authenticateSql } from '../../src/auth/authenticate.ts'
import { query, type Caller } from './database.ts'
import { chart } from './chart.ts'
import { homeSummary, listNotes, listTasks } from './desk.ts'
import { feed } from './feed.ts'
import { download, upload } from './files.ts'
import { importCsv } from './imports.ts'
import { changeJob } from './jobs.ts'
import { listOfPeople } from './people.ts'
import { personInFull } from './person.ts'
import { exportCsv, headcount } from './reports.ts'
import { applySetup } from './setup.ts'
import { createUnit, listOfUnits } from './units.ts'

/**
 * A hand-written server, which shows what is possible on this machine: only `node:http` and `pg`, with the same
 * statements, the same row-level security and the same answers as the service. The service is compared with it.
 */

type Answer = (caller: Caller, input: Record<string, unknown>) => unknown

const answers: Record<string, Answer> = {
  '/v1/platform/whoami': (caller) => ({
    user: {
      id: caller.user_id,
      email: caller.email,
      display_name: caller.display_name,
      language: caller.user_language,
    },
    org: { id: caller.org_id, slug: caller.slug, name: caller.org_name, language: caller.org_language },
    roles: [caller.role],
    audiences: [caller.audience],
    person_id: caller.person_id,
    billing: false,
    documents: true,
    paused: null,
  }),
  '/v1/org/units.list': listOfUnits,
  '/v1/org/units.create': createUnit,
  '/v1/org/people.list': listOfPeople,
  '/v1/org/people.get': personInFull,
  '/v1/org/people.chart': chart,
  '/v1/org/people.change_job': changeJob,
  '/v1/org/people.export_csv': exportCsv,
  '/v1/org/reports.headcount': headcount,
  '/v1/org/setup.apply': applySetup,
  '/v1/org/home.summary': homeSummary,
  '/v1/org/checklists.tasks.list': listTasks,
  '/v1/platform/notifications.list': listNotes,
  '/v1/org/people.import_csv': importCsv,
  '/v1/webhooks/feed.list': feed,
}

async function authenticate(request: IncomingMessage): Promise<Caller | undefined> {
  const key = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const values = [createHash('sha256').update(key).digest(), 'key', 1]
  const [row] = await query<Caller & Record<string, unknown>>({
    name: 'authenticate',
    text: authenticateSql,
    values,
  })
  return row
}

function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  return new Promise((done, fail) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => done(JSON.parse(text) as Record<string, unknown>))
    request.on('error', fail)
  })
}

function send(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '' } = request
  if (url === '/readyz') return send(response, 200, '{}')
  if (url.startsWith('/files/upload?')) return upload(request, response)
  if (url.startsWith('/files/download?')) return download(request, response)
  const answer = answers[url]
  if (!answer) return send(response, 404, '{}')
  const input = await readBody(request)
  const caller = await authenticate(request)
  if (!caller) return send(response, 401, '{}')
  if (caller.used > 300) return send(response, 429, '{}')
  send(response, 200, `{"data":${JSON.stringify(await answer(caller, input))}}`)
}

createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error)
    send(response, 500, '{}')
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
