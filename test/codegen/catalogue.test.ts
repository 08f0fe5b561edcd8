import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { generalCodes } from '../../codegen/catalogue.ts'
import { errorsModule } from '../../codegen/emit/errors.ts'
import { eventsModule } from '../../codegen/emit/events.ts'
import { actionsModule } from '../../codegen/emit/registry.ts'
import { expectProblem, refuses } from './mistakes.ts'
import { box, create, created, list, taken, useWorkshop } from './workshop.ts'

describe('codegen refuses an error that is not in order', () => {
  refuses([
    {
      what: 'an action that names an unknown error',
      file: create,
      from: '[box_name_taken]',
      to: '[box_name_taken, box_full]',
      at: 'x-errors:',
      says: 'x-errors names box_full, but there is no openapi/components/errors/box_full.yaml',
    },
    {
      what: 'an action that names an error twice',
      file: create,
      from: '[box_name_taken]',
      to: '[box_name_taken, box_name_taken]',
      at: 'x-errors:',
      says: 'x-errors names box_name_taken twice',
    },
    {
      what: 'an empty list of errors',
      file: list,
      from: 'x-class: read',
      to: 'x-class: read\n  x-errors: []',
      at: 'x-errors:',
      says: 'x-errors is a list of names',
    },
    {
      what: 'an error that no action names',
      file: create,
      from: '  x-errors: [box_name_taken]\n',
      blames: taken,
      at: 'error: conflict',
      says: 'no action names box_name_taken',
    },
    {
      what: 'a code that actions do not decide',
      file: taken,
      from: 'error: conflict',
      to: 'error: internal',
      at: 'error:',
      says: 'error must be one of validation_failed, not_found, forbidden, conflict',
    },
    {
      what: 'a key that errors do not have',
      file: taken,
      from: 'path: name',
      to: 'field: name',
      at: 'field:',
      says: 'an error has error, path, record, message, de, example, not field',
    },
    {
      what: 'a placeholder without a value for the example',
      file: taken,
      from: 'example: { name: Blocks }\n',
      at: 'error: conflict',
      says: 'give the placeholder {name} a value in example',
    },
    {
      what: 'a list of values for a placeholder that is no place',
      file: taken,
      from: '{ name: Blocks }',
      to: '{ name: [Blocks, Dolls] }',
      at: 'example:',
      says: 'give the placeholder {name} a value in example',
    },
    {
      what: 'a value for a placeholder that is not there',
      file: taken,
      from: '{ name: Blocks }',
      to: '{ name: Blocks, colour: red }',
      at: 'example:',
      says: 'there is no placeholder {colour}',
    },
    {
      what: 'an error about a place that is not in the input of its action',
      file: taken,
      from: 'path: name',
      to: 'path: lid',
      blames: create,
      at: 'x-errors:',
      says: 'box_name_taken is about lid, but with no value of its example is that in the input of toys.boxes.create',
    },
    {
      what: 'a path that is no place in an input',
      file: taken,
      from: 'path: name',
      to: 'path: boxes[].name',
      at: 'path:',
      says: 'path is a place in the input',
    },
    {
      what: 'a malformed placeholder in the path',
      file: taken,
      from: 'path: name',
      to: "path: 'boxes[{Index}].name'",
      at: 'path:',
      says: 'path is a place in the input',
    },
    {
      what: 'a kind of record that no id has',
      file: taken,
      from: 'record: unit',
      to: 'record: shelf',
      at: 'record:',
      says: 'no x-id names the kind shelf; there are',
    },
    {
      what: 'a malformed placeholder',
      file: taken,
      from: '{name}',
      to: '{the name}',
      at: 'message:',
      says: 'a placeholder is lower-case words joined by _ in braces',
    },
    {
      what: 'a placeholder that is not closed',
      file: taken,
      from: '{name}',
      to: '{name',
      at: 'message:',
      says: 'a placeholder is lower-case words joined by _ in braces',
    },
    {
      what: 'record_id in the message',
      file: taken,
      from: 'record: unit\nmessage: Another box is called {name}.',
      to: 'message: Box {record_id} is called {name}.',
      at: 'message:',
      says: 'say with record which kind',
    },
    {
      what: 'a message without a full stop',
      file: taken,
      from: 'another name.',
      to: 'another name',
      at: 'message:',
      says: 'must end with a full stop',
    },
    {
      what: 'a message that is too long',
      file: taken,
      from: 'Choose another name.',
      to: 'Choose another name. '.repeat(13),
      at: 'message:',
      says: 'longer than 300 characters',
    },
    {
      what: 'an error without message',
      file: taken,
      from: 'message: Another box is called {name}. Choose another name.\n',
      at: 'error:',
      says: 'message is missing',
    },
    {
      what: 'an error without a German message',
      file: taken,
      from: 'de: Eine andere Kiste heißt {name}. Wählen Sie einen anderen Namen.\n',
      at: 'error:',
      says: 'de is missing',
    },
    {
      what: 'a German message with another placeholder',
      file: taken,
      from: 'Kiste heißt {name}',
      to: 'Kiste heißt {named}',
      at: 'de:',
      says: 'message has the placeholders {name}, and de has {named}',
    },
    {
      what: 'a German message with a placeholder too few',
      file: taken,
      from: 'Kiste heißt {name}',
      to: 'Kiste heißt so',
      at: 'de:',
      says: 'message has the placeholders {name}, and de has none',
    },
  ])

  const workshop = useWorkshop()

  const names = {
    too_long: 'every action may answer the code too_long',
    'box-full': 'lower-case words joined by _',
  }
  for (const [name, says] of Object.entries(names))
    it(`the name ${name}`, () => {
      const file = `openapi/components/errors/${name}.yaml`
      workshop.current.write(file, workshop.current.read(taken))
      workshop.current.edit(create, '[box_name_taken]', `[box_name_taken, ${name}]`)
      expectProblem(workshop.current, file, 'error:', says)
    })

  it('any name that src/validation gives a problem', () => {
    const texts = ['validate', 'messages', 'normalize', 'size'].map((file) =>
      readFileSync(`src/validation/${file}.ts`, 'utf8'),
    )
    const codes = texts.flatMap((text) => [
      ...text.matchAll(/'([a-z]+(?:_[a-z]+)*)',\s*(?:message: )?(?:inputTexts|noSuchDay)/g),
    ])
    const found = new Set(codes.map(([, code]) => code))
    expect(found).to.include.all.keys('required', 'too_short', 'bad_character', 'too_deep', 'invalid')
    expect(generalCodes(workshop.current.contract())).to.include.all.keys([...found] as string[])
  })
})

describe('codegen refuses an event that is not in order', () => {
  refuses([
    {
      what: 'an action that names an unknown event',
      file: create,
      from: '[box.created]',
      to: '[box.emptied]',
      at: 'x-events:',
      says: 'x-events names box.emptied, but there is no openapi/events/box.emptied.yaml',
    },
    {
      what: 'a read with events',
      file: list,
      from: 'x-class: read',
      to: 'x-class: read\n  x-events: [box.created]',
      at: 'x-events:',
      says: 'a read action changes nothing, so it has no events',
    },
    {
      what: 'an event without group',
      file: created,
      from: 'group: Structure\n',
      at: 'subject:',
      says: 'group is missing',
    },
    {
      what: 'an event without description',
      file: created,
      from: 'description: A box was added.',
      to: "description: ''",
      at: 'description:',
      says: 'description is missing',
    },
    {
      what: 'a description of an event that the list of events cannot answer',
      file: created,
      from: 'description: A box was added.',
      to: `description: A box was ${'really '.repeat(70)}added.`,
      at: 'description:',
      says: 'webhooks/events.list answers at most 500 characters of it',
    },
    {
      what: 'a subject that is no kind of record',
      file: created,
      from: 'subject: box',
      to: 'subject: Toy box',
      at: 'subject:',
      says: 'subject is the kind of record',
    },
    {
      what: 'an event without example',
      file: created,
      from: 'example: { box_id: box-1, box: { id: box-1, name: Blocks } }\n',
      at: 'group:',
      says: 'the event has no example',
    },
    {
      what: 'a key that events do not have',
      file: created,
      from: 'subject: box',
      to: 'subject: box\nsince: today',
      at: 'since:',
      says: 'an event has group, subject, description, data, example, not since',
    },
    {
      what: 'data that is no object',
      file: created,
      from: 'data:\n  type: object',
      to: 'data:\n  type: string',
      at: 'data:',
      says: 'data must be the schema of an object',
    },
    {
      what: 'data that is open',
      file: created,
      from: '  additionalProperties: false\n',
      at: 'data:',
      says: 'the object is open',
    },
    {
      what: 'data with properties that it does not name',
      file: created,
      from: 'box_id: { type: string,',
      to: 'labels: { type: object, additionalProperties: { type: string } }\n    box_id: { type: string,',
      at: 'labels:',
      says: 'an event names each property',
    },
    {
      what: 'data that refers to nothing',
      file: created,
      from: 'schemas/IdName',
      to: 'schemas/IdNames',
      at: 'IdNames',
      says: 'there is no "#/components/',
    },
    {
      what: 'an example that does not validate',
      file: created,
      from: 'example: { box_id: box-1',
      to: 'example: { box_id: 1',
      at: 'box_id: 1',
      says: 'the example is not valid: box_id must be string',
    },
    {
      what: 'a private property',
      file: created,
      from: 'box_id: { type: string,',
      to: 'personal_email: { type: string }\n    box_id: { type: string,',
      at: 'personal_email:',
      says: 'personal_email is private (person_details) in the register of personal data',
    },
    {
      what: 'a login, which is not the name of a record',
      file: created,
      from: 'box_id: { type: string,',
      to: 'name: { type: string }\n    box_id: { type: string,',
      at: 'name:',
      says: 'name is login (api_keys)',
    },
    {
      what: 'a secret',
      file: created,
      from: 'box_id: { type: string,',
      to: 'box_id: { type: string, x-redact: true,',
      at: 'box_id:',
      says: 'an event holds no secret',
    },
  ])

  const workshop = useWorkshop()

  it('the name box, which names no event', () => {
    workshop.current.write('openapi/events/box.yaml', workshop.current.read(created))
    expectProblem(workshop.current, 'openapi/events/box.yaml', 'group:', 'must be <record>.<event>')
  })

  it('a private property in a component, reported where the event uses it', () => {
    workshop.current.edit(created, 'schemas/IdName', 'schemas/Box')
    expect(workshop.current.problems()).to.deep.equal([])
    workshop.current.edit(box, 'name: {', 'birthday: { type: string }\n  name: {')
    expectProblem(workshop.current, created, 'box: {', 'birthday is private (person_details)')
  })

  it('a name in the published document that another schema has', () => {
    workshop.current.write('openapi/components/schemas/BoxCreatedEvent.yaml', 'type: string\n')
    expectProblem(workshop.current, created, 'group:', 'is taken by openapi/components/schemas')
  })

  it('two events that have the same name in the published document', () => {
    const twins = ['openapi/events/box.lid_closed.yaml', 'openapi/events/box_lid.closed.yaml'] as const
    for (const file of twins) workshop.current.write(file, workshop.current.read(created))
    expectProblem(workshop.current, twins[1], 'group:', `is taken by ${twins[0]}`)
  })

  it('but accepts a property that is private for other records and public for its own subject', () => {
    const address =
      'address: { type: string, maxLength: 99, description: Where it is. }\n    box_id: { type: string,'
    workshop.current.edit(created, 'box_id: { type: string,', address)
    workshop.current.edit(created, 'example: {', 'example: { address: Lotsenkai 7,')
    expectProblem(workshop.current, created, 'address:', 'address is private (person_details)')
    workshop.current.edit(created, 'subject: box', 'subject: legal_entity')
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('and accepts events of actions that do not exist yet', () => {
    workshop.current.edit(create, '  x-events: [box.created]\n', '')
    expect(workshop.current.problems()).to.deep.equal([])
  })
})

describe('what codegen writes of the catalogues', () => {
  const workshop = useWorkshop()

  it('types the parameters of each refusal, and the refusals of each action', () => {
    const text = () => errorsModule(workshop.current.contract())
    expect(text())
      .to.include('box_name_taken: { name: Value; record_id: string }')
      .and.include('"error":"conflict","path":"name"')
      .and.include('"record":"unit"')
      .and.include("toys_boxes_create: 'box_name_taken'\n")
      .and.include('toys_boxes_list: never\n')
    workshop.current.edit(taken, 'record: unit\n', '')
    workshop.current.edit(taken, 'path: name', "path: 'boxes[{index}].name'")
    expect(text()).to.include('box_name_taken: { index: Value; name: Value }')
  })

  it('types the payload of each event, and the events of each action', () => {
    expect(eventsModule(workshop.current.contract()))
      .to.include("'box.created': Schemas['BoxCreatedData']")
      .and.include('{"group":"Structure","subject":"box","description":"A box was added."}')
      .and.include("toys_boxes_create: 'box.created'\n")
      .and.include('toys_boxes_list: never\n')
  })

  it('says which record an action is about: the one that its first required id names', () => {
    const rules = () => actionsModule(workshop.current.contract())
    expect(rules()).to.not.include('"subject":{')
    workshop.current.edit(create, 'required: [name]', 'required: [unit_id, name]')
    expect(rules()).to.include('"subject":{"path":"unit_id","kind":"unit"}')
  })
})
