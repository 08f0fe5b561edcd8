import type { Change, Happening, Subject } from './happening.ts'

type Named = { id: string; name: string }

const subjectOf = ({ id, name }: Named): Subject => ({ type: 'organization', id, name })

const line =
  (summary: string) =>
  (organization: Named, changes: Change[]): Happening<never> => ({
    activity: [{ summary, subject: subjectOf(organization), changes }],
  })

/** Its name or its time zone, and with that perhaps its day. */
export const organizationChanged = (organization: Named, changes: Change[]): Happening<never> => ({
  ...line('Changed the organization {subject}')(organization, changes),
  ...(changes.some(({ field }) => field === 'time_zone') && {
    signals: [{ type: 'today.moved', data: {} }],
  }),
})

export const appearanceChanged = line('Changed the appearance of {subject}')
export const approvalRulesChanged = line('Changed the approval rules of {subject}')
export const signInChanged = line('Changed how members of {subject} sign in')
export const companyLanguageChanged = line('Changed the language of {subject}')

/** The operator's commands (`npm run org`) record these. */
export const organizationPaused = line('Paused the organization {subject}')
export const organizationResumed = line('Resumed the organization {subject}')
export const organizationClosed = line('Closed the organization {subject}')

/** @param personId the person behind the login, if there is one */
export const ownLanguageChanged = (personId: string | null, changes: Change[]): Happening<never> => ({
  activity: [{ summary: 'Changed their own language', changes, personId }],
})
