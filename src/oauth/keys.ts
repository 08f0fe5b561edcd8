import { createPrivateKey } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import { deriveKey, type SecretKeys } from '../secrets/secret-key.ts'

/** The keys of the cookies of an authorization. The first one signs; what others signed is still accepted. */
export const cookieKeys = (secrets: SecretKeys): string[] =>
  all(secrets).map((secret) => deriveKey(secret, 'oauth cookies').toString('base64url'))

/** The keys that the server publishes. It signs nothing with them today, because tokens are opaque. */
export const signingKeys = (secrets: SecretKeys): JWK[] =>
  all(secrets).map((secret) => toJwk(deriveKey(secret, 'oauth signatures')))

const all = ({ current, previous }: SecretKeys): Buffer[] => [current, ...(previous ? [previous] : [])]

/** Bytes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function toJwk(seed: Buffer): JWK {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' } as JWK
}
