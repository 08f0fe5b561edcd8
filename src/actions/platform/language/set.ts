import { changesOf } from '../../../domain/changes.ts'
import { forbidden } from '../../../errors.ts'
import type { Handler, Input } from '../../action.ts'
import type { Context } from '../../context.ts'
import { presentLanguage } from '../../../presenters/platform/language.ts'
import { lockOrganization, updateOrganization } from '../../../queries/platform/organization.ts'
import { lockOwnLanguage, updateOwnLanguage } from '../../../queries/platform/users.ts'

type Language = Input<'platform_language_set'>['language']

/** One's own language is one's own to choose; the company's takes an owner or admin (gaps 4). */
export const handler: Handler<'platform_language_set'> = async (ctx, { scope, language }) => {
  const { user, organization } = ctx.caller
  if (scope === 'own') {
    await setOwn(ctx, language)
    return presentLanguage(organization.language, language)
  }
  await setCompany(ctx, language)
  return presentLanguage(language, user.language)
}

handler.authorize = ({ audience, caller }, { scope }) => {
  if (scope === 'company' && !(audience === 'manage' && ['owner', 'admin'].includes(caller.role)))
    throw forbidden(
      "Only owners and admins, in company administration, set the company's language. The scope own sets yours.",
    )
}

async function setOwn(ctx: Context, language: Language): Promise<void> {
  const { id } = ctx.caller.user
  const changes = changesOf({ language: await lockOwnLanguage(ctx.db, id) }, { language })
  if (changes.length === 0) return
  await updateOwnLanguage(ctx.db, ctx.now, id, language)
  const { personId } = ctx.caller
  ctx.record({ summary: 'Changed their own language', ...(personId !== null && { personId }), changes })
}

async function setCompany(ctx: Context, language: Language): Promise<void> {
  const { id, name, ...before } = await lockOrganization(ctx.db)
  const changes = changesOf(before, { language })
  if (changes.length === 0) return
  await updateOrganization(ctx.db, ctx.now, { language })
  ctx.record({
    summary: 'Changed the language of {subject}',
    subject: { type: 'organization', id, name },
    changes,
  })
}
