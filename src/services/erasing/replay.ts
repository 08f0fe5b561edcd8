import { asSystem, enterOrganization, ofOrganization } from '../../db/system.ts'
import { today } from '../../domain/day.ts'
import { listForgotten } from '../../queries/system/erasures.ts'
import { lockToErase, scrubOtherLines } from '../../queries/org/erasing.ts'
import { lockPerson } from '../../queries/org/timelines.ts'
import { erasePerson } from './erase-person.ts'

/**
 * Erases again whom the ledger names and the database does not know as erased: a backup from before brought them back. Each
 * is a transaction of its own, so that a replay that was stopped goes on.
 *
 * @param client a connection with the owner's login
 * @returns how many people were erased
 */
export async function replayErasures(client: Parameters<typeof asSystem>[0]): Promise<number> {
  const forgotten = await asSystem(client, listForgotten)
  // There are as many as people who were erased after the backup.
  for (const { org_id: orgId, person_id: personId, erased_at } of forgotten) {
    const at = new Date(erased_at)
    await asSystem(client, async (system) => {
      await enterOrganization(system, orgId)
      const db = ofOrganization(system, orgId, undefined)
      await lockToErase(db, personId)
      const person = await lockPerson(db, personId)
      if (!person) return
      await erasePerson({ db, now: at, today: today(at, 'UTC') }, person)
      await scrubOtherLines(db, personId, at)
    })
  }
  return forgotten.length
}
