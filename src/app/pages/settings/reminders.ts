import { reminderKinds } from '../../../domain/reminders.ts'
import { badge } from '../../parts/badge/part.ts'
import type { Child } from '../../parts/html.ts'
import { facts, section } from '../../parts/list/part.ts'
import { allows, call, type AppRequest } from '../../request.ts'
import { notificationTexts } from '../notifications/texts.ts'
import { changeButton } from './frame.ts'
import { settingTexts } from './texts.ts'

/** The days that are told, and how long before. */
export async function reminders(request: AppRequest): Promise<Child> {
  if (!allows(request, 'org_reminders_settings_get')) return undefined
  const { language } = request
  const t = settingTexts[language]
  const names = notificationTexts[language].reminders
  const { enabled, days_before } = await call(request, 'org_reminders_settings_get', {})
  return section(
    'reminders',
    t.reminders,
    facts(
      reminderKinds.map((kind) => ({
        name: names[kind],
        value: enabled[kind] ? t.daysBefore(days_before[kind]) : badge(t.off),
      })),
    ),
    changeButton(request, 'org_reminders_settings_update', t.reminders, 'settings'),
  )
}
