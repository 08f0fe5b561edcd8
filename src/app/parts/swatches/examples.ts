import type { Examples } from '../html.ts'
import { swatches } from './part.ts'

export const examples: Examples = {
  two: () =>
    swatches([
      { name: 'Emerald', palette: 'emerald', href: '/', chosen: 'Chosen', sample: 'Save' },
      { name: 'Rose', palette: 'rose', href: '/', chosen: undefined, sample: 'Save' },
    ]),
}
