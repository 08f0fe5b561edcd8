import type { Examples } from '../html.ts'
import { portrait } from './part.ts'

export const examples: Examples = {
  'without a photo': () => portrait(null, 'Ada Lovelace'),
  'with a photo': () => portrait('/docs/icon.svg', 'Ada Lovelace'),
  'large, beside a title': () => portrait(null, 'Grace Hopper', { large: true }),
}
