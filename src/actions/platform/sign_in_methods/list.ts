import { signInMethods } from '../../../domain/sign-in.ts'
import { listIdentities } from '../../../queries/platform/identities.ts'
import { getMethods, getOwnMethods } from '../../../queries/platform/sign-in.ts'
import { action } from '../../action.ts'

/** The ways in which the caller's own login can sign in. */
export const handler = action('platform_sign_in_methods_list', {
  needs: ['offered'],
  run: async ({ db, caller, offered }) => {
    const { id } = caller.user
    const [on, own, accounts] = await db.last(() =>
      Promise.all([getMethods(db), getOwnMethods(db, id), listIdentities(db, id)]),
    )
    return {
      methods: signInMethods.map((provider) => {
        const account = accounts.find((one) => one.provider === provider)
        return {
          provider,
          linked: own.linked.has(provider),
          available: on[provider] && offered.has(provider),
          email: account?.email ?? null,
          linked_at: account?.linked_at ?? null,
        }
      }),
      email_verified: own.emailVerified,
    }
  },
})
