import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { factsOf } from '../../codegen/compatibility/document.ts'
import { visible } from '../../codegen/compatibility/released.ts'
import { factsOfTools } from '../../codegen/compatibility/tools.ts'
import { compatibility as compare } from '../../codegen/compatibility/report.ts'
import { useWorkshop, type Outcome } from './workshop.ts'

const text = readFileSync('openapi/published/openapi.json', 'utf8')
const copy = () => JSON.parse(text)

const hire = (now: any) => now.paths['/v1/org/people.hire'].post
const hireInput = (now: any) => now.components.schemas.OrgPeopleHireInput
const person = (now: any) => now.components.schemas.Person

/** A change of our own contract, and the place and name of the fact that it breaks. */
const refused: [what: string, change: (now: any) => void, found: string][] = [
  [
    'an action that is deleted',
    (now) => delete now.paths['/v1/org/pay.add'],
    'the document: POST /v1/org/pay.add',
  ],
  [
    'another operation id',
    (now) => (hire(now).operationId = 'org_people_add'),
    'POST /v1/org/people.hire: operationId',
  ],
  [
    'a property of a result that is deleted',
    (now) => delete person(now).properties.start_date,
    'Person (answer): property start_date',
  ],
  [
    'a property of a result that may be null',
    (now) => (person(now).properties.family_name.type = ['string', 'null']),
    'Person.family_name (answer): types',
  ],
  [
    'a property of a result of another type',
    (now) => (person(now).properties.family_name.type = 'integer'),
    'Person.family_name (answer): types',
  ],
  [
    'a value of an input that is deleted',
    (now) => now.components.schemas.EmploymentType.enum.pop(),
    'OrgPeopleHireInput.employment_type (request): values',
  ],
  [
    'a new required input',
    (now) => {
      hireInput(now).properties.shoe_size = { type: 'integer' }
      hireInput(now).required.push('shoe_size')
    },
    'OrgPeopleHireInput (request): required shoe_size',
  ],
  [
    'a narrower pattern',
    (now) => (hireInput(now).properties.work_phone.pattern = '^\\+49[0-9]+$'),
    'OrgPeopleHireInput.work_phone (request): pattern',
  ],
  [
    'an error code that is deleted',
    (now) => hire(now)['x-errors'].shift(),
    `POST /v1/org/people.hire: error ${hire(copy())['x-errors'][0].code}`,
  ],
  [
    'a warning code that is deleted',
    (now) => hire(now)['x-warnings'].shift(),
    `POST /v1/org/people.hire: x-warnings ${hire(copy())['x-warnings'][0].code}`,
  ],
  [
    'a type of event that is deleted',
    (now) => delete now.webhooks['person.hired'],
    'the document: event person.hired',
  ],
]

const accepted: [what: string, change: (now: any) => void][] = [
  [
    'a new action',
    (now) =>
      (now.paths['/v1/org/people.greet'] = { post: { ...hire(now), operationId: 'org_people_greet' } }),
  ],
  ['an optional input', (now) => (hireInput(now).properties.shoe_size = { type: 'integer' })],
  ['a property of a result', (now) => (person(now).properties.shoe_size = { type: 'integer' })],
  ['a value of a result', (now) => now.components.schemas.PersonStatus['x-extensible-enum'].push('on_leave')],
  ['an error code', (now) => hire(now)['x-errors'].push({ code: 'too_tall', error: 'conflict' })],
]

describe('the released contract', () => {
  let released: ReturnType<typeof factsOf>
  before(() => (released = factsOf(visible(copy()))))
  const breaksOf = (change: (now: any) => void) => {
    const now = copy()
    change(now)
    const found = factsOf(visible(now)).breaksOf(released)
    return found.map(({ place, what }) => `${place}: ${what}`)
  }

  for (const [what, change, found] of refused)
    it(`refuses ${what}`, () => expect(breaksOf(change)).to.include(found))

  for (const [what, change] of accepted)
    it(`accepts ${what}`, () => expect(breaksOf(change)).to.deep.equal([]))

  it('shows what clients see: no examples, no extensions of our own, and every fact', () => {
    const shown = visible(copy())
    expect(JSON.stringify(shown)).to.not.match(/"(example|examples|x-unbounded|x-mcp-rows|x-id)":/)
    expect(factsOf(shown).breaksOf(factsOf(copy()))).to.deep.equal([])
    expect(visible({ properties: { example: {}, 'x-ray': { example: 1 } } })).to.deep.equal({
      properties: { example: {}, 'x-ray': {} },
    })
  })
})

describe('the released tools of assistants', () => {
  const tools = JSON.parse(readFileSync('openapi/published/mcp-tools.json', 'utf8'))
  const released = factsOfTools(tools)
  const breaksOf = (name: string, change: (tool: any) => void) => {
    const now = structuredClone(tools)
    change(now.find((one: { name: string }) => one.name === name))
    return factsOfTools(now)
      .breaksOf(released)
      .map(({ place, what }) => `${place}: ${what}`)
  }
  const list = 'org_people_list'
  const refused: [what: string, change: (tool: any) => void, found: string][] = [
    ['another name', (tool) => (tool.name = 'people_list'), `the tools: tool ${list}`],
    [
      'an argument that is deleted',
      (tool) => delete tool.inputSchema.properties.limit,
      `tool ${list}: property limit`,
    ],
    ['a new required argument', (tool) => (tool.inputSchema.required = ['q']), `tool ${list}: required q`],
    [
      'a value of an argument that is deleted',
      (tool) => tool.inputSchema.properties.status.enum.pop(),
      `tool ${list}.status: values`,
    ],
    [
      'a tool that does not only read any more',
      (tool) => (tool.annotations = {}),
      `tool ${list}: readOnlyHint`,
    ],
  ]
  for (const [what, change, found] of refused)
    it(`refuse ${what}`, () => expect(breaksOf(list, change)).to.deep.equal([found]))

  const accepted: [what: string, change: (tool: any) => void][] = [
    ['another number of rows', (tool) => (tool.inputSchema.properties.limit.default = 1)],
    ['an optional argument', (tool) => (tool.inputSchema.properties.shoe_size = { type: 'integer' })],
    ['other words', (tool) => (tool.description = 'Lists people.')],
  ]
  for (const [what, change] of accepted)
    it(`accept ${what}`, () => expect(breaksOf(list, change)).to.deep.equal([]))
})

describe('npm run compatibility and npm run release', () => {
  const workshop = useWorkshop()
  const published = 'openapi/published/openapi.json'

  function publish(
    version: number,
    change: (now: any) => void = () => undefined,
    tools: object[] = [tool({ limit: { type: 'integer' } })],
  ): void {
    const now = {
      info: { version: String(version), 'x-fingerprint': `of ${version}` },
      paths: { '/v1/toys.list': { post: { operationId: 'toys_list', 'x-urgent': true } } },
    }
    change(now)
    workshop.current.write(published, JSON.stringify(now))
    workshop.current.write('openapi/published/mcp-tools.json', JSON.stringify(tools))
  }
  const tool = (properties: object) => ({
    name: 'toys_list',
    inputSchema: { type: 'object', additionalProperties: false, properties },
    annotations: { readOnlyHint: true },
  })
  const outcomeOf = (release: boolean): Outcome => {
    const { problems, done } = compare(workshop.current.dir, release)
    const lines = problems.length > 0 ? problems : [done ?? []].flat()
    return { status: Math.min(problems.length, 1), output: lines.map((line) => `${line}\n`).join('') }
  }
  const compatibility = () => outcomeOf(false)
  const release = () => outcomeOf(true)
  const read = (version: number) => workshop.current.read(`openapi/released/${version}.json`)
  const rename = (now: any) => (now.paths['/v1/toys.list'].post.operationId = 'toys_all')
  const add = (now: any) => (now.paths['/v1/toys.get'] = { post: { operationId: 'toys_get' } })

  it('let everything change before the first release', () => {
    publish(7)
    expect(compatibility()).to.deep.equal({
      status: 0,
      output: 'No contract is released yet: it may change in any way.\n',
    })
  })

  it('print what they find as programs, and fail when clients would break', () => {
    const { current } = workshop
    current.withCommands()
    const program = (...args: string[]) => current.run('compatibility/main.ts', ...args)
    publish(7)
    expect(program('--release')).to.deep.equal({
      status: 0,
      output: 'openapi/released/7.json is released. Commit openapi/released.\n',
    })
    expect(program()).to.deep.equal({ status: 0, output: '' })
    publish(8, rename)
    const found = program('--release')
    expect(found).to.deep.equal(release())
    expect(found)
      .to.deep.include({ status: 1 })
      .and.property('output')
      .match(/Nothing was released\.\n$/)
  })

  it('add each compatible contract, named by its version, and never one twice', () => {
    publish(7)
    expect(release()).to.deep.equal({
      status: 0,
      output: 'openapi/released/7.json is released. Commit openapi/released.\n',
    })
    expect(compatibility()).to.deep.equal({ status: 0, output: '' })
    expect(release()).to.deep.equal({ status: 0, output: 'Version 7 is released already.\n' })
    const first = read(7)
    expect(first).to.include('toys_list').and.not.include('x-urgent')
    publish(9, add)
    expect(release().status).to.equal(0)
    expect(read(7)).to.equal(first)
    expect(read(9)).to.include('toys_get')
  })

  it('refuse what breaks clients of any released one, and say where, since when, and what to do', () => {
    publish(7)
    release()
    publish(8, add)
    release()
    publish(9, rename)
    const { status, output } = compatibility()
    expect(status).to.equal(1)
    expect(output)
      .to.include('operationId has changed: "toys_list" → "toys_all" (since version 7)')
      .and.include('    at POST /v1/toys.list\n')
      .and.include('POST /v1/toys.get is gone (since version 8)\n    at the document')
      .and.include('2 change(s) break clients of a released contract.')
    const refused = release()
    expect(refused.status).to.equal(1)
    expect(refused.output).to.match(/Nothing was released\.\n$/)
    expect(() => read(9)).to.throw('ENOENT')
  })

  it('refuse a tool of assistants that loses an argument, also where its action has it still', () => {
    publish(7)
    release()
    publish(8, add, [tool({})])
    expect(compatibility()).to.deep.include({ status: 1 })
    expect(compatibility().output).to.include(
      'property limit is gone (since version 7)\n    at tool toys_list\n',
    )
    publish(8, add, [tool({ limit: { type: 'integer' }, after: { type: 'string' } })])
    expect(release()).to.deep.include({ status: 0 })
    publish(9, add)
    expect(compatibility().output).to.include('property after is gone (since version 8)')
  })

  it('refuse a version that has not risen', () => {
    publish(7)
    release()
    publish(6, add)
    const problem = (now: number) => `The version of the document is ${now}, and 7 was released with another`
    expect(compatibility().output).to.include(problem(6))
    publish(7, (now) => (now.info['x-fingerprint'] = 'of another'))
    expect(release()).to.deep.include({ status: 1 }).and.property('output').includes(problem(7))
  })

  it('refuse a released document that is changed, gone, or written by hand', () => {
    publish(7)
    release()
    const text = read(7)
    const { current } = workshop
    current.write('openapi/released/7.json', text.replace('toys_list', 'toys_any'))
    expect(compatibility().output).to.include('7.json is released, and is changed. Restore it.')
    current.write('openapi/released/7.json', text)
    current.write('openapi/released/8.json', text)
    expect(compatibility().output).to.include('8.json was not written by npm run release. Remove it.')
    current.delete('openapi/released/7.json')
    expect(compatibility().output).to.include('7.json is released, and is gone. Restore it.')
  })
})
