import { signInMethods, type MethodsOn, type SignInMethod } from '../../domain/sign-in.ts'
import type { components } from '../../generated/contract.ts'
import type { Dependents } from '../../queries/platform/sign-in.ts'

type Settings = components['schemas']['SignInSettings']

/** The organization's ways to sign in, and who depends on them. */
export function presentSignIn(
  on: MethodsOn,
  offered: ReadonlySet<SignInMethod>,
  dependents: readonly Dependents[],
): Settings {
  const states = signInMethods.map((method) => {
    const { linked, privileged_only } = dependents.find((one) => one.method === method) ?? nobody
    return [method, { on: on[method], available: offered.has(method), linked, privileged_only }]
  })
  return { methods: Object.fromEntries(states) as Settings['methods'] }
}

const nobody = { linked: 0, privileged_only: 0 }
