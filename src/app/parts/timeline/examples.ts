import { day } from '../day/part.ts'
import type { Examples } from '../html.ts'
import { timeline } from './part.ts'

export const examples: Examples = {
  'a job history': (language) =>
    timeline([
      { when: day('2027-01-01', language), what: 'Director of Research', note: 'Promotion', state: 'coming' },
      {
        when: day('2025-06-01', language),
        what: 'Head of Research',
        note: 'Promotion · Berlin',
        state: 'now',
      },
      { when: day('2024-09-01', language), what: 'Researcher', note: 'Hired' },
    ]),
}
