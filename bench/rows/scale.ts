import { strictEqual } from 'node:assert'
import type { Site, World } from '../world.ts'
import { call, compare, unitsList, whoami, type Result, type Row } from './compare.ts'

/** The same call in two ways that should cost the same: over MCP, and among 10,000 organizations. */
export const scale: Row[] = [
  {
    name: 'whoami over MCP beside REST',
    floor: 0.88,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      const [key = ''] = site.keys
      const overMcp = { ...mcpWhoami, url: site.ours.url, keys: site.keys }
      const overRest = { path: whoami, body: '{}', url: site.ours.url, keys: site.keys }
      const answer = (await call(overMcp, key)) as { result: { content: [{ text: string }] } }
      const { data } = (await call(overRest, key)) as { data: { user: { id: string } } }
      const told = JSON.parse(answer.result.content[0].text) as { data: { user: { id: string } } }
      strictEqual(told.data.user.id, data.user.id)
      return compare(overMcp, overRest, { oursAt: site })
    },
  },
  {
    name: 'whoami at 10,000 organizations beside 100',
    floor: 0.88,
    unit: 'req/s',
    run: (world) => atScale(world, whoami),
  },
  {
    name: 'units.list at 10,000 organizations beside 100',
    floor: 0.88,
    unit: 'req/s',
    run: (world) => atScale(world, unitsList),
  },
]

const mcpWhoami = {
  path: '/mcp',
  headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'platform_whoami', arguments: {} },
  }),
}

/**
 * The same call in databases of 10,000 and of 100 organizations. A database of one would be no measure: its tables have one
 * page each, which PostgreSQL reads as a whole, and all calls would share the turns of that organization.
 */
async function atScale(world: World, path: string): Promise<Result> {
  const [few, many] = [await world.few(), await world.many()]
  // The keys are random texts. In their order, those that are used at the same time belong to different organizations.
  const target = ({ ours: { url }, keys }: Site) => ({ path, body: '{}', url, keys: keys.toSorted() })
  return compare(target(many), target(few), { oursAt: many, limitAt: few })
}
