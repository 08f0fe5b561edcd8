import { adminRoles } from '../../../access/roles.ts'
import { presentSignIn } from '../../../presenters/platform/sign-in.ts'
import { countDependents, getMethods } from '../../../queries/platform/sign-in.ts'
import { action } from '../../action.ts'

/** The organization's ways to sign in, and who depends on each. */
export const handler = action('platform_sign_in_get', {
  needs: ['offered'],
  run: async ({ db, offered }) => {
    const [on, dependents] = await db.last(() =>
      Promise.all([getMethods(db), countDependents(db, adminRoles)]),
    )
    return presentSignIn(on, offered, dependents)
  },
})
