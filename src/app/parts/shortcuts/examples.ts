import type { Examples } from '../html.ts'
import { shortcuts } from './part.ts'

export const examples: Examples = {
  two: () =>
    shortcuts('Shortcuts', [
      { text: 'Hire a person', href: '/', icon: 'person' },
      { text: 'Import people', href: '/', icon: 'file' },
    ]),
}
