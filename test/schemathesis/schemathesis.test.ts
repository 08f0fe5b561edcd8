import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import { commands } from '../../src/cli/commands.ts'
import { parseIdempotencyKey } from '../../src/pipeline/idempotency.ts'
import { formats, ownText } from '../../src/validation/formats.ts'
import { contractActions, document } from '../support/contract.ts'
import { fieldsOf, idFields, inputSchema } from '../support/schemas.ts'

/** schemathesis itself does not run here, but in `npm run test:schemathesis`. */
describe('the settings of schemathesis', () => {
  const settings = readFileSync('schemathesis.toml', 'utf8')
  const files = ['hooks.py', 'records.py', 'rules.py'].map((file) => `test/schemathesis/${file}`)
  const hooks = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const main = readFileSync('test/schemathesis/main.ts', 'utf8')
  const inputs = Object.values(contractActions).flatMap((action) => fieldsOf(inputSchema(action)))
  const isNumeric = (type?: string) => type === 'integer' || type === 'number'
  /** The entries of a Python set or dict of `hooks.py` that begin with a text. */
  const entriesOf = (name: string) =>
    [
      ...new RegExp(`^${name} = \\{([^]*?)\\}$`, 'm').exec(hooks)![1]!.matchAll(/"([\w-]+)"(?=[,:}]|$)/gm),
    ].map(([, text]) => text!)

  it('switch nothing off: no check, no operation, and no status is accepted beyond the usual ones', () => {
    expect(settings).to.not.match(/enabled|operations|exclude|include|expected-statuses|suppress/)
    expect(settings).to.match(/^fail-on = .*"rate_limited"/m)
  })

  it('ask who the credential is before the first call with it: with none, a run would pass and test nothing', () => {
    const [, body] = /^ {8}def get\(self.*\n([^]*?)\n\n/m.exec(hooks)!
    expect(body!.trim().split('\n')[0]).to.equal('check_credential(context.operation)')
    expect(hooks).to.include('/v1/platform/whoami').and.include('os._exit(2)')
    expect(main).to.include('/^[1-9]/.test(cases)')
  })

  it('name a file of hooks that Python can read, with what it imports', () => {
    const [, named] = /^hooks = "(.*)"$/m.exec(settings)!
    expect(files).to.include(named)
    for (const file of files) {
      const read = spawnSync('python3', ['-c', `import ast; ast.parse(open(${JSON.stringify(file)}).read())`])
      if (!read.error) expect(read.stderr.toString()).to.equal('')
    }
  })

  it('know where the records of each kind of id are listed', () => {
    const kinds = new Set(
      Object.values(contractActions)
        .flatMap(idFields)
        .map(({ kind }) => kind),
    )
    // Ids of notifications have no kind.
    expect(entriesOf('LISTS').toSorted()).to.deep.equal([...kinds, 'notification'].toSorted())
    for (const [, path, ids] of hooks.matchAll(/^ {4}"\w+": \("(.*?)", lambda data: \[(.*)\]\),$/gm)) {
      const { operation } = Object.values(contractActions).find((one) => one.path === `/v1/${path}`)!
      const answer = operation.responses['200'] as {
        content: { 'application/json': { example: { data: unknown } } }
      }
      const { data } = answer.content['application/json'].example
      const [, list] = / in data\["(\w+)"\]/.exec(ids!) ?? []
      const records = (list === undefined ? data : (data as Record<string, unknown>)[list]) as {
        id: string
      }[]
      const [, id] = /\["(\w+)"\]/.exec(ids!) ?? []
      expect(records[0], path).to.have.property(id!)
    }
  })

  it('name the formats of which a pattern does not tell all; of all others it does', () => {
    const outlined = entriesOf('OUTLINED')
    const standard = ['date', 'date-time']
    // The formats of numbers (int32, double) tell their size, and have limits instead of a pattern.
    const texts = inputs.filter(({ schema }) => schema.format && ![schema.type].flat().some(isNumeric))
    const used = new Map(texts.map(({ schema }) => [schema.format!, schema]))
    expect([...used.keys()]).to.include.members(outlined)
    for (const [format, { pattern, maxLength = 100 }] of used) {
      if (outlined.includes(format) || standard.includes(format)) continue
      const known = formats[format] as RegExp | ((value: string) => boolean)
      const accepts = (value: string) => (known instanceof RegExp ? known.test(value) : known(value))
      const fitting = fc.stringMatching(new RegExp(pattern!)).filter(({ length }) => length <= maxLength)
      fc.assert(
        fc.property(fitting, (value) => accepts(value)),
        { numRuns: 300 },
      )
    }
  })

  it('need to know nothing of control characters: no pattern takes them, but where a text has several lines', () => {
    const known = new Map(
      inputs.flatMap(({ path, schema }) => (schema.pattern === undefined ? [] : [[schema.pattern, path]])),
    )
    const controls = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).filter((character) =>
      /[^\t\n -~]/.test(character),
    )
    for (const [source, path] of known) {
      const pattern = new RegExp(source, 'u')
      const fitting = fc.sample(fc.stringMatching(pattern), { numRuns: 3, seed: 1 })
      for (const text of fitting)
        for (let at = 0; at <= Math.min(text.length, 10); at++)
          for (const control of controls)
            expect(pattern.test(text.slice(0, at) + control + text.slice(at)), path.join('.')).to.equal(false)
    }
  })

  it('are right that the pattern of texts takes invisible characters of more than 16 bits, which the service refuses', () => {
    const { pattern } = document.components['schemas']!['OneLineText'] as { pattern: string }
    const accepted = (filled: string) => new RegExp(filled, 'u').test('\u{E0785}')
    expect([pattern, ownText.line.filled].map(accepted)).to.deep.equal([true, false])
  })

  it('are right that each text that fits the pattern of an Idempotency-Key is one', () => {
    const { schema } = document.components['parameters']!['IdempotencyKey'] as {
      schema: { pattern: string; maxLength: number }
    }
    const fitting = fc
      .stringMatching(new RegExp(schema.pattern))
      .filter(({ length }) => length <= schema.maxLength)
    fc.assert(fc.property(fitting, (key) => parseIdempotencyKey(key, 'Idempotency-Key') !== undefined))
  })

  it('are explained in docs, which name what there is', () => {
    const readme = readFileSync('README.md', 'utf8')
    const [section] = /^## Contract tests\n[^]*/m.exec(readFileSync('docs/integrators.md', 'utf8'))!
    const variables = section.match(/\b(ROLLCALL|RATE)_[A-Z_]+\b/g)!
    const known = [
      ...Object.keys(parseEnv(readFileSync('.env.example', 'utf8'))),
      ...[...hooks.matchAll(/environ\.get\("(\w+)"\)/g)].map(([, name]) => name!),
    ]
    expect(known).to.include.members(variables)
    const [, command] = /npm run org --silent -- create ([^]*?)\n```/.exec(section)!
    const flags = [...command!.split('|')[0]!.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag!)
    expect(Object.keys({ ...commands['create']!.options, json: {} })).to.include.members(flags)
    expect(flags).to.include.members(['with-key', 'json'])
    const [, version] = /^const version = '(.*)'$/m.exec(main)!
    for (const text of [section, readme]) expect(text).to.include(`schemathesis@${version}`)
  })
})
