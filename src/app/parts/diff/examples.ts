import type { Examples } from '../html.ts'
import { diff, type DiffWords } from './part.ts'

const words: DiffWords = { field: 'Field', before: 'Before', after: 'After', nothing: 'nothing' }

export const examples: Examples = {
  'a job change': () =>
    diff(
      [
        { field: 'Title', before: 'Researcher', after: 'Head of Research' },
        { field: 'Manager', after: 'Ada Lovelace' },
        { field: 'Contract end', before: '31 December 2026' },
      ],
      words,
    ),
}
