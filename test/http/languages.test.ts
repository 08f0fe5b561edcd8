import { expect } from 'chai'
import type { TestClient } from '../support/client.ts'
import { useServer } from '../support/server.ts'

/** What an answer shows of a refusal. */
interface Body {
  error: { message: string; details: { message: string; params: object }[] }
}

describe('the language of refusals', () => {
  const server = useServer()

  const refusedIn = async (caller: TestClient, accepted?: string) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'Accept-Language': accepted }
    const answer = await caller.post('/v1/org/units.create', { name: 'x'.repeat(200), kind: 'team' }, headers)
    const { error } = answer.body as Body
    return { ...answer, error, language: answer.headers.get('content-language') }
  }
  const inEnglish = 'name: This may have at most 100 characters.'
  const inGerman = 'name: Das darf höchstens 100 Zeichen haben.'

  it('is the one that a program asks for, else English', async () => {
    const hr = await (await server.company()).as('hr')
    for (const [accepted, message] of [
      ['de', inGerman],
      ['fr, de-AT;q=0.8, en;q=0.5', inGerman],
      ['en, de;q=0.9', inEnglish],
      ['*', inEnglish],
      ['fr', inEnglish],
      [';;q=,=', inEnglish],
      [`de${','.repeat(9_000)}`, inGerman],
    ] as const) {
      const { status, error, language, headers } = await refusedIn(hr, accepted)
      expect([status, error.message], accepted).to.deep.equal([400, message])
      expect(error.details[0]!.params).to.deep.equal({ max: 100 })
      expect(language).to.equal(message === inGerman ? 'de' : 'en')
      expect(headers.get('vary')).to.match(/Accept-Language/i)
    }
  })

  it('of a key does not depend on what its member chose', async () => {
    const company = await server.company()
    const [key, web] = [await company.as('admin'), await company.as('admin', 'web')]
    await key.call('platform_language_set', { language: 'de', scope: 'company' })
    await web.call('platform_language_set', { language: 'de', scope: 'own' })
    expect((await refusedIn(key)).error.message).to.equal(inEnglish)
  })

  it("in a browser is the member's, else the company's, else what the browser asks for", async () => {
    const company = await server.company()
    const web = await company.as('admin', 'web')
    expect((await refusedIn(web, 'de')).error.message).to.equal(inGerman)
    await web.call('platform_language_set', { language: 'de', scope: 'company' })
    expect((await refusedIn(web, 'en')).error.message).to.equal(inGerman)
    await web.call('platform_language_set', { language: 'en', scope: 'own' })
    expect((await refusedIn(web, 'de')).error.message).to.equal(inEnglish)
    await web.call('platform_language_set', { language: 'fr', scope: 'own' })
    expect((await refusedIn(web, 'de')).error.message).to.equal(inEnglish)
  })

  it('is the one asked for where nobody is known, and where there is nothing', async () => {
    const stranger = server.anonymous()
    const german = { headers: { 'Accept-Language': 'de' } }
    const refused = await stranger.raw('/v1/platform/whoami', german)
    expect((refused.body as Body).error.message).to.match(/^Senden Sie einen API-Schlüssel/)
    const nothing = await stranger.raw('/v1/nothing', german)
    expect((nothing.body as Body).error.message).to.match(/^Unter dieser Adresse gibt es nichts/)
    expect(nothing.headers.get('content-language')).to.equal('de')
  })

  it('holds for what is wrong with the rows of a file, and the answer says so', async () => {
    const hr = await (await server.company()).as('hr')
    const csv = [
      'given_name;family_name;work_email;title;start_date;weekly_hours;Rufname;Title',
      'Ada;Byron;ada@acme.example;Analyst;31.12.2026;81;;',
      'Bea;Byron;bea@acme.example;Analyst;30.02.2026;;;',
    ].join('\n')
    const inBoth: [place: string, params: object, english: string, german: string][] = [
      [
        '1 rufname column_misnamed',
        { column: 'preferred_name' },
        'No column of an import has this name, and no custom field this key. Did you mean preferred_name? Then call it that in the first row; else take it out.',
        'Keine Spalte eines Imports hat diesen Namen, und kein eigenes Feld diesen Schlüssel. Ist preferred_name gemeint? Dann nennen Sie die Spalte in der ersten Zeile so; sonst nehmen Sie sie heraus.',
      ],
      [
        '1 title repeated_column',
        { first: 4, second: 8 },
        'This column is there twice, as number 4 and as number 8 of the first row. Keep one of them.',
        'Diese Spalte steht doppelt da, als 4. und als 8. Spalte der ersten Zeile. Behalten Sie eine davon.',
      ],
      [
        '2 start_date bad_format',
        { format: 'date', right: '2026-12-31', given: '31.12.2026' },
        'Write this day as 2026-12-31 and not as 31.12.2026.',
        'Schreiben Sie diesen Tag als 2026-12-31 und nicht als 31.12.2026.',
      ],
      ['2 weekly_hours out_of_range', { max: 80 }, 'This must be at most 80.', 'Das darf höchstens 80 sein.'],
      [
        '3 start_date bad_format',
        { format: 'date' },
        'No calendar has this day. Check it. Write a day as YYYY-MM-DD, such as 2026-12-31.',
        'Diesen Tag gibt es in keinem Kalender. Prüfen Sie ihn. Schreiben Sie einen Tag als JJJJ-MM-TT, etwa 2026-12-31.',
      ],
    ]
    const sentIn = (accepted: string) =>
      hr.post('/v1/org/people.import_csv', { csv }, { 'Accept-Language': accepted })
    const toldIn = async (accepted: string) =>
      (await sentIn(accepted)).body.data.row_errors.map(
        ({ row, column, code, params, message }: Record<string, unknown>) => [
          `${row} ${column} ${code}`,
          params,
          message,
        ],
      )
    expect(await toldIn('en')).to.deep.equal(
      inBoth.map(([place, params, english]) => [place, params, english]),
    )
    expect(await toldIn('de')).to.deep.equal(inBoth.map(([place, params, , said]) => [place, params, said]))
    const answer = await sentIn('de')
    expect(answer.headers.get('content-language')).to.equal('de')
    const plain = await hr.post('/v1/org/units.list', {}, { 'Accept-Language': 'de' })
    expect(plain.headers.get('content-language')).to.equal(null)
  })

  it('is the same over MCP, where refusals name tools', async () => {
    const hr = await (await server.company()).as('hr')
    const params = { name: 'org_units_create', arguments: { name: 'x'.repeat(200), kind: 'team' } }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const told = async (accepted: string) => {
      const answer = await hr.post('/mcp', call, { 'Accept-Language': accepted })
      const { result } = answer.body as { result: { content: { text: string }[] } }
      return [result.content[0]!.text.split('\n')[0], answer.headers.get('content-language')]
    }
    expect(await told('de-CH')).to.deep.equal([`validation_failed: ${inGerman}`, 'de'])
    expect(await told('*')).to.deep.equal([`validation_failed: ${inEnglish}`, 'en'])
    const unknown = { ...call, params: { name: 'org_people_get', arguments: { person_id: 'nobody' } } }
    const { body } = await hr.post('/mcp', unknown, { 'Accept-Language': 'de' })
    expect(JSON.stringify(body)).to.include('Keine Person hat diese person_id.')
  })
})
