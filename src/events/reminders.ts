import type { Change, DomainEvent } from './domain-event.ts'

/** @param changes at least one */
export const remindersChanged = (changes: Change[]): DomainEvent<never> => ({
  activity: [{ summary: 'reminders_changed', changes }],
})

/** @param changes at least one */
export const mailSettingsChanged = (changes: Change[]): DomainEvent<never> => ({
  activity: [{ summary: 'mail_settings_changed', changes }],
})
