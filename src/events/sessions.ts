import type { Day } from '../domain/day.ts'
import { nameOfProvider, type Provider, type SignInMethod } from '../domain/sign-in.ts'
import type { PlainSummary } from '../texts/log.ts'
import { asCreated, type DomainEvent } from './domain-event.ts'
import { loginChanged, type SignalDraft } from './signals.ts'

/**
 * Signing in and out. The changes name the network, never the whole address. The line is about the person of the login,
 * if there is one, so that erasing them clears it.
 *
 * @param network such as `192.0.2.0/24`
 */
type SessionEvent = (network: string, personId: string | null) => DomainEvent<never>

const line =
  (summary: PlainSummary, signals: SignalDraft[] = []): SessionEvent =>
  (network, personId) => ({ activity: [{ summary, changes: asCreated({ network }), personId }], signals })

/** A member signed in. A password is the method where none is said. */
export const signedIn = (
  { method, ...from }: { network: string; browser: string | null; method: SignInMethod },
  personId: string | null,
): DomainEvent<never> => ({
  activity: [
    {
      summary: 'signed_in',
      changes: asCreated({ ...from, method: method === 'password' ? null : method }),
      personId,
    },
  ],
})

const own =
  (summary: 'identity_linked' | 'identity_unlinked', isLinked: boolean) =>
  (provider: Provider, personId: string | null): DomainEvent<never> => ({
    activity: [
      {
        summary,
        values: { provider: nameOfProvider[provider] },
        changes: [
          { field: 'provider', before: isLinked ? null : provider, after: isLinked ? provider : null },
        ],
        personId,
      },
    ],
    signals: [loginChanged],
  })

/** A member can sign in with an account at a provider from now on. */
export const identityLinked = own('identity_linked', true)

/** A member cannot sign in with their account at a provider any more. */
export const identityUnlinked = own('identity_unlinked', false)

/** A member chose another password. Their other sessions ended with it. */
export const passwordChanged = line('password_changed', [loginChanged])

/** Whoever uses a member's session gave a wrong password where the current one is asked. */
export const passwordRefused = line('password_refused')

/** A member revoked all API keys and apps that were made since a day. Each has a line of its own, too. */
export const accessRevoked = (
  { since, keys, apps }: { since: Day; keys: number; apps: number },
  personId: string | null,
): DomainEvent<never> => ({
  activity: [
    {
      summary: 'access_revoked',
      changes: asCreated({ since, api_keys: keys, connections: apps }),
      personId,
    },
  ],
  signals: [loginChanged],
})

/** A member ended another one of their sessions, or all others. */
export const sessionsEnded = line('sessions_ended')

/** A member's session ended, because they signed out or because somebody signed in with the same browser. */
export const signedOut = line('signed_out')

/** Somebody gave a wrong password for a member, or the member is disabled. */
export const signInFailed = line('sign_in_failed')

/** A line about a failed sign-in with which a limit is reached. */
export const signInUsedUp = line('sign_in_used_up')

/** The password was right, but the organization is paused or closed. */
export const signInWhilePaused = line('sign_in_while_paused')

/** A link for a new password was mailed to a member. Whoever asked for it may be somebody else. */
export const passwordForgotten = line('password_forgotten')

/** A member set a new password by the link of a mail. All sessions ended. */
export const passwordReset = line('password_reset', [loginChanged])

/** A link to another e-mail was sent for a member who is signed in. Nothing is changed by it. */
export const emailChangeAsked = line('email_change_asked')

/** A link to their new work e-mail was sent to a member: by HR, whose network is not the member's. */
export const emailChangeOffered = (personId: string): DomainEvent<never> => ({
  activity: [{ summary: 'email_change_offered', personId }],
})

/** Whoever has the link to another e-mail gave a wrong password. */
export const emailRefused = line('email_refused')

/** A member signs in with another e-mail from now on, to which the link of a mail went. */
export const emailChanged = line('email_changed')
