import { readForm } from '../request.ts'
import { done } from './done.ts'
import { callAction, type MemberRequest } from './member.ts'

/** Disconnects an app of the member. */
export async function sendDisconnection(request: MemberRequest): Promise<void> {
  const { id } = await readForm(request, { id: 64 })
  await callAction(request, 'platform_connections_revoke', { id })
  done(request, 'app_disconnected')
}
