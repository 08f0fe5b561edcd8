import { expect } from 'chai'
import { emptyList, judge } from '../../codegen/compatibility/accepted.ts'
import { lineOf, rules, type Rule } from '../../codegen/compatibility/breaks.ts'
import { findBreaks } from '../../codegen/compatibility/compare.ts'
import { words } from '../../codegen/compatibility/words.ts'
import { useWorkshop, Workshop } from './workshop.ts'

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
            sizes: { type: 'array', minItems: 1, maxItems: 9, items: { type: 'integer' } },
          },
        },
        ToyCreated: {
          type: 'object',
          required: ['type', 'toy_id'],
          properties: { type: { type: 'string', const: 'toy.created' }, toy_id: { type: 'string' } },
        },
        Problem: { type: 'object', properties: { code: { type: 'string' } } },
      },
    },
  }
}

const tools = ['toys_create', 'toys_list']

/** A change of the contract, and how it is reported. */
interface Change {
  what: string
  change: (now: any) => void
}
interface BreakingChange extends Change {
  rule: Rule
  line: string | string[]
}

const list = (now: any) => now.paths['/v1/toys.list'].post
const get = (now: any) => now.paths['/v1/toys.list'].get
const create = (now: any) => now.paths['/v1/toys.create'].post
const input = (now: any) => now.components.schemas.CreateInput
const toy = (now: any) => now.components.schemas.Toy

const breaking: BreakingChange[] = [
  {
    what: 'an operation that is gone',
    change: (now) => delete now.paths['/v1/toys.create'],
    rule: 'operation removed',
    line: 'toys_create: POST /v1/toys.create: there → gone',
  },
  {
    what: 'a read that no longer takes GET',
    change: (now) => delete now.paths['/v1/toys.list'].get,
    rule: 'GET removed',
    line: 'get_toys_list: GET /v1/toys.list: there → gone',
  },
  {
    what: 'another path',
    change: (now) => {
      now.paths['/v1/toys.make'] = now.paths['/v1/toys.create']
      delete now.paths['/v1/toys.create']
    },
    rule: 'path changed',
    line: 'toys_create: path: /v1/toys.create → /v1/toys.make',
  },
  {
    what: 'another operation id',
    change: (now) => (create(now).operationId = 'toys_make'),
    rule: 'operation id changed',
    line: 'toys_create: operation id: toys_create → toys_make',
  },
  {
    what: 'a component that is gone',
    change: (now) => delete now.components.schemas.Range,
    rule: 'component removed',
    line: 'Range: component: there → gone',
  },
  {
    what: 'a webhook that is gone',
    change: (now) => delete now.webhooks['toy.created'],
    rule: 'webhook removed',
    line: 'toy.created: webhook: there → gone',
  },
  {
    what: 'a webhook whose body lost a property',
    change: (now) => delete now.components.schemas.ToyCreated.properties.toy_id,
    rule: 'answer property removed',
    line: 'ToyCreated.toy_id (answer): property: there → gone',
  },
  {
    what: 'a webhook that calls itself something else',
    change: (now) => (now.components.schemas.ToyCreated.properties.type.const = 'toy.made'),
    rule: 'answer values removed',
    line: 'ToyCreated.type (answer): values: toy.created → toy.made',
  },
  {
    what: 'another class',
    change: (now) => (create(now)['x-class'] = 'destructive'),
    rule: 'class changed',
    line: 'toys_create: x-class: write → destructive',
  },
  {
    what: 'another retry',
    change: (now) => (create(now)['x-retry'] = 'no-store'),
    rule: 'retry changed',
    line: 'toys_create: x-retry: replay → no-store',
  },
  {
    what: 'a role that may no longer call it',
    change: (now) => (create(now)['x-access'].manage = ['owner']),
    rule: 'access narrowed',
    line: 'toys_create: x-access: manage owner, manage hr, me, keys and apps, while paused → manage owner, me, keys and apps, while paused',
  },
  {
    what: 'an action that people may no longer call for themselves',
    change: (now) => delete create(now)['x-access'].me,
    rule: 'access narrowed',
    line: 'toys_create: x-access: manage owner, manage hr, me, keys and apps, while paused → manage owner, manage hr, keys and apps, while paused',
  },
  {
    what: 'an action that is for the web app alone',
    change: (now) => (create(now)['x-access'].web_only = true),
    rule: 'access narrowed',
    line: 'toys_create: x-access: manage owner, manage hr, me, keys and apps, while paused → manage owner, manage hr, me, while paused',
  },
  {
    what: 'an action that is refused while the organization is paused',
    change: (now) => delete create(now)['x-access'].while_paused,
    rule: 'access narrowed',
    line: 'toys_create: x-access: manage owner, manage hr, me, keys and apps, while paused → manage owner, manage hr, me, keys and apps',
  },
  {
    what: 'a credential that is no longer taken',
    change: (now) => (create(now).security = [{ session: [] }]),
    rule: 'credential removed',
    line: 'toys_create: security: apiKey, session → session',
  },
  {
    what: 'a security scheme of another kind',
    change: (now) => (now.components.securitySchemes.apiKey.scheme = 'basic'),
    rule: 'security scheme changed',
    line: 'apiKey: security scheme: type http, scheme bearer → type http, scheme basic',
  },
  {
    what: 'a security scheme that is gone',
    change: (now) => delete now.components.securitySchemes.session,
    rule: 'security scheme changed',
    line: 'session: security scheme: type apiKey, in cookie → gone',
  },
  {
    what: 'an error of another name',
    change: (now) => (create(now)['x-errors'][0].code = 'toy_name_taken'),
    rule: 'error removed',
    line: 'toys_create: error name_taken: there → gone',
  },
  {
    what: 'an error of another code',
    change: (now) => (create(now)['x-errors'][0].error = 'validation_failed'),
    rule: 'error code changed',
    line: 'toys_create: error name_taken: conflict → validation_failed',
  },
  {
    what: 'an event that the action no longer causes',
    change: (now) => delete create(now)['x-events'],
    rule: 'event removed',
    line: 'toys_create: event toy.created: there → gone',
  },

  {
    what: 'a parameter that is gone',
    change: (now) => get(now).parameters.pop(),
    rule: 'parameter removed',
    line: 'get_toys_list: parameter range in query: there → gone',
  },
  {
    what: 'a parameter that is needed now',
    change: (now) => (get(now).parameters[0].required = true),
    rule: 'parameter required',
    line: 'get_toys_list: parameter limit in query: optional → required',
  },
  {
    what: 'a new parameter that is needed',
    change: (now) => get(now).parameters.push({ name: 'day', in: 'query', required: true, schema: {} }),
    rule: 'parameter required',
    line: 'get_toys_list: parameter day in query: not there → required',
  },
  {
    what: 'a parameter that is written in another way',
    change: (now) => (get(now).parameters[1] = { name: 'range', in: 'query', schema: ref('Range') }),
    rule: 'parameter encoding changed',
    line: 'get_toys_list parameter range in query: encoding: application/json → plain',
  },
  {
    what: 'a parameter that accepts less',
    change: (now) => (get(now).parameters[0].schema.maximum = 50),
    rule: 'request limit tightened',
    line: 'get_toys_list parameter limit in query (request): maximum: 100 → 50',
  },
  {
    what: 'a shared parameter that accepts less',
    change: (now) => (now.components.parameters.Key.schema.maxLength = 64),
    rule: 'request limit tightened',
    line: 'parameter Key (request): maxLength: 255 → 64',
  },
  {
    what: 'a body that is needed now',
    change: (now) => (create(now).requestBody.required = true),
    rule: 'body required',
    line: 'toys_create: body: optional → required',
  },
  {
    what: 'a media type that is no longer taken',
    change: (now) => (create(now).requestBody.content = { 'text/csv': { schema: ref('CreateInput') } }),
    rule: 'media type removed',
    line: 'toys_create body: application/json: there → gone',
  },
  {
    what: 'a media type that is no longer answered',
    change: (now) => delete create(now).responses['200'].content,
    rule: 'media type removed',
    line: 'toys_create 200: application/json: there → gone',
  },
  {
    what: 'a status that is gone',
    change: (now) => delete list(now).responses['404'],
    rule: 'status removed',
    line: 'toys_list: status 404: there → gone',
  },
  {
    what: 'a header that is gone',
    change: (now) => delete now.components.responses.NotFound.headers,
    rule: 'header removed',
    line: 'response NotFound: header X-Request-Id: there → gone',
  },
  {
    what: 'a header that may be missing',
    change: (now) =>
      (create(now).responses['200'].headers = { 'X-Request-Id': { schema: { format: 'uuid' } } }),
    rule: 'header optional',
    line: [
      'header X-Request-Id (answer): type: string → any',
      'toys_create 200: header X-Request-Id: always → sometimes',
    ],
  },
  {
    what: 'a header of another form',
    change: (now) => delete now.components.headers.Id.schema.format,
    rule: 'answer format changed',
    line: 'header X-Request-Id (answer): format: uuid → none',
  },

  {
    what: 'an input property that is gone',
    change: (now) => delete input(now).properties.note,
    rule: 'request property removed',
    line: 'CreateInput.note (request): property: there → gone',
  },
  {
    what: 'an input property that is needed now',
    change: (now) => input(now).required.push('note'),
    rule: 'request property required',
    line: 'CreateInput.note (request): required: no → yes',
  },
  {
    what: 'a new input property that is needed',
    change: (now) => {
      input(now).properties.size = { type: 'string' }
      input(now).required.push('size')
    },
    rule: 'request property required',
    line: 'CreateInput.size (request): required: not there → yes',
  },
  {
    what: 'an input of another type',
    change: (now) => (input(now).properties.price.type = 'integer'),
    rule: 'request type narrowed',
    line: 'CreateInput.price (request): type: number → integer',
  },
  {
    what: 'an input that had any type',
    change: (now) => (now.components.schemas.Maker.properties.name = { type: 'string', enum: ['us'] }),
    rule: 'request values narrowed',
    line: 'Maker.name (request): values: any → us',
  },
  {
    what: 'an input that must not be null any more',
    change: (now) => (input(now).properties.note.type = 'string'),
    rule: 'request null refused',
    line: 'CreateInput.note (request): type: null or string → string',
  },
  {
    what: 'an object that must not be null any more',
    change: (now) => (input(now).properties.maker = ref('Maker')),
    rule: 'request null refused',
    line: 'CreateInput.maker (request): type: null or object → object',
  },
  {
    what: 'null that a list of values leaves out',
    change: (now) => (input(now).properties.note.enum = ['a', 'b']),
    rule: 'request null refused',
    line: [
      'CreateInput.note (request): type: null or string → string',
      'CreateInput.note (request): values: any → a, b',
    ],
  },
  {
    what: 'an input value that is refused',
    change: (now) => input(now).properties.kind.enum.pop(),
    rule: 'request values narrowed',
    line: 'CreateInput.kind (request): values: car, doll → car',
  },
  {
    what: 'an input with a format',
    change: (now) => (input(now).properties.note.format = 'date'),
    rule: 'request format narrowed',
    line: 'CreateInput.note (request): format: none → date',
  },
  {
    what: 'an input with another pattern',
    change: (now) => (input(now).properties.name.pattern = '^[a-z]'),
    rule: 'request pattern changed',
    line: 'CreateInput.name (request): pattern: ^\\S → ^[a-z]',
  },
  ...(
    [
      ['name', 'maxLength', 80, '100'],
      ['name', 'minLength', 2, '1'],
      ['note', 'maxLength', 80, 'none'],
      ['tags', 'maxItems', 5, '9'],
      ['tags', 'minItems', 2, '1'],
      ['tags', 'uniqueItems', true, 'none'],
      ['price', 'minimum', 1, '0'],
      ['price', 'maximum', 1000, 'none'],
      ['price', 'exclusiveMaximum', 1000, 'none'],
      ['price', 'exclusiveMinimum', 0, 'none'],
      ['price', 'multipleOf', 1, '0.01'],
      ['extra', 'maxProperties', 3, 'none'],
      ['extra', 'minProperties', 1, 'none'],
    ] as const
  ).map(([property, key, value, was]): BreakingChange => ({
    what: `an input with ${key} ${value}`,
    change: (now) => (input(now).properties[property][key] = value),
    rule: 'request limit tightened',
    line: `CreateInput.${property} (request): ${key}: ${was} → ${value}`,
  })),
  {
    what: 'an input that refuses properties which it accepted',
    change: (now) => (input(now).properties.extra.additionalProperties = false),
    rule: 'request closed',
    line: 'CreateInput.extra (request): other properties: accepted → refused',
  },
  {
    what: 'another default',
    change: (now) => (input(now).properties.kind.default = 'doll'),
    rule: 'request default changed',
    line: 'CreateInput.kind (request): default: car → doll',
  },
  {
    what: 'another default beside a reference',
    change: (now) => (input(now).properties.colour.default = 'blue'),
    rule: 'request default changed',
    line: 'CreateInput.colour (request): default: red → blue',
  },
  {
    what: 'a value that a shared type no longer has',
    change: (now) => now.components.schemas.Colour.enum.pop(),
    rule: 'request values narrowed',
    line: 'Colour (request): values: red, blue → red',
  },
  {
    what: 'an input of fewer choices',
    change: (now) => (input(now).properties.box = { type: ['string', 'integer'], maxLength: 5 }),
    rule: 'request choice removed',
    line: 'CreateInput.box (request): choices: string, integer → integer, string',
  },
  {
    what: 'a choice that accepts less',
    change: (now) => (input(now).properties.box.anyOf[0].maxLength = 5),
    rule: 'request limit tightened',
    line: 'CreateInput.box (request): maxLength: none → 5',
  },
  {
    what: 'an item that accepts less',
    change: (now) => (input(now).properties.tags.items.maxLength = 5),
    rule: 'request limit tightened',
    line: 'CreateInput.tags[] (request): maxLength: none → 5',
  },
  {
    what: 'a component in an input that accepts less',
    change: (now) => (now.components.schemas.Range.properties.to.maxLength = 5),
    rule: 'request limit tightened',
    line: 'Range.to (request): maxLength: none → 5',
  },
  {
    what: 'a keyword that the comparison does not know',
    change: (now) => (input(now).not = { required: ['note'] }),
    rule: 'not understood',
    line: 'CreateInput (request): not: none → {"required":["note"]}',
  },

  {
    what: 'a property that is no longer answered',
    change: (now) => delete toy(now).properties.note,
    rule: 'answer property removed',
    line: 'Toy.note (answer): property: there → gone',
  },
  {
    what: 'values of any name that are no longer answered',
    change: (now) => (toy(now).properties.values.additionalProperties = false),
    rule: 'answer property removed',
    line: 'Toy.values (answer): other properties: there → gone',
  },
  {
    what: 'a property that may be missing',
    change: (now) => toy(now).required.shift(),
    rule: 'answer property optional',
    line: 'Toy.id (answer): required: yes → no',
  },
  {
    what: 'an answer of another type',
    change: (now) => (toy(now).properties.id.type = 'integer'),
    rule: 'answer type changed',
    line: 'Toy.id (answer): type: string → integer',
  },
  {
    what: 'values of any name of another type',
    change: (now) => (toy(now).properties.values.additionalProperties.type = 'string'),
    rule: 'answer type changed',
    line: 'Toy.values{} (answer): type: number → string',
  },
  {
    what: 'an answer of any type',
    change: (now) => delete toy(now).properties.id.type,
    rule: 'answer type changed',
    line: 'Toy.id (answer): type: string → any',
  },
  {
    what: 'an answer that may be null now',
    change: (now) => (toy(now).properties.name.type = ['string', 'null']),
    rule: 'answer null added',
    line: 'Toy.name (answer): type: string → null or string',
  },
  {
    what: 'a value that is never answered again',
    change: (now) => toy(now).properties.kind.enum.pop(),
    rule: 'answer values removed',
    line: 'Toy.kind (answer): values: car, doll → car',
  },
  {
    what: 'an answer that no longer has a list of values',
    change: (now) => delete toy(now).properties.kind.enum,
    rule: 'answer values removed',
    line: 'Toy.kind (answer): values: car, doll → any',
  },
  {
    what: 'an answer of another format',
    change: (now) => (toy(now).properties.made_on.format = 'date-time'),
    rule: 'answer format changed',
    line: 'Toy.made_on (answer): format: date → date-time',
  },
  {
    what: 'an answer of one more choice',
    change: (now) => toy(now).properties.box.anyOf.push({ type: 'integer', format: 'int64' }, { enum: [7] }),
    rule: 'answer type changed',
    line: 'Toy.box (answer): type: integer or string → any',
  },
  {
    what: 'an answer of one more object',
    change: (now) => {
      now.components.schemas.Shop = { type: 'object', properties: { name: { type: 'integer' } } }
      toy(now).properties.maker.anyOf.push(ref('Shop'))
    },
    rule: 'answer choice added',
    line: 'Toy.maker (answer): choices: object → Maker, Shop',
  },
  {
    what: 'a longer text in an answer',
    change: (now) => (toy(now).properties.label.maxLength = 80),
    rule: 'answer limit widened',
    line: 'Toy.label (answer): maxLength: 60 → 80',
  },
  {
    what: 'an answer whose limits are gone',
    change: (now) => {
      delete toy(now).properties.sizes.minItems
      delete toy(now).properties.sizes.maxItems
    },
    rule: 'answer limit widened',
    line: ['Toy.sizes (answer): maxItems: 9 → none', 'Toy.sizes (answer): minItems: 1 → none'],
  },
]

const allowed: Change[] = [
  {
    what: 'a new operation',
    change: (now) => (now.paths['/v1/toys.get'] = { post: { operationId: 'toys_get' } }),
  },
  { what: 'a new optional input', change: (now) => (input(now).properties.size = { type: 'string' }) },
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
  { what: 'one more value in an answer', change: (now) => toy(now).properties.kind.enum.push('ball') },
  { what: 'a limit of texts in an answer', change: (now) => (toy(now).properties.name.maxLength = 500) },
  { what: 'shorter texts in an answer', change: (now) => (toy(now).properties.label.maxLength = 50) },
  { what: 'an answer of fewer choices', change: (now) => toy(now).properties.box.anyOf.pop() },
  { what: 'a new status', change: (now) => (create(now).responses['409'] = ref('NotFound', 'responses')) },
  { what: 'a new header', change: (now) => (create(now).responses['200'].headers.Extra = { schema: {} }) },
  { what: 'a new optional parameter', change: (now) => get(now).parameters.push({ name: 'q', in: 'query' }) },
  { what: 'a new error', change: (now) => create(now)['x-errors'].push({ code: 'full', error: 'conflict' }) },
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
    what: 'an inline schema that becomes a component, and the other way round',
    change: (now) => {
      now.components.schemas.Note = toy(now).properties.note
      toy(now).properties.note = ref('Note')
      input(now).properties.range = now.components.schemas.Range
    },
  },
  {
    what: 'another component with the same content, although it contains itself',
    change: (now) => {
      const toys = JSON.stringify(now.components.schemas.Toy).replaceAll('schemas/Toy', 'schemas/Plaything')
      now.components.schemas.Plaything = JSON.parse(toys)
      for (const operation of [get(now), list(now), create(now)])
        operation.responses['200'].content['application/json'].schema = ref('Plaything')
    },
  },
  {
    what: 'null written in another way',
    change: (now) => (input(now).properties.note = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
  },
]

function linesOf(change: (now: any) => void, offered = tools): string[] {
  const now = released()
  change(now)
  return findBreaks(released(), now, offered).map(lineOf).sort()
}

describe('changes that break clients', () => {
  for (const { what, change, rule, line } of breaking)
    it(`are found: ${what}`, () => {
      const now = released()
      change(now)
      // Here only the component is removed. The references to it, which are left, are other breaks.
      const found = findBreaks(released(), now, tools).filter(
        (one) => rule !== 'component removed' || one.rule === rule,
      )
      expect(found.map(lineOf).sort()).to.deep.equal([line].flat())
      expect(found.map((one) => one.rule)).to.include(rule)
    })

  it('are found: an action that is no tool any more', () => {
    expect(linesOf(() => undefined, ['toys_list'])).to.deep.equal(['toys_create: tool: there → gone'])
  })

  it('have a test for each rule', () => {
    const tested = new Set<string>([...breaking.map(({ rule }) => rule), 'tool removed'])
    expect(Object.keys(rules).filter((rule) => !tested.has(rule))).to.deep.equal([])
  })

  it('name every operation that is concerned, once', () => {
    const now = released()
    delete toy(now).properties.note
    const [found, ...others] = findBreaks(released(), now, tools)
    expect(others).to.deep.equal([])
    expect([...found!.operations]).to.deep.equal(['get_toys_list', 'toys_list', 'toys_create'])
  })

  for (const { what, change } of allowed)
    it(`are none: ${what}`, () => {
      expect(linesOf(change)).to.deep.equal([])
    })
})

describe('the list of accepted breaks', () => {
  const now = released()
  delete toy(now).properties.note
  const breaks = findBreaks(released(), now, tools)
  const line = 'Toy.note (answer): property: there → gone'

  it('is empty at first', () => {
    expect(judge(breaks, emptyList)).to.deep.equal({ open: breaks, accepted: [], problems: [] })
  })

  it('names a long value by its beginning, so that another one is another break', () => {
    const names = ['x', 'y'].map((end) => words(`^(${'Africa/Accra|'.repeat(100)}${end})$`))
    for (const name of names)
      expect(name).to.match(/^\^\(Africa\/Accra\|.{0,30}… \(1305 characters, [0-9a-f]{12}\)$/)
    expect(names[0]).to.not.equal(names[1])
    expect(words('a'.repeat(1000))).to.equal('a'.repeat(1000))
  })

  it('accepts a break by its line, with a reason', () => {
    const judged = judge(breaks, `${emptyList}\n${line} # Nobody wrote notes.\n`)
    expect(judged).to.deep.equal({ open: [], accepted: breaks, problems: [] })
  })

  it('requires a reason', () => {
    for (const end of ['', ' #', ' #  '])
      expect(judge(breaks, `${line}${end}`).problems).to.deep.equal([
        'line 1 gives no reason: write it after " # ".',
      ])
  })

  it('fails when a line fits no break', () => {
    const old = 'Toy.name (answer): property: there → gone # It was never filled.'
    expect(judge(breaks, `${line} # Yes.\n${old}`).problems).to.deep.equal([
      `line 2 fits no break (any more): remove it. It says: ${old}`,
    ])
    expect(judge([], `${line} # Yes.`).problems).to.have.length(1)
  })
})

describe('npm run compatibility and npm run release', () => {
  const workshop = useWorkshop(() => new Workshop().withCommands())
  const published = 'openapi/published'
  const line = 'Toy.note (answer): property: there → gone'

  function publish(change: (now: any) => void = () => undefined): void {
    const now = released()
    change(now)
    workshop.current.write(`${published}/openapi.json`, JSON.stringify(now))
  }
  const compatibility = (...args: string[]) => workshop.current.run('compatibility/main.ts', ...args)

  beforeEach(() => {
    workshop.current.write(`${published}/mcp-tools.json`, JSON.stringify(tools.map((name) => ({ name }))))
    workshop.current.write(`${published}/released.json`, JSON.stringify(released()))
    workshop.current.write(`${published}/accepted-breaks.txt`, emptyList)
    publish()
  })

  it('pass when nothing breaks', () => {
    expect(compatibility()).to.deep.equal({ status: 0, output: '' })
  })

  it('report a break with its place, the old and the new value, and what to do; and release nothing', () => {
    publish((now) => delete toy(now).properties.note)
    for (const args of [[], ['--release']]) {
      const { status, output } = compatibility(...args)
      expect(status).to.equal(1)
      expect(output).to.include(`${line}\n    In get_toys_list and 2 more. Keep answering it`)
      expect(output).to.include('openapi/published/accepted-breaks.txt')
    }
    expect(workshop.current.read(`${published}/released.json`)).to.equal(JSON.stringify(released()))
  })

  it('allow a break that was accepted, release it, and empty the list', () => {
    publish((now) => delete toy(now).properties.note)
    workshop.current.write(`${published}/accepted-breaks.txt`, `${emptyList}${line} # Nobody wrote notes.\n`)
    expect(compatibility()).to.deep.equal({ status: 0, output: '1 accepted break(s).\n' })
    expect(compatibility('--release').status).to.equal(0)
    expect(workshop.current.read(`${published}/released.json`)).to.equal(
      workshop.current.read(`${published}/openapi.json`),
    )
    expect(workshop.current.read(`${published}/accepted-breaks.txt`)).to.equal(emptyList)
    expect(compatibility()).to.deep.equal({ status: 0, output: '' })
  })

  it('release with breaks only when told so', () => {
    publish((now) => delete now.paths['/v1/toys.create'])
    expect(compatibility('--release', '--with-breaks').status).to.equal(0)
    expect(compatibility()).to.deep.equal({ status: 0, output: '' })
  })

  it('fail on a line that fits no break', () => {
    workshop.current.write(`${published}/accepted-breaks.txt`, `${emptyList}${line} # Nobody wrote notes.\n`)
    const { status, output } = compatibility()
    expect(status).to.equal(1)
    expect(output).to.include('accepted-breaks.txt: line 4 fits no break')
  })
})
