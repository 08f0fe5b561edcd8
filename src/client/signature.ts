/** The parts of a request that its signature covers. */
export interface Signed {
  id: string
  timestamp: string
  body: string | Uint8Array
}

/** A secret that can sign. Its type is that of no platform: see `types.ts`. */
export interface SigningKey {
  readonly key: unknown
}

type PlatformKey = Parameters<typeof crypto.subtle.sign>[1]

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/**
 * The key in a secret of an endpoint.
 *
 * @param secret `whsec_` and base64, or only base64
 * @throws TypeError when it is none
 */
export async function readSecret(secret: string): Promise<SigningKey> {
  const bytes = typeof secret === 'string' ? fromBase64(secret.replace(/^whsec_/, '')) : undefined
  // The message does not repeat it: messages go to logs.
  if (!bytes?.length) throw new TypeError('A secret of a webhook endpoint is whsec_ and base64.')
  return { key: await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']) }
}

/** The signature, in base64. */
export async function signatureOf({ key }: SigningKey, signed: Signed): Promise<string> {
  const signature = await crypto.subtle.sign(algorithm, key as PlatformKey, bytesOf(signed))
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
}

/** Compares in a time that does not depend on the signature: that is how `verify` of Web Crypto compares. */
export async function verifies({ key }: SigningKey, signature: string, signed: Signed): Promise<boolean> {
  const bytes = fromBase64(signature)
  return bytes !== undefined && crypto.subtle.verify(algorithm, key as PlatformKey, bytes, bytesOf(signed))
}

function bytesOf({ id, timestamp, body }: Signed): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const rest = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const all = new Uint8Array(head.length + rest.length)
  all.set(head)
  all.set(rest, head.length)
  return all
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
