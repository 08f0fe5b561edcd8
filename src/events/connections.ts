import type { Audience } from '../domain/caller.ts'
import type { PlainSummary } from '../texts/log.ts'
import { asCreated, type Change, type DomainEvent } from './domain-event.ts'
import { loginChanged } from './signals.ts'

type Named = { id: string; name: string }

const line = (summary: PlainSummary, { id, name }: Named, changes: Change[]): DomainEvent<never> => ({
  activity: [{ summary, subject: { type: 'connection', id, name }, changes }],
})

const revoked: Change[] = [{ field: 'revoked', before: false, after: true }]

/** A member agreed, and the app got its first token. */
export const appConnected = (
  app: Named & { audience: Audience; redirect_host: string },
): DomainEvent<never> => ({
  ...line('app_connected', app, asCreated({ audience: app.audience, redirect_host: app.redirect_host })),
  signals: [loginChanged],
})

/** A member disconnected an app, the app disconnected itself, or another one took its place. */
export const appDisconnected = (app: Named): DomainEvent<never> => line('app_disconnected', app, revoked)

/** A code or token that was used up came again: somebody else may have it. */
export const appTokenReused = (app: Named): DomainEvent<never> => line('app_token_reused', app, revoked)
