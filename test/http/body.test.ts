import { expect } from 'chai'
import { useServer } from '../support/server.ts'

/** With an input that is valid in all else: so nothing but the mistake can be the reason of the refusal. */
describe('a call that is valid but for one mistake', () => {
  const server = useServer()

  const create = async (body: Buffer, query = '') => {
    const company = await server.company()
    const hr = await company.as('hr')
    const headers = { 'Content-Type': 'application/json' }
    const answer = await hr.raw(`/v1/org/units.create${query}`, {
      method: 'POST',
      body: body as never,
      headers,
    })
    const { rows } = await server.db.query<{ n: number }>(
      'select count(*)::int as n from units where org_id = $1 and id <> $2',
      [company.id, company.root],
    )
    return { status: answer.status, details: answer.body.error?.details, units: rows[0]!.n }
  }

  it('bytes of a text that are not UTF-8: is not JSON, and nothing is stored in their place', async () => {
    const body = (encoding: 'latin1' | 'utf8') => Buffer.from('{"name":"Caf\xe9","kind":"team"}', encoding)
    expect(await create(body('utf8'))).to.include({ status: 200, units: 1 })
    const { status, details, units } = await create(body('latin1'))
    expect([status, details?.[0], units]).to.deep.equal([
      400,
      {
        path: '',
        code: 'not_json',
        message: 'Send one JSON object; {} when there is no input.',
        params: {},
      },
      0,
    ])
  })

  it('dry_run twice: is refused, even if both say the same', async () => {
    const body = Buffer.from('{"name":"Twice","kind":"team"}')
    expect(await create(body, '?dry_run=true')).to.include({ status: 200, units: 0 })
    for (const query of ['?dry_run=true&dry_run=true', '?dry_run=false&dry_run=true']) {
      const { status, details, units } = await create(body, query)
      expect([status, details?.[0]?.path, details?.[0]?.code, units]).to.deep.equal([
        400,
        'dry_run',
        'wrong_type',
        0,
      ])
    }
  })
})
