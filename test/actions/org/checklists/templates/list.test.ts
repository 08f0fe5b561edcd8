import { expect } from 'chai'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.templates.list', () => {
  const server = useServer()

  it('shows the two that each company begins with, in its language, and start by nothing until they are changed', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { templates } = await hr.call('org_checklists_templates_list', {})
    expect(
      templates.map(({ name, kind, auto_start, saved, updated_at }) => [
        name,
        kind,
        auto_start,
        saved,
        updated_at,
      ]),
    ).to.deep.equal([
      ['Onboarding', 'onboarding', true, false, null],
      ['Offboarding', 'offboarding', true, false, null],
    ])
    expect(templates[0]!.tasks.map(({ title }) => title)).to.include('Set up accounts and access')
    const hired = await hr.call('org_people_hire', {
      ...{ given_name: 'Pat', family_name: 'Person', work_email: 'pat@company.example' },
      ...{ title: 'Cook', start_date: '2027-01-01' },
    })
    expect(hired.checklists_started).to.deep.equal([])

    const owner = await company.as('owner')
    await owner.call('platform_language_set', { language: 'de', scope: 'company' })
    const german = await hr.call('org_checklists_templates_list', {})
    expect(german.templates[0]!.tasks.map(({ title }) => title)).to.include('Konten und Zugänge einrichten')

    const [first] = templates
    await hr.call('org_checklists_templates_update', { template_id: first!.id, name: 'Welcome' })
    const after = (await hr.call('org_checklists_templates_list', {})).templates
    expect(after.map(({ name, saved }) => [name, saved])).to.deep.equal([
      ['Welcome', true],
      ['Offboarding', false],
    ])
    // Its texts are the company's own from now on: those that it had when it was changed.
    await owner.call('platform_language_set', { language: 'en', scope: 'company' })
    const own = (await hr.call('org_checklists_templates_list', {})).templates
    expect(own[0]!.tasks.map(({ title }) => title)).to.include('Konten und Zugänge einrichten')
  })

  it('hides archived ones, unless they are asked for', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [first] = (await hr.call('org_checklists_templates_list', {})).templates
    await hr.call('org_checklists_templates_update', { template_id: first!.id, archived: true })
    const names = async (input: object) =>
      (await hr.call('org_checklists_templates_list', input)).templates.map(({ name }) => name)
    expect(await names({})).to.deep.equal(['Offboarding'])
    expect(await names({ include_archived: true })).to.deep.equal(['Onboarding', 'Offboarding'])
  })
})
