import { createHash, randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { authenticateSql } from '../src/auth/authenticate.ts'
import type { Db } from '../src/db/transaction.ts'
import { getUnit, listUnits, lockTree, type TreeNode, type UnitRow } from '../src/queries/units.ts'

/**
 * What hand-written code reaches on this machine: `node:http` and `pg`, the same statements under the same row-level
 * security, the same answers, and nothing around them. The service is measured beside it.
 */

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_APP_URL'],
  max: 10,
  options: '-c role=rollcall_app -c timezone=UTC',
  pipeline: true,
})

interface Caller {
  credential_id: string
  membership_id: string
  org_id: string
  org_name: string
  org_language: string | null
  slug: string
  time_zone: string
  role: string
  audience: string
  person_id: string | null
  user_id: string
  email: string
  display_name: string
  user_language: string | null
  used: number
}

async function authenticate(request: IncomingMessage): Promise<Caller | undefined> {
  const hash = createHash('sha256')
    .update(request.headers.authorization?.slice('Bearer '.length) ?? '')
    .digest()
  const { rows } = await pool.query<Caller>({
    name: 'authenticate',
    text: authenticateSql,
    values: [hash, 'key', 1],
  })
  return rows[0]
}

/** The text of the statements that a query function of the service sends. */
async function textsOf(query: (db: Db) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const send = async (text: string) => {
    texts.push(text)
    return []
  }
  await query({ orgId: '', query: send, run: () => send('') })
  return texts
}

const [listText = ''] = await textsOf((db) => listUnits(db, '', false))
const [getText = ''] = await textsOf((db) => getUnit(db, '', ''))
const [lockText = '', treeText = ''] = await textsOf(lockTree)
const insertText = `insert into units (org_id, id, name, kind, parent_id) values ($1, $2, $3, $4, $5)`
const activityText = `
  insert into activity (org_id, id, at, action, summary, actor_kind, actor_id, membership_id, via,
                        subject_type, subject_id, subject_name, changes, request_id)
  values ($1, $2, $3, 'org.units.create', 'Created the unit {subject}', 'api_key', $4, $5, 'api', 'unit', $6, $7, $8, $9)`

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The date in a time zone, `2026-11-21`: Swedish writes it so. */
function today(timeZone: string): string {
  let format = dayFormats.get(timeZone)
  if (!format) dayFormats.set(timeZone, (format = new Intl.DateTimeFormat('sv', { timeZone })))
  return format.format()
}

const begin = (orgId: string, access = '') => `begin${access}; set local app.org_id = '${orgId}'`

type Answer = (caller: Caller, input: Record<string, string>) => Promise<unknown> | unknown

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
    documents: false,
    paused: null,
  }),

  async '/v1/org/units.list'({ org_id, time_zone }) {
    const client = await pool.connect()
    try {
      const [, { rows }] = await Promise.all([
        client.query(begin(org_id, ' read only')),
        client.query<UnitRow>({ name: 'list', text: listText, values: [org_id, today(time_zone), false] }),
        client.query('commit'),
      ])
      return rows.map(unitOf)
    } finally {
      client.release()
    }
  },

  async '/v1/org/units.create'({ org_id, credential_id, membership_id, time_zone }, { name, kind }) {
    const client = await pool.connect()
    try {
      const [, , tree] = await Promise.all([
        client.query(begin(org_id)),
        client.query({ name: 'lock', text: lockText, values: [org_id] }),
        client.query<TreeNode>({ name: 'tree', text: treeText, values: [org_id] }),
      ])
      const parent = tree.rows.find(({ parent_id }) => parent_id === null)
      const id = randomUUIDv7()
      const changes = JSON.stringify([
        { field: 'kind', before: null, after: kind },
        { field: 'parent_id', before: null, after: parent?.id },
        { field: 'head_person_id', before: null, after: null },
      ])
      const [, , { rows }, { command }] = await Promise.all([
        client.query({ name: 'insert', text: insertText, values: [org_id, id, name, kind, parent?.id] }),
        client.query({
          name: 'activity',
          text: activityText,
          values: [
            org_id,
            randomUUIDv7(),
            new Date().toISOString(),
            credential_id,
            membership_id,
            id,
            name,
            changes,
            randomUUIDv7(),
          ],
        }),
        client.query<UnitRow>({ name: 'get', text: getText, values: [org_id, today(time_zone), id] }),
        client.query('commit'),
      ])
      if (command !== 'COMMIT') throw new Error('not committed')
      return unitOf(rows[0] as UnitRow)
    } finally {
      client.release()
    }
  },
}

function unitOf(row: UnitRow): unknown {
  const head =
    row.head_id === null
      ? null
      : { id: row.head_id, name: row.head_name, title: row.head_title, photo_url: null }
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    parent_id: row.parent_id,
    head,
    archived: row.archived,
    member_count: row.member_count,
  }
}

function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  return new Promise((done, fail) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => done(JSON.parse(text) as Record<string, string>))
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
process.once('SIGTERM', () => process.exit(0))
