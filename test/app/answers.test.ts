import { expect } from 'chai'
import { isForPrograms } from '../../src/app/show/value.ts'
import { fieldNames } from '../../src/app/texts/fields.ts'
import { valueNames } from '../../src/app/texts/values.ts'
import { choiceNames } from '../../src/generated/forms.ts'
import { openPage } from '../support/app.ts'
import { contractActions, document } from '../support/contract.ts'
import { useServer } from '../support/server.ts'

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  enum?: unknown[]
  'x-extensible-enum'?: string[]
}

function found(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const [, ...steps] = schema.$ref.split('/')
  return found(
    steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], document) as Schema,
  )
}

/** Calls `visit` with each property of an answer, however deep it is. */
function eachProperty(
  given: Schema,
  visit: (name: string, schemas: Schema[]) => void,
  seen = new Set<Schema>(),
): void {
  const schema = found(given)
  if (seen.has(schema)) return
  seen.add(schema)
  for (const part of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])])
    eachProperty(part, visit, seen)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const own = found(property)
    const kinds = [own, ...(own.anyOf ?? []).map(found)]
    visit(name, [...kinds, ...kinds.flatMap(({ items }) => (items ? [found(items)] : []))])
    eachProperty(property, visit, seen)
  }
}

interface Answer {
  content?: { 'application/json'?: { schema: Schema } }
}

describe('the words for what actions answer', () => {
  const server = useServer()

  it('are there in both languages, for each property and each value of a list', () => {
    const [names, values] = [new Set<string>(), new Set<string>()]
    for (const { operation } of Object.values(contractActions)) {
      const schema = (operation.responses['200'] as Answer).content?.['application/json']?.schema
      const data = schema && found(schema).properties?.['data']
      if (data)
        eachProperty(data, (name, schemas) => {
          if (!isForPrograms(name)) names.add(name)
          if (choiceNames.has(name))
            for (const one of schemas)
              for (const value of one.enum ?? one['x-extensible-enum'] ?? [])
                if (typeof value === 'string') values.add(value)
        })
    }
    expect(names.has('turnover_rate') && values.has('first_day'), 'nothing was read').to.equal(true)
    const missing = {
      fields: [...names].filter((one) => !Object.hasOwn(fieldNames, one)),
      values: [...values].filter((one) => !Object.hasOwn(valueNames, one)),
    }
    expect(missing, 'add them in src/app/texts').to.deep.equal({ fields: [], values: [] })
  })

  it('are on German pages: of what comes, and of what is in the log', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const page = async (path: string) =>
      (await openPage(server, owner, `/${company.slug}/manage/${path}`, { 'Accept-Language': 'de' })).text
    const { id } = await company.person()
    await owner.call('org_pay_add', {
      ...{ person_id: id, effective_date: '2026-01-01', amount: 50_000, currency: 'EUR', period: 'year' },
    })
    const home = await page('do/org/home.summary')
    expect(home).to.include('Personen ohne Zugang und Einladung').and.include('Sollten besetzt sein')
    expect(home).to.not.include('invite_people').and.not.include('Past target')
    expect(await page('activity'))
      .to.match(/>\s*Gehalt\s*</)
      .and.not.match(/>\s*Pay\s*</)
  })

  it('name each column of a table once, and show no ids', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: person_id } = await company.person()
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Arrival', kind: 'custom' },
      tasks: [{ title: 'Badge', assignee: { type: 'hr' }, offset_days: 0 }],
    })
    await hr.call('org_checklists_runs_start', { template_id, person_id, anchor_date: '2026-01-01' })
    for (const [action, expected] of [
      ['people.chart', ['Person', 'Title', 'Unit', 'Direct reports', 'Reports in all']],
      [
        'checklists.runs.list',
        ['Name', 'Kind', 'Status', 'Person', 'Counts from', 'Done', 'Skipped', 'In all', 'Actions'],
      ],
      ['home.summary', undefined],
    ] as const) {
      const { text } = await openPage(server, hr, `/${company.slug}/manage/do/org/${action}`)
      const [, shown = ''] = /id="result"([^]*)/.exec(text) ?? []
      const cells = shown.replace(/<(?:a|input|form)\b[^>]*>/g, '')
      expect(cells, action).to.not.match(/[\da-f]{8}-[\da-f]{4}-/)
      const heads = [...shown.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, head]) => head!.trim())
      if (expected) expect(heads, action).to.deep.equal(expected)
      else expect(heads).to.not.include('Notifications')
    }
  })
})
