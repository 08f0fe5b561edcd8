import type { Change, DomainEvent } from './domain-event.ts'

/** @param changes at least one */
export const remindersChanged = (changes: Change[]): DomainEvent<never> => ({
  activity: [{ summary: 'reminders_changed', changes }],
})
