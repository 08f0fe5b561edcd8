import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { formats } from '../../src/validation/formats.ts'
import { events, results } from '../../src/generated/results.js'
import {
  answerSchema,
  asOfTomorrow,
  propertyOfTomorrow,
  valueOfTomorrow,
  type Document,
} from '../clients/tomorrow.ts'
import { checkEvent, checkResponse, document } from '../support/contract.ts'
import { allActions } from '../support/sweep.ts'

const published = document as unknown as Document
const ajv = new Ajv2020({ strict: false, logger: false, formats })
ajv.addSchema({ $id: 'doc:', ...document })

/** The example of the action's result. */
function exampleOf({ operation }: (typeof allActions)[number]): { data: unknown } {
  const { content } = operation.responses['200'] as {
    content: { 'application/json': { example: { data: unknown } } }
  }
  return content['application/json'].example
}

const headers = new Headers(
  ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(
    (name): [string, string] => [name, '1'],
  ),
)

describe('answers of a later version', () => {
  const withValues = allActions.filter((action) =>
    JSON.stringify(
      asOfTomorrow(published, answerSchema(published, 'POST', action.path)!, exampleOf(action)),
    ).includes(valueOfTomorrow),
  )

  it('have other values in most actions', () => {
    expect(withValues.length).to.be.greaterThan(allActions.length / 2)
  })

  it('are valid in the published document: clients read them', () => {
    for (const action of allActions) {
      const schema = answerSchema(published, 'POST', action.path)!
      const escaped = action.path.replaceAll('/', '~1')
      const ref = `doc:#/paths/${escaped}/post/responses/200/content/application~1json/schema`
      const validate = ajv.getSchema(ref)!
      expect(validate(asOfTomorrow(published, schema, exampleOf(action))), action.id).to.equal(true)
    }
  })

  it('are no answers of today: the check of results and that of the tests refuse each unknown value', () => {
    for (const action of withValues) {
      const schema = answerSchema(published, 'POST', action.path)!
      const { data } = JSON.parse(
        JSON.stringify(asOfTomorrow(published, schema, exampleOf(action))).replaceAll(
          `,"${propertyOfTomorrow}":true`,
          '',
        ),
      ) as { data: unknown }
      const values = JSON.stringify(data).split(`"${valueOfTomorrow}"`).length - 1
      const check = results[action.id]!
      expect(check(data), action.id).to.equal(false)
      const refused = (check.errors ?? []).filter(({ keyword }) => keyword === 'enum')
      expect(refused.length, action.id).to.be.at.least(values)
      expect(() => checkResponse('POST', action.path, 200, headers, { data }), action.id).to.throw(
        'breaks the contract',
      )
    }
  })
})

describe('events of a later version', () => {
  it('are no events of today', () => {
    const data = (document.webhooks as any)['unit.created'].post.requestBody.content['application/json']
      .example.data
    const check = (value: unknown) => events['unit.created']!(value)
    expect(check(structuredClone(data))).to.equal(true)
    const later = JSON.parse(
      JSON.stringify(data).replace(/"kind":"[a-z]+"/, `"kind":"${valueOfTomorrow}"`),
    ) as object
    expect(check(later)).to.equal(false)
    expect(() => checkEvent('unit.created', later)).to.throw('breaks the contract')
  })
})
