import { optionalKinds } from '../../../domain/optional-mails.ts'
import { badge } from '../../parts/badge/part.ts'
import type { Child } from '../../parts/html.ts'
import { facts, section } from '../../parts/list/part.ts'
import { money } from '../../parts/money/part.ts'
import { allows, call, type AppRequest } from '../../request.ts'
import { changeButton } from './frame.ts'
import { settingTexts } from './texts.ts'

/** The notifications that are mailed, and what the mails of this month cost. */
export async function mails(request: AppRequest): Promise<Child> {
  if (!allows(request, 'platform_notifications_settings_get')) return undefined
  const { language } = request
  const t = settingTexts[language]
  const { email, extra_limit, usage } = await call(request, 'platform_notifications_settings_get', {})
  const number = new Intl.NumberFormat(language)
  return section(
    'mails',
    t.mails,
    facts([
      ...optionalKinds.map((kind) => ({
        name: t.mailKinds[kind],
        value: email[kind] ? badge(t.on, 'good') : badge(t.off),
      })),
      { name: t.mailsSent, value: t.mailsOf(number.format(usage.sent), number.format(usage.included)) },
      { name: t.extraMails, value: number.format(extra_limit) },
      { name: t.mailCost, value: money(usage.cost_eur, 'EUR', language) },
    ]),
    changeButton(request, 'platform_notifications_settings_update', t.mails, 'settings'),
  )
}
