import { beside, slow, type Row } from './compare.ts'

/** What reads everybody: the export and the headcount of years. */
export const reports: Row[] = [
  {
    name: 'people.export_csv of 10,000',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(site, site.largeKeys, '/v1/org/people.export_csv', '{}', slow)
    },
  },
  {
    name: 'reports.headcount, 60 months by unit of 100,000',
    floor: 0.7,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      const body = '{"from":"2020-01","to":"2024-12","by":"unit"}'
      return beside(site, site.largeKeys, '/v1/org/reports.headcount', body, slow)
    },
  },
]
