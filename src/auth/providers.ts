import * as oidc from 'openid-client'
import type { ProviderConfig } from '../config/providers.ts'
import type { Config } from '../config.ts'
import type { Provider } from '../domain/sign-in.ts'
import { nameOfProvider } from '../domain/sign-in.ts'
import type { Seal } from '../secrets/seal.ts'
import { accountOf, type Account } from './accounts.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { SignInRefusal } from './problems.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** Where the providers say what they are. Microsoft: accounts of every organization, and personal ones. */
const discoveries: Record<Provider, string> = {
  google: 'https://accounts.google.com/',
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
}
/** Of one request to a provider. */
const timeoutSeconds = 5
/** The age at which a provider's metadata is asked for again; if the provider does not answer, the old one counts. */
const freshMs = 12 * 3_600_000
/** A provider that did not answer is not asked again for so long. */
const pauseMs = 3000

/** Secrets that a sign-in at a provider begins with and is checked by. All three are random. */
export interface Proofs {
  /** Comes back with the answer: it belongs to this browser (CSRF). */
  state: string
  /** Stands in the ID token: it was made for this sign-in. */
  nonce: string
  /** Proves to the provider who takes the answer (PKCE): a code that was stolen is of no use. */
  verifier: string
}

export const newProofs = (): Proofs => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

interface Known {
  client: Promise<oidc.Configuration>
  /** Milliseconds of `performance.now()`. */
  askAgainAt: number
}

/** The providers that are configured. Each is asked what it is when somebody first signs in with it. */
export class Providers {
  /** Seals what a browser keeps between the start of a sign-in at a provider and its end. */
  readonly seal: Seal
  readonly #settings: Config['providers']
  /** Two at most. */
  readonly #known = new Map<Provider, Known>()

  constructor(settings: Config['providers'], seal: Seal) {
    this.#settings = settings
    this.seal = seal
  }

  /**
   * The address at the provider to which the browser goes.
   *
   * @param redirectUri where it comes back
   * @throws SignInRefusal provider_unavailable, method_not_offered
   */
  async addressOf(
    provider: Provider,
    { state, nonce, verifier }: Proofs,
    redirectUri: string,
  ): Promise<string> {
    const client = await this.#client(provider)
    const challenge = await oidc.calculatePKCECodeChallenge(verifier)
    const address = oidc.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      // On a computer that several people use, the last one's account must not be taken unasked.
      prompt: 'select_account',
    })
    return address.href
  }

  /**
   * Takes the answer of the provider for the account that it proves.
   *
   * @param answer the address to which the provider has sent the browser
   * @throws SignInRefusal start_again when the answer does not belong to the proofs, provider_denied,
   *   provider_unavailable, method_not_offered
   */
  async accountOf(provider: Provider, answer: URL, proofs: Proofs): Promise<Account> {
    const client = await this.#client(provider)
    const { issuer, rest } = provider === 'microsoft' ? takeIssuer(answer) : { issuer: null, rest: answer }
    const tokens = await oidc
      .authorizationCodeGrant(client, rest, {
        expectedState: proofs.state,
        expectedNonce: proofs.nonce,
        pkceCodeVerifier: proofs.verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw refusalOf(provider, error)
      })
    const claims = tokens.claims()!
    const account = issuer === null || issuer === claims.iss ? accountOf(provider, claims) : undefined
    if (!account) throw startAgain()
    return account
  }

  #client(provider: Provider): Promise<oidc.Configuration> {
    const settings = this.#settings[provider]
    if (!settings) throw notOffered(provider)
    const now = performance.now()
    const known = this.#known.get(provider)
    if (known && known.askAgainAt > now) return known.client
    const client = discover(provider, settings).catch((error: unknown) => {
      this.#known.set(provider, { client: known?.client ?? client, askAgainAt: performance.now() + pauseMs })
      if (known) return known.client
      throw refusalOf(provider, error)
    })
    // Until it has answered, and for everybody who asks meanwhile.
    this.#known.set(provider, { client, askAgainAt: now + freshMs })
    return client
  }
}

export const notOffered = (provider: Provider): SignInRefusal =>
  new SignInRefusal(
    'method_not_offered',
    'not_found',
    signInTexts.notOffered({ method: nameOfProvider[provider] }),
  )

export const startAgain = (cause?: unknown): SignInRefusal =>
  new SignInRefusal('start_again', 'validation_failed', signInTexts.startAgain(), { cause })

function discover(provider: Provider, settings: ProviderConfig): Promise<oidc.Configuration> {
  const { clientId, clientSecret, standIn } = settings
  const server = new URL(discoveries[provider])
  const replaced = standIn === undefined ? undefined : { from: server.origin, to: new URL(standIn).origin }
  return oidc.discovery(server, clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    [oidc.customFetch]: boundedFetch(replaced) as oidc.CustomFetch,
    timeout: timeoutSeconds,
    execute: [
      // Also the signature of a token that came from the provider directly.
      oidc.enableNonRepudiationChecks,
      ...(standIn?.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
    ],
  })
}

/**
 * Microsoft has an issuer for each organization, which the library knows only in the token. So if the answer names one (RFC
 * 9207), it is compared with that of the token.
 */
function takeIssuer(answer: URL): { issuer: string | null; rest: URL } {
  const rest = new URL(answer)
  const issuer = rest.searchParams.get('iss')
  rest.searchParams.delete('iss')
  return { issuer, rest }
}

/** Codes of the library for an answer or a token that is not the one that was asked for. */
const foreign = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

function refusalOf(provider: Provider, error: unknown): SignInRefusal {
  if (error instanceof SignInRefusal) return error
  const name = nameOfProvider[provider]
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new SignInRefusal('provider_denied', 'forbidden', signInTexts.denied({ provider: name }))
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return startAgain(error)
  if (foreign.has((error as { code?: string }).code ?? '')) return startAgain(error)
  return new SignInRefusal('provider_unavailable', 'internal', signInTexts.noProvider({ provider: name }), {
    status: 503,
    retryAfterSeconds: 60,
    cause: error,
  })
}
