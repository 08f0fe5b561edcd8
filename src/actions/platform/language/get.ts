import { presentLanguage } from '../../../presenters/platform/language.ts'
import { action } from '../../action.ts'

/** The company's language and the caller's own. Both were loaded with the credential. */
export const handler = action('platform_language_get', {
  run: async ({ caller }) => presentLanguage(caller.organization.language, caller.user.language),
})
