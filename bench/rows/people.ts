import type { Site } from '../world.ts'
import { beside, call, compare, peopleList, slow, unitsList, type Row } from './compare.ts'

/** The directory and the chart of a large organization among small ones. */
export const people: Row[] = [
  {
    name: 'people.list, all of 10,000',
    floor: 0.85,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(site, site.largeKeys, peopleList, '{}', slow)
    },
  },
  {
    name: 'people.list, 50 of one unit among 10,000',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(site, site.largeKeys, peopleList, await pageOfUnit(site, site.largeKeys))
    },
  },
  {
    name: 'people.list, 50 of a name among 10,000',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(site, site.largeKeys, peopleList, '{"q":"bjorn muller","limit":50}')
    },
  },
  {
    name: 'people.chart of 10,000',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(site, site.largeKeys, peopleChart, '{}', slow)
    },
  },
  {
    name: 'people.list, first 50 of 100,000 by name',
    floor: 0.65,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      return beside(site, site.largeKeys, peopleList, '{"limit":50}')
    },
  },
  {
    name: 'people.list, 50 of one unit among 100,000',
    floor: 0.65,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      return beside(site, site.largeKeys, peopleList, await pageOfUnit(site, site.largeKeys))
    },
  },
  {
    name: 'people.list, 50 of a name among 100,000',
    floor: 0.65,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      return beside(site, site.largeKeys, peopleList, '{"q":"777","limit":50}')
    },
  },
  {
    name: 'people.list, 50 of one manager among 100,000',
    floor: 0.65,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      return beside(site, site.largeKeys, peopleList, await pageOfManager(site))
    },
  },
  {
    name: 'people.list, 50 of one unit at 100,000 beside 1,000',
    floor: 0.75,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      const target = async (keys: string[]) => ({
        url: site.ours.url,
        path: peopleList,
        keys,
        body: await pageOfUnit(site, keys),
      })
      return compare(await target(site.largeKeys), await target(site.mediumKeys), { oursAt: site })
    },
  },
]

const peopleChart = '/v1/org/people.chart'

/** The input for 50 people of a unit of 100. */
async function pageOfUnit({ ours }: Pick<Site, 'ours'>, [key = '']: string[]): Promise<string> {
  const { data } = (await call({ url: ours.url, path: unitsList, body: '{}' }, key)) as {
    data: { id: string }[]
  }
  return JSON.stringify({ unit_id: data[9]?.id, limit: 50 })
}

/** The input for the 50 people of a manager. */
async function pageOfManager({ ours, largeKeys: [key = ''] }: Site): Promise<string> {
  const body = await pageOfUnit({ ours }, [key])
  const { data } = (await call({ url: ours.url, path: peopleList, body }, key)) as {
    data: { people: { manager: { id: string } | null }[] }
  }
  const manager = data.people.find((person) => person.manager)?.manager
  return JSON.stringify({ manager_id: manager?.id, limit: 50 })
}
