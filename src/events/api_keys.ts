import type { Audience } from '../domain/caller.ts'
import { asCreated, type DomainEvent } from './domain-event.ts'
import { loginChanged } from './signals.ts'

type Named = { id: string; name: string }

const subjectOf = ({ id, name }: Named) => ({ type: 'api_key', id, name })

/** A member created an API key. */
export const apiKeyCreated = (key: Named, audience: Audience): DomainEvent<never> => ({
  activity: [{ summary: 'api_key_created', subject: subjectOf(key), changes: asCreated({ audience }) }],
  signals: [loginChanged],
})

/** A member revoked an API key. */
export const apiKeyRevoked = (key: Named): DomainEvent<never> => ({
  activity: [
    {
      summary: 'api_key_revoked',
      subject: subjectOf(key),
      changes: [{ field: 'revoked', before: false, after: true }],
    },
  ],
})
