import type { components } from '../../generated/contract.ts'
import type { Caller } from '../../domain/caller.ts'

type Language = components['schemas']['Language']

/** The answer of `platform/whoami`. This server has no billing yet. */
export function presentCaller(caller: Caller): components['schemas']['Caller'] {
  const { user, organization } = caller
  return {
    user: {
      id: user.id,
      email: user.email,
      display_name: user.displayName,
      language: user.language as Language | null,
    },
    org: {
      id: organization.id,
      slug: organization.slug,
      name: organization.name,
      language: organization.language as Language | null,
    },
    roles: [caller.role],
    audiences: caller.audiences,
    person_id: caller.personId,
    billing: false,
    documents: true,
    paused: presentPaused(organization),
  }
}

/** Why the organization is paused or closed, null while it is active. */
export function presentPaused(organization: Caller['organization']): components['schemas']['Paused'] | null {
  const { pauseReason, pausedSince, deleteOn } = organization
  return pauseReason === null
    ? null
    : { reason: pauseReason, since: pausedSince as string, delete_on: deleteOn }
}
