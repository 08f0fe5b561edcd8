import { isAdmin } from '../../../access/roles.ts'
import { changesOf } from '../../../domain/changes.ts'
import { companyLanguageChanged, ownLanguageChanged } from '../../../events/organization.ts'
import { presentLanguage } from '../../../presenters/platform/language.ts'
import { lockOwnLanguage, updateOwnLanguage } from '../../../queries/platform/language.ts'
import { lockOrganization, updateOrganization } from '../../../queries/platform/organization.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_language_set'
type Language = Input<Id>['language']

/** Sets the caller's own language, or the company's, which only owners and admins may do. */
export const handler = action('platform_language_set', { authorize, run })

function authorize(ctx: Context<Id>, _subject: undefined, { scope }: Input<Id>): void {
  if (scope === 'company' && !isAdmin(ctx.caller, ctx.audience))
    throw ctx.fail('company_language_needs_admin', {})
}

async function run(ctx: Context<Id>, { scope, language }: Input<Id>): Promise<Result<Id>> {
  const { user, organization } = ctx.caller
  if (scope === 'own') {
    await setOwn(ctx, language)
    return presentLanguage(organization.language, language)
  }
  await setCompany(ctx, language)
  return presentLanguage(language, user.language)
}

async function setOwn({ db, now, caller, record }: Context<Id>, language: Language): Promise<void> {
  const { id } = caller.user
  const before = await lockOwnLanguage(db, { membershipId: caller.membershipId, userId: id })
  const changes = changesOf({ language: before }, { language })
  if (changes.length === 0) return
  await updateOwnLanguage(db, id, language, now)
  record(ownLanguageChanged(caller.personId, changes))
}

async function setCompany({ db, now, record }: Context<Id>, language: Language): Promise<void> {
  const before = await lockOrganization(db)
  const changes = changesOf(before, { language })
  if (changes.length === 0) return
  await updateOrganization(db, { language }, now)
  record(companyLanguageChanged(before, changes))
}
