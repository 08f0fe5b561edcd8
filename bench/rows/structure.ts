import type { Target } from '../load.ts'
import type { Site } from '../world.ts'
import { beside, compare, unitsList, usual, whoami, type Row } from './compare.ts'

/** Reads and writes of an organization of 50 units. */
export const structure: Row[] = [
  {
    name: 'whoami',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      return beside(site, site.keys, whoami, '{}', { ...usual, rounds: 30 })
    },
  },
  {
    name: 'units.list, 50 units',
    floor: 0.68,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      return beside(site, site.keys, unitsList, '{}')
    },
  },
  {
    name: 'units.create',
    floor: 0.65,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      const run = await compare(unitsCreate(site, site.ours.url), unitsCreate(site, site.limit.url), {
        oursAt: site,
      })
      // The rows after this one need organizations with 50 units again.
      await site.db.query(
        `set session_replication_role = replica; delete from units where name like 'Bench %'; reset session_replication_role`,
      )
      await site.db.query('vacuum analyze units')
      return run
    },
  },
]

/** Every request creates a unit with another name, in another organization, so that the trees stay small. */
function unitsCreate({ keys }: Site, url: string): Target {
  let count = 0
  const run = new URL(url).port
  return {
    url,
    keys,
    path: '/v1/org/units.create',
    body: () => `{"name":"Bench ${run}-${++count}","kind":"team"}`,
  }
}
