import { expect } from 'chai'
import { constraintOf } from '../../src/db/errors.ts'
import { useServer } from '../support/server.ts'

describe('the constraint that a change violates', () => {
  const server = useServer()

  it('is the one that PostgreSQL names', async () => {
    const company = await server.company()
    await company.unit({ name: 'Twice' })
    const error = await company.unit({ name: 'Twice' }).catch((thrown: unknown) => thrown)
    expect(constraintOf(error)).to.equal('units_name')
  })

  const names: Record<string, [error: object, name: string | undefined]> = {
    'a cluster names it in the message, by the name on the shard': [
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "people_work_email_102025"',
      },
      'people_work_email',
    ],
    'the field may hold the name on the shard, too': [{ constraint: 'units_name_1020257' }, 'units_name'],
    'a number that is part of the name stays': [
      { constraint: 'organizations_check1' },
      'organizations_check1',
    ],
    'an exclusion constraint': [
      { message: 'conflicting key value violates exclusion constraint "job_rows_excl_102041"' },
      'job_rows_excl',
    ],
    'another error has none': [{ code: '57014', message: 'canceling statement' }, undefined],
  }
  for (const [what, [error, name]] of Object.entries(names))
    it(what, () => expect(constraintOf(error)).to.equal(name))
})
