import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { applyPeople, emailOf, entry, idOf, jobsOf, problemsOf, someone } from '../../../../support/bulk.ts'
import { addEmployment } from '../../../../support/job-rows.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply: managers', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const managerOf = async (name: string) =>
    (await jobsOf(server, company, hr, name)).at(-1)!.manager?.id ?? null

  it('who is new gets the lead of their unit, and who moves does, with a warning; the number is told', async () => {
    const [lia, old] = [await someone(company, 'Lia'), await someone(company, 'Old')]
    await company.unit({ name: 'Sales', head_person_id: lia })
    await someone(company, 'Mover', { manager_id: old })
    const { warnings, team_lead_managers } = await applyPeople(
      hr,
      entry('Newbie', { unit: 'Sales' }),
      entry('Mover', { unit: 'Sales' }),
    )
    expect(warnings).to.deep.equal([
      `people[1]: No manager was given: the lead of Sales, Lia Example (id ${lia}), becomes the manager.`,
    ])
    expect([await managerOf('Newbie'), await managerOf('Mover')]).to.deep.equal([lia, lia])
    expect(team_lead_managers).to.equal(2)
  })

  it('who stays in the unit keeps the manager, and so does who moves and is given one, or nobody', async () => {
    const [lia, old] = [await someone(company, 'Lia'), await someone(company, 'Old')]
    const sales = await company.unit({ name: 'Sales', head_person_id: lia })
    await someone(company, 'Stayer', { manager_id: old, unit_id: sales })
    await someone(company, 'Given', { manager_id: old })
    await someone(company, 'Nobody', { manager_id: old })
    const { team_lead_managers, warnings } = await applyPeople(
      hr,
      entry('Stayer', { unit: 'Sales', title: 'Head' }),
      entry('Given', { unit: 'Sales', manager_email: 'OLD@company.example' }),
      entry('Nobody', { unit: 'Sales', manager_email: null }),
      entry('NewNobody', { unit: 'Sales', manager_email: null }),
    )
    expect([team_lead_managers, warnings]).to.deep.equal([0, []])
    expect(await Promise.all(['Stayer', 'Given', 'Nobody', 'NewNobody'].map(managerOf))).to.deep.equal([
      ...[old, old, null, null],
    ])
  })

  it('who leads the unit that they move to gets the lead above: the nearest who is another one and has not left', async () => {
    const [lia, top, chief, gone] = [
      await someone(company, 'Lia'),
      await someone(company, 'Top'),
      await someone(company, 'Chief'),
      await someone(company, 'Gone', { last_day: '2026-06-14' }),
    ]
    const [first, second, third] = [
      await company.unit({ name: 'First', head_person_id: top }),
      await company.unit({ name: 'Second', head_person_id: gone }),
      await company.unit({ name: 'Third', head_person_id: lia }),
    ]
    await company.unit({ name: 'Own', head_person_id: lia })
    await company.unit({ name: 'Highest', head_person_id: chief })
    await hr.call('org_setup_apply', {
      units: [
        { name: 'Own', kind: 'team', parent: 'Third' },
        { name: 'Third', kind: 'team', parent: 'Second' },
        { name: 'Second', kind: 'team', parent: 'First' },
        { name: 'First', kind: 'team', parent: 'Highest' },
      ],
    })
    const { warnings, team_lead_managers } = await applyPeople(hr, entry('Lia', { unit: 'Own' }))
    expect([await managerOf('Lia'), team_lead_managers]).to.deep.equal([top, 1])
    expect(warnings[0]).to.include('the lead of First, Top Example')
    expect([first, second, third]).to.have.length(3)
  })

  it('uses the tree as the same input makes it', async () => {
    const [lia, top] = [await someone(company, 'Lia'), await someone(company, 'Top')]
    await company.unit({ name: 'First', head_person_id: top })
    await company.unit({ name: 'Own', head_person_id: lia })
    await hr.call('org_setup_apply', {
      units: [{ name: 'Own', kind: 'team', parent: 'First' }],
      people: [entry('Lia', { unit: 'Own' })],
    })
    expect(await managerOf('Lia')).to.equal(top)
  })

  it('warns when nobody becomes the manager, and why', async () => {
    const [old, lia, gone] = [
      await someone(company, 'Old'),
      await someone(company, 'Lia', { manager_id: null }),
      await someone(company, 'Gone', { last_day: '2026-06-14' }),
    ]
    await company.unit({ name: 'Empty' })
    await company.unit({ name: 'Own', head_person_id: lia })
    await company.unit({ name: 'Left', head_person_id: gone })
    for (const name of ['MoverA', 'MoverB']) await someone(company, name, { manager_id: old })
    await someone(company, 'MoverC')
    const { warnings, team_lead_managers } = await applyPeople(
      hr,
      entry('NewA'),
      entry('NewB', { unit: 'Empty' }),
      entry('NewC', { unit: 'Left' }),
      entry('MoverA', { unit: 'Empty' }),
      entry('MoverB', { unit: 'Left' }),
      entry('MoverC', { unit: 'Empty' }),
      entry('Lia', { unit: 'Own' }),
    )
    expect(warnings).to.deep.equal([
      'people[0]: No manager and no unit were given: nobody is above this person.',
      'people[1]: No manager was given, and the unit Empty has no lead: nobody is above this person.',
      'people[2]: No manager was given, and the lead of Left has left, or will have by then: nobody is above this person.',
      'people[3]: No manager was given, and the unit Empty has no lead: the manager stays the same.',
      'people[4]: No manager was given, and the lead of Left has left, or will have by then: the manager stays the same.',
      'people[5]: No manager was given, and the unit Empty has no lead: nobody is above this person.',
      'people[6]: No manager was given, and nobody leads a unit above Own: nobody is above this person.',
    ])
    expect(team_lead_managers).to.equal(0)
    expect([await managerOf('MoverA'), await managerOf('MoverB')]).to.deep.equal([old, old])
  })

  it('a lead who will have left by the start is not the manager of somebody who starts then', async () => {
    const lia = await someone(company, 'Lia', { last_day: '2026-07-31' })
    await company.unit({ name: 'Sales', head_person_id: lia })
    const { warnings } = await applyPeople(
      hr,
      entry('Now', { unit: 'Sales' }),
      entry('Later', { unit: 'Sales', start_date: '2026-08-01' }),
    )
    expect(warnings).to.deep.equal([
      'people[1]: No manager was given, and the lead of Sales has left, or will have by then: nobody is above this person.',
    ])
    expect([await managerOf('Now'), await managerOf('Later')]).to.deep.equal([lia, null])
  })

  it('nobody gets a manager who has left since a start in the past: neither a lead nor one who is named', async () => {
    const gone = await someone(company, 'Gone', { last_day: '2026-06-10' })
    await company.unit({ name: 'Sales', head_person_id: gone })
    await someone(company, 'Soon', { start_date: '2026-08-01', manager_id: null })
    const past = { start_date: '2026-06-01' }
    const { warnings, team_lead_managers } = await applyPeople(
      hr,
      entry('New', { ...past, unit: 'Sales' }),
      entry('Soon', { ...past, unit: 'Sales' }),
    )
    const why = 'No manager was given, and the lead of Sales has left, or will have by then'
    expect([warnings, team_lead_managers]).to.deep.equal([
      [`people[0]: ${why}: nobody is above this person.`, `people[1]: ${why}: nobody is above this person.`],
      0,
    ])
    expect([await managerOf('New'), await managerOf('Soon')]).to.deep.equal([null, null])
    const named = entry('Other', { ...past, manager_email: emailOf('Gone') })
    expect(await problemsOf(applyPeople(hr, named))).to.deep.equal([
      'people[0].manager_email manager_has_left',
    ])
  })

  it('a lead who has left and comes back is nobody for whom a unit is joined meanwhile', async () => {
    const back = await someone(company, 'Back', { last_day: '2026-03-31' })
    await addEmployment(server, company.id, back, '2026-08-01', { title: 'Adviser' })
    await company.unit({ name: 'Sales', head_person_id: back })
    const { warnings } = await applyPeople(
      hr,
      entry('Now', { unit: 'Sales' }),
      entry('Then', { unit: 'Sales', start_date: '2026-08-01' }),
    )
    expect(warnings).to.deep.equal([
      'people[0]: No manager was given, and the lead of Sales has left, or will have by then: nobody is above this person.',
    ])
    expect([await managerOf('Now'), await managerOf('Then')]).to.deep.equal([null, back])
  })

  it('does not warn of a manager who works here: one who goes and comes back, one whose start date is not changed', async () => {
    const pause = await someone(company, 'Pause', { last_day: '2026-07-31' })
    await addEmployment(server, company.id, pause, '2026-09-01', { title: 'Adviser' })
    await someone(company, 'Today', { start_date: '2026-06-15', manager_id: null })
    const { warnings } = await applyPeople(
      hr,
      entry('A', { manager_email: emailOf('Pause') }),
      entry('B', { manager_email: emailOf('Today') }),
      entry('Today', { start_date: '2026-08-01' }),
    )
    expect(warnings).to.deep.equal([
      'people[2]: They started on 2026-06-15, so the start date is not changed; org/people.correct_job can do that.',
    ])
  })

  it('does not warn again of a manager who starts later and stays the same', async () => {
    await someone(company, 'Later', { start_date: '2026-09-01' })
    const below = { manager_email: emailOf('Later'), start_date: '2026-01-01' }
    const first = await applyPeople(hr, entry('Anna', below))
    expect(first.warnings.join()).to.include('The manager only starts on 2026-09-01')
    const { warnings, updated } = await applyPeople(hr, entry('Anna', { ...below, title: 'Head' }))
    expect([warnings, updated.people]).to.deep.equal([[], 1])
  })

  it('warns of a manager who starts later, in the input or not', async () => {
    const soon = await someone(company, 'Soon', { start_date: '2026-09-01' })
    await company.unit({ name: 'Sales', head_person_id: soon })
    await someone(company, 'Known')
    await someone(company, 'Moved', { start_date: '2026-12-01' })
    const { warnings } = await applyPeople(
      hr,
      entry('A', { manager_email: 'soon@company.example' }),
      entry('B', { manager_email: 'boss@company.example' }),
      entry('Known', { manager_email: 'boss@company.example' }),
      entry('C', { unit: 'Sales' }),
      entry('Boss', { manager_email: null, start_date: '2026-08-01' }),
      entry('Moved', { start_date: '2026-06-01' }),
      entry('D', { manager_email: 'moved@company.example' }),
    )
    expect(warnings).to.deep.equal([
      'people[0]: The manager only starts on 2026-09-01: until then nobody is above this person.',
      'people[1]: The manager only starts on 2026-08-01: until then nobody is above this person.',
      'people[2]: The manager only starts on 2026-08-01: until then nobody is above this person.',
      'people[3]: The lead of Sales only starts on 2026-09-01: until then nobody is above this person.',
    ])
  })

  it('refuses a manager who has left or will have, whom nobody knows, and who is erased; one who comes back may be named', async () => {
    await someone(company, 'Gone', { last_day: '2026-06-14' })
    await someone(company, 'Leaving', { last_day: '2026-07-31' })
    await someone(company, 'Later', { start_date: '2026-08-01' })
    await someone(company, 'Erased', { erased: true })
    const back = await someone(company, 'Back', { last_day: '2026-03-31' })
    await addEmployment(server, company.id, back, '2026-08-01', { title: 'Adviser' })
    await someone(company, 'Below', { manager_id: await idOf(server, company, 'Gone') })
    const named = (name: string, manager: string, more = {}) =>
      entry(name, { manager_email: emailOf(manager), ...more })
    expect(
      await problemsOf(
        applyPeople(
          hr,
          named('A', 'Gone'),
          named('B', 'Leaving', { start_date: '2026-08-01' }),
          named('C', 'Erased'),
          named('D', 'NoSuch'),
          named('E', 'Leaving'),
          named('F', 'Back'),
          named('Below', 'Gone', { title: 'Head' }),
          named('Leaving', 'Gone'),
          named('Later', 'Leaving'),
        ),
      ),
    ).to.deep.equal([
      'people[0].manager_email manager_has_left',
      'people[1].manager_email manager_has_left',
      'people[2].manager_email manager_unknown',
      'people[3].manager_email manager_unknown',
      'people[7].manager_email manager_has_left',
      'people[8].manager_email manager_has_left',
    ])
  })
})
