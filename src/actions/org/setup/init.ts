import { randomUUIDv7 } from 'node:crypto'
import { hire, usualTerms } from '../../../domain/employment.ts'
import { settleLogin } from '../../../domain/own-person.ts'
import { splitName } from '../../../domain/person-name.ts'
import type { Handler } from '../../action.ts'
import type { Context } from '../../context.ts'
import { presentChecklist } from '../../../presenters/org/setup.ts'
import { insertHire } from '../../../queries/org/employments.ts'
import { legalEntities } from '../../../queries/org/legal_entities.ts'
import { locations } from '../../../queries/org/locations.ts'
import { lockOrganization } from '../../../queries/platform/organization.ts'
import * as setup from '../../../queries/org/setup.ts'
import { insertUnit } from '../../../queries/org/units.ts'

interface Assignment {
  unit_id: string
  location_id: string
  legal_entity_id: string
}

/** Makes what is missing, and nothing twice; says what it may not do (spec 4.7). */
export const handler: Handler<'org_setup_init'> = async (ctx, input) => {
  const { db } = ctx
  const { user, membershipId, role } = ctx.caller
  const places = await completeBasics(ctx)
  const found = await setup.findOwnPerson(db, ctx.today, membershipId, user.email)
  const person = found ?? (await hireCaller(ctx, input.owner_title, places))

  const { link, warning } = settleLogin({ ...person, mayLink: role === 'owner' || role === 'admin' })
  if (link) {
    await setup.linkLogin(db, membershipId, person.id, ctx.now)
    ctx.record({
      summary: 'Linked {subject} to their login',
      subject: { type: 'person', id: person.id, name: person.name },
      changes: [{ field: 'has_login', before: false, after: true }],
    })
  }
  return { ...presentChecklist(await setup.getChecklist(db)), warnings: warning === null ? [] : [warning] }
}

async function completeBasics(ctx: Context): Promise<Assignment> {
  const { db } = ctx
  // Of two set-ups at once the second waits here, and sees what the first has made.
  const { name, country } = await lockOrganization(db)
  const found = await setup.findBasics(db)
  const make = async (what: string, named: string, insert: (id: string) => Promise<void>) => {
    const id = randomUUIDv7()
    await insert(id)
    ctx.record({
      summary: `Created the ${what.replace('_', ' ')} {subject}`,
      subject: { type: what, id, name: named },
    })
    return id
  }
  const entity = { name, country, registration_number: null, tax_id: null, address: null }
  const office = {
    name: 'Head office',
    country,
    city: null,
    time_zone: null,
    address: null,
    kind: 'office' as const,
  }
  const root = { name, kind: 'company' as const, parent_id: null, head_person_id: null }
  return {
    legal_entity_id:
      found.legalEntity ?? (await make('legal_entity', name, (id) => legalEntities.insert(db, id, entity))),
    location_id:
      found.location ?? (await make('location', office.name, (id) => locations.insert(db, id, office))),
    unit_id: found.root ?? (await make('unit', name, (id) => insertUnit(db, id, root))),
  }
}

/** The caller as a person who starts today. */
async function hireCaller(ctx: Context, title: string, places: Assignment): Promise<setup.OwnPerson> {
  const { displayName, email } = ctx.caller.user
  const person = { id: randomUUIDv7(), ...splitName(displayName), work_email: email }
  const ids = { employmentId: randomUUIDv7(), rowId: randomUUIDv7() }
  await insertHire(
    ctx.db,
    person,
    hire({ ...usualTerms, ...places, title, manager_id: null }, ctx.today, ids),
    ctx.now,
  )
  const name = `${person.given_name} ${person.family_name}`
  ctx.record({
    summary: 'Hired {subject}',
    subject: { type: 'person', id: person.id, name },
    changes: [
      { field: 'start_date', before: null, after: ctx.today },
      { field: 'title', before: null, after: title },
    ],
  })
  return { id: person.id, name, linked: false, taken: false, stays: true }
}
