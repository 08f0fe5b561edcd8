import type { Role } from '../../src/domain/caller.ts'
import type { TestClient } from './client.ts'
import type { Company, Member } from './company.ts'
import type { ActionEntry } from './contract.ts'
import type { Scene } from './ids.ts'
import type { TestServer } from './server.ts'

/** A kind of caller: `key` and `me` are API keys of the two audiences, `web` is a browser session. */
export interface Column {
  role: Role
  kind: 'key' | 'me' | 'web'
  /** Whether the member is also a person of the company. */
  person: boolean
}

const manageRoles: Role[] = ['owner', 'admin', 'hr', 'viewer']

/** Every role with every credential that it can have, and one browser session without a person behind it. */
export const columns: Column[] = [
  ...manageRoles.flatMap((role) =>
    (['key', 'me', 'web'] as const).map((kind) => ({ role, kind, person: true })),
  ),
  { role: 'owner', kind: 'web', person: false },
  { role: 'member', kind: 'me', person: true },
  { role: 'member', kind: 'web', person: true },
]

/**
 * What `x-access` means for a caller, written a second time to be compared with the service: manage roles have the
 * audience `manage`, persons and members have `me`; a key has its own audience, and a session has both.
 */
export function mayCall(action: ActionEntry, { role, kind, person }: Column): boolean {
  const { manage = [], me = false, web_only: webOnly = false } = action.operation['x-access'] ?? {}
  if (webOnly && kind !== 'web') return false
  const manages = kind !== 'me' && role !== 'member' && (manage === 'any' || manage.includes(role))
  const isThemselves = kind !== 'key' && (person || role === 'member') && me
  return manages || isThemselves
}

/** Whether the action is open to this caller while the organization is paused or closed. */
export function mayCallWhilePaused(action: ActionEntry, column: Column): boolean {
  const exempt = action.operation['x-access']?.while_paused === true
  return (
    exempt && column.kind === 'web' && ['owner', 'admin'].includes(column.role) && mayCall(action, column)
  )
}

/**
 * A member of this kind, with a new credential.
 *
 * @param known of the same role, and a person or not; left out: a new one
 */
export async function enter(
  server: TestServer,
  company: Company,
  column: Column,
  known?: Member,
): Promise<Scene> {
  const member = known ?? (await company.member(column.role, { person: column.person }))
  return { server, company, member, client: await credential(company, member, column.kind) }
}

function credential(company: Company, member: Member, kind: Column['kind']): Promise<TestClient> {
  return kind === 'web' ? company.web(member) : company.key(member, kind === 'me' ? 'me' : 'manage')
}

/**
 * A member who may call this action, with a new credential, if possible an API key.
 *
 * @param known column → member: those of one column are the same one, and are added; left out: a new member
 */
export async function enterFor(
  server: TestServer,
  company: Company,
  action: ActionEntry,
  kind?: Column['kind'],
  known?: Map<Column, Promise<Member>>,
): Promise<Scene> {
  const column = columns.find((one) => (kind === undefined || one.kind === kind) && mayCall(action, one))
  if (!column)
    throw new Error(`Nobody may call ${action.id}${kind ? ` with ${kind}` : ''}: check its x-access.`)
  if (!known) return enter(server, company, column)
  const member = known.get(column) ?? company.member(column.role, { person: column.person })
  known.set(column, member)
  return enter(server, company, column, await member)
}
