import type { Examples } from '../html.ts'
import { fault } from './part.ts'

export const examples: Examples = {
  'a day': () => fault('31.02.2026', ['There is no such day.']),
  'nothing there': () => fault('', ['Every person has a title.']),
}
