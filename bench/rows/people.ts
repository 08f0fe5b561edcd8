import type { Site } from '../world.ts'
import { beside, call, peopleList, slow, unitsList, type Row } from './compare.ts'

/** The directory of an organization of 10,000 people among 10,000 small ones. */
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
    floor: 0.8,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(
        site,
        site.largeKeys,
        peopleList,
        JSON.stringify({ unit_id: await someUnit(site), limit: 50 }),
      )
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
]

/** The id of a unit in the organization of 10,000 people. It has 100 people. */
async function someUnit({ ours, largeKeys: [key = ''] }: Site): Promise<string> {
  const { data } = (await call({ url: ours.url, path: unitsList, body: '{}' }, key)) as {
    data: { id: string }[]
  }
  return data[9]?.id ?? ''
}
