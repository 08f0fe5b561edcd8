import { expect } from 'chai'
import { elsewhere } from '../../src/app/pages/actions/elsewhere.ts'
import { kindOfField, sources } from '../../src/app/forms/sources.ts'
import { actions, type Action, type ActionId } from '../../src/generated/actions.ts'
import { forms, type FieldShape } from '../../src/generated/forms.ts'
import { enterFor, mayCall } from '../support/access.ts'
import { controlNames, hiddenControls, openPage, submitForm, unescape } from '../support/app.ts'
import type { ActionEntry } from '../support/contract.ts'
import { asDryRun } from '../support/dry-run.ts'
import { readEvents } from '../support/events.ts'
import { makeInput } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { allActions } from '../support/sweep.ts'

type Values = Record<string, unknown>

/** The controls that a person fills in to say this input. */
function controlsOf(fields: readonly FieldShape[], input: Values, around = ''): [string, string][] {
  return fields.flatMap((field) => {
    const value = input[field.name]
    if (value === undefined) return []
    return controlOf(field, value, around === '' ? field.name : `${around}.${field.name}`)
  })
}

function controlOf(field: FieldShape, value: unknown, path: string): [string, string][] {
  if (value === null)
    return ['choice', 'id', 'boolean'].includes(field.kind) ? [[path, '~null']] : [[`~null:${path}`, '1']]
  if (field.kind === 'object') return controlsOf(field.fields, value as Values, path)
  if (field.kind === 'list') {
    const entries = value as unknown[]
    const { item } = field
    const kind = kindOfField(item) ?? kindOfField(field)
    const isTicked = item.kind === 'choice' || (kind !== undefined && Object.hasOwn(sources, kind))
    if (item.kind === 'text' && !isTicked) return [[path, entries.join('\n')]]
    if (isTicked) return entries.map((one): [string, string] => [path, String(one)])
    const rows = entries.flatMap((one, index) => controlOf(item, one, `${path}[${index}]`))
    return [[`~rows:${path}`, String(entries.length)], ...rows]
  }
  return [[path, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
}

const isWritten = ({ id }: ActionEntry): boolean => (actions[id as ActionId] as Action).effect !== 'read'
const byWeb = allActions.filter(
  (action) =>
    elsewhere[action.id as ActionId] === undefined &&
    (['owner', 'member'] as const).some((role) => mayCall(action, { role, kind: 'web', person: true })),
)
/** The page of the action in the workspace where it can be called. */
function pathOf(slug: string, { id }: ActionEntry): string {
  const { access, url }: Action = actions[id as ActionId]
  return `/${slug}/${access.manage === null ? '' : 'manage/'}${url.replace('/v1/', 'do/')}`
}

describe('the page of each action', () => {
  const server = useServer()

  for (const [id, place] of Object.entries(elsewhere))
    it(`${id} is one that was made by hand`, async () => {
      const company = await server.company()
      const owner = await company.web(await company.member('owner', { person: true }))
      const path = pathOf(company.slug, { id } as ActionEntry)
      const { headers } = await openPage(server, owner, path)
      expect(headers.get('location')).to.equal(`/${company.slug}/${place}`)
      expect((await openPage(server, owner, `/${company.slug}/${place}`)).status).to.equal(200)
    })

  for (const action of byWeb.filter((one) => !isWritten(one)))
    it(`${action.id} shows what the action answers`, async () => {
      const company = await server.company()
      const { client, ...scene } = await enterFor(server, company, action, 'web')
      const input = await makeInput({ client, ...scene }, action)
      const path = pathOf(company.slug, action)
      const controls = controlsOf(forms[action.id as ActionId].fields, input)
      const { recorded } = actions[action.id as ActionId] as Action
      const opened = await openPage(
        server,
        client,
        `${path}?${recorded ? '' : new URLSearchParams(controls)}`,
      )
      expect(opened.status, opened.text.slice(-1500)).to.equal(200)
      const shown = recorded ? await submitForm(server, client, path, controls) : opened
      expect(shown.status, shown.text.slice(-1500)).to.equal(200)
      expect(shown.text).to.include('id="result"')
      const answer = await client.post(action.path, input)
      for (const text of namesIn(answer.body.data).slice(0, 20))
        expect(unescape(shown.text), 'what the action answers is not on its page').to.include(text)
    })

  for (const action of byWeb.filter(isWritten))
    it(`${action.id} opens, shows what will happen, and does what the API does, once`, async () => {
      const company = await server.company()
      const { client, ...scene } = await enterFor(server, company, action, 'web')
      const input = await makeInput({ client, ...scene }, action)
      const rehearsal = await client.post(`${action.path}?dry_run=true`, input)
      expect(rehearsal.status, rehearsal.text).to.equal(200)
      const eventsBefore = (await readEvents(server.db, company)).length

      const path = pathOf(company.slug, action)
      const { subject } = actions[action.id as ActionId] as Action
      const query = subject ? `?${new URLSearchParams({ [subject.path]: String(input[subject.path]) })}` : ''
      const opened = await openPage(server, client, path + query)
      expect(opened.status, opened.text.slice(-1500)).to.equal(200)
      const { fields } = forms[action.id as ActionId]
      const typed = controlsOf(fields, input)
      const around = [...hiddenControls(opened.text)].filter(
        ([name]) =>
          name.startsWith('~before') || (name.startsWith('~rows:') && !typed.some(([one]) => one === name)),
      )
      requireControls(opened.text, typed)

      const asked = await submitForm(server, client, path, [
        ...filledIn(opened.text, typed),
        ...around,
        ['~step', 'review'],
      ])
      expect(asked.status, messagesIn(asked.text)).to.equal(200)
      const carried = hiddenControls(asked.text)
      expect([...carried.keys()], messagesIn(asked.text)).to.include('~key')
      for (const { summary } of rehearsal.body.dry_run.activity as { summary: string }[])
        if (!summary.includes('{')) expect(unescape(asked.text)).to.include(summary)

      const done = await submitForm(server, client, path, [...carried, ['~step', 'do']])
      expect(done.status, messagesIn(done.text)).to.equal(200)
      const owner = await company.as('owner')
      const { items } = await owner.call('platform_activity_list', { limit: 100 })
      const recorded = items
        .filter(({ request_id }) => request_id === done.headers.get('x-request-id'))
        .map(({ summary, subject, changes }) => ({ summary, subject, changes }))
        .reverse()
      const report = rehearsal.body.dry_run
      const events = (await readEvents(server.db, company)).slice(eventsBefore).map(({ type }) => type)
      expect(events, 'events').to.deep.equal(report.events)
      expect(asDryRun(report.activity, report.activity, []), 'lines of the log').to.deep.equal(
        asDryRun(recorded, report.activity, []),
      )

      const again = await submitForm(server, client, path, [...carried, ['~step', 'do']])
      expect(again.status, messagesIn(again.text)).to.be.oneOf([200, 409])
      const after = (await readEvents(server.db, company)).slice(eventsBefore)
      expect(after, 'a second click did it a second time').to.have.length(events.length)
    })
})

/** The texts of an answer that people look for: names. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    (key === 'name' || key === 'label') && typeof one === 'string' ? [one] : namesIn(one),
  )
}

/** Each control that is typed into must be in the page, apart from entries of lists, which are added one by one. */
function requireControls(page: string, typed: readonly [string, string][]): void {
  const names = controlNames(page)
  for (const [name] of typed) {
    if (name.includes('[') || names.has(name)) continue
    // A search comes before the record can be chosen, and null of a value that is shown is an empty field.
    if (names.has(`~q:${name}`) || (name.startsWith('~null:') && names.has(name.slice(6)))) continue
    throw new Error(`the form has no ${name}`)
  }
}

/** The controls as the page has them, with what is typed in place of theirs. */
function filledIn(page: string, typed: readonly [string, string][]): [string, string][] {
  const names = new Set(typed.map(([name]) => name))
  return [...valuesIn(page).filter(([name]) => !names.has(name) && !name.startsWith('~')), ...typed]
}

/** What stands in the fields of a page, as a browser sends it. */
function valuesIn(page: string): [string, string][] {
  const [, form = ''] = /<form class="card form"([^]*?)<\/form>/.exec(page) ?? []
  const inputs = [...form.matchAll(/<input([^>]*)>/g)].flatMap(([, all = '']): [string, string][] => {
    const name = unescape(/ name="([^"]*)"/.exec(all)?.[1] ?? '')
    const value = unescape(/ value="([^"]*)"/.exec(all)?.[1] ?? '')
    return /type="(radio|checkbox)"/.test(all) && !/ checked/.test(all) ? [] : [[name, value]]
  })
  const areas = [...form.matchAll(/<textarea([^>]*)>([^]*?)<\/textarea>/g)].map(
    ([, all = '', text = '']): [string, string] => [
      unescape(/ name="([^"]*)"/.exec(all)?.[1] ?? ''),
      unescape(text).replace(/^\n/, ''),
    ],
  )
  const selects = [...form.matchAll(/<select([^>]*)>([^]*?)<\/select>/g)].map(
    ([, all = '', options = '']): [string, string] => [
      unescape(/ name="([^"]*)"/.exec(all)?.[1] ?? ''),
      unescape(
        (/<option[^>]*selected[^>]*>/.exec(options)?.[0] ?? /<option[^>]*>/.exec(options)?.[0] ?? '').match(
          /value="([^"]*)"/,
        )?.[1] ?? '',
      ),
    ],
  )
  return [...inputs, ...areas, ...selects]
}

/** What a page complains of, for failures of tests. */
const messagesIn = (page: string): string =>
  unescape((/role="alert"[^]*?<\/div>/.exec(page)?.[0] ?? page.slice(-1200)).replace(/<[^>]*>/g, ' '))
