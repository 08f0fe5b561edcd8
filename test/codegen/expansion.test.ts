import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { mcpTools } from '../../codegen/emit/mcp.ts'
import { actionsModule } from '../../codegen/emit/registry.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import type { JsonObject } from '../../codegen/model.ts'
import { ContractError } from '../../codegen/problems.ts'
import { patterns } from '../../src/validation/formats.ts'
import { box, create, list, taken, useWorkshop } from './workshop.ts'

interface Operation {
  operationId: string
  summary: string
  description: string
  security: object[]
  'x-errors'?: object[]
  'x-events'?: string[]
  parameters?: {
    $ref?: string
    name?: string
    required?: boolean
    description?: string
    schema?: object
    content?: object
  }[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: object; example: object } } }
  responses: Record<
    string,
    {
      $ref?: string
      headers: object
      content: { 'application/json': { schema: object; example: object; examples?: Record<string, object> } }
    }
  >
}

/** A result with a box, a box that may be null, and a secret with a list of values. */
const deepResult = `schema:
            type: object
            additionalProperties: false
            required: [box, spare, key]
            properties:
              box: { $ref: '#/components/schemas/Box' }
              spare: { anyOf: [{ $ref: '#/components/schemas/Box' }, { type: 'null' }], description: Null for none. }
              key: { type: string, enum: [a, b], description: Opens it., x-redact: true }`
const deepExample = 'example: { box: { id: box-1, name: Blocks }, spare: { id: box-2, name: Dolls }, key: a }'

describe('what codegen adds to an action', () => {
  const workshop = useWorkshop()
  const document = () =>
    expandContract(workshop.current.contract()) as unknown as {
      paths: Record<string, { get?: Operation; post: Operation }>
      webhooks: Record<string, { post: Operation }>
      components: {
        responses: Record<string, { headers: object }>
        schemas: Record<string, object>
        examples: Record<string, { value: object }>
      }
    }
  /** The component that a schema refers to. */
  const named = (schema: object): object => {
    const { $ref = '' } = schema as { $ref?: string }
    return document().components.schemas[$ref.replace('#/components/schemas/', '')]!
  }
  const answerOf = ({ responses }: Operation) => responses['200']!.content['application/json']
  const dataOf = (operation: Operation): object =>
    (named(answerOf(operation).schema) as { properties: { data: object } }).properties.data
  const read = () => document().paths['/v1/toys/boxes.list']!
  const write = () => document().paths['/v1/toys/boxes.create']!

  describe('a read', () => {
    it('has a GET twin with the input as query parameters, JSON where they are no scalars', () => {
      const { get, post } = read()
      expect(post.operationId).to.equal('toys_boxes_list')
      expect(get!.operationId).to.equal('get_toys_boxes_list')
      expect(get!.requestBody).to.equal(undefined)
      const { 413: _tooLarge, 415: _notJson, ...bodiless } = post.responses
      expect(get!.responses, 'without a body there are no errors about it').to.deep.equal(bodiless)
      const parameters = Object.fromEntries(get!.parameters!.map(({ name, ...rest }) => [name, rest]))
      expect(Object.keys(parameters)).to.deep.equal(['order', 'limit', 'colours', 'unit_id'])
      expect(parameters['order']).to.include({
        in: 'query',
        required: true,
        description: 'What comes first.',
      })
      expect(parameters['limit']).to.deep.include({
        required: false,
        schema: {
          type: 'integer',
          format: 'int32',
          minimum: 1,
          maximum: 50,
          default: 10,
          description: 'At most this many.',
        },
      })
      expect(parameters['colours']).to.deep.include({
        schema: { type: 'string', contentMediaType: 'application/json' },
      })
      expect(parameters['unit_id']!.description).to.equal('From org/units.list.')
    })

    it('has no dry run and no idempotency key', () => {
      const { get, post } = read()
      expect(post.parameters).to.equal(undefined)
      expect(JSON.stringify(get!.parameters)).to.not.match(/dry_run|Idempotency/)
      expect(post.responses['200']!.headers).to.not.have.any.keys('Dry-Run', 'Idempotent-Replayed')
    })

    it('cannot conflict', () => {
      expect(Object.keys(read().post.responses)).to.include.members([
        '400',
        '401',
        '403',
        '404',
        '429',
        '500',
        '503',
      ])
      expect(read().post.responses).to.not.have.property('409')
    })
  })

  describe('a write', () => {
    it('takes dry_run and Idempotency-Key, and has no GET twin', () => {
      const { get, post } = write()
      expect(get).to.equal(undefined)
      expect(post.parameters!.map(({ $ref }) => $ref)).to.deep.equal([
        '#/components/parameters/DryRun',
        '#/components/parameters/IdempotencyKey',
      ])
    })

    it('has headers about dry runs and replays; only a write with replay has Idempotent-Replayed', () => {
      expect(write().post.responses['200']!.headers).to.include.keys(
        'X-Request-Id',
        'RateLimit-Reset',
        'Dry-Run',
        'Idempotent-Replayed',
      )
      workshop.current.edit(create, 'x-retry: replay', 'x-retry: no-store')
      expect(write().post.responses['200']!.headers)
        .to.include.keys('Dry-Run')
        .and.not.have.any.keys('Idempotent-Replayed')
    })

    it('can conflict', () => {
      workshop.current.edit(create, '  x-errors: [box_name_taken]\n', '')
      rmSync(join(workshop.current.dir, taken))
      expect(write().post.responses['409']).to.deep.equal({ $ref: '#/components/responses/Conflict' })
    })

    it('has, next to the result, the report of a dry run', () => {
      const envelope = named(answerOf(write().post).schema) as { properties: object; required: string[] }
      expect(envelope.properties).to.have.property('dry_run').that.deep.equals({
        $ref: '#/components/schemas/DryRunReport',
      })
      expect(envelope.required).to.deep.equal(['data'])
      expect(named(answerOf(read().post).schema))
        .to.have.property('properties')
        .that.has.keys('data')
    })

    it('has secrets that may be null, at any depth', () => {
      workshop.current.edit(create, "schema: { $ref: '#/components/schemas/Box' }", deepResult)
      workshop.current.edit(create, 'example: { id: box-1, name: Blocks }', deepExample)
      workshop.current.edit(create, 'x-retry: replay', 'x-retry: no-store')
      workshop.current.edit(box, 'name: { type: string,', 'name: { type: string, x-redact: true,')
      expect(workshop.current.problems()).to.deep.equal([])
      const { Box, ToysBoxesCreateResult } = document().components.schemas
      expect(Box)
        .to.have.nested.property('properties.name')
        .that.deep.includes({
          type: ['string', 'null'],
          description: 'As the label says. Null in a dry run.',
        })
      expect(ToysBoxesCreateResult)
        .to.have.nested.property('properties.key')
        .that.deep.equals({
          type: ['string', 'null'],
          'x-extensible-enum': ['a', 'b'],
          maxLength: 40,
          'x-redact': true,
          description: 'Opens it. Null in a dry run. Known values: `a`, `b`.',
        })
      expect(actionsModule(workshop.current.contract())).to.include(
        '"redacted":["box.name","spare.name","key"]',
      )
    })
  })

  describe('its refusals and events', () => {
    it('are in x-errors and x-events for programs, and in the description for people', () => {
      const { post } = write()
      const message = 'Another box is called {name}. Choose another name.'
      expect(post['x-errors']).to.deep.equal([
        { code: 'box_name_taken', error: 'conflict', message, record: 'unit' },
      ])
      expect(post['x-events']).to.deep.equal(['box.created'])
      expect(post.description)
        .to.include(`**Errors**\n\n- \`box_name_taken\` (409): ${message}`)
        .and.include('**Events**\n\n- `box.created`: A box was added.')
      expect(read().post).to.not.have.any.keys('x-errors', 'x-events')
      expect(read().post.description).to.not.match(/\*\*(Errors|Events)/)
    })

    it('add the responses that its refusals need, with an example of each', () => {
      workshop.current.edit(list, 'x-class: read', 'x-class: read\n  x-errors: [box_name_taken]')
      workshop.current.edit(
        list,
        'order: { type',
        'name: { type: string, maxLength: 9, description: Which. }\n            order: { type',
      )
      const { examples } = read().post.responses['409']!.content['application/json']
      expect(examples).to.deep.equal({ box_name_taken: { $ref: '#/components/examples/box_name_taken' } })
      expect(read().get!.responses['409']).to.deep.equal(read().post.responses['409'])
      const message = 'Another box is called Blocks. Choose another name.'
      expect(document().components.examples['box_name_taken']!.value).to.deep.equal({
        error: {
          code: 'conflict',
          message: `name: ${message}`,
          details: [
            {
              path: 'name',
              code: 'box_name_taken',
              message,
              params: { name: 'Blocks' },
              record_id: '0197a1c2-0042',
            },
          ],
          request_id: '0197a1c2-7b1e',
        },
      })
    })

    it('have an example for each place, where actions call it differently', () => {
      workshop.current.edit(taken, 'path: name', "path: '{field}'")
      workshop.current.edit(taken, '{ name: Blocks }', '{ name: Blocks, field: [order, name] }')
      workshop.current.edit(list, 'x-class: read', 'x-class: read\n  x-errors: [box_name_taken]')
      const conflict = ({ post }: { post: Operation }) =>
        post.responses['409']!.content['application/json'].examples!['box_name_taken']
      expect(conflict(write())).to.deep.equal({ $ref: '#/components/examples/box_name_taken.name' })
      expect(conflict(read())).to.deep.equal({ $ref: '#/components/examples/box_name_taken.order' })
      expect(document().components.examples).to.include.keys('box_name_taken.name', 'box_name_taken.order')
    })
  })

  describe('an event', () => {
    it('is a webhook whose body and data have names', () => {
      const { post } = document().webhooks['box.created']!
      const { schema, example } = post.requestBody!.content['application/json']
      expect(schema).to.deep.equal({ $ref: '#/components/schemas/BoxCreatedEvent' })
      expect(example).to.deep.include({ type: 'box.created', version: 'v1' }).and.have.property('data')
      const event = named(schema) as { required: string[]; properties: Record<string, object> }
      const fields = ['id', 'type', 'timestamp', 'version', 'organization_id', 'test', 'data']
      expect(event.required).to.deep.equal(fields)
      expect(event.properties).to.have.all.keys(fields)
      expect(event.properties['type']).to.include({ const: 'box.created' })
      expect(named(event.properties['data']!))
        .to.have.property('required')
        .that.deep.equals(['box_id', 'box'])
    })

    it('is not needed: a document without events has no webhooks', () => {
      rmSync(join(workshop.current.dir, 'openapi/events'), { recursive: true })
      workshop.current.edit(create, '  x-events: [box.created]\n', '')
      expect(workshop.current.problems()).to.deep.equal([])
      expect(document()).to.not.have.property('webhooks')
    })
  })

  it('gives names to inputs and results, for generated clients', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const { get, post } = read()
    expect(post.requestBody!.content['application/json'].schema).to.deep.equal(ref('ToysBoxesListInput'))
    expect(answerOf(post).schema).to.deep.equal(ref('ToysBoxesListEnvelope'))
    expect(answerOf(get!).schema).to.deep.equal(ref('ToysBoxesListEnvelope'))
    expect(dataOf(write().post), 'it has a name').to.deep.equal(ref('Box'))
    workshop.current.edit(create, "schema: { $ref: '#/components/schemas/Box' }", deepResult)
    expect(dataOf(write().post)).to.deep.equal(ref('ToysBoxesCreateResult'))
  })

  it('says the size of numbers, by which generators choose a type: integers of 64 bits only where one may be so large', () => {
    workshop.current.edit(
      box,
      'properties:\n',
      `properties:
  toys: { type: integer, minimum: 0, description: How many are in it. }
  price: { type: [number, 'null'], minimum: 0, description: What it costs. }
  grams: { type: [integer, 'null'], minimum: 0, maximum: 9007199254740991, description: Its weight. }
`,
    )
    const { properties } = document().components.schemas['Box'] as { properties: Record<string, object> }
    expect(properties['toys']).to.deep.include({ format: 'int32', maximum: 2147483647 })
    expect(properties['price']).to.include({ format: 'double' }).and.not.have.property('maximum')
    expect(properties['grams']).to.deep.include({ format: 'int64', maximum: 9007199254740991 })
  })

  it('leaves examples as they are, also where one looks like a schema', () => {
    const { current } = workshop
    current.edit(
      box,
      'properties:\n',
      'properties:\n  type: { type: string, maxLength: 9, description: Number or not. }\n',
    )
    current.edit(
      create,
      'example: { id: box-1, name: Blocks }',
      'example: { id: box-1, name: Blocks, type: number }',
    )
    expect(answerOf(write().post).example).to.deep.equal({
      data: { id: 'box-1', name: 'Blocks', type: 'number' },
    })
  })

  it('refuses a name that a component has already', () => {
    const file = 'openapi/components/schemas/ToysBoxesListInput.yaml'
    workshop.current.write(file, 'type: string\n')
    expect(() => document())
      .to.throw(ContractError)
      .with.deep.property('problems', [
        {
          file,
          line: 1,
          message:
            'what toys.boxes.list sends or answers is called ToysBoxesListInput in the published document: rename this',
        },
      ])
  })

  it('puts the result and its example under data', () => {
    const { schema, example } = answerOf(write().post)
    expect(named(schema)).to.deep.include({ type: 'object', required: ['data'] })
    expect(example).to.deep.equal({ data: { id: 'box-1', name: 'Blocks' } })
  })

  it('closes inputs and leaves answers open, to which v1 may add properties', () => {
    const sent = named(write().post.requestBody!.content['application/json'].schema)
    expect(sent).to.include({ additionalProperties: false })
    const { post } = write()
    for (const answered of [answerOf(post).schema, dataOf(post)].map(named))
      expect(answered).to.have.property('properties').and.not.have.property('additionalProperties')
    const { Box } = document().components.schemas
    expect(Box).to.have.property('properties').and.not.have.property('additionalProperties')
  })

  it('gives every error response the rate headers, except 401, for which no credential is counted', () => {
    const { responses } = document().components
    expect(responses['Conflict']!.headers).to.include.keys(
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
    )
    expect(responses['Unauthenticated']!.headers).to.not.have.any.keys('RateLimit-Limit')
    expect(JSON.stringify(responses)).to.not.include('x-status')
  })

  it('adds the pattern of our own formats, which every text of the format matches', () => {
    workshop.current.edit(
      create,
      'name: { type: string, minLength: 1, maxLength: 20,',
      'name: { type: string, format: country,',
    )
    const input = named(write().post.requestBody!.content['application/json'].schema) as {
      properties: { name: { pattern: string } }
    }
    const country = new RegExp(input.properties.name.pattern)
    for (const code of ['DE', 'FR', 'CH', 'ZW']) expect(code).to.match(country)
    for (const code of ['ZZ', 'AA', 'de', 'DEU', 'D', '']) expect(code).to.not.match(country)
    for (const zone of ['UTC', ...Intl.supportedValuesOf('timeZone')])
      expect(zone).to.match(new RegExp(patterns['time-zone']))
    // Units of the Monetary Fund and of a union of states: nobody is paid in them.
    const money = Intl.supportedValuesOf('currency').filter((code) => !['XDR', 'XSU'].includes(code))
    for (const currency of [...money, 'CLF', 'UYW']) expect(currency).to.match(new RegExp(patterns.currency))
    for (const other of ['XDR', 'XAU', 'XXX', 'EURO', 'eur'])
      expect(other).to.not.match(new RegExp(patterns.currency))
  })

  it('says in words what assistants get of a list', () => {
    const words = '**For assistants** rows show `id`, `name`, unless `fields` names others.'
    expect(read().post.description).to.include(`\n\n${words}\n\n`)
    expect(write().post.description).to.not.include('For assistants')
  })

  it('says in words who may call, and in the security which credentials', () => {
    expect(read().post.description).to.match(/\*\*Class\*\* read · \*\*Who\*\* any manage role; me: anyone$/)
    expect(write().post.description).to.match(/\*\*Who\*\* manage: owner, hr · \*\*Retry\*\* replay\n/)
    expect(read().post.security).to.deep.equal([{ apiKey: [] }, { session: [] }])
    workshop.current.edit(list, 'me: true', 'web_only: true')
    expect(read().post.security).to.deep.equal([{ session: [] }])
  })

  it('gives an action without input an empty object', () => {
    workshop.current.edit(
      list,
      workshop.current.read(list).match(/ {2}requestBody:[^]*(?= {2}responses:)/)![0],
      '',
    )
    expect(workshop.current.problems()).to.deep.equal([])
    expect(read().post.requestBody).to.deep.include({ required: true })
    expect(read().get!.parameters).to.equal(undefined)
  })

  describe('as an MCP tool', () => {
    const tool = (name: string) =>
      mcpTools(workshop.current.contract()).find((entry) => entry['name'] === name) as JsonObject

    it('has the first paragraph as its description, and the hints of its class', () => {
      const { description, annotations } = tool('toys_boxes_create')
      expect(description).to.equal('Adds a box for toys.')
      expect(annotations).to.deep.equal({ destructiveHint: false, openWorldHint: false })
      expect(tool('toys_boxes_list')['annotations']).to.deep.equal({
        readOnlyHint: true,
        openWorldHint: false,
      })
    })

    it('has its input without references and without our own keywords; a write also dry_run and idempotency_key, a list fields', () => {
      expect(JSON.stringify(tool('toys_boxes_create'))).to.not.match(/\$ref|x-id/)
      expect(tool('toys_boxes_create'))
        .to.have.nested.property('inputSchema.properties')
        .that.has.keys('name', 'unit_id', 'dry_run', 'idempotency_key')
      expect(tool('toys_boxes_list'))
        .to.have.nested.property('inputSchema.properties')
        .that.has.keys('order', 'limit', 'colours', 'unit_id', 'fields')
    })

    it('is not offered when the action is for the web app alone', () => {
      workshop.current.edit(create, '{ manage: [owner, hr] }', '{ manage: [owner, hr], web_only: true }')
      expect(tool('toys_boxes_create')).to.equal(undefined)
    })
  })
})
