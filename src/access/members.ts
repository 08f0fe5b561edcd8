import type { Role } from '../domain/caller.ts'
import { ownerRole } from './roles.ts'

interface Member {
  id: string
  role: Role
  has_login: boolean
}

/**
 * The member among those who are to be shut out who must stay, because nobody else could act as owner; undefined when all
 * of them can go.
 *
 * @param members includes all owners who are not disabled
 */
export function ownerToKeep<Known extends Member>(
  members: readonly Known[],
  leaving: ReadonlySet<string>,
): Known | undefined {
  const owners = members.filter(({ role }) => role === ownerRole)
  if (owners.some(({ id, has_login: able }) => able && !leaving.has(id))) return undefined
  const last = owners.filter(({ id }) => leaving.has(id))
  return last.find(({ has_login: able }) => able) ?? last[0]
}
