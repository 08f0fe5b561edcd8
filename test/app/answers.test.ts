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
})
