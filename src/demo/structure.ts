import type { Input } from '../actions/action.ts'
import type { Day } from '../domain/day.ts'
import { forEach, type Call } from './caller.ts'
import {
  company,
  founder,
  leads,
  legalEntities,
  locations,
  members,
  payroll,
  terms,
  units,
  type DemoPerson,
} from './company.ts'
import { makeFields } from './fields.ts'
import { describe, localPart } from './people.ts'

/** The ids of what was made: of legal entities and locations by key, of units by name, of people by local part. */
export type Ids = (name: string) => string

/**
 * Makes legal entities, locations, custom fields, units and people. Legal entities, locations and the founder come first, so that
 * `setup.init` finds them: it links the owner's login to the person with the same e-mail, and creates what is missing, the
 * root of the units.
 */
export async function makeStructure(call: Call, now: Day): Promise<Ids> {
  const ids = new Map<string, string>()
  const idOf: Ids = (name) => ids.get(name)!
  const numberOf = new Map([founder, ...leads, ...members].map((person, index) => [person, index + 1]))
  const hire = async (person: DemoPerson, placement: Partial<Input<'org_people_hire'>>) => {
    const hired = await call('org_people_hire', {
      ...describe(person, now, numberOf.get(person)!),
      location_id: idOf(person.place),
      legal_entity_id: idOf(terms[person.place].entity),
      ...placement,
    })
    ids.set(localPart(person), hired.person.id)
  }

  await forEach(Object.entries(legalEntities), async ([key, entity]) => {
    ids.set(key, (await call('org_legal_entities_create', entity)).id)
  })
  await forEach(Object.entries(locations), async ([key, location]) => {
    ids.set(key, (await call('org_locations_create', location)).id)
  })
  await makeFields(call)
  await hire(founder, { manager_id: null })
  await call('org_setup_init', { owner_title: founder.title })

  const [root] = await call('org_units_list', {})
  ids.set(company.name, root!.id)
  await call('org_units_set_head', { unit_id: root!.id, person_id: idOf(localPart(founder)) })
  const leadOf = new Map([[company.name, founder], ...leads.map((lead) => [lead.leads!, lead] as const)])
  const parentOf = new Map(units.map(({ name, parent = company.name }) => [name, parent]))
  for (const level of levels(parentOf))
    // A unit and its lead need those above.
    await forEach(level, async (name) => {
      const { kind } = units.find((unit) => unit.name === name)!
      const parent = parentOf.get(name)!
      const unit_id = (await call('org_units_create', { name, kind, parent_id: idOf(parent) })).id
      ids.set(name, unit_id)
      const lead = leadOf.get(name)!
      await hire(lead, { unit_id, manager_id: idOf(localPart(leadOf.get(parent)!)) })
      await call('org_units_set_head', { unit_id, person_id: idOf(localPart(lead)) })
    })

  const [led, managed] = [members.filter((one) => !one.manager), members.filter((one) => one.manager)]
  // Where the table has no manager, the lead of the unit becomes the manager.
  await forEach(led, (member) => hire(member, { unit_id: idOf(member.unit!) }))
  await forEach(managed, (member) =>
    hire(member, { unit_id: idOf(member.unit!), manager_id: idOf(member.manager!) }),
  )
  await forEach(Object.entries(payroll), async ([who, details]) => {
    await call('org_people_update_profile', { person_id: idOf(who), ...details })
  })
  return idOf
}

/** The units directly below the company, those below these, and so on. */
function levels(parentOf: ReadonlyMap<string, string>): string[][] {
  const found: string[][] = []
  for (let above = [company.name]; above.length > 0;) {
    above = [...parentOf].filter(([, parent]) => above.includes(parent)).map(([name]) => name)
    if (above.length > 0) found.push(above)
  }
  return found
}
