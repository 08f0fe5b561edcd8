import { expect } from 'chai'
import { factsOf } from '../../codegen/compatibility/document.ts'
const ref = (name: string, kind = 'schemas') => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

function released(): any {
  // A copy without shared objects, so that a change of a test is in one place only.
  return JSON.parse(JSON.stringify(contract()))
}

/** A contract with a list that also takes GET, a write, a webhook, and one schema of each sort. */
function contract(): object {
  const promises = {
    'x-access': { manage: ['owner', 'hr'], me: true, while_paused: true },
    security: [{ apiKey: [] }, { session: [] }],
  }
  const answers = { '200': { headers: { 'X-Request-Id': ref('Id', 'headers') }, ...json(ref('Toy')) } }
  return {
    paths: {
      '/v1/toys.list': {
        get: {
          operationId: 'get_toys_list',
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
            { name: 'range', in: 'query', ...json(ref('Range')) },
          ],
          responses: answers,
        },
        post: {
          operationId: 'toys_list',
          'x-class': 'read',
          'x-paging': { cursor: 'after', next: 'next', items: 'toys' },
          ...promises,
          requestBody: { required: true, ...json(ref('ListInput')) },
          responses: { ...answers, '404': ref('NotFound', 'responses') },
        },
      },
      '/v1/toys.create': {
        post: {
          operationId: 'toys_create',
          'x-class': 'write',
          'x-retry': 'replay',
          'x-errors': [{ code: 'name_taken', error: 'conflict', message: 'Taken.' }],
          'x-warnings': [{ code: 'sharp', message: 'It has edges.' }],
          'x-events': ['toy.created'],
          ...promises,
          parameters: [ref('Key', 'parameters')],
          requestBody: json(ref('CreateInput')),
          responses: answers,
        },
      },
    },
    webhooks: {
      'toy.created': { post: { requestBody: json(ref('ToyCreated')) } },
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie' },
      },
      headers: { Id: { required: true, schema: { type: 'string', format: 'uuid' } } },
      parameters: { Key: { name: 'Key', in: 'header', schema: { type: 'string', maxLength: 255 } } },
      responses: { NotFound: { headers: { 'X-Request-Id': ref('Id', 'headers') }, ...json(ref('Problem')) } },
      schemas: {
        ListInput: {
          type: 'object',
          additionalProperties: false,
          properties: { limit: { type: 'integer', maximum: 100 }, range: ref('Range') },
        },
        Range: {
          type: 'object',
          required: ['from'],
          properties: { from: { type: 'string', format: 'date' }, to: { type: 'string' } },
        },
        CreateInput: {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 100, pattern: '^\\S' },
            note: { type: ['string', 'null'] },
            kind: { type: 'string', enum: ['car', 'doll'], default: 'car' },
            colour: { $ref: '#/components/schemas/Colour', default: 'red' },
            tags: { type: 'array', minItems: 1, maxItems: 9, items: { type: 'string' } },
            maker: { anyOf: [ref('Maker'), { type: 'null' }] },
            box: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
            extra: { type: 'object' },
            size: {
              anyOf: [
                { type: 'string', maxLength: 2 },
                { type: 'string', minLength: 8 },
              ],
            },
            price: { type: 'number', minimum: 0, multipleOf: 0.01 },
          },
        },
        Colour: { type: 'string', enum: ['red', 'blue'] },
        Maker: { type: 'object', properties: { name: { type: 'string' } } },
        Toy: {
          type: 'object',
          required: ['id', 'name', 'kind', 'made_on'],
          properties: {
            id: { type: 'string' },
            name: { type: 'string' },
            note: { type: ['string', 'null'] },
            kind: { type: 'string', enum: ['car', 'doll'] },
            made_on: { type: 'string', format: 'date' },
            maker: { anyOf: [ref('Maker'), { type: 'null' }] },
            parts: { type: 'array', items: ref('Toy') },
            values: { type: 'object', additionalProperties: { type: 'number' } },
            box: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
            label: { type: 'string', maxLength: 60 },
            look: { type: 'string', 'x-extensible-enum': ['plain', 'painted'] },
            sizes: { type: 'array', minItems: 1, maxItems: 9, items: { type: 'integer' } },
          },
        },
        ToyCreated: {
          type: 'object',
          required: ['type', 'toy_id'],
          properties: { type: { type: 'string', const: 'toy.created' }, toy_id: { type: 'string' } },
        },
        Problem: {
          type: 'object',
          properties: { code: { type: 'string', 'x-general-codes': { required: 'Missing.' } } },
        },
      },
    },
  }
}

/** A change of the contract, and how it is reported. */
interface Change {
  what: string
  change: (now: any) => void
}
interface BreakingChange extends Change {
  breaks: string[]
}

const list = (now: any) => now.paths['/v1/toys.list'].post
const get = (now: any) => now.paths['/v1/toys.list'].get
const create = (now: any) => now.paths['/v1/toys.create'].post
const input = (now: any) => now.components.schemas.CreateInput
const toy = (now: any) => now.components.schemas.Toy

const breaking: BreakingChange[] = [
  {
    what: 'a warning of another name',
    change: (now) => (create(now)['x-warnings'][0].code = 'edged'),
    breaks: ['POST /v1/toys.create: x-warnings sharp'],
  },
  {
    what: 'the code of a problem that is gone',
    change: (now) => delete now.components.schemas.Problem.properties.code['x-general-codes'].required,
    breaks: ['Problem.code (answer): code required'],
  },
  {
    what: 'an input for the web app alone',
    change: (now) => (input(now).properties.note['x-web-only'] = true),
    breaks: ['CreateInput.note (request): x-web-only'],
  },
  {
    what: 'a property of another component',
    change: (now) => (input(now).properties.maker = ref('Range')),
    breaks: ['CreateInput.maker (request): types'],
  },
  {
    what: 'one of two choices of the same type',
    change: (now) => (input(now).properties.size.anyOf[1].maxLength = 5),
    breaks: [
      'CreateInput.size (request): choices of string',
      'CreateInput.size (request): choices of string',
    ],
  },
  {
    what: 'an open value that is never answered again',
    change: (now) => toy(now).properties.look['x-extensible-enum'].pop(),
    breaks: ['Toy.look (answer): value "painted"'],
  },
  {
    what: 'pages with another cursor',
    change: (now) => (list(now)['x-paging'].cursor = 'from'),
    breaks: ['POST /v1/toys.list: x-paging'],
  },
  {
    what: 'a closed list with one more value in an answer',
    change: (now) => toy(now).properties.kind.enum.push('ball'),
    breaks: ['Toy.kind (answer): values'],
  },
  {
    what: 'an inline object that becomes a component: generated clients have another type',
    change: (now) => {
      now.components.schemas.Extra = input(now).properties.extra
      input(now).properties.extra = { ...ref('Extra') }
      now.components.schemas.Extra.properties = {}
    },
    breaks: ['CreateInput.extra (request): types'],
  },
  {
    what: 'an operation that is gone',
    change: (now) => delete now.paths['/v1/toys.create'],
    breaks: ['the document: POST /v1/toys.create'],
  },
  {
    what: 'a read that no longer takes GET',
    change: (now) => delete now.paths['/v1/toys.list'].get,
    breaks: ['the document: GET /v1/toys.list'],
  },
  {
    what: 'another path',
    change: (now) => {
      now.paths['/v1/toys.make'] = now.paths['/v1/toys.create']
      delete now.paths['/v1/toys.create']
    },
    breaks: ['the document: POST /v1/toys.create'],
  },
  {
    what: 'another operation id',
    change: (now) => (create(now).operationId = 'toys_make'),
    breaks: ['POST /v1/toys.create: operationId'],
  },
  {
    what: 'a component that is gone',
    change: (now) => delete now.components.schemas.Range,
    breaks: [
      'the document: component Range',
      'GET /v1/toys.list parameter range in query: types',
      'ListInput.range (request): types',
    ],
  },
  {
    what: 'a webhook that is gone',
    change: (now) => delete now.webhooks['toy.created'],
    breaks: ['the document: event toy.created'],
  },
  {
    what: 'a webhook whose body lost a property',
    change: (now) => delete now.components.schemas.ToyCreated.properties.toy_id,
    breaks: ['ToyCreated (answer): property toy_id'],
  },
  {
    what: 'a webhook that calls itself something else',
    change: (now) => (now.components.schemas.ToyCreated.properties.type.const = 'toy.made'),
    breaks: ['ToyCreated.type (answer): values', 'ToyCreated.type (answer): value "toy.created"'],
  },
  {
    what: 'another class',
    change: (now) => (create(now)['x-class'] = 'destructive'),
    breaks: ['POST /v1/toys.create: x-class'],
  },
  {
    what: 'another retry',
    change: (now) => (create(now)['x-retry'] = 'no-store'),
    breaks: ['POST /v1/toys.create: x-retry'],
  },
  {
    what: 'a role that may no longer call it',
    change: (now) => (create(now)['x-access'].manage = ['owner']),
    breaks: ['POST /v1/toys.create: for hr'],
  },
  {
    what: 'an action that people may no longer call for themselves',
    change: (now) => delete create(now)['x-access'].me,
    breaks: ['POST /v1/toys.create: for me'],
  },
  {
    what: 'an action that is for the web app alone',
    change: (now) => (create(now)['x-access'].web_only = true),
    breaks: ['POST /v1/toys.create: web only'],
  },
  {
    what: 'an action that is refused while the organization is paused',
    change: (now) => delete create(now)['x-access'].while_paused,
    breaks: ['POST /v1/toys.create: for while_paused'],
  },
  {
    what: 'a credential that is no longer taken',
    change: (now) => (create(now).security = [{ session: [] }]),
    breaks: ['POST /v1/toys.create: takes apiKey'],
  },
  {
    what: 'a security scheme of another kind',
    change: (now) => (now.components.securitySchemes.apiKey.scheme = 'basic'),
    breaks: ['the document: credential apiKey'],
  },
  {
    what: 'a security scheme that is gone',
    change: (now) => delete now.components.securitySchemes.session,
    breaks: ['GET /v1/toys.list: takes session', 'the document: credential session'],
  },
  {
    what: 'an error of another name',
    change: (now) => (create(now)['x-errors'][0].code = 'toy_name_taken'),
    breaks: ['POST /v1/toys.create: error name_taken'],
  },
  {
    what: 'an error of another code',
    change: (now) => (create(now)['x-errors'][0].error = 'validation_failed'),
    breaks: ['POST /v1/toys.create: error name_taken'],
  },
  {
    what: 'an event that the action no longer causes',
    change: (now) => delete create(now)['x-events'],
    breaks: ['POST /v1/toys.create: event toy.created'],
  },

  {
    what: 'a parameter that is gone',
    change: (now) => get(now).parameters.pop(),
    breaks: ['GET /v1/toys.list: parameter range in query'],
  },
  {
    what: 'a parameter that is needed now',
    change: (now) => (get(now).parameters[0].required = true),
    breaks: ['GET /v1/toys.list: required parameter limit in query'],
  },
  {
    what: 'a new parameter that is needed',
    change: (now) => get(now).parameters.push({ name: 'day', in: 'query', required: true, schema: {} }),
    breaks: ['GET /v1/toys.list: required parameter day in query'],
  },
  {
    what: 'a parameter that is written in another way',
    change: (now) => (get(now).parameters[1] = { name: 'range', in: 'query', schema: ref('Range') }),
    breaks: ['GET /v1/toys.list: parameter range in query'],
  },
  {
    what: 'a parameter that accepts less',
    change: (now) => (get(now).parameters[0].schema.maximum = 50),
    breaks: ['GET /v1/toys.list parameter limit in query: maximum'],
  },
  {
    what: 'a shared parameter that accepts less',
    change: (now) => (now.components.parameters.Key.schema.maxLength = 64),
    breaks: ['POST /v1/toys.create parameter Key in header: maxLength'],
  },
  {
    what: 'a body that is needed now',
    change: (now) => (create(now).requestBody.required = true),
    breaks: ['POST /v1/toys.create: required body'],
  },
  {
    what: 'a media type that is no longer taken',
    change: (now) => (create(now).requestBody.content = { 'text/csv': { schema: ref('CreateInput') } }),
    breaks: ['POST /v1/toys.create: request application/json'],
  },
  {
    what: 'a media type that is no longer answered',
    change: (now) => delete create(now).responses['200'].content,
    breaks: ['POST /v1/toys.create 200: answer application/json'],
  },
  {
    what: 'a status that is gone',
    change: (now) => delete list(now).responses['404'],
    breaks: ['POST /v1/toys.list: status 404'],
  },
  {
    what: 'a header that is gone',
    change: (now) => delete now.components.responses.NotFound.headers,
    breaks: [
      'POST /v1/toys.list 404: header X-Request-Id',
      'POST /v1/toys.list 404: required header X-Request-Id',
    ],
  },
  {
    what: 'a header that may be missing',
    change: (now) =>
      (create(now).responses['200'].headers = { 'X-Request-Id': { schema: { format: 'uuid' } } }),
    breaks: [
      'POST /v1/toys.create 200: header X-Request-Id',
      'POST /v1/toys.create 200: required header X-Request-Id',
    ],
  },
  {
    what: 'a header of another form',
    change: (now) => delete now.components.headers.Id.schema.format,
    breaks: ['header #/components/headers/Id: format'],
  },

  {
    what: 'an input property that is gone',
    change: (now) => delete input(now).properties.note,
    breaks: ['CreateInput (request): property note'],
  },
  {
    what: 'an input property that is needed now',
    change: (now) => input(now).required.push('note'),
    breaks: ['CreateInput (request): required note'],
  },
  {
    what: 'a new input property that is needed',
    change: (now) => {
      input(now).properties.weight = { type: 'string' }
      input(now).required.push('weight')
    },
    breaks: ['CreateInput (request): required weight'],
  },
  {
    what: 'an input of another type',
    change: (now) => (input(now).properties.price.type = 'integer'),
    breaks: ['CreateInput.price (request): types'],
  },
  {
    what: 'an input that had any type',
    change: (now) => (now.components.schemas.Maker.properties.name = { type: 'string', enum: ['us'] }),
    breaks: ['Maker.name (request): values'],
  },
  {
    what: 'an input that must not be null any more',
    change: (now) => (input(now).properties.note.type = 'string'),
    breaks: ['CreateInput.note (request): types'],
  },
  {
    what: 'an object that must not be null any more',
    change: (now) => (input(now).properties.maker = ref('Maker')),
    breaks: ['CreateInput.maker (request): types'],
  },
  {
    what: 'null that a list of values leaves out',
    change: (now) => (input(now).properties.note.enum = ['a', 'b']),
    breaks: ['CreateInput.note (request): values', 'CreateInput.note (request): types'],
  },
  {
    what: 'an input value that is refused',
    change: (now) => input(now).properties.kind.enum.pop(),
    breaks: ['CreateInput.kind (request): values'],
  },
  {
    what: 'an input with a format',
    change: (now) => (input(now).properties.note.format = 'date'),
    breaks: ['CreateInput.note (request): format'],
  },
  {
    what: 'an input with another pattern',
    change: (now) => (input(now).properties.name.pattern = '^[a-z]'),
    breaks: ['CreateInput.name (request): pattern'],
  },
  ...(
    [
      ['name', 'maxLength', 80],
      ['name', 'minLength', 2],
      ['note', 'maxLength', 80],
      ['tags', 'maxItems', 5],
      ['tags', 'minItems', 2],
      ['tags', 'uniqueItems', true],
      ['price', 'minimum', 1],
      ['price', 'maximum', 1000],
      ['price', 'exclusiveMaximum', 1000],
      ['price', 'exclusiveMinimum', 0],
      ['price', 'multipleOf', 1],
      ['extra', 'maxProperties', 3],
      ['extra', 'minProperties', 1],
    ] as const
  ).map(([property, key, value]): BreakingChange => ({
    what: `an input with ${key} ${value}`,
    change: (now) => (input(now).properties[property][key] = value),
    breaks: [`CreateInput.${property} (request): ${key}`],
  })),
  {
    what: 'an input that refuses properties which it accepted',
    change: (now) => (input(now).properties.extra.additionalProperties = false),
    breaks: ['CreateInput.extra (request): no other properties'],
  },
  {
    what: 'another default',
    change: (now) => (input(now).properties.kind.default = 'doll'),
    breaks: ['CreateInput.kind (request): default'],
  },
  {
    what: 'another default beside a reference',
    change: (now) => (input(now).properties.colour.default = 'blue'),
    breaks: ['CreateInput.colour (request): default'],
  },
  {
    what: 'a value that a shared type no longer has',
    change: (now) => now.components.schemas.Colour.enum.pop(),
    breaks: ['CreateInput.colour (request): values'],
  },
  {
    what: 'an input of fewer choices',
    change: (now) => (input(now).properties.box = { type: ['string', 'integer'], maxLength: 5 }),
    breaks: ['CreateInput.box (request): maxLength'],
  },
  {
    what: 'a choice that accepts less',
    change: (now) => (input(now).properties.box.anyOf[0].maxLength = 5),
    breaks: ['CreateInput.box as string (request): maxLength'],
  },
  {
    what: 'an item that accepts less',
    change: (now) => (input(now).properties.tags.items.maxLength = 5),
    breaks: ['CreateInput.tags[] (request): maxLength'],
  },
  {
    what: 'a component in an input that accepts less',
    change: (now) => (now.components.schemas.Range.properties.to.maxLength = 5),
    breaks: ['Range.to (request): maxLength'],
  },
  {
    what: 'a keyword that the comparison does not know',
    change: (now) => (input(now).not = { required: ['note'] }),
    breaks: ['CreateInput (request): not'],
  },

  {
    what: 'a property that is no longer answered',
    change: (now) => delete toy(now).properties.note,
    breaks: ['Toy (answer): property note'],
  },
  {
    what: 'values of any name that are no longer answered',
    change: (now) => (toy(now).properties.values.additionalProperties = false),
    breaks: ['Toy.values (answer): other properties'],
  },
  {
    what: 'a property that may be missing',
    change: (now) => toy(now).required.shift(),
    breaks: ['Toy (answer): required id'],
  },
  {
    what: 'an answer of another type',
    change: (now) => (toy(now).properties.id.type = 'integer'),
    breaks: ['Toy.id (answer): types'],
  },
  {
    what: 'values of any name of another type',
    change: (now) => (toy(now).properties.values.additionalProperties.type = 'string'),
    breaks: ['Toy.values{} (answer): types'],
  },
  {
    what: 'an answer of any type',
    change: (now) => delete toy(now).properties.id.type,
    breaks: ['Toy.id (answer): types'],
  },
  {
    what: 'an answer that may be null now',
    change: (now) => (toy(now).properties.name.type = ['string', 'null']),
    breaks: ['Toy.name (answer): types'],
  },
  {
    what: 'a value that is never answered again',
    change: (now) => toy(now).properties.kind.enum.pop(),
    breaks: ['Toy.kind (answer): value "doll"'],
  },
  {
    what: 'an answer that no longer has a list of values',
    change: (now) => delete toy(now).properties.kind.enum,
    breaks: [
      'Toy.kind (answer): values',
      'Toy.kind (answer): value "car"',
      'Toy.kind (answer): value "doll"',
    ],
  },
  {
    what: 'an answer of another format',
    change: (now) => (toy(now).properties.made_on.format = 'date-time'),
    breaks: ['Toy.made_on (answer): format'],
  },
  {
    what: 'an answer of one more choice',
    change: (now) => toy(now).properties.box.anyOf.push({ type: 'integer', format: 'int64' }, { enum: [7] }),
    breaks: ['Toy.box (answer): types', 'Toy.box (answer): choices of integer'],
  },
  {
    what: 'an answer of one more object',
    change: (now) => {
      now.components.schemas.Shop = { type: 'object', properties: { name: { type: 'integer' } } }
      toy(now).properties.maker.anyOf.push(ref('Shop'))
    },
    breaks: ['Toy.maker (answer): types'],
  },
  {
    what: 'a longer text in an answer',
    change: (now) => (toy(now).properties.label.maxLength = 80),
    breaks: ['Toy.label (answer): maxLength'],
  },
  {
    what: 'an answer whose limits are gone',
    change: (now) => {
      delete toy(now).properties.sizes.minItems
      delete toy(now).properties.sizes.maxItems
    },
    breaks: ['Toy.sizes (answer): minItems', 'Toy.sizes (answer): maxItems'],
  },
]

const allowed: Change[] = [
  {
    what: 'a new operation',
    change: (now) => (now.paths['/v1/toys.get'] = { post: { operationId: 'toys_get' } }),
  },
  { what: 'a new optional input', change: (now) => (input(now).properties.weight = { type: 'string' }) },
  { what: 'an input that is no longer needed', change: (now) => (input(now).required = []) },
  {
    what: 'an input that may be null now',
    change: (now) => (input(now).properties.kind.type = ['string', 'null']),
  },
  {
    what: 'an input of one more type',
    change: (now) => (input(now).properties.name.type = ['string', 'integer']),
  },
  { what: 'one more value', change: (now) => input(now).properties.kind.enum.push('ball') },
  {
    what: 'the size of an integer whose range stays',
    change: (now) => (now.paths['/v1/toys.list'].get.parameters[0].schema.format = 'int32'),
  },
  {
    what: 'a number in place of an integer',
    change: (now) =>
      Object.assign(now.paths['/v1/toys.list'].get.parameters[0].schema, {
        type: 'number',
        format: 'double',
      }),
  },
  { what: 'any value', change: (now) => delete input(now).properties.kind.enum },
  { what: 'one more choice', change: (now) => input(now).properties.box.anyOf.unshift({ type: 'boolean' }) },
  {
    what: 'wider limits',
    change: (now) => {
      Object.assign(input(now).properties.name, { minLength: 0, maxLength: 200 })
      Object.assign(input(now).properties.tags, { minItems: 0, maxItems: 10 })
      delete input(now).properties.price.multipleOf
    },
  },
  { what: 'no pattern', change: (now) => delete input(now).properties.name.pattern },
  { what: 'a default that says what was done', change: (now) => (input(now).properties.note.default = null) },
  {
    what: 'a property more in an answer',
    change: (now) => (toy(now).properties.colour = { type: 'string' }),
  },
  { what: 'an answer that is always there now', change: (now) => toy(now).required.push('note') },
  { what: 'an answer that is never null now', change: (now) => (toy(now).properties.note.type = 'string') },
  {
    what: 'one more open value in an answer',
    change: (now) => toy(now).properties.look['x-extensible-enum'].push('striped'),
  },
  { what: 'a limit of texts in an answer', change: (now) => (toy(now).properties.name.maxLength = 500) },
  { what: 'shorter texts in an answer', change: (now) => (toy(now).properties.label.maxLength = 50) },
  { what: 'an answer of fewer choices', change: (now) => toy(now).properties.box.anyOf.pop() },
  { what: 'a new status', change: (now) => (create(now).responses['409'] = ref('NotFound', 'responses')) },
  { what: 'a new header', change: (now) => (create(now).responses['200'].headers.Extra = { schema: {} }) },
  { what: 'a new optional parameter', change: (now) => get(now).parameters.push({ name: 'q', in: 'query' }) },
  { what: 'a new error', change: (now) => create(now)['x-errors'].push({ code: 'full', error: 'conflict' }) },
  { what: 'a new warning', change: (now) => create(now)['x-warnings'].push({ code: 'heavy' }) },
  {
    what: 'a pattern with an alternative',
    change: (now) => (input(now).properties.name.pattern = '^\\S|^ '),
  },
  { what: 'a new event', change: (now) => create(now)['x-events'].push('toy.boxed') },
  { what: 'a new webhook', change: (now) => (now.webhooks['toy.boxed'] = { post: {} }) },
  { what: 'more callers', change: (now) => (create(now)['x-access'].manage = 'any') },
  { what: 'one more credential', change: (now) => create(now).security.push({ mutual: [] }) },
  { what: 'no credential needed', change: (now) => (create(now).security = []) },
  { what: 'a body that may be left out', change: (now) => (list(now).requestBody.required = false) },
  {
    what: 'other words',
    change: (now) => {
      toy(now).properties.name.description = 'What it is called.'
      create(now)['x-errors'][0].message = 'Another toy has this name.'
      create(now).requestBody.content['application/json'].example = { name: 'Rex' }
    },
  },
  {
    what: 'a text that becomes a component, and the other way round',
    change: (now) => {
      now.components.schemas.Note = toy(now).properties.note
      toy(now).properties.note = ref('Note')
      input(now).properties.colour = { ...now.components.schemas.Colour, default: 'red' }
    },
  },
  {
    what: 'null written in another way',
    change: (now) => (input(now).properties.note = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
  },
]

function breaksOf(change: Change['change']): string[] {
  const now = released()
  change(now)
  return factsOf(now)
    .breaksOf(factsOf(released()))
    .map(({ place, what }) => `${place}: ${what}`)
}

describe('changes that break clients', () => {
  for (const { what, change, breaks } of breaking)
    it(`are found: ${what}`, () => {
      expect(breaksOf(change)).to.deep.equal(breaks)
    })

  for (const { what, change } of allowed)
    it(`are none: ${what}`, () => {
      expect(breaksOf(change)).to.deep.equal([])
    })
})
