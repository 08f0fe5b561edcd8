import { part } from './part.ts'

/** Notifications in the web app: there are none yet. */
export const notifications = part('', () => Promise.resolve({ notifications: [] }))
