import { notFound } from '../../errors.ts'
import { readForm } from '../request.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'
import { callAction, type MemberRequest } from './member.ts'

/** Disconnects an app of the member. */
export async function sendDisconnection(request: MemberRequest): Promise<void> {
  const { id } = await readForm(request, { id: 64 })
  const own = await callAction(request, 'platform_connections_list', { everyone: false })
  // Owners and admins may disconnect the apps of others, but this page shows their own.
  if (!own.some((app) => app.id === id)) throw notFound('id', 'connection')
  await callAction(request, 'platform_connections_revoke', { id })
  redirectWithNotice(request, 'app_disconnected')
}
