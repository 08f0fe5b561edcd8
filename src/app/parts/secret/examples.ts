import type { Examples } from '../html.ts'
import { secret } from './part.ts'

const words = { copy: 'Copy', copied: 'Copied' }

export const examples: Examples = {
  key: () => secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', words),
  link: () => secret(`https://people.example/acme/invite#${'a1B2'.repeat(30)}`, words),
}
