import type { Attack, Finding } from '../attack.ts'
import { send } from '../http.ts'
import { bounds, nobodyFailed, notice, type Noticed } from '../notice.ts'
import type { Site } from '../site.ts'
import { withKey, keyOf } from '../site.ts'

/** So many times each input is sent. The median counts. */
const rounds = { all: 5, short: 3 }
const most = 250
const mib = 1024 * 1024

const nameOf = (at: number, round: number) => `p${round}x${at}@hostile.example`
const person = (at: number, round: number, more: object = {}) => ({
  ...{ given_name: `G${at}`, family_name: `F${at}`, work_email: nameOf(at, round), title: 'Cook' },
  ...{ manager_email: null, ...more },
})
const everybody = (make: (at: number) => object) => Array.from({ length: most }, (_, at) => make(at))
const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))
const columns = 'given_name,family_name,work_email,title'

/** Sends an input some times, and looks at what the server and somebody else notice. */
async function besideQuiet(
  site: Site,
  short: boolean,
  path: string,
  inputOf: (round: number) => object,
  status = 200,
): Promise<Finding> {
  const company = await site.company()
  const owner = await company.as('owner')
  for (let at = 0; at < 30; at++)
    await owner.call('org_fields_create', {
      ...{ label: `F${at}`, type: at % 3 ? 'text' : 'number', tier: 'public' },
    })
  const headers = withKey(keyOf(owner))
  const noticed: Noticed[] = []
  const statuses = new Set<number>()
  for (let round = 0; round < rounds[short ? 'short' : 'all']; round++) {
    const body = JSON.stringify(inputOf(round))
    noticed.push(
      await notice(site, async () => {
        statuses.add((await send(site.plain.url, path, { headers, body })).status)
      }),
    )
  }
  return {
    measured: `answers ${[...statuses].join(', ')}`,
    ok: statuses.size === 1 && statuses.has(status) && nobodyFailed(noticed),
    ...bounds('', noticed),
  }
}

const setup = '/v1/org/setup.apply'
const file = '/v1/org/people.import_csv'
const values = (round: number) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, at % 3 ? 'x'.repeat(150) : round + at]))

/** What the calls for many people do with the largest input that they take, and with inputs that are not like people. */
export const manyPeople: Attack[] = [
  {
    name: '250 new people with 30 custom fields each',
    run: (site, short) =>
      besideQuiet(site, short, setup, (round) => ({
        people: everybody((at) => person(at, round, { custom: values(at) })),
      })),
  },
  {
    name: '250 people, each below the one before',
    run: (site, short) =>
      besideQuiet(site, short, setup, (round) => ({
        people: everybody((at) => person(at, round, at > 0 ? { manager_email: nameOf(at - 1, round) } : {})),
      })),
  },
  {
    name: '90 people with mistakes and 200 units that name units which nobody has, but are nearly like others of the input',
    run: (site, short) =>
      besideQuiet(
        site,
        short,
        setup,
        (round) => ({
          units: Array.from({ length: 200 }, (_, at) => ({
            name: `${'long name of a unit '.repeat(3)}${letters(at)}`,
            kind: 'team',
            parent: `${'long name of a unit '.repeat(3)}${letters(at)}xyz`,
          })),
          people: everybody((at) =>
            person(at, round, { unit: `${'long name of a unit '.repeat(2)}${letters(at)}zyx`, fte: 'none' }),
          ).slice(0, 90),
        }),
        400,
      ),
  },
  {
    name: '250 people in a circle',
    run: (site, short) =>
      besideQuiet(
        site,
        short,
        setup,
        (round) => ({
          people: everybody((at) => person(at, round, { manager_email: nameOf((at + 1) % most, round) })),
        }),
        400,
      ),
  },
  {
    name: 'a CSV of 1 MiB: 250 people with 30 long values',
    run: (site, short) =>
      besideQuiet(site, short, file, (round) => {
        const header = [columns, ...Object.keys(values(0))].join(',')
        const rows = everybody((at) => person(at, round)).map((one) => {
          const { given_name, family_name, work_email, title } = one as ReturnType<typeof person>
          return [given_name, family_name, work_email, title, ...Object.values(values(round))].join(',')
        })
        return { csv: [header, ...rows].join('\n').slice(0, mib) }
      }),
  },
  {
    name: 'a CSV of 170,000 columns, and one of a million empty lines',
    run: (site, short) =>
      besideQuiet(
        site,
        short,
        file,
        (round) => ({
          csv:
            round % 2
              ? `${columns}${'\n'.repeat(mib - 100)}"`
              : Array.from({ length: 170_000 }, (_, at) => at.toString(36).padStart(5, 'a')).join(','),
        }),
        400,
      ),
  },
]
