import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../src/secrets/credentials.ts'
import type { Site, World } from '../world.ts'
import { compare, type Result, type Row } from './compare.ts'

/** What an assistant pays for having been connected by a member instead of by a key. */
export const assistants: Row[] = [
  {
    name: 'whoami over MCP with the token of an app, beside a key',
    floor: 0.8,
    unit: 'req/s',
    run: besideKeys,
  },
]

async function besideKeys(world: World): Promise<Result> {
  const site = await world.one()
  const target = {
    url: site.ours.url,
    path: '/mcp',
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"platform_whoami"}}',
  }
  const ours = { ...target, keys: await connectApps(site) }
  return compare(ours, { ...target, keys: site.keys }, { oursAt: site })
}

/** As many connected apps as there are keys, each of the member and audience of a key. All have been used just now. */
async function connectApps({ db, keys }: Site): Promise<string[]> {
  const tokens = keys.map(() => randomBytes(32).toString('base64url'))
  await db.query(
    `with app as (
       insert into oauth_connections (org_id, id, membership_id, client_id, client_name, client_kind, redirect_host,
                                      redirect_kind, audience, created_at, connected_at, expires_at)
       select l.org_id, gen_random_uuid(), k.membership_id, 'app', 'App', 'dcr', 'localhost', 'local', k.audience,
              now(), now(), now() + interval '30 days'
         from unnest($1::bytea[]) as hash
         join credential_lookups l on l.secret_hash = hash
         join api_keys k on k.org_id = l.org_id and k.id = l.credential_id
       returning org_id, id),
     numbered as (select app.*, row_number() over () as number from app)
     insert into oauth_objects (model, id_hash, org_id, connection_id, payload, created_at, expires_at)
     select 'AccessToken', t.hash, n.org_id, n.id, '{}', now(), now() + interval '1 day'
       from unnest($2::bytea[]) with ordinality t (hash, number)
       join numbered n on n.number = t.number`,
    [keys.map(hashSecret), tokens.map(hashSecret)],
  )
  await db.query('vacuum analyze oauth_connections, oauth_objects')
  await db.query(`select count(*) from unnest($1::bytea[]) as hash, authenticate_app(hash, 1, now())`, [
    tokens.map(hashSecret),
  ])
  return tokens
}
