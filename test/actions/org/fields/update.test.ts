import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { unique, useServer } from '../../../support/server.ts'

describe('org.fields.update', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  /** The same, signed in to the web app. */
  async function webStory() {
    const company = await server.company()
    return { company, hr: await company.as('hr', 'web') }
  }

  const text = (hr: TestClient, label: string) => hr.call('org_fields_create', { label, type: 'text' })
  const colours = (hr: TestClient) =>
    hr.call('org_fields_create', { label: 'Colour', type: 'select', options: ['red', 'green', 'blue'] })

  async function hire(hr: TestClient, custom: Record<string, string | number | boolean | null>) {
    const { person } = await hr.call('org_people_hire', {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: `${unique('ada')}@company.example`,
      title: 'Engineer',
      start_date: '2024-03-01',
      custom,
    })
    return person
  }

  /** The labels of all fields in their order, archived ones in brackets. */
  async function order(hr: TestClient): Promise<string> {
    const fields = await hr.call('org_fields_list', { include_archived: true })
    expect(fields.map(({ position }) => position)).to.deep.equal([...fields.keys()])
    return fields.map(({ label, archived }) => (archived ? `(${label})` : label)).join(' ')
  }

  const reload = async (company: Company, person: { id: string }) =>
    (await company.as('owner', 'web')).call('org_people_get', { person_id: person.id })

  it('changes what is given, keeps the rest, and says so', async () => {
    const { company, hr } = await story()
    const { id } = await colours(hr)
    const changed = await hr.call('org_fields_update', {
      field_id: id,
      label: 'Favourite colour',
      options: ['green', 'yellow', 'red', 'blue'],
    })
    expect(changed).to.deep.equal({
      id,
      key: 'colour',
      label: 'Favourite colour',
      type: 'select',
      options: ['green', 'yellow', 'red', 'blue'],
      tier: 'private',
      archived: false,
      position: 0,
      file: null,
      previous_tier: 'private',
    })
    const [line] = await activityOf(server, company, 'org.fields.update')
    expect(line).to.deep.include({
      summary: 'Changed the custom field {subject}',
      subject_type: 'custom_field',
      subject_id: id,
      subject_name: 'Favourite colour',
      changes: [
        { field: 'label', before: 'Colour', after: 'Favourite colour' },
        { field: 'options', before: ['red', 'green', 'blue'], after: ['green', 'yellow', 'red', 'blue'] },
      ],
    })
  })

  it('writes and records nothing when nothing differs', async () => {
    const { company, hr } = await story()
    const { previous_tier, ...same } = await hr.call('org_fields_update', {
      field_id: (await colours(hr)).id,
    })
    const { id, label, tier, options, position, archived } = same
    const given = { field_id: id, label, tier, options, position, archived }
    expect(await hr.call('org_fields_update', given)).to.deep.equal({ ...same, previous_tier })
    expect(await activityOf(server, company, 'org.fields.update')).to.deep.equal([])
  })

  it('changes the file rules that are given', async () => {
    const { hr } = await story()
    const { id } = await hr.call('org_fields_create', { label: 'CV', type: 'file', file: { max_mb: 5 } })
    const update = (file: object) => hr.call('org_fields_update', { field_id: id, file })
    expect((await update({ self_upload: true, kinds: ['pdf'] })).file).to.deep.equal({
      kinds: ['pdf'],
      max_mb: 5,
      self_upload: true,
    })
    expect((await update({ max_mb: null })).file).to.deep.equal({
      kinds: ['pdf'],
      max_mb: null,
      self_upload: true,
    })
  })

  it('refuses options and file rules for other types, and options that are one name', async () => {
    const { hr } = await webStory()
    const note = await text(hr, 'Note')
    const { body } = await refused(
      hr.call('org_fields_update', { field_id: note.id, options: ['a', 'b'], file: { max_mb: 5 } }),
      'validation_failed',
    )
    expect(body.error.details!.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([
      'options options_need_select',
      'file file_rules_need_file',
    ])
    const { id } = await colours(hr)
    const twice = await refused(
      hr.call('org_fields_update', { field_id: id, options: ['red', 'RED'] }),
      'validation_failed',
    )
    expect(twice.body.error.details![0]).to.include({ path: 'options[1]', code: 'option_repeated' })
  })

  it('never changes key and type', async () => {
    const { hr } = await story()
    const { id } = await text(hr, 'Note')
    for (const change of [{ key: 'other' }, { type: 'number' }])
      await refused(hr.call('org_fields_update', { field_id: id, ...change } as never), 'validation_failed')
  })

  it('tells an API key nothing of how many people have a value in a private field', async () => {
    const { company, hr } = await story()
    const { id } = await colours(hr)
    const update = async (change: object, field: string) => {
      for (const query of ['?dry_run=true', '']) {
        const { status, body } = await hr.post(`/v1/org/fields.update${query}`, { field_id: id, ...change })
        expect(status).to.equal(403)
        expect(body.error.details[0]).to.include({ path: field, code: 'private_values_need_web' })
        expect(JSON.stringify(body.error.details)).to.not.match(/: \d/)
      }
    }
    for (const colour of ['red', null]) {
      const person = await hire(hr, { colour })
      await update({ options: ['green', 'blue'] }, 'options')
      await update({ tier: 'job' }, 'tier')
      await hr.call('org_people_update_profile', { person_id: person.id, custom: { colour: null } })
    }
    const added = { field_id: id, options: ['blue', 'red', 'green', 'yellow'] }
    expect((await hr.call('org_fields_update', added)).options).to.deep.equal(added.options)
    const web = await company.as('hr', 'web')
    expect((await web.call('org_fields_update', { field_id: id, tier: 'job' })).tier).to.equal('job')
  })

  describe('options', () => {
    it('that people have stay; the answer counts people and names nobody', async () => {
      const { hr } = await webStory()
      const { id } = await colours(hr)
      await hire(hr, { colour: 'red' })
      await hire(hr, { colour: 'RED' })
      await hire(hr, { colour: 'green' })
      const { body } = await refused(
        hr.call('org_fields_update', { field_id: id, options: ['blue', 'Red'] }),
        'conflict',
      )
      expect(body.error.details).to.deep.equal([
        {
          path: 'options',
          code: 'option_in_use',
          message:
            'People who have the option red: 2. Keep it as it is spelled, or give them another value first.',
          params: { option: 'red', count: 2 },
        },
        {
          path: 'options',
          code: 'option_in_use',
          message:
            'People who have the option green: 1. Keep it as it is spelled, or give them another value first.',
          params: { option: 'green', count: 1 },
        },
      ])
      const kept = await hr.call('org_fields_update', { field_id: id, options: ['green', 'red'] })
      expect(kept.options).to.deep.equal(['green', 'red'])
    })
  })

  describe('the tier', () => {
    it('widens freely while nobody has a value', async () => {
      const { hr } = await webStory()
      const { id } = await colours(hr)
      expect(await hr.call('org_fields_update', { field_id: id, tier: 'public' })).to.include({
        tier: 'public',
        previous_tier: 'private',
      })
    })

    it('widens freely when the only value was cleared', async () => {
      const { hr } = await webStory()
      const { id } = await colours(hr)
      const person = await hire(hr, { colour: 'red' })
      await hr.call('org_people_update_profile', { person_id: person.id, custom: { colour: null } })
      expect(await hr.call('org_fields_update', { field_id: id, tier: 'job' })).to.include({ tier: 'job' })
    })

    it('widens with values only when confirmed, in the web app', async () => {
      const { company, hr } = await story()
      const { id } = await colours(hr)
      const person = await hire(hr, { colour: 'red' })
      const web = await company.as('hr', 'web')
      const member = await company.as('member')
      for (const caller of [await company.as('owner', 'web'), web]) {
        const { body } = await refused(
          caller.call('org_fields_update', { field_id: id, tier: 'public' }),
          'conflict',
        )
        expect(body.error.details![0]).to.include({ path: 'tier', code: 'tier_exposes_values' })
        expect(body.error.message).to.include('People who have a value in this field: 1.')
      }
      const confirmed = { field_id: id, tier: 'public' as const, confirm_expose_existing: true }
      for (const caller of [hr, await company.as('owner')]) {
        const { body } = await refused(caller.call('org_fields_update', confirmed), 'forbidden')
        expect(body.error.details![0]).to.include({
          path: 'confirm_expose_existing',
          code: 'confirm_needs_web',
        })
      }
      expect((await member.call('org_people_get', { person_id: person.id })).custom).to.deep.equal({})
      expect(await web.call('org_fields_update', confirmed)).to.include({
        tier: 'public',
        previous_tier: 'private',
      })
      const shown = await member.call('org_people_get', { person_id: person.id })
      expect(shown.custom).to.deep.equal({ colour: 'red' })
      expect(shown.hidden_fields).to.not.include('custom.colour')
    })

    it('widens from job to public only when confirmed, and narrows freely', async () => {
      const { company, hr } = await webStory()
      const { id } = await hr.call('org_fields_create', { label: 'Desk', type: 'text', tier: 'job' })
      const person = await hire(hr, { desk: '4.12' })
      await refused(hr.call('org_fields_update', { field_id: id, tier: 'public' }), 'conflict')
      expect(await hr.call('org_fields_update', { field_id: id, tier: 'private' })).to.include({
        tier: 'private',
        previous_tier: 'job',
      })
      const viewer = await company.as('viewer')
      const hidden = await viewer.call('org_people_get', { person_id: person.id })
      expect([hidden.custom, hidden.hidden_fields.at(-1)]).to.deep.equal([{}, 'custom.desk'])
      await refused(hr.call('org_fields_update', { field_id: id, tier: 'job' }), 'conflict')
    })

    it('of an archived field is kept to the same rule, because its values come back with it', async () => {
      const { hr } = await webStory()
      const { id } = await colours(hr)
      await hire(hr, { colour: 'red' })
      await hr.call('org_fields_update', { field_id: id, archived: true })
      await refused(
        hr.call('org_fields_update', { field_id: id, tier: 'public', archived: false }),
        'conflict',
      )
    })
  })

  describe('places', () => {
    it('move one field and keep the order of the others', async () => {
      const { company, hr } = await story()
      const [a, , , d] = [await text(hr, 'A'), await text(hr, 'B'), await text(hr, 'C'), await text(hr, 'D')]
      expect(await hr.call('org_fields_update', { field_id: d.id, position: 1 })).to.include({ position: 1 })
      expect(await order(hr)).to.equal('A D B C')
      expect(await hr.call('org_fields_update', { field_id: a.id, position: 1000 })).to.include({
        position: 3,
      })
      expect(await order(hr)).to.equal('D B C A')
      const lines = await activityOf(server, company, 'org.fields.update')
      expect(lines.map(({ changes }) => changes)).to.deep.equal([
        [{ field: 'position', before: 3, after: 1 }],
        [{ field: 'position', before: 0, after: 3 }],
      ])
    })

    it('are never the same, whatever two calls do at the same moment', async () => {
      const { hr } = await story()
      const [a, b, c] = [await text(hr, 'A'), await text(hr, 'B'), await text(hr, 'C')]
      for (let round = 0; round < 5; round++) {
        const { lost } = await race([
          hr.call('org_fields_update', { field_id: a.id, position: 2 - (round % 3) }),
          hr.call('org_fields_update', { field_id: b.id, position: round % 3 }),
          hr.call('org_fields_update', { field_id: c.id, archived: round % 2 === 0 }),
          text(hr, `More ${round}`),
        ])
        expect(lost).to.deep.equal([])
        await order(hr)
      }
    })

    it('belong to active fields: an archived one has none until it is back', async () => {
      const { hr } = await story()
      const [a, b] = [await text(hr, 'A'), await text(hr, 'B')]
      await text(hr, 'C')
      const archive = { field_id: a.id, archived: true }
      const { body } = await refused(hr.call('org_fields_update', { ...archive, position: 1 }), 'conflict')
      expect(body.error.details![0]).to.include({ path: 'position', code: 'archived_field_has_no_place' })
      expect(await hr.call('org_fields_update', archive)).to.include({ archived: true, position: 2 })
      await refused(hr.call('org_fields_update', { field_id: a.id, position: 0 }), 'conflict')
      await hr.call('org_fields_update', { field_id: b.id, archived: true })
      expect(await order(hr)).to.equal('C (B) (A)')
      await hr.call('org_fields_update', { field_id: b.id, archived: false, position: 0 })
      await hr.call('org_fields_update', { field_id: a.id, archived: false })
      expect(await order(hr)).to.equal('B C A')
    })
  })

  describe('an archived field', () => {
    it('keeps its values; nobody sees or sets them until it is back', async () => {
      const { company, hr } = await story()
      const { id } = await colours(hr)
      const person = await hire(hr, { colour: 'red' })
      await hr.call('org_fields_update', { field_id: id, archived: true })
      const without = await reload(company, person)
      expect([without.custom, without.hidden_fields]).to.deep.equal([{}, []])
      const { body } = await refused(hire(hr, { colour: 'red' }), 'conflict')
      expect(body.error.details![0]).to.include({ path: 'custom.colour', code: 'custom_field_archived' })
      await hr.call('org_fields_update', { field_id: id, archived: false })
      expect((await reload(company, person)).custom).to.deep.equal({ colour: 'red' })
      const lines = await activityOf(server, company, 'org.fields.update')
      expect(lines.map(({ summary }) => summary)).to.deep.equal([
        'Archived the custom field {subject}',
        'Brought back the custom field {subject}',
      ])
    })

    it('comes back only with a label that no active field has', async () => {
      const { hr } = await story()
      const { id } = await text(hr, 'Size')
      await hr.call('org_fields_update', { field_id: id, archived: true })
      const other = await hr.call('org_fields_create', { label: 'SIZE', type: 'text', key: 'other' })
      const codes = async (change: object) => {
        const { body } = await refused(hr.call('org_fields_update', { field_id: id, ...change }), 'conflict')
        return body.error.details!.map(({ code, record_id: of }) => [code, of])
      }
      expect(await codes({ archived: false })).to.deep.equal([['field_label_taken', other.id]])
      await hr.call('org_fields_update', { field_id: id, label: 'size' })
      await hr.call('org_fields_update', { field_id: id, archived: false, label: 'Shoe size' })
      expect(await codes({ label: 'Size' })).to.deep.equal([['field_label_taken', other.id]])
      await hr.call('org_fields_update', { field_id: id, label: 'SHOE size' })
    })

    it('comes back only while fewer than 30 are active', async () => {
      const { hr } = await story()
      const { id } = await text(hr, 'Old')
      await hr.call('org_fields_update', { field_id: id, archived: true })
      for (let number = 1; number <= 30; number++) await text(hr, `Field no ${number}`)
      const { body } = await refused(
        hr.call('org_fields_update', { field_id: id, archived: false }),
        'conflict',
      )
      expect(body.error.details![0]).to.include({ code: 'too_many_fields' })
      expect(await hr.call('org_fields_update', { field_id: id, label: 'Older' })).to.include({
        label: 'Older',
        archived: true,
      })
    })
  })
})
