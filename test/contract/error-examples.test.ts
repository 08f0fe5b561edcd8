import { expect } from 'chai'
import { checkResponse, contractActions, document, type ActionEntry } from '../support/contract.ts'
import { differencesToExamples, examplesOf, type Refusal } from '../support/error-examples.ts'
import { allActions } from '../support/sweep.ts'

/** The status of each code that a refusal of the catalogue may have. */
const statusOf: Record<string, string> = {
  validation_failed: '400',
  forbidden: '403',
  not_found: '404',
  conflict: '409',
  payload_too_large: '413',
  rate_limited: '429',
}
const headers = new Headers(
  ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'www-authenticate'].map(
    (name): [string, string] => [name, '1'],
  ),
)
const create = contractActions['org_units_create']!

describe('the examples of errors', () => {
  it('show each refusal that an action lists, under its status, as the action would answer it', () => {
    for (const action of allActions)
      for (const { code, error } of action.operation['x-errors'] ?? []) {
        const example = examplesOf(action, statusOf[error]!)[code]
        if (!example) throw new Error(`${action.id} shows no ${code} under ${statusOf[error]}`)
        expect(differencesToExamples(action, Number(statusOf[error]), example), action.id).to.deep.equal([])
      }
  })

  it('are valid answers, in words without placeholders', () => {
    for (const [path, { get, post }] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries({ GET: get, POST: post })) {
        const action = operation && { id: operation.operationId, path, operation }
        for (const status of Object.keys(operation?.responses ?? {}).filter((one) => one !== '200'))
          for (const [name, error] of Object.entries(examplesOf(action as ActionEntry, status))) {
            checkResponse(method, path, Number(status), headers, { error })
            expect(JSON.stringify(error), name).to.not.match(/[{][a-z_]+[}]|undefined/)
          }
      }
  })

  it('show what becomes of an Idempotency-Key only where there is one', () => {
    const keys = (id: string) =>
      Object.keys(examplesOf(contractActions[id]!, '409')).filter((name) => name.startsWith('idempotency'))
    const [busy, another, used] = ['busy', 'of_another_call', 'used'].map((word) => `idempotency_key_${word}`)
    expect(keys('platform_api_keys_create'), 'no-store').to.have.members([busy, another, used])
    expect(keys('org_units_create'), 'replay, with conflicts of its own').to.have.members([busy, another])
    expect(keys('platform_appearance_set'), 'replay, without any').to.have.members([busy, another])
    expect(keys('org_units_list'), 'a read').to.deep.equal([])
  })

  describe('are held to what the service answers: it is noticed when', () => {
    const real = (): Refusal => structuredClone(examplesOf(create, '409')['unit_name_taken']!)
    const differences = (change: (error: Refusal) => void, status = 409) => {
      const error = real()
      change(error)
      return differencesToExamples(create, status, error).join()
    }

    it('nothing differs: the same words about another name', () => {
      const other = JSON.parse(JSON.stringify(real()).replaceAll('Research', 'Sales')) as Refusal
      expect(differencesToExamples(create, 409, other)).to.deep.equal([])
    })

    for (const [what, change, says] of [
      [
        'a detail has another key',
        ({ details }) => delete details![0]!.record_id,
        'unit_name_taken has code,message,params,path, its example',
      ],
      ['a detail has other words', ({ details }) => (details![0]!.message = 'Taken.'), 'says "Taken."'],
      ['it is about what nobody sent', ({ details }) => (details![0]!.path = 'title'), 'about title'],
      ['the headline is another one', (error) => (error.message = 'No.'), 'the message is "No."'],
      ['the code is another one', (error) => (error.code = 'forbidden'), 'no example of 409 forbidden'],
    ] as [string, (error: Refusal) => unknown, string][])
      it(what, () => {
        expect(differences(change)).to.include(says)
      })

    it('the status is another one', () => {
      expect(differences(() => undefined, 400)).to.include('unit_name_taken is no example of 400')
    })
  })
})
