import { expect } from 'chai'
import { box, create, list, useWorkshop } from './workshop.ts'
import { expectProblem, refuses } from './mistakes.ts'

describe('codegen refuses an action that is incomplete or contradicts itself', () => {
  refuses([
    {
      what: 'an action without x-class',
      file: list,
      from: '  x-class: read\n',
      at: 'post:',
      says: 'x-class must be one of',
    },
    {
      what: 'a class that does not exist',
      file: list,
      from: 'x-class: read',
      to: 'x-class: reads',
      at: 'x-class:',
      says: 'x-class must be one of read, write, destructive',
    },
    {
      what: 'a list that writes',
      file: list,
      from: 'x-class: read',
      to: 'x-class: write\n  x-retry: replay',
      at: 'x-class:',
      says: 'list promises a read action',
    },
    {
      what: 'x-retry on a read',
      file: list,
      from: 'x-class: read',
      to: 'x-class: read\n  x-retry: replay',
      at: 'x-retry:',
      says: 'a read action needs no x-retry',
    },
    {
      what: 'x-urgent on a read',
      file: list,
      from: 'x-class: read',
      to: 'x-class: read\n  x-urgent: true',
      at: 'x-urgent:',
      says: 'x-urgent: true marks a short write that takes access away',
    },
    {
      what: 'a write without x-retry',
      file: create,
      from: '  x-retry: replay\n',
      at: 'post:',
      says: 'x-retry must be one of replay, no-store',
    },
    {
      what: 'a retry that does not exist',
      file: create,
      from: 'x-retry: replay',
      to: 'x-retry: always',
      at: 'x-retry:',
      says: 'x-retry must be one of replay, no-store',
    },
    {
      what: 'an action without x-access',
      file: list,
      from: '  x-access: { manage: any, me: true }\n',
      at: 'post:',
      says: 'x-access is missing',
    },
    {
      what: 'an unknown key in x-access',
      file: list,
      from: 'me: true',
      to: 'everyone: true',
      at: 'x-access:',
      says: 'not everyone',
    },
    {
      what: 'an unknown role',
      file: create,
      from: '[owner, hr]',
      to: '[owner, boss]',
      at: 'x-access:',
      says: 'manage is any or a list of owner, admin, hr, viewer',
    },
    {
      what: 'an empty list of roles',
      file: create,
      from: '[owner, hr]',
      to: '[]',
      at: 'x-access:',
      says: 'manage is any or a list of',
    },
    {
      what: 'an action that nobody may call',
      file: create,
      from: '{ manage: [owner, hr] }',
      to: '{ web_only: true }',
      at: 'x-access:',
      says: 'nobody may call this',
    },
    {
      what: 'me: false',
      file: list,
      from: 'me: true',
      to: 'me: false',
      at: 'x-access:',
      says: 'me is true or left out',
    },
    {
      what: 'an unknown x- key',
      file: create,
      from: 'x-class: write',
      to: 'x-class: write\n  x-clas: write',
      at: 'x-clas:',
      says: 'x-clas is not known here',
    },
    {
      what: 'an input called dry_run',
      file: create,
      from: 'unit_id:',
      to: 'dry_run:',
      at: 'requestBody:',
      says: 'dry_run is derived for every write',
    },
    {
      what: 'an operation without summary',
      file: list,
      from: '  summary: List boxes\n',
      at: 'post:',
      says: 'summary is missing',
    },
    {
      what: 'an empty description',
      file: list,
      from: 'description: Every box.',
      to: "description: ''",
      at: 'description:',
      says: 'description is missing',
    },
    {
      what: 'an operation without tag',
      file: list,
      from: '  tags: [Structure]\n',
      at: 'post:',
      says: 'tags must name one tag',
    },
    {
      what: 'an operation with two tags',
      file: list,
      from: '[Structure]',
      to: '[Structure, People]',
      at: 'tags:',
      says: 'tags must name one tag',
    },
    {
      what: 'a first paragraph over 300 characters',
      file: list,
      from: 'Every box.',
      to: 'Every box. '.repeat(28),
      at: 'description:',
      says: "the tool's description: at most 300 characters",
    },
    {
      what: 'a GET twin written by hand',
      file: list,
      from: 'post:',
      to: 'get: {}\npost:',
      at: 'get:',
      says: 'only post is written by hand, but there is get',
    },
    {
      what: 'an error response written by hand',
      file: create,
      from: "    '200':",
      to: "    '404': { description: No. }\n    '200':",
      at: "'404'",
      says: 'response 404 is derived; remove it',
    },
    {
      what: 'parameters written by hand',
      file: create,
      from: 'x-class: write',
      to: 'x-class: write\n  parameters: []',
      at: 'parameters:',
      says: 'parameters is derived or not known here',
    },
  ])

  const workshop = useWorkshop()

  it('a file without post', () => {
    workshop.current.write(list, '{}\n')
    expectProblem(workshop.current, list, '', 'there is no post operation')
  })

  it('a secret in a result that is stored for replays, wherever in the result it is', () => {
    workshop.current.edit(box, 'name: { type: string,', 'name: { type: string, x-redact: true,')
    expectProblem(workshop.current, create, 'x-retry:', 'must never be stored: use x-retry: no-store')
    workshop.current.edit(create, 'x-retry: replay', 'x-retry: no-store')
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('a result that is only a secret: a dry run could answer nothing', () => {
    workshop.current.edit(create, 'x-retry: replay', 'x-retry: no-store')
    workshop.current.edit(
      create,
      "schema: { $ref: '#/components/schemas/Box' }",
      'schema: { type: string, x-redact: true }',
    )
    workshop.current.edit(create, 'example: { id: box-1, name: Blocks }', 'example: blocks')
    expectProblem(workshop.current, create, "'200'", 'x-redact marks a property')
  })

  it('a secret of a result in a component of inputs, which would then accept null', () => {
    workshop.current.edit(box, 'name: { type: string,', 'name: { type: string, x-redact: true,')
    workshop.current.edit(create, 'x-retry: replay', 'x-retry: no-store')
    workshop.current.edit(
      create,
      'unit_id: {',
      "box: { $ref: '#/components/schemas/Box' }\n            unit_id: {",
    )
    expectProblem(workshop.current, box, 'x-redact', 'Box is part of inputs, too')
  })

  it('files whose paths give the same operation id', () => {
    const twin = 'openapi/paths/toys_boxes/list.yaml'
    workshop.current.write(twin, workshop.current.read(list))
    expectProblem(workshop.current, twin, 'post:', `toys_boxes_list is already taken by ${list}`)
  })

  const names: Record<string, string> = {
    'toys/boxes/fill_with_everything_there_is_in_the_house': 'is longer than 45 characters',
    'toys/Boxes/fill': 'must be lower-case words joined by _',
    'toys/boxes/fill-up': 'must be lower-case words joined by _',
    'toys/boxes/fill__up': 'must be lower-case words joined by _',
    fill: 'is in no group',
    'get/boxes': 'a group cannot be called get',
  }
  for (const [path, says] of Object.entries(names))
    it(`the name ${path}`, () => {
      const file = `openapi/paths/${path}.yaml`
      workshop.current.write(file, workshop.current.read(create))
      expectProblem(workshop.current, file, 'post:', says)
    })

  it('reports all mistakes at once, each with its file and line', () => {
    workshop.current.edit(create, 'x-class: write', 'x-class: writes')
    workshop.current.edit(list, 'summary: List boxes', 'summary: 1')
    workshop.current.edit(box, 'additionalProperties: false\n', '')
    const found = workshop.current.problems().map(({ file, line }) => `${file}:${line}`)
    expect(found).to.deep.equal([`${create}:8`, `${list}:3`, `${box}:1`])
  })
})
