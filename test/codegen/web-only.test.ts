import { refuses } from './mistakes.ts'
import { box, create } from './workshop.ts'

describe('codegen refuses x-web-only', () => {
  refuses([
    {
      what: 'on what each call needs',
      file: create,
      from: 'maxLength: 20,',
      to: 'maxLength: 20, x-web-only: true,',
      at: 'name:',
      says: 'x-web-only marks an optional property',
    },
    {
      what: 'in a component, which tools and the web app share',
      file: box,
      from: 'id: { type: string,',
      to: 'id: { type: string, x-web-only: true,',
      at: 'id:',
      says: 'x-web-only marks an optional property',
    },
    {
      what: 'on what assistants read about in the description',
      file: create,
      from: '            unit_id:',
      to: '            toys: { type: boolean, x-web-only: true, description: Several at once. }\n            unit_id:',
      at: 'description:',
      says: 'their tool has no toys',
    },
  ])
})
