import { givePassword, invitedBy } from '../../support/approvals.ts'
import { CallError } from '../../support/client.ts'
import { type UnitAct, todayOf, hasLeft, isHr } from './world.ts'
import { at, callers } from './subjects.ts'
import { type Scene } from './scene.ts'
import { type Operation } from './operations.ts'

export async function changeUnit(
  scene: Scene,
  operation: Extract<Operation, { op: 'lead' | 'move' | 'archive' }>,
): Promise<undefined> {
  const { world } = scene
  const by = at(callers(world).filter(isHr), operation.who)
  const unit = world.units[operation.unit]!
  if (!by) return
  const client = await scene.client(by, 'app')
  const input = { unit_id: unit.id }
  const noteAct = (what: UnitAct) => {
    unit.acts.push({ by: by.id, at: world.now.getTime(), what })
    world.meddler = by
  }
  try {
    if (operation.op === 'lead') {
      const lead = operation.whom === null ? null : at(world.people, operation.whom)!
      const { changed } = await client.call('org_units_set_head', { ...input, person_id: lead?.id ?? null })
      unit.lead = lead
      if (changed) noteAct(lead ? 'lead' : 'removed')
    } else if (operation.op === 'move') {
      const parent = world.units[operation.below]!
      if (unit.parent === parent) return
      await client.call('org_units_update', { ...input, parent_id: parent.id })
      unit.parent = parent
      noteAct('moved')
    } else if (!unit.archived) {
      await client.call('org_units_archive', input)
      unit.archived = true
      noteAct('archived')
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

export async function changeMember(
  scene: Scene,
  operation: Extract<Operation, { op: 'disable' | 'password' | 'invite' | 'role' }>,
): Promise<undefined> {
  const { world, server, founder } = scene
  const member = at(world.members.slice(1), operation.op === 'invite' ? operation.whom : operation.who)
  if (!member) return
  const entry = {
    membershipId: member.id,
    userId: member.userId,
    personId: member.person!.id,
    role: member.role,
  }
  const input = { membership_id: member.id }
  try {
    if (operation.op === 'disable') {
      if (hasLeft(member.person!, todayOf(world))) return
      await founder.call(operation.on ? 'platform_members_enable' : 'platform_members_disable', input)
      if (member.disabled === operation.on) scene.forget(member)
      member.disabled = !operation.on
    } else if (operation.op === 'role') {
      await founder.call('platform_members_set_role', { ...input, role: operation.role })
      member.role = operation.role
      scene.forget(member)
    } else if (operation.op === 'password') {
      await server.db.query('update users set password_hash = $2 where id = $1', [
        member.userId,
        operation.on ? 'of nobody' : null,
      ])
      member.password = operation.on
    } else {
      const by = at(callers(world).filter(isHr), operation.who)
      if (!by || by === member || member.password || member.invite) return
      const inviter = { membershipId: by.id, userId: by.userId, personId: null, role: by.role }
      const web = await scene.client(by, 'app')
      await invitedBy(server, inviter, [{ member: entry, personId: entry.personId, web, key: web }])
      await givePassword(server, entry)
      member.password = true
      world.meddler = by
      member.invite = { by: by.id, at: world.now.getTime() }
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
