import type { Attack } from '../attack.ts'
import { quantile, send } from '../http.ts'
import { keyOf, withKey, type Site } from '../site.ts'
import type { Company } from '../../support/company.ts'

/** So long a call may keep others waiting, in milliseconds, beside what a harmless call of the same kind does. */
const blockMs = 50
const rounds = 5

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
    async run(site) {
      const company = await site.company()
      const key = keyOf(await company.as('hr'))
      const last = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      const terminate = async (rows: number) => {
        const id = await storeScheduled(site, company, rows)
        let status = 0
        const ms = await site.probe.longest(async () => {
          const body = JSON.stringify({ person_id: id, last_day: last })
          const answer = await send(site.plain.url, '/v1/org/people.terminate', {
            headers: withKey(key),
            body,
          })
          status = answer.status
        })
        return { ms, status }
      }
      await terminate(500)
      const seen: Record<'many' | 'one', { ms: number; status: number }>[] = []
      for (let round = 0; round < rounds; round++)
        seen.push({ many: await terminate(500), one: await terminate(1) })
      const [many, one] = (['many', 'one'] as const).map((which) =>
        quantile(
          seen.map((round) => round[which].ms),
          0.5,
        ),
      ) as [number, number]
      const bound = blockMs + 2 * one
      return {
        measured: `/healthz waits ${many.toFixed(0)} ms at most (bound ${bound.toFixed(0)})`,
        ok: many <= bound && seen.every((round) => round.many.status === 200),
      }
    },
  },
]
