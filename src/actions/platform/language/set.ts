import { isAdmin } from '../../../access/roles.ts'
import { changesOf } from '../../../domain/changes.ts'
import { companyLanguageChanged, ownLanguageChanged } from '../../../events/organization.ts'
import { presentLanguage } from '../../../presenters/platform/language.ts'
import { lockOwnLanguage, updateOwnLanguage } from '../../../queries/platform/language.ts'
import {
  getOrganization,
  lockOrganization,
  updateOrganization,
} from '../../../queries/platform/organization.ts'
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
  const { company, own } = await (scope === 'own' ? setOwn : setCompany)(ctx, language)
  return presentLanguage(company, own)
}

/** The languages once they are set. Whoever sets one has locked the member, so two calls of a member tell what the first has set. */
interface Languages {
  company: string | null
  own: string | null
}

const lockOwn = ({ db, caller }: Context<Id>): Promise<string | null> =>
  lockOwnLanguage(db, { membershipId: caller.membershipId, userId: caller.user.id })

async function setOwn(ctx: Context<Id>, language: Language): Promise<Languages> {
  const { db, now, caller, record } = ctx
  const changes = changesOf({ language: await lockOwn(ctx) }, { language })
  const { language: company } = await getOrganization(db)
  if (changes.length === 0) return { company, own: language }
  await updateOwnLanguage(db, caller.user.id, language, now)
  record(ownLanguageChanged(caller.personId, changes))
  return { company, own: language }
}

async function setCompany(ctx: Context<Id>, language: Language): Promise<Languages> {
  const { db, now, record } = ctx
  const before = await lockOrganization(db)
  const own = await lockOwn(ctx)
  const changes = changesOf(before, { language })
  if (changes.length === 0) return { company: language, own }
  await updateOrganization(db, { language }, now)
  record(companyLanguageChanged(before, changes))
  return { company: language, own }
}
