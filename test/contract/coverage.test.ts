import { expect } from 'chai'
import { checkEvent, checkResponse, contractActions, type ActionEntry } from '../support/contract.ts'
import { coverageProblems } from '../support/coverage.ts'

/** The check runs at the end of a full run (test/run/saw.ts). These tests show that it can fail. */
describe('coverage of the contract', () => {
  const schema = { type: 'object', properties: { unit_id: { $ref: '#/components/schemas/UnitId' } } }
  const action = (id: string, requestSchema: object, more: object = {}): ActionEntry => ({
    id,
    path: `/v1/test/${id}`,
    operation: {
      ...more,
      operationId: id,
      summary: id,
      requestBody: { content: { 'application/json': { schema: requestSchema, example: {} } } },
      responses: { 200: {}, 400: {}, 404: {} },
    },
  })
  const run = (...codes: string[]) => ({
    succeeded: new Set(['a']),
    codes: new Set(codes),
    events: new Set(['thing.made']),
  })

  it('finds nothing when the action succeeded and every error was seen or is listed', () => {
    expect(
      coverageProblems([action('a', schema)], run('a 400 validation_failed'), ['a 404 not_found']),
    ).to.deep.equal([])
  })

  it('reports an action that never succeeded, and an error that was never answered', () => {
    const problems = coverageProblems([action('b', schema)], run('b 400 validation_failed'), [])
    expect(problems).to.have.length(2)
    expect(problems[0]).to.match(/^b never succeeded/)
    expect(problems[1]).to.match(/^"b 404 not_found" is documented but was never seen/)
  })

  it('reports a listed line that was seen, or that the document does not have any more', () => {
    const problems = coverageProblems(
      [action('a', schema)],
      run('a 400 validation_failed', 'a 404 not_found'),
      ['a 404 not_found', 'a 409 conflict'],
    )
    expect(problems).to.have.length(2)
    expect(problems[0]).to.contain('delete this line')
    expect(problems[1]).to.contain('not documented')
  })

  it('expects not_found only of actions that take an id', () => {
    expect(
      coverageProblems([action('a', { type: 'object' })], run('a 400 validation_failed'), []),
    ).to.deep.equal([])
  })

  it('expects every warning that an action declares', () => {
    const warns = action('a', { type: 'object' }, { 'x-warnings': [{ code: 'slow', message: 'Be quick.' }] })
    const seenBefore = run('a 400 validation_failed')
    expect(coverageProblems([warns], seenBefore, [])).to.have.length(1)
    expect(coverageProblems([warns], seenBefore, ['a slow'])).to.deep.equal([])
    expect(coverageProblems([warns], run('a 400 validation_failed', 'a slow'), [])).to.deep.equal([])
  })

  it('expects every refusal and every event that an action declares', () => {
    const named = (code: string, event: string) =>
      action(
        'a',
        { type: 'object' },
        { 'x-errors': [{ code, error: 'conflict', message: 'Choose another.' }], 'x-events': [event] },
      )
    const seen = run('a 400 validation_failed', 'a thing_taken')
    expect(coverageProblems([named('thing_taken', 'thing.made')], seen, [])).to.deep.equal([])
    const problems = coverageProblems([named('thing_locked', 'thing.broken')], seen, [])
    expect(problems).to.have.length(2)
    expect(problems[0]).to.match(/^"a thing_locked" is documented but was never seen/)
    expect(problems[1]).to.match(/^The event thing\.broken was never written/)
  })
})

/** What these checks refuse is not noted as seen, so these tests do not add to the coverage. */
describe('the check of an answer against the document', () => {
  const headers = new Headers({
    'X-Request-Id': 'x',
    'RateLimit-Limit': '300',
    'RateLimit-Remaining': '299',
    'RateLimit-Reset': '60',
  })
  const conflict = (code: string) => () => {
    const detail = { path: 'name', code, message: 'Choose another name.', params: {} }
    const error = { code: 'conflict', message: 'Choose another name.', request_id: 'x', details: [detail] }
    checkResponse('POST', '/v1/org/units.create', 409, headers, { error })
  }

  it('fails for a refusal that another action declares, but not this one', () => {
    const codesOf = (id: string) =>
      new Set(contractActions[id]!.operation['x-errors']!.map(({ code }) => code))
    const theirs = codesOf('org_locations_create').difference(codesOf('org_units_create'))
    expect([...theirs]).to.deep.equal(['location_name_taken'])
    for (const code of [...theirs, 'no_such_refusal'])
      expect(conflict(code)).to.throw(`org_units_create refuses with ${code}`)
  })

  it('fails for an event that the document does not have, and for one with another payload', () => {
    expect(() => checkEvent('unit.painted', {})).to.throw('not among the webhooks')
    expect(() => checkEvent('unit.archived', { unit_id: 7 })).to.throw('breaks the contract')
  })
})
