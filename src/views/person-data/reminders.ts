import { part } from './part.ts'

/** Days of which others were reminded: there are none yet. */
export const reminders = part('', () => Promise.resolve({ reminders: [] }))
