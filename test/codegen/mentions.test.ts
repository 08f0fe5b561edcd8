import { refuses } from './mistakes.ts'
import { box, create } from './workshop.ts'

describe('codegen refuses a person who is not said to be one', () => {
  refuses([
    {
      what: 'an id in an answer',
      file: box,
      from: 'id: { type: string,',
      to: 'person_id: { type: string, maxLength: 64, description: Whose it is. }\n  id: { type: string,',
      at: 'person_id:',
      says: 'person_id names a person: say x-id: person, or refer to PersonId',
    },
    {
      what: 'an id in an input',
      file: create,
      from: '            unit_id:',
      to: '            deputy_manager_id: { type: string, maxLength: 64, description: Who packs it. }\n            unit_id:',
      at: 'deputy_manager_id:',
      says: 'deputy_manager_id names a person',
    },
    {
      what: 'a record whose id may be of anything',
      file: box,
      from: 'id: { type: string,',
      to: "packed_by: { anyOf: [{ $ref: '#/components/schemas/IdName' }, { type: 'null' }], description: Who did. }\n  id: { type: string,",
      at: 'packed_by:',
      says: 'packed_by is a person: refer to NamedPerson',
    },
  ])
})
