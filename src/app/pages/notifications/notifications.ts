import type { Result } from '../../../actions/action.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day, moment } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section, type Item } from '../../parts/list/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { doButton } from '../actions/ask.ts'
import { categoryName } from '../documents/table.ts'
import { notificationTexts } from './texts.ts'

type Notification = Result<'platform_notifications_list'>['items'][number]

/** So many are on a page. */
const onPage = 25

/** The reader's own notifications, the newest first. */
export const notificationsPage: Page = async (request) => {
  const { language, search } = request
  const t = notificationTexts[language]
  const before = search.get('before') ?? undefined
  const { items, unread, next } = await call(request, 'platform_notifications_list', {
    ...{ limit: onPage, unread_only: false },
    ...(before && { before }),
  })
  const here = pathTo(request, 'notifications')
  return {
    title: t.title,
    lead: t.lead,
    actions:
      unread > 0 && doButton(request, 'platform_notifications_mark_all_read', {}, here, { text: t.markAll }),
    body: [
      items.length === 0 ? empty(t.none) : list(items.map((one) => itemOf(request, one))),
      next !== null &&
        html`<div class="row">
          ${linkButton(pathTo(request, 'notifications', { before: next }), { text: t.next })}
        </div>`,
      mailsOf(request),
    ],
  }
}

/** The mails of notifications: who turns them off, and where. The mails themselves lead here. */
function mailsOf(request: AppRequest): Child {
  const { language, organization } = request
  const t = notificationTexts[language]
  const decides = allows(request, 'platform_notifications_settings_update', 'manage')
  return section(
    'mails',
    t.mails,
    html`<p class="note">${decides ? t.mailsYouSet : t.mailsOthersSet}</p>`,
    decides &&
      html`<div class="row">
        ${linkButton(`/${organization.slug}/manage/settings#mails`, { text: t.mailSettings, small: true })}
      </div>`,
  )
}

function itemOf(request: AppRequest, one: Notification): Item {
  const { language, organization } = request
  const t = notificationTexts[language]
  const { text, note } = wordsOf(request, one)
  return {
    name: text,
    ...(one.href !== null && { href: `/${organization.slug}${one.href}` }),
    note: [note, one.date !== null && [', ', day(one.date, language)]],
    end: [
      html`<span class="note">${moment(one.created_at, language, organization.timeZone)}</span>`,
      !one.read && [' ', badge(t.new, 'accent')],
    ],
  }
}

/** A notification in words: its first line, and what stands below. */
function wordsOf(
  { language }: AppRequest,
  { person_name, reminder, task, approval, document }: Notification,
): { text: Child; note: Child } {
  const t = notificationTexts[language]
  if (reminder !== null) {
    const { kind, years, self } = reminder
    const names: Readonly<Record<string, string>> = t.reminders
    if (self) return { text: years === null ? t.selfStart : t.selfYears(years), note: names[kind] ?? kind }
    return { text: person_name, note: [names[kind] ?? kind, years !== null && `: ${t.years(years)}`] }
  }
  if (task !== null) return { text: task.title, note: `${person_name ?? ''}, ${task.checklist}, ${t.due}` }
  if (approval !== null) {
    const changes: Readonly<Record<string, string>> = t.changes
    return {
      text: t.decide(approval.proposer_name),
      note: `${changes[approval.change] ?? ''}: ${person_name ?? ''}`,
    }
  }
  if (document !== null)
    return { text: person_name, note: `${t.document}: ${categoryName(document.category, language)}` }
  return { text: t.unavailable, note: undefined }
}
