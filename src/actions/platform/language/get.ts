import type { Handler } from '../../action.ts'
import { presentLanguage } from '../../../presenters/platform/language.ts'

/** Both choices were loaded with the credential (gaps 4). */
export const handler: Handler<'platform_language_get'> = async ({ caller }) =>
  presentLanguage(caller.organization.language, caller.user.language)
