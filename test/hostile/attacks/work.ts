import type { Attack } from '../attack.ts'
import { send } from '../http.ts'
import { bounds, nobodyFailed, notice, type Noticed } from '../notice.ts'
import { keyOf, withKey, type Site } from '../site.ts'
import type { Company } from '../../support/company.ts'

const rounds = { all: 5, short: 3 }

/** A person who started in 2020, with so many job rows in all; those after the first are scheduled, one for each day. */
async function storeScheduled({ db }: Site, company: Company, rows: number): Promise<string> {
  const { id, jobId, employmentId } = await company.person({ start_date: '2020-01-01' })
  if (rows === 1) return id
  await db.query(`update job_rows set valid_to = current_date + 9 where org_id = $1 and id = $2`, [
    company.id,
    jobId,
  ])
  await db.query(
    `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, search_text,
                           employment_type, fte, reason, contract_type, own_terms)
     select $1, gen_random_uuid(), $2, $3, current_date + 9 + n, case when n < $4 - 1 then current_date + 9 + n end,
            'Engineer ' || n, 'engineer ' || n, 'full_time', 1, 'change', 'permanent', '{title}'
       from generate_series(1, $4 - 1) n`,
    [company.id, id, employmentId, rows],
  )
  return id
}

/** Valid calls of whom nobody would think that they are much work. */
export const work: Attack[] = [
  {
    name: 'a last day that takes away 499 scheduled job rows',
    async run(site, short) {
      const company = await site.company()
      const key = keyOf(await company.as('hr'))
      const last = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      const statuses = new Set<number>()
      const terminate = async (rows: number) => {
        const id = await storeScheduled(site, company, rows)
        const body = JSON.stringify({ person_id: id, last_day: last })
        return notice(site, async () => {
          const { status } = await send(site.plain.url, '/v1/org/people.terminate', {
            headers: withKey(key),
            body,
          })
          statuses.add(status)
        })
      }
      await terminate(500)
      const [many, one]: [Noticed[], Noticed[]] = [[], []]
      for (let round = 0; round < rounds[short ? 'short' : 'all']; round++) {
        many.push(await terminate(500))
        one.push(await terminate(1))
      }
      return {
        measured: `answers ${[...statuses].join(', ')}`,
        ok: statuses.size === 1 && statuses.has(200) && nobodyFailed(many),
        ...bounds('', many, one),
      }
    },
  },
]
