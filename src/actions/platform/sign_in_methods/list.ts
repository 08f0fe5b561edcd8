import { signInMethods } from '../../../domain/sign-in.ts'
import { getMethods, getOwnMethods } from '../../../queries/platform/sign-in.ts'
import { action } from '../../action.ts'

/** The ways in which the caller's own login can sign in. */
export const handler = action('platform_sign_in_methods_list', {
  needs: ['offered'],
  run: async ({ db, caller, offered }) => {
    const [on, own] = await db.last(() => Promise.all([getMethods(db), getOwnMethods(db, caller.user.id)]))
    return {
      methods: signInMethods.map((provider) => ({
        provider,
        linked: own.linked.has(provider),
        available: on[provider] && offered.has(provider),
      })),
      email_verified: own.emailVerified,
    }
  },
})
