import pg from 'pg'
import { encodeFeedCursor } from '../../src/domain/cursor.ts'
import type { StampedEvent } from '../../src/queries/events.ts'
import { databaseIdentity } from '../../src/db/identity.ts'
import { begin, withClient, type Caller } from './database.ts'

/** All that a page of the feed asks of the database, in one round trip. */
const statements = {
  unstamped: 'select e.id from events e where e.org_id = $1 and e.position is null order by e.id limit 1',
  last: 'select p.last_position from event_positions p where p.org_id = $1',
  page: `select e.position, e.id, e.type, e.at, e.payload from events e
          where e.org_id = $1 and e.position > $2
            and e.position <= (select p.last_position from event_positions p where p.org_id = $1)
          order by e.position limit $3`,
  oldest: `select e.position, e.at from events e
            where e.org_id = $1 and e.position is not null order by e.position limit 1`,
}

let database: Promise<string> | undefined

/** The name of the database, which is part of cursors. It is asked for once. */
async function nameOfDatabase(): Promise<string> {
  const owner = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 1 })
  return databaseIdentity(owner).finally(() => owner.end())
}

/** What `webhooks/feed.list` answers from the start, when all events have their positions. */
export async function feed({ org_id: org }: Caller, input: Record<string, unknown>): Promise<unknown> {
  const most = Number(input['limit'])
  const name = await (database ??= nameOfDatabase())
  const [, { rows: unstamped }, , { rows: found }] = await withClient((client) =>
    Promise.all([
      client.query(begin(org, ' read only')),
      client.query({ name: 'feed_unstamped', text: statements.unstamped, values: [org] }),
      client.query({ name: 'feed_last', text: statements.last, values: [org] }),
      client.query<StampedEvent>({
        name: 'feed_page',
        text: statements.page,
        values: [org, 0, most + 1],
      }),
      client.query({ name: 'feed_oldest', text: statements.oldest, values: [org] }),
      client.query('commit'),
    ]),
  )
  if (unstamped.length > 0) throw new Error('this answers when all events have their positions')
  const cursorAt = (position: number) => encodeFeedCursor({ database: name, position })
  const events = found.slice(0, most)
  return {
    events: events.map(({ id, type, at, payload, position }) => ({
      id: `evt_${id}`,
      type,
      timestamp: at,
      version: 'v1',
      organization_id: org,
      test: false,
      data: payload,
      cursor: cursorAt(position),
    })),
    next: cursorAt(events.at(-1)!.position),
    has_more: found.length > most,
    truncated: false,
    begins_at: null,
  }
}
