import { expect } from 'chai'
import { pathItem } from '../../codegen/expand/operations.ts'
import { NamedSchemas } from '../../codegen/naming.ts'
import { expectProblem } from './mistakes.ts'
import { useWorkshop } from './workshop.ts'

const file = 'openapi/paths/auth/elsewhere.yaml'
const text = `post:
  tags: [Session]
  summary: Go elsewhere
  description: Sends a browser elsewhere.
  x-redirect: true
  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [to]
          properties:
            to: { type: string, maxLength: 20, description: Where they want to go. }
        example: { to: home }
  responses:
    '303':
      description: The browser goes there.
`

describe('an address to which browsers are sent', () => {
  const workshop = useWorkshop()
  beforeEach(() => workshop.current.write(file, text))

  it('is a GET with its input in the query, whose answer is a 303', () => {
    const contract = workshop.current.contract()
    expect(workshop.current.problems()).to.deep.equal([])
    const source = contract.sources.find(({ url }) => url === '/auth/elsewhere')!
    const { get, ...others } = pathItem(contract, source, new NamedSchemas(contract)) as Record<string, any>
    expect(others).to.deep.equal({})
    expect(get.parameters.map((one: any) => [one.name, one.in, one.required])).to.deep.equal([
      ['to', 'query', true],
    ])
    expect(get).to.not.have.any.keys('requestBody', 'x-redirect')
    expect(Object.keys(get.responses['303'].headers)).to.include('Location')
    expect(get.responses).to.not.have.any.keys('200', '401')
  })

  it('says what its answer is', () => {
    workshop.current.edit(file, "    '303':\n      description: The browser goes there.\n", "    '303': {}\n")
    expectProblem(workshop.current, file, "'303'", "response '303' has no description")
  })

  it('is in paths/auth only', () => {
    workshop.current.edit(
      'openapi/paths/toys/boxes/list.yaml',
      '  x-class: read\n',
      '  x-class: read\n  x-redirect: true\n',
    )
    expectProblem(
      workshop.current,
      'openapi/paths/toys/boxes/list.yaml',
      'x-redirect',
      'x-redirect is not known here',
    )
  })
})
