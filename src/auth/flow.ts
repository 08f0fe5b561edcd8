import type { Provider } from '../domain/sign-in.ts'
import type { Seal } from '../secrets/seal.ts'
import { newProofs, type Proofs } from './providers.ts'

/** The purpose for which somebody goes to a provider. */
export type Purpose =
  | { kind: 'sign_in'; returnTo: string | null }
  | { kind: 'invite'; token: string }
  /** The member who is signed in: at the end it must be the same one. */
  | { kind: 'link'; membershipId: string }

/** A sign-in at a provider that is under way. The browser keeps it, sealed; the service stores nothing. */
export interface Flow extends Proofs {
  provider: Provider
  /** The organization's slug. */
  organization: string
  organizationId: string
  purpose: Purpose
  /** Milliseconds since 1970. */
  until: number
}

export const flowMinutes = 10

export const newFlow = (
  about: Pick<Flow, 'provider' | 'organization' | 'organizationId' | 'purpose'>,
  now: Date,
): Flow => ({ ...newProofs(), ...about, until: now.getTime() + flowMinutes * 60_000 })

/** @returns the flow that the browser has kept; undefined when there is none, it is too old, or of another provider */
export function readFlow(
  seal: Seal,
  text: string | undefined,
  provider: Provider,
  now: Date,
): Flow | undefined {
  const flow = text === undefined ? undefined : (seal.open(text) as Flow | undefined)
  return flow && flow.provider === provider && flow.until > now.getTime() ? flow : undefined
}
