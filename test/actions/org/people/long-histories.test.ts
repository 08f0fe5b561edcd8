import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

const people = 120
const rowsOfEach = 500

describe('org.people.list: people with long histories', () => {
  const server = useServer()

  it('lists everybody with the row of today, however many are before and after it', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const client = await server.db.connect()
    try {
      await client.query('begin; set local session_replication_role = replica')
      await client.query(
        `create temp table long_lives on commit drop as
           select uuidv7() as id, uuidv7() as employment, k from generate_series(1, ${people}) k`,
      )
      await client.query(
        `insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
         select $1, id, 'Long', 'Life ' || k, 'l' || k || '@long.example', 'l' || k || '@long.example', 'long life ' || k
           from long_lives`,
        [company.id],
      )
      await client.query(
        `insert into employments (org_id, id, person_id, start_date, start_announced_at)
         select $1, employment, id, current_date - 250, now() from long_lives`,
        [company.id],
      )
      // All are announced: a story whose clock is a year later would tell of 60,000 days.
      await client.query(
        `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, search_text, employment_type,
                               fte, reason, contract_type, own_terms, start_announced_at)
         select $1, uuidv7(), id, employment, current_date - 250 + n, case when n < $2 - 1 then current_date - 250 + n end,
                'Day ' || n, 'day', 'full_time', 1, 'change', 'permanent', '{title}', now()
           from long_lives, generate_series(0, $2::int - 1) n`,
        [company.id, rowsOfEach],
      )
      await client.query('commit; analyze job_rows, people, employments')
    } finally {
      client.release()
    }
    const { people: all } = await hr.call('org_people_list', {})
    const titles = all.filter(({ name }) => name.startsWith('Long')).map(({ title }) => title)
    expect(titles).to.deep.equal(Array<string>(people).fill('Day 250'))
  })
})
