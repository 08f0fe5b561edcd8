import { expect } from 'chai'
import { controls } from '../../src/app/forms/controls.ts'
import { emptyState, type FormState } from '../../src/app/forms/state.ts'
import { steps, titlesElsewhere } from '../../src/app/pages/actions/elsewhere.ts'
import { fieldNames } from '../../src/app/texts/fields.ts'
import { forms, type FieldShape } from '../../src/generated/forms.ts'
import { render } from '../../src/html/html.ts'
import { html } from '../../src/pages/html.ts'
import { openPage, submitForm, unescape } from '../support/app.ts'
import { useServer } from '../support/server.ts'

const lookups = { lists: new Map(), picks: new Map(), people: '/acme' }
const written = (
  fields: readonly FieldShape[],
  state: Partial<FormState> = {},
  language: 'en' | 'de' = 'en',
): string =>
  unescape(
    render(html`<p>${controls({ language, state: { ...emptyState, ...state }, lookups }, fields)}</p>`),
  )

const { fields: ofTask } = forms.org_checklists_tasks_set_status
const { fields: ofTemplate } = forms.org_checklists_templates_create

/** The note beside the label of a field: `optional`. */
const noteOf = (page: string, id: string): string | undefined =>
  new RegExp(`for="f-${id}">[^<]*<span class="optional">([^<]*)<`).exec(page.replace(/>\s+</g, '><'))?.[1]

describe('the fields of a form', () => {
  it('that come with one choice alone say with which, and are asked for once it is made', () => {
    expect(noteOf(written(ofTask), 'reason')).to.equal('only with “Skipped”')
    expect(noteOf(written(ofTask, {}, 'de'), 'reason')).to.equal('nur bei „Übersprungen“')
    expect(noteOf(written(ofTask, { values: { status: 'done' } }), 'reason')).to.equal('only with “Skipped”')
    expect(noteOf(written(ofTask, { values: { status: 'skipped' } }), 'reason')).to.equal(undefined)
  })

  it('are called what they are at their place', () => {
    const page = written(ofTemplate, { values: { tasks: [{ title: 'Order a laptop' }] } })
    for (const shown of [
      'Task 1: Order a laptop',
      'Anybody of HR',
      'Somebody by name',
      'Name in events',
      'Add: Task',
    ])
      expect(page).to.include(shown)
    expect(page).to.not.include('Tasks 1').and.not.include('>Type<').and.not.include('>Record<')
  })

  it('say in German what is added, and fold nothing where they show what there is', () => {
    expect(written(ofTemplate, {}, 'de')).to.include('>Aufgabe hinzufügen<')
    const { fields } = forms.org_me_update_profile
    expect(written(fields)).to.match(/<details class="fold wide">/)
    const shown = written(fields, { before: { contact: null }, values: { contact: null } })
    expect(shown).to.match(/<details class="fold wide" open>\s*<summary>\s*<b>Contact<\/b>/)
  })

  it('that are a box to tick bind what is wrong to that box', () => {
    const errors = new Map([['waiting_for_me', 'Choose one of the two.']])
    const page = written(forms.org_approvals_list.fields, { errors })
    const [box = ''] = /<input[^>]*name="waiting_for_me"[^>]*>/.exec(page)!
    expect(box).to.include('id="f-waiting_for_me"').and.include('aria-invalid="true"')
    expect(box).to.include('aria-describedby="f-waiting_for_me-error"')
    expect(page).to.include('id="f-waiting_for_me-error">Choose one of the two.<')
    expect(page.match(/id="f-waiting_for_me"/g)).to.have.length(1)
  })

  it('of a record that the way to the form has decided are told, unless they are wrong', () => {
    const given = { status: 'done', task_id: 'x' }
    const fixed = new Set(Object.keys(given))
    const told = written(ofTask, { values: given, fixed })
    expect(told).to.include('<p>Done</p>').and.not.include('type="radio"')
    expect(told).to.include('<input type="hidden" name="task_id" value="x"')
    const wrong = written(ofTask, { values: given, fixed, errors: new Map([['status', 'No.']]) })
    expect(wrong).to.include('type="radio"')
  })

  it('have no help that says their label once more', () => {
    const repeated: string[] = []
    for (const { fields } of Object.values(forms))
      for (const language of ['en', 'de'] as const) {
        const values = Object.fromEntries(
          fields.filter(({ kind }) => kind === 'list').map(({ name }) => [name, [{ name: 'One' }]]),
        )
        const page = written(fields, { values }, language).replace(/\s+/g, ' ')
        for (const [, label = '', help = ''] of page.matchAll(
          /<(?:legend|label[^>]*)>([^<]*)(?: ?<span class="optional">[^<]*<\/span>)?<\/(?:legend|label)> ?<p class="help"[^>]*>([^<]*)</g,
        ))
          if (help.replace(/\.$/, '').trim().toLowerCase() === label.trim().toLowerCase())
            repeated.push(label)
      }
    expect(repeated).to.deep.equal([])
  })

  it('of a list have a name for one entry', () => {
    const lists = (fields: readonly FieldShape[]): string[] =>
      fields.flatMap((field) => {
        if (field.kind === 'object') return lists(field.fields)
        if (field.kind !== 'list' || field.item.kind !== 'object') return []
        return [field.name, ...lists(field.item.fields)]
      })
    const all = new Set(Object.values(forms).flatMap(({ fields }) => lists(fields)))
    expect(all.has('tasks')).to.equal(true)
    expect(
      [...all].filter((name) => !Object.hasOwn(fieldNames, `${name}[]`)),
      'add them in src/app/texts',
    ).to.deep.equal([])
  })

  it('of an entry are folded while all is well, and open where something is wrong', () => {
    const values = { tasks: [{ title: 'One' }, { title: 'Two' }] }
    const open = (page: string) => page.match(/<details class="fold"[^>]*>/g)
    expect(open(written(ofTemplate, { values }))).to.deep.equal(Array(2).fill('<details class="fold">'))
    const errors = new Map([['tasks[1].title', 'Too long.']])
    expect(open(written(ofTemplate, { values, errors }))).to.deep.equal(['<details class="fold">'])
  })
})

describe('the forms of the app', () => {
  const server = useServer()

  it('say how a number is written that they cannot read', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const path = `/${company.slug}/manage/do/org/positions.create`
    for (const [language, told] of [
      ['en', 'Write a number such as 64000 or 37.5, with nothing between its thousands.'],
      ['de', 'Schreiben Sie eine Zahl wie 64000 oder 37,5, ohne Zeichen zwischen den Tausendern.'],
    ] as const) {
      const controls: [string, string][] = [
        ['title', 'Cook'],
        ['weekly_hours', '37,555'],
        ['pay_range.min', '50.000'],
        ['~step', 'review'],
      ]
      const { status, text } = await submitForm(server, hr, path, controls, { 'Accept-Language': language })
      expect(status).to.equal(422)
      for (const id of ['weekly_hours', 'pay_range.min'])
        expect(text).to.match(new RegExp(`id="f-${id.replace('.', '[^"]')}-error"[^>]*>\\s*${told}`))
    }
  })

  it('call what is to be confirmed as the form does', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: field_id, key } = await hr.call('org_fields_create', {
      ...{ label: 'Badge', type: 'text', tier: 'private' },
    })
    const { id: person_id } = await company.person()
    await hr.call('org_people_update_profile', { person_id, custom: { [key]: '7' } })
    const { status, text } = await submitForm(server, hr, `/${company.slug}/manage/do/org/fields.update`, [
      ['field_id', field_id],
      ['tier', 'public'],
      ['~step', 'review'],
    ])
    expect(status).to.equal(409)
    expect(text).to.include('confirm it with “Show existing values to the wider group”')
    expect(text).to.not.include('it with confirm_expose_existing')
  })

  it('tick all boxes of a long list, or none, and keep what was typed', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const path = `/${company.slug}/manage/do/webhooks/endpoints.create`
    const typed: [string, string][] = [
      ['url', 'https://hooks.example.com/a'],
      ['event_types', 'person.left'],
    ]
    const press = async (step: string) => {
      const { text } = await submitForm(server, owner, path, [...typed, ['~step', step]])
      expect(text).to.include('value="https://hooks.example.com/a"')
      const boxes = text.match(/<input type="checkbox" name="event_types"[^>]*>/g)!
      return [boxes.filter((box) => box.includes(' checked')).length, boxes.length]
    }
    const [ticked, all] = await press('all:event_types')
    expect(all).to.be.above(20).and.equal(ticked)
    expect(await press('none:event_types')).to.deep.equal([0, all])
    // A field that has no such list stays as it was.
    expect(await press('all:url')).to.deep.equal([1, all])
  })

  it('begin with what their address says, which can be changed where the action can do without', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const unit_id = await company.unit({ name: 'Research' })
    const path = `/${company.slug}/manage/do/org/people.hire?unit_id=${unit_id}`
    expect((await openPage(server, hr, path)).text).to.include(`<option value="${unit_id}" selected`)
  })

  it('move an entry of a list up, and keep what was typed', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const path = `/${company.slug}/manage/do/org/checklists.templates.create`
    const titles = async (step: string): Promise<string[]> => {
      const { text } = await submitForm(server, hr, path, [
        ['name', 'Move'],
        ['~rows:tasks', '3'],
        ...['A', 'B', 'C'].map((title, index): [string, string] => [`tasks[${index}].title`, title]),
        ['~step', step],
      ])
      expect(text).to.include('value="Move"')
      return [...text.matchAll(/name="tasks\[\d\]\.title"[^>]*value="([^"]*)"/g)].map(
        ([, title = '']) => title,
      )
    }
    expect(await titles('up:tasks[1]')).to.deep.equal(['B', 'A', 'C'])
    expect(await titles('up:tasks[2]')).to.deep.equal(['A', 'C', 'B'])
    for (const nowhere of ['up:tasks[0]', 'up:tasks[3]', 'up:tasks', 'up:name', 'up:'])
      expect(await titles(nowhere), nowhere).to.deep.equal(['A', 'B', 'C'])
  })

  it('give the focus to the entry that was added, moved, or stands where one was removed, and to a search', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const path = `/${company.slug}/manage/do/org/checklists.templates.create`
    const focused = async (step: string, names = ['A', 'B', 'C']): Promise<string[]> => {
      const { text } = await submitForm(server, hr, path, [
        ['~rows:tasks', String(names.length)],
        ...names.map((title, index): [string, string] => [`tasks[${index}].title`, title]),
        ['~step', step],
      ])
      return [...text.matchAll(/<[^<]*? autofocus[^>]*>(?:\s*<b>[^<]*)?/g)].map(([tag]) => tag)
    }
    const one = async (step: string, names?: string[]) => {
      const found = await focused(step, names)
      expect(found, step).to.have.length(1)
      return found[0]
    }
    expect(await one('add:tasks')).to.include('name="tasks[3].title"')
    expect(await one('up:tasks[2]')).to.include('value="up:tasks[1]"')
    expect(await one('up:tasks[1]')).to.include('value="remove:tasks[0]"')
    expect(await one('remove:tasks[0]')).to.match(/<summary.*Task 1: B/)
    expect(await one('remove:tasks[2]')).to.match(/<summary.*Task 2: B/)
    expect(await one('find:tasks[1].assignee.person_id')).to.include('id="f-tasks[1].assignee.person_id"')
    for (const nowhere of ['up:tasks[0]', 'remove:name', 'remove:'])
      expect(await focused(nowhere)).to.deep.equal([])
  })

  it('that are steps of another page are offered nowhere, and that page by what it does', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const home = (await openPage(server, hr, `/${company.slug}/manage`)).text
    const found = (await openPage(server, hr, `/${company.slug}/manage/find?q=documents`)).text
    expect(steps.size).to.be.greaterThan(0)
    for (const page of [home, found]) {
      expect(page).to.include(titlesElsewhere.documents_upload_start!.en)
      for (const url of ['upload.finish', 'field_file.start', 'field_file.finish', 'platform/can'])
        expect(page, url).to.not.include(url)
    }
  })
})
