import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.templates.create', () => {
  const server = useServer()
  const details = async (call: Promise<unknown>, code: string) =>
    (await refused(call, code)).body.error.details!.map(({ path, code: name }) => [path, name])
  const task = { title: 'Say hello', assignee: { type: 'hr' as const }, offset_days: 0 }

  it('adds a template: ids of tasks are made of their titles, and it starts by itself unless it is a custom one', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: personId } = await company.person()
    const template = await hr.call('org_checklists_templates_create', {
      name: 'Kitchen',
      kind: 'onboarding',
      conditions: { unit_ids: [company.root], location_ids: [company.location] },
      tasks: [
        { ...task, title: 'Überstunden erklären' },
        { ...task, title: 'Überstunden erklären', description: 'How\nand why' },
        {
          ...task,
          id: 'knife',
          title: '刀',
          assignee: { type: 'member', person_id: personId },
          offset_days: -365,
        },
        { ...task, title: '刀', link_url: 'https://kitchen.example/knife' },
      ],
    })
    expect(template).to.deep.include({ kind: 'onboarding', auto_start: true, saved: true, archived: false })
    expect(template.conditions).to.deep.equal({
      unit_ids: [company.root],
      location_ids: [company.location],
      legal_entity_ids: [],
    })
    expect(template.tasks.map(({ id }) => id)).to.deep.equal([
      'uberstunden-erklaren',
      'uberstunden-erklaren-2',
      'knife',
      'task',
    ])
    expect(template.tasks.map(({ assignee }) => assignee.person?.id ?? null)).to.deep.equal([
      null,
      null,
      personId,
      null,
    ])
    const [line] = await activityOf(server, company, 'org.checklists.templates.create')
    expect(line).to.include({ subject_name: 'Kitchen' })
    expect(JSON.stringify(line)).not.to.include('berstunden')
    const custom = await hr.call('org_checklists_templates_create', {
      name: 'Move',
      kind: 'custom',
      tasks: [task],
    })
    expect(custom.auto_start).to.equal(false)
  })

  it('refuses what contradicts itself, records that there are not, and the 31st', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const other = await server.company()
    const create = (more: object) =>
      hr.call('org_checklists_templates_create', {
        name: 'A',
        kind: 'onboarding',
        tasks: [task],
        ...more,
      } as never)
    expect(await details(create({ kind: 'custom', auto_start: true }), 'validation_failed')).to.deep.equal([
      ['auto_start', 'custom_starts_by_hand'],
    ])
    expect(
      await details(
        create({
          tasks: [
            { ...task, id: 'a' },
            { ...task, id: 'a' },
            { ...task, assignee: { type: 'member' } },
            { ...task, assignee: { type: 'hr', person_id: (await company.person()).id } },
          ],
        }),
        'validation_failed',
      ),
    ).to.deep.equal([
      ['tasks[1].id', 'task_id_twice'],
      ['tasks[2].assignee.person_id', 'assignee_needs_person'],
      ['tasks[3].assignee.person_id', 'assignee_takes_no_person'],
    ])
    const gone = await company.person({ last_day: '2024-12-31' })
    expect(
      await details(
        create({ tasks: [{ ...task, assignee: { type: 'member', person_id: gone.id } }] }),
        'conflict',
      ),
    ).to.deep.equal([['tasks[0].assignee.person_id', 'assignee_gone']])
    const away = await refused(create({ conditions: { unit_ids: [company.root, other.root] } }), 'not_found')
    expect(away.body.error.details![0]!.path).to.equal('conditions.unit_ids[1]')
    const stranger = { type: 'member', person_id: (await other.person()).id }
    const nobody = await refused(create({ tasks: [{ ...task, assignee: stranger }] }), 'not_found')
    expect(nobody.body.error.details![0]!.path).to.equal('tasks[0].assignee.person_id')
    await refused(create({ tasks: [{ ...task, link_url: 'http://kitchen.example' }] }), 'validation_failed')

    for (let count = 2; count < 30; count += 1) await create({ name: `Template ${count}` })
    expect(await details(create({}), 'conflict')).to.deep.equal([['name', 'too_many_templates']])
    const { templates } = await hr.call('org_checklists_templates_list', {})
    const set = (archived: boolean) =>
      hr.call('org_checklists_templates_update', { template_id: templates[0]!.id, archived })
    await set(true)
    await create({})
    expect(await details(set(false), 'conflict')).to.deep.equal([['archived', 'too_many_templates']])
  })
})
