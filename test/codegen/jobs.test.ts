import { expect } from 'chai'
import { jobsModule, tasksModule, workersModule } from '../../codegen/emit/jobs.ts'
import { ContractError } from '../../codegen/problems.ts'
import { useWorkshop } from './workshop.ts'

const file = 'src/jobs/close_login.ts'
const task = `import { nothing } from '../generated/not-written-yet.ts'

export const payload = { org_id: 'id', person_ids: 'ids', on: 'day' } as const
export const cron = null
export const task = async () => nothing
`

describe('the tasks of src/jobs', () => {
  const workshop = useWorkshop()
  beforeEach(() => {
    workshop.current.write(file, task)
    workshop.current.write('src/jobs/sweep.ts', task.replace(/\{ org_id.*\}/, '{}'))
    workshop.current.write('src/jobs/pools.ts', "export const task = 'no payload: no task'\n")
    workshop.current.write('src/jobs/worker/worker.ts', task)
  })

  it('have a type for their payload, and are listed for the worker and the queue', () => {
    const contract = workshop.current.contract()
    const types = jobsModule(contract)
    expect(types).to.include('close_login: { org_id: string; person_ids: string[]; on: Day }')
    expect(types).to.include('sweep: Record<string, never>')
    expect(types).to.include("import type { Day } from '../domain/day.ts'")
    const workers = workersModule(contract)
    expect(workers).to.include("import * as close_login from '../jobs/close_login.ts'")
    expect(workers).to.match(/workers = \{\s+close_login,\s+sweep,\s+\}/)
    expect(tasksModule(contract)).to.include("= ['close_login', 'sweep']")
    expect(types + workers).to.not.match(/pools|worker\.ts/)
  })

  it('may all be missing', () => {
    const { jobs } = { ...workshop.current.contract(), jobs: [] }
    expect(jobsModule({ ...workshop.current.contract(), jobs })).to.include('interface JobPayloads {')
  })

  const mistakes: Record<string, [from: string, to: string, line: number, says: string]> = {
    'a field of an unknown kind': [
      "org_id: 'id'",
      "org_id: 'text'",
      3,
      'each field of payload must be one of id, ids, day',
    ],
    'a payload that is no literal': [
      "{ org_id: 'id', person_ids: 'ids', on: 'day' } as const",
      'nothing',
      3,
      'payload must be an object written out here',
    ],
    'no cron': ['export const cron', 'const cron', 1, 'cron is missing'],
    'no task': ['export const task', 'const task', 1, 'task is missing'],
  }
  for (const [what, [from, to, line, says]] of Object.entries(mistakes))
    it(`are refused with file and line: ${what}`, () => {
      workshop.current.edit(file, from, to)
      expect(() => workshop.current.contract())
        .to.throw(ContractError, says)
        .with.nested.property('problems[0]')
        .that.includes({ file, line })
    })

  it('are refused when their name is malformed', () => {
    workshop.current.write('src/jobs/close-login.ts', task)
    expect(() => workshop.current.contract()).to.throw(ContractError, 'lower-case words joined by _')
  })
})
