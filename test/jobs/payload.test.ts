import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type { Job } from '../../src/jobs/job.ts'
import { checked } from '../../src/worker/payload.ts'

describe('the payload of a job', () => {
  const ran: unknown[] = []
  beforeEach(() => ran.splice(0))
  const job: Job = {
    payload: { org_id: 'id', person_ids: 'ids', on: 'day' },
    cron: null,
    task: async (payload) => void ran.push(payload),
  }
  const work = async (payload: unknown): Promise<void> => {
    await checked('close_login', job, undefined as never)(payload, undefined as never)
  }
  const good = { org_id: randomUUIDv7(), person_ids: [randomUUIDv7()], on: '2026-03-10' }

  it('is passed to the task when it has the form that the job declares', async () => {
    await work(good)
    expect(ran).to.deep.equal([good])
  })

  const wrongs: Record<string, [payload: unknown, fields: string]> = {
    'that is missing': [undefined, 'org_id,person_ids,on'],
    'with a name for an id': [{ ...good, org_id: 'Ada' }, 'org_id'],
    'with a name among ids': [{ ...good, person_ids: [randomUUIDv7(), 'Ada'] }, 'person_ids'],
    'with one id for a list': [{ ...good, person_ids: good.org_id }, 'person_ids'],
    'with a day that does not exist': [{ ...good, on: '2026-02-30' }, 'on'],
  }
  for (const [what, [payload, fields]] of Object.entries(wrongs))
    it(`fails the job, with the names of fields but no values: one ${what}`, async () => {
      const error = await work(payload).catch(({ message }: Error) => message)
      expect(error).to.equal(`the payload of close_login has no good ${fields}`)
      expect(ran).to.deep.equal([])
    })
})
