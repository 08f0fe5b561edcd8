import { facts, section } from '../list/part.ts'
import type { Examples } from '../html.ts'
import { split } from './part.ts'

export const examples: Examples = {
  'a record': (language) => {
    const name = language === 'de' ? 'Standort' : 'Location'
    return split(section('split-main', 'Grace Hopper', name), facts([{ name, value: 'Berlin' }]))
  },
}
