import { expect } from 'chai'
import type { TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('units are at most 20 levels deep, counting the root', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    company = await server.company()
    hr = await company.as('hr')
  })

  /** A chain of units below the root, which begins with a name; their ids from the top. */
  async function chain(name: string, length: number): Promise<string[]> {
    const ids: string[] = []
    for (let at = 0; at < length; at++)
      ids.push(await company.unit({ name: `${name} ${at}`, ...(at > 0 && { parent_id: ids.at(-1)! }) }))
    return ids
  }

  const problemsOf = async (call: Promise<unknown>) => {
    const { body } = await refused(call, 'conflict')
    return body.error.details!.map(({ path, code, message }) => `${path} ${code}: ${message}`)
  }
  const tooDeep = (path: string, levels: number) =>
    `${path} unit_too_deep: Units are at most 20 levels deep, counting the company root, and this would make ${levels}. ` +
    'Choose a parent higher up.'

  it('a new one is refused below the twentieth', async () => {
    const ids = await chain('Deep', 18)
    const { id } = await hr.call('org_units_create', { name: 'Twenty', kind: 'team', parent_id: ids.at(-1)! })
    expect(
      await problemsOf(hr.call('org_units_create', { name: 'More', kind: 'team', parent_id: id })),
    ).to.deep.equal([tooDeep('parent_id', 21)])
  })

  it('a move counts everything below the unit', async () => {
    const [deep, branch] = [await chain('Deep', 17), await chain('Branch', 3)]
    const move = (unit_id: string, parent_id: string) => hr.call('org_units_update', { unit_id, parent_id })
    expect(await problemsOf(move(branch[0]!, deep[16]!))).to.deep.equal([tooDeep('parent_id', 21)])
    expect((await move(branch[0]!, deep[15]!)).parent_id).to.equal(deep[15])
    expect((await move(branch[1]!, deep[16]!)).parent_id).to.equal(deep[16])
  })

  it('what was deeper before may be changed, and moved up, but not down', async () => {
    const ids = await chain('Old', 25)
    const side = await chain('Side', 4)
    const update = (input: object) => hr.call('org_units_update', { unit_id: ids[2]!, ...input })
    expect((await update({ name: 'Renamed' })).name).to.equal('Renamed')
    expect(await problemsOf(update({ parent_id: side[3] }))).to.deep.equal([tooDeep('parent_id', 28)])
    expect((await update({ parent_id: side[1] })).parent_id).to.equal(side[1])
    expect((await update({ parent_id: side[0] })).parent_id).to.equal(side[0])
  })

  it('setup.apply counts new and moved units together, and tells each one that is too deep', async () => {
    const ids = await chain('Deep', 17)
    await chain('Branch', 2)
    const units = ['A', 'B', 'C', 'D'].map((name, at, all) => ({
      ...{ name, kind: 'team' as const, parent: at === 0 ? 'Deep 16' : all[at - 1]! },
    }))
    expect(await problemsOf(hr.call('org_setup_apply', { units: units.toReversed() }))).to.deep.equal([
      tooDeep('units[0].parent', 22),
      tooDeep('units[1].parent', 21),
    ])
    const moved = { name: 'Branch 0', kind: 'team' as const, parent: 'B' }
    expect(
      await problemsOf(hr.call('org_setup_apply', { units: [...units.slice(0, 2), moved] })),
    ).to.deep.equal([tooDeep('units[2].parent', 22)])
    const { created } = await hr.call('org_setup_apply', { units: units.slice(0, 2) })
    expect(created.units).to.equal(2)
    await hr.call('org_units_update', { unit_id: ids[16]!, name: 'Renamed' })
  })

  it('who leads the unit they join gets the lead of the nearest unit above, however deep that is', async () => {
    const [top, own] = [await company.person({}), await company.person({})]
    const ids = await chain('Old', 30)
    for (const [unit_id, person_id] of [
      [ids[0]!, top.id],
      [ids[29]!, own.id],
    ] as const)
      await hr.call('org_units_set_head', { unit_id, person_id })
    const { job } = await hr.call('org_people_change_job', {
      ...{ person_id: own.id, unit_id: ids[29]!, effective_date: '2035-01-01', reason: 'transfer' as const },
    })
    expect(job.manager?.id).to.equal(top.id)
  })
})
