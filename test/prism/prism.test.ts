import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { expect } from 'chai'
import { document, exchanges, queryOf, resolve, operations } from './exchanges.ts'

/**
 * A server that mocks us from the document alone, such as Prism, needs an example of each answer, and examples that a
 * validator which knows nothing of us accepts. `npm run test:prism` tries the real one.
 */
describe('the published document, to whoever mocks it', () => {
  const all = exchanges()
  const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false, formats: fullFormats })
  ajv.addSchema({ $id: 'doc:', ...document })
  const compiled = new Map<string, ValidateFunction>()
  /** What is wrong with a value, in words; empty for nothing. The schema is a part of the document. */
  const problems = (schema: object, value: unknown): string => {
    const text = JSON.stringify(schema, (key, part: unknown) =>
      key === '$ref' ? `doc:${String(part)}` : part,
    )
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(text, validate)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }

  it('shows each answer of each operation, under application/json and in a form of its own', () => {
    const shown = new Set(all.map(({ method, path, status }) => `${method} ${path} ${status}`))
    const documented = operations.flatMap(({ path, method, operation }) =>
      Object.keys(operation['responses'] as object).map(
        (status) => `${method.toUpperCase()} ${path} ${status}`,
      ),
    )
    expect([...shown].toSorted()).to.deep.equal(documented.toSorted())
    expect(documented.filter((one) => one.endsWith(' 200'))).to.have.length.above(70)
  })

  it('shows only calls and answers that are valid, also without our formats', () => {
    for (const { method, path, input, inputSchema, status, name, answer, answerSchema } of all) {
      const where = `${method} ${path} ${status} ${name ?? ''}`
      expect(problems(answerSchema, answer), `${where}: answer`).to.equal('')
      if (inputSchema) expect(problems(inputSchema, input), `${where}: call`).to.equal('')
    }
  })

  it('shows calls that fit into the parameters of a GET', () => {
    for (const { path, input } of all.filter(({ method }) => method === 'GET')) {
      const parameters = (document['paths'][path].get.parameters ?? []).map(resolve) as Record<string, any>[]
      const query = new URLSearchParams(queryOf(input))
      expect(
        parameters.map(({ name }) => name),
        path,
      ).to.include.members([...query.keys()])
      for (const { name, required, schema } of parameters) {
        if (required) expect(query.has(name as string), `${path}: ${name}`).to.equal(true)
        if (input[name] === undefined) continue
        expect(
          problems(schema, schema.contentMediaType ? JSON.stringify(input[name]) : input[name]),
          `${path}: ${name}`,
        ).to.equal('')
      }
    }
  })

  it('refers to nothing but itself', () => {
    const text = JSON.stringify(document)
    for (const [, ref] of text.matchAll(/"\$ref":"([^"]*)"/g))
      expect(() => resolve({ $ref: ref }), ref).to.not.throw()
  })

  it('would not pass with a wrong example', () => {
    const { answerSchema, answer } = all.find(({ path }) => path === '/v1/org/units.create')!
    const wrong = structuredClone(answer) as { data: { member_count: number | string } }
    wrong.data.member_count = 'many'
    expect(problems(answerSchema, wrong)).to.include('member_count')
    expect(() => resolve({ $ref: '#/components/schemas/Nothing' })).to.throw('There is no')
    expect(() => resolve({ $ref: 'https://example.com/x' })).to.throw('There is no')
  })
})
