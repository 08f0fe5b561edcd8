import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { TestClient } from '../../../support/client.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.fields.create', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  const text = (hr: TestClient, label: string) => hr.call('org_fields_create', { label, type: 'text' })

  async function fill(hr: TestClient, count: number): Promise<void> {
    for (let number = 1; number <= count; number++) await text(hr, `Field no ${number}`)
  }

  it('adds a field of each type, one after the other, private unless said otherwise', async () => {
    const { company, hr } = await story()
    const size = await hr.call('org_fields_create', {
      label: 'T-shirt size',
      type: 'select',
      options: ['S', 'M', 'L'],
      tier: 'public',
    })
    expect(size).to.deep.equal({
      id: size.id,
      key: 't_shirt_size',
      label: 'T-shirt size',
      type: 'select',
      options: ['S', 'M', 'L'],
      tier: 'public',
      archived: false,
      position: 0,
      file: null,
    })
    for (const type of ['text', 'number', 'date', 'boolean'] as const)
      expect(await hr.call('org_fields_create', { label: `A ${type}`, type })).to.deep.include({
        key: `a_${type}`,
        type,
        tier: 'private',
        options: [],
        file: null,
      })
    const certificate = await hr.call('org_fields_create', {
      label: 'Certificate',
      type: 'file',
      key: 'first_aid',
      file: { kinds: ['image', 'pdf', 'image'], max_mb: 3 },
    })
    expect(certificate).to.deep.include({
      key: 'first_aid',
      position: 5,
      file: { kinds: ['pdf', 'image'], max_mb: 3, self_upload: false },
    })
    const lines = await activityOf(server, company, 'org.fields.create')
    expect(lines[0]).to.deep.include({
      summary: 'Created the custom field {subject}',
      subject_type: 'custom_field',
      subject_id: size.id,
      subject_name: 'T-shirt size',
      changes: [
        { field: 'key', before: null, after: 't_shirt_size' },
        { field: 'type', before: null, after: 'select' },
        { field: 'tier', before: null, after: 'public' },
        { field: 'options', before: null, after: ['S', 'M', 'L'] },
      ],
    })
    expect(lines).to.have.length(6)
    expect(await readEvents(server.db, company)).to.deep.equal([])
  })

  it('makes keys of labels in any language', async () => {
    const { hr } = await story()
    const keys = []
    for (const label of ['Größe (cm)', '尺寸', '2nd address', 'Размер'])
      keys.push((await text(hr, label)).key)
    expect(keys).to.deep.equal(['grosse_cm', 'field_1', 'field_2nd_address', 'field_2'])
  })

  it('refuses a key that another field has, archived or not, also one made of the label', async () => {
    const { hr } = await story()
    const { id } = await text(hr, 'Size')
    await hr.call('org_fields_update', { field_id: id, archived: true })
    const derived = await refused(text(hr, 'SIZE!'), 'conflict')
    expect(derived.body.error.details![0]).to.include({
      path: 'label',
      code: 'field_key_taken',
      record_id: id,
    })
    const given = await refused(
      hr.call('org_fields_create', { label: 'Other', type: 'text', key: 'size' }),
      'conflict',
    )
    expect(given.body.error.details![0]).to.include({ path: 'key', code: 'field_key_taken' })
    expect(await hr.call('org_fields_create', { label: 'Size', type: 'text', key: 'size_2' })).to.include({
      label: 'Size',
      key: 'size_2',
    })
  })

  it('refuses the label of another active field', async () => {
    const { hr } = await story()
    const { id } = await text(hr, 'Shoe  size')
    const again = hr.call('org_fields_create', { label: 'SHOE SIZE', type: 'text', key: 'other' })
    const { body } = await refused(again, 'conflict')
    expect(body.error.details).to.deep.equal([
      {
        path: 'label',
        code: 'field_label_taken',
        message:
          'Another active custom field is called Shoe  size; case and the number of spaces make no difference. Choose ' +
          'another label, or archive that field first.',
        params: { label: 'Shoe  size' },
        record_id: id,
      },
    ])
    await hr.call('org_fields_update', { field_id: id, archived: true })
    await hr.call('org_fields_create', { label: 'SHOE SIZE', type: 'text', key: 'other' })
  })

  it('refuses keys of built-in fields and columns, and keys of another form', async () => {
    const { hr } = await story()
    const { body } = await refused(text(hr, 'Team'), 'validation_failed')
    expect(body.error.details![0]).to.include({ path: 'label', code: 'field_key_reserved' })
    expect(body.error.message).to.include('The key team is the name of a built-in field')
    for (const key of ['iban', 'work_email', 'constructor', 'Size', '_size', '2nd', 'a-b', 'x'.repeat(41)])
      await refused(hr.call('org_fields_create', { label: 'x', type: 'text', key }), 'validation_failed')
  })

  it('refuses settings that do not fit the type', async () => {
    const { hr } = await story()
    const codes = async (input: Parameters<typeof hr.call<'org_fields_create'>>[1]) => {
      const { body } = await refused(hr.call('org_fields_create', input), 'validation_failed')
      return body.error.details!.map(({ path, code }) => `${path} ${code}`)
    }
    expect(await codes({ label: 'a', type: 'select' })).to.deep.equal(['options select_needs_options'])
    expect(await codes({ label: 'a', type: 'text', options: ['x', 'y'], file: {} })).to.deep.equal([
      'options options_need_select',
      'file file_rules_need_file',
    ])
    const options = ['Straße', 'x', 'STRASSE', ' X ']
    expect(await codes({ label: 'a', type: 'select', options })).to.deep.equal([
      'options[2] option_repeated',
      'options[3] option_repeated',
    ])
  })

  it('refuses the 31st active field, and accepts it after another one is archived', async () => {
    const { hr } = await story()
    await fill(hr, 30)
    const { body } = await refused(text(hr, 'One more'), 'conflict')
    expect(body.error.details![0]).to.include({ code: 'too_many_fields' })
    const [first, ...others] = await hr.call('org_fields_list', {})
    await hr.call('org_fields_update', { field_id: first!.id, archived: true })
    expect(await text(hr, 'One more')).to.include({ position: 29 })
    const all = await hr.call('org_fields_list', { include_archived: true })
    expect(all.map(({ position }) => position)).to.deep.equal([...all.keys()])
    expect(all.map(({ label }) => label)).to.deep.equal([
      ...others.map(({ label }) => label),
      'One more',
      first!.label,
    ])
  })

  it('accepts exactly one of two that want the same key at the same moment', async () => {
    const { hr } = await story()
    for (let round = 0; round < 5; round++) {
      const { won, lost } = await race([text(hr, `Size ${round}`), text(hr, `size ${round}`)])
      expect([won.length, lost]).to.deep.equal([1, ['conflict']])
    }
  })

  it('accepts exactly one of two that would both be the 30th, and gives no place twice', async () => {
    const { hr } = await story()
    await fill(hr, 28)
    await race([text(hr, 'Place 28'), text(hr, 'Place 29')])
    const { won, lost } = await race([text(hr, 'One'), text(hr, 'Other')])
    expect([won.length, lost]).to.deep.equal([0, ['conflict', 'conflict']])
    const fields = await hr.call('org_fields_list', {})
    expect(fields.map(({ position }) => position)).to.deep.equal([...Array(30).keys()])
    await hr.call('org_fields_update', { field_id: fields[0]!.id, archived: true })
    const last = await race([text(hr, 'One'), text(hr, 'Other')])
    expect([last.won.length, last.lost]).to.deep.equal([1, ['conflict']])
  })
})
