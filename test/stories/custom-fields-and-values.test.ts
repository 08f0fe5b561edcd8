import { expect } from 'chai'
import { refused } from '../support/expect.ts'
import { interrupted } from '../support/race.ts'
import { useServer } from '../support/server.ts'

const ada = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  work_email: 'ada@company.example',
  title: 'Engineer',
  start_date: '2024-03-01',
}

/** A hire writes the person before the values, and a change of a field is in the log before the call ends. */
const hireWrites = 'people'
const changeWrites = 'activity'

describe('a custom field changes while somebody is hired with a value in it', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const options = ['red', 'green', 'blue']
    const { id } = await hr.call('org_fields_create', { label: 'Colour', type: 'select', options })
    // Another field before it, so that its place can change.
    await hr.call('org_fields_create', { label: 'Other', type: 'text' })
    return {
      hire: () => hr.call('org_people_hire', { ...ada, custom: { colour: 'red', other: 'x' } }),
      change: (change: object) => hr.call('org_fields_update', { field_id: id, ...change }),
    }
  }

  it('archived: the hire waits, and is then refused', async () => {
    const { hire, change } = await story()
    const { first, second } = await interrupted(
      server.db,
      changeWrites,
      () => change({ archived: true }),
      hire,
    )
    expect(await first).to.include({ archived: true })
    const { body } = await refused(second, 'conflict')
    expect(body.error.details![0]).to.include({ path: 'custom.colour', code: 'custom_field_archived' })
  })

  it('archived: the archive waits for the hire, and the value is kept', async () => {
    const { hire, change } = await story()
    const { first, second } = await interrupted(server.db, hireWrites, hire, () => change({ archived: true }))
    expect((await first).person.custom).to.include({ colour: 'red' })
    expect(await second).to.include({ archived: true })
    await refused(change({ archived: false, options: ['green', 'blue'] }), 'conflict')
  })

  it('to a wider tier: the change waits for the hire, and then sees the value', async () => {
    const { hire, change } = await story()
    const { first, second } = await interrupted(server.db, hireWrites, hire, () => change({ tier: 'public' }))
    await first
    const { body } = await refused(second, 'conflict')
    expect(body.error.details![0]).to.include({ path: 'tier', code: 'tier_exposes_values' })
  })

  it('to a wider tier: the hire waits, and its value is then one that everybody sees', async () => {
    const { hire, change } = await story()
    const { first, second } = await interrupted(
      server.db,
      changeWrites,
      () => change({ tier: 'public' }),
      hire,
    )
    expect(await first).to.include({ tier: 'public', previous_tier: 'private' })
    await second
  })

  it('without an option: the change waits for the hire, and then sees the value', async () => {
    const { hire, change } = await story()
    const options = ['green', 'blue']
    const { first, second } = await interrupted(server.db, hireWrites, hire, () => change({ options }))
    await first
    expect((await refused(second, 'conflict')).message).to.include('the option red: 1')
  })

  it('without an option: the hire waits, and is then refused', async () => {
    const { hire, change } = await story()
    const options = ['green', 'blue']
    const { first, second } = await interrupted(server.db, changeWrites, () => change({ options }), hire)
    expect(await first).to.deep.include({ options })
    const { body } = await refused(second, 'validation_failed')
    expect(body.error.details![0]).to.include({ path: 'custom.colour', code: 'custom_value_no_option' })
  })

  it('to another place: neither waits for the other forever', async () => {
    const { hire, change } = await story()
    const { first, second } = await interrupted(server.db, hireWrites, hire, () => change({ position: 1 }))
    await first
    expect(await second).to.include({ position: 1 })
  })
})
