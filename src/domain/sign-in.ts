import { problem, type Problem } from '../errors.ts'
import type { Value } from '../texts/phrase.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** The ways to sign in. Each organization has them on or off; only those that this service offers can be used. */
export const signInMethods = ['password', 'google', 'microsoft'] as const
export type SignInMethod = (typeof signInMethods)[number]
/** The methods that somebody else checks. */
export type Provider = Exclude<SignInMethod, 'password'>

/** An account at a provider, as the provider has proven it. */
export interface Identity {
  provider: Provider
  /** The id of the account at the provider, for ever: at Google `sub`, at Microsoft `tid:oid`. */
  subject: string
  /** The address that the provider gives; null when it gives none. It proves nothing by itself. */
  email: string | null
}

/** Which methods are on. */
export type MethodsOn = Record<SignInMethod, boolean>

/** Names of providers for people, the same in every language. */
export const nameOfProvider: Record<Provider, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
}

/** The name of a method in a sentence that is spelled for its reader. */
export const wordsOfMethod = (method: SignInMethod): Value =>
  method === 'password' ? signInTexts.aPassword() : nameOfProvider[method]

type MethodProblem = Problem<'sign_in_method_not_offered' | 'sign_in_method_needed' | 'own_sign_in_method'>

/**
 * Why methods cannot be set so. What is off already, or cannot be used already, is nobody's fault: only a change that
 * shuts the last door is refused.
 *
 * @param offered by this service
 * @param own the methods that the caller's login can use, if they are on
 */
export function methodProblems(
  before: MethodsOn,
  asked: { [M in SignInMethod]?: boolean | undefined },
  offered: ReadonlySet<SignInMethod>,
  own: ReadonlySet<SignInMethod>,
): MethodProblem[] {
  const after = (method: SignInMethod) => asked[method] ?? before[method]
  const usable = (of: (method: SignInMethod) => boolean, among: ReadonlySet<SignInMethod>) =>
    signInMethods.some((method) => of(method) && offered.has(method) && among.has(method))
  const shuts = (among: ReadonlySet<SignInMethod>) =>
    usable((method) => before[method], among) && !usable(after, among)
  const unknown = signInMethods.filter((method) => asked[method] === true && !offered.has(method))
  const field = signInMethods.find((method) => asked[method] === false) ?? 'password'
  const last = shuts(offered)
  return [
    ...unknown.map((method) =>
      problem('sign_in_method_not_offered', { field: method, method: wordsOfMethod(method) }),
    ),
    ...(last ? [problem('sign_in_method_needed', { field })] : []),
    ...(!last && shuts(own) ? [problem('own_sign_in_method', { field })] : []),
  ]
}
