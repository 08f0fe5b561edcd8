import { notificationTexts } from './pages/notifications/texts.ts'
import type { Shell } from './parts/shell/part.ts'
import { allows, call, pathTo, type AppRequest } from './request.ts'

export type Bell = Shell['bell']

/** More than these are counted as so many and more. */
const mostCounted = 99

/** The way to notifications, with the number of those that are not read. A page whose number fails is shown without it. */
export async function bellOf(request: AppRequest): Promise<Bell> {
  const { language, organization, ctx } = request
  const asks = organization.status === 'active' && allows(request, 'platform_notifications_list')
  const unread = asks
    ? await call(request, 'platform_notifications_list', { limit: 0, unread_only: false }).then(
        (answer) => answer.unread,
        () => 0,
      )
    : 0
  const href = pathTo(request, 'notifications')
  return {
    text: notificationTexts[language].bell(unread),
    href,
    count: unread === 0 ? undefined : unread > mostCounted ? `${mostCounted}+` : String(unread),
    current: ctx.path === href,
  }
}
