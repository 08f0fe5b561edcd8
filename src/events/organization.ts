import type { PlainSummary } from '../texts/log.ts'
import type { Change, DomainEvent, Subject } from './domain-event.ts'

type Named = { id: string; name: string }

const subjectOf = ({ id, name }: Named): Subject => ({ type: 'organization', id, name })

const line =
  (summary: PlainSummary) =>
  (organization: Named, changes: Change[]): DomainEvent<never> => ({
    activity: [{ summary, subject: subjectOf(organization), changes }],
  })

/** Its name or its time zone, and with that perhaps its day. */
export const organizationChanged = (organization: Named, changes: Change[]): DomainEvent<never> => ({
  ...line('organization_changed')(organization, changes),
  ...(changes.some(({ field }) => field === 'time_zone') && {
    signals: [{ type: 'today.moved', data: {} }],
  }),
})

export const appearanceChanged = line('appearance_changed')
export const storageChanged = line('storage_changed')
export const retentionChanged = line('retention_changed')
export const logoUploaded = line('logo_uploaded')
export const logoRemoved = line('logo_removed')
export const approvalRulesChanged = line('approval_rules_changed')
export const signInChanged = line('sign_in_changed')
export const companyLanguageChanged = line('company_language_changed')

/** The operator's commands (`npm run org`) record these. */
export const organizationCreated = line('organization_created')
export const organizationPaused = line('organization_paused')
export const organizationResumed = line('organization_resumed')
export const organizationClosed = line('organization_closed')

/** @param personId the person behind the login, if there is one */
export const ownLanguageChanged = (personId: string | null, changes: Change[]): DomainEvent<never> => ({
  activity: [{ summary: 'own_language_changed', changes, personId }],
})
