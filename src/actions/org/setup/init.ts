import { isAdminRole } from '../../../access/roles.ts'
import { newTermsOf } from '../../../domain/job-terms.ts'
import { decideLink, titleOfCaller } from '../../../domain/setup-founder.ts'
import { splitName } from '../../../domain/person-name.ts'
import { legalEntityCreated } from '../../../events/legal_entities.ts'
import { locationCreated } from '../../../events/locations.ts'
import { loginLinked } from '../../../events/people.ts'
import { unitCreated } from '../../../events/units.ts'
import { presentSetup } from '../../../presenters/org/setup.ts'
import { legalEntities } from '../../../queries/org/legal_entities.ts'
import { locations } from '../../../queries/org/locations.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import * as setup from '../../../queries/org/setup.ts'
import { insertUnit } from '../../../queries/org/units.ts'
import { linkPerson } from '../../../queries/platform/members.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'
import { decideHire, hireEvents, writeHires } from '../../../services/employment/hire.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_setup_init'
type Basics = { unit_id: string; location_id: string; legal_entity_id: string }

/**
 * Creates what a new organization needs and does not have yet, and links the caller's login to their person. A warning
 * tells what the caller may not do.
 */
export const handler = action('org_setup_init', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, today, now, caller } = ctx
  // Before all else: people are locked first.
  const found = await setup.lockOwnPerson(db, caller.membershipId, caller.user.email, today)
  const basics = await completeBasics(ctx)
  const known = await setup.hasPeople(db)
  const { title, warnings: noTitle } = titleOfCaller(input.owner_title, !known)
  const person = found ?? (await hireCaller(ctx, title, basics))

  const { link, warnings: undone } = decideLink({ ...person, mayLink: isAdminRole(caller.role) })
  if (link) {
    // From then on the caller has another person.
    await ctx.holdAccess()
    await linkPerson(db, caller.membershipId, person.id, now)
    ctx.record(loginLinked(person))
  }
  const notes = ctx.tell([...(found ? [] : noTitle), ...undone])
  const warnings = notes.map(({ message }) => message)
  return { ...presentSetup(await setup.getSetupStatus(db)), warnings, notes }
}

async function completeBasics(ctx: Context<Id>): Promise<Basics> {
  const { db, record } = ctx
  // When two calls run at once, the second meets the names of the first, and is tried again. Then it finds them.
  const { name, country } = await getOrganization(db)
  const { legalEntity, location, root } = await setup.findBasics(db)
  return {
    legal_entity_id: legalEntity ?? (await makeLegalEntity()),
    location_id: location ?? (await makeOffice()),
    unit_id: root ?? (await makeRoot()),
  }

  async function makeLegalEntity(): Promise<string> {
    const id = ctx.newId()
    const fields = { name, country, registration_number: null, tax_id: null, address: null }
    await legalEntities.insert(db, id, fields)
    record(legalEntityCreated({ id, ...fields, archived: false, member_count: 0 }))
    return id
  }

  async function makeOffice(): Promise<string> {
    const id = ctx.newId()
    const none = { city: null, time_zone: null, address: null }
    const fields = { name: 'Head office', country, ...none, kind: 'office' as const }
    await locations.insert(db, id, fields)
    record(locationCreated({ id, ...fields, archived: false, member_count: 0 }))
    return id
  }

  async function makeRoot(): Promise<string> {
    const id = ctx.newId()
    record(unitCreated(await insertUnit(db, id, { name, kind: 'company', parent_id: null }, null, ctx), null))
    return id
  }
}

/** Hires the caller, who starts today. */
async function hireCaller(ctx: Context<Id>, title: string, basics: Basics): Promise<setup.OwnPerson> {
  const { db, today } = ctx
  const { displayName, email } = ctx.caller.user
  const id = ctx.newId()
  const terms = newTermsOf({ ...basics, title, manager_id: null })
  const { timeline } = decideHire(ctx, { startDate: today, terms, places: {}, activeEntities: [] })
  await writeHires(ctx, [{ person: { id, ...splitName(displayName), work_email: email }, timeline }])
  const person = await loadKnownPerson(db, id, today)
  for (const domainEvent of hireEvents(person, { work_email: email }, today)) ctx.record(domainEvent)
  return { id, name: person.row.name, linked: false, taken: false, stays: true }
}
