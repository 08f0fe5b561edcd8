import { randomUUIDv7 } from 'node:crypto'
import { addDays, today } from '../../src/domain/day.ts'
import type { ActionId } from '../../src/generated/actions.ts'
import { givePassword, makeRequest, setRules } from './approvals.ts'
import type { ClientInput } from './client.ts'
import type { Company } from './company.ts'
import { announce, pdf } from './documents.ts'
import { makeDocument, fileField, makeId, type Scene } from './ids.ts'
import { pictureOf } from './images.ts'
import { passwordHash } from './password-hash.ts'
import { unique, type TestServer } from './server.ts'
import { linkAccount } from './sign-in.ts'

/**
 * Prepares the company of the scene, and answers an input that the action then accepts from the caller of the scene.
 */
export type Scenario<K extends ActionId = ActionId> = (scene: Scene) => Promise<ClientInput<K>>

const byHr = { status: 'pending', uploaded_by: 'hr', month: null }
const inField = async (scene: Scene) => ({ field_id: (await fileField(scene)).id, visibility: null })

/**
 * Scenarios for actions that do not accept their example with real ids: the input must fit the caller, or the company
 * must be prepared. Keep this list short: an example that works in any company is also better for readers.
 */
export const scenarios: { [K in ActionId]?: Scenario<K> } = {
  platform_api_keys_create: async ({ member }) => ({
    name: 'Export',
    audience: member.role === 'member' ? 'me' : 'manage',
  }),
  platform_password_change: async ({ server, member }) => {
    const current_password = 'the old password'
    await server.db.query('update users set password_hash = $2 where id = $1', [
      member.userId,
      passwordHash(current_password),
    ])
    return { current_password, password: unique('purple bicycle under water') }
  },
  platform_sign_in_methods_change_email: async ({ server, member }) => {
    await server.db.query('update users set password_hash = $2 where id = $1', [
      member.userId,
      passwordHash('the old password'),
    ])
    return { email: `${unique('new')}@company.example` }
  },
  platform_access_revoke: async ({ company, member }) => {
    await company.key(member)
    return { since: '2020-01-01' }
  },
  platform_sign_in_methods_unlink: async ({ server, company, member }) => {
    await givePassword(server, member)
    await linkAccount(server, company, member, 'google')
    return { provider: 'google' }
  },
  documents_categories_rename: async (scene) => {
    const category = unique('Parking')
    await makeDocument(scene, { category })
    return { category, name: unique('Cars') }
  },
  documents_categories_delete: async (scene) => {
    const category = unique('Parking')
    await makeDocument(scene, { category })
    return { category }
  },
  documents_field_file_start: async (scene) => ({
    person_id: await makeId(scene, 'person'),
    field_key: (await fileField(scene)).key,
    file: announce(pdf(unique('file'))),
  }),
  documents_me_field_file_start: async (scene) => ({
    field_key: (await fileField(scene)).key,
    file: announce(pdf(unique('file'))),
  }),
  documents_upload_finish: async (scene) => ({
    document_id: await makeDocument(scene, { ...byHr, visibility: 'everyone', person_id: null }),
  }),
  documents_field_file_finish: async (scene) => ({
    document_id: await makeDocument(scene, {
      ...{ ...byHr, ...(await inField(scene)), person_id: await makeId(scene, 'person') },
    }),
  }),
  documents_me_upload_finish: async (scene) => ({
    document_id: await makeDocument(scene, { status: 'pending' }),
  }),
  documents_me_field_file_finish: async (scene) => ({
    document_id: await makeDocument(scene, {
      ...(scene.member.personId !== null && { status: 'pending', ...(await inField(scene)) }),
    }),
  }),
  // Types of events are not any text.
  webhooks_endpoints_create: async () => ({
    url: `https://hooks.example.com/${encodeURIComponent(unique('hook'))}`,
    event_types: ['person.hired'],
  }),
  webhooks_endpoints_update: async (scene) => ({
    endpoint_id: await makeId(scene, 'webhook_endpoint'),
    description: unique('Directory'),
    event_types: ['person.hired', 'person.left'],
  }),
  // Only managers above a person may see the history with the audience `me`, and propose a change if there is a rule.
  org_people_timeline: async (scene) => ({ person_id: await personBelow(scene) }),
  org_people_change_job: async (scene) => {
    await setRules(scene.server, scene.company, { job_change: 'hr' })
    return {
      person_id: await personBelow(scene),
      effective_date: '2027-01-01',
      reason: 'promotion',
      title: unique('Head'),
    }
  },
  org_people_terminate: async (scene) => {
    await setRules(scene.server, scene.company, { termination: 'hr' })
    return { person_id: await personBelow(scene), last_day: '2027-03-31' }
  },
  org_people_rehire: async ({ company }) => {
    const { id } = await company.person({ last_day: '2024-12-31' })
    return { person_id: id, start_date: '2025-02-01', title: unique('Adviser') }
  },
  org_people_remove_job: async ({ server, company }) => {
    const { id, jobId } = await company.person()
    return { job_id: await scheduleRow(server, company, id, jobId) }
  },
  // The names in it refer to each other.
  org_setup_apply: async () => {
    const [place, unit, first] = [unique('Place'), unique('Unit'), `${unique('first')}@acme.example`]
    const person = { given_name: unique('Ada'), family_name: 'Byron', title: unique('Analyst') }
    return {
      locations: [{ name: place, country: 'PT', city: 'Lisbon' }],
      units: [{ name: unit, kind: 'team' }],
      people: [
        { ...person, work_email: first, unit, manager_email: null, location: place },
        {
          ...person,
          given_name: unique('Bo'),
          work_email: `${unique('second')}@acme.example`,
          manager_email: first,
        },
      ],
    }
  },
  org_people_import_csv: async () => ({
    csv: `given_name;family_name;work_email;title\n${unique('Ada')};Byron;${unique('ada')}@acme.example;Analyst\n`,
  }),
  platform_members_enable: async ({ server, company }) => {
    const { membershipId } = await company.member('viewer', { person: true })
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [membershipId])
    return { membership_id: membershipId }
  },
  // Only one whose hire has not started is opened again.
  org_positions_reopen: async (scene) => {
    const [position_id, filled_by] = [
      await makeId(scene, 'position'),
      (await scene.company.person({ start_date: '2090-01-01' })).id,
    ]
    await scene.server.db.query(
      `update positions set status = 'filled', filled_by = $2, filled_on = current_date, closed_at = now(), filled_employment_id = $3
        where id = $1`,
      [position_id, filled_by, randomUUIDv7()],
    )
    return { position_id }
  },
  // With most credentials, callers export only their own data.
  org_people_export_data: async ({ company, member }) => ({
    person_id: member.personId ?? (await company.person()).id,
  }),
  // Everybody's anniversary is on the first of January: on some days of a year nobody else would have one to be reminded of.
  org_reminders_list: async ({ company }) => {
    await company.person({ start_date: addDays(today(new Date(), 'UTC'), 5) })
    return { days: 30 }
  },
  // Only who has left is erased.
  org_people_erase: async ({ company }) => ({
    person_id: (await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })).id,
  }),
  // Only who proposed a request may withdraw it.
  org_approvals_withdraw: async ({ server, company, member }) => ({
    request_id: await makeRequest(server, company, { proposer: member }),
  }),
  // Examples are made unique, which no picture is by a few letters more.
  platform_appearance_logo_upload: async () => ({ image_base64: await pictureOf() }),
  org_me_photo_upload: async () => ({ image_base64: await pictureOf() }),
  org_people_photo_upload: async ({ company }) => ({
    person_id: (await company.person()).id,
    image_base64: await pictureOf(),
  }),
  // Where there is none, nothing is recorded.
  platform_appearance_logo_remove: async ({ server, company }) => {
    await server.db.query(`update organizations set logo_hash = md5(slug) where org_id = $1`, [company.id])
    return {}
  },
  org_me_photo_remove: async ({ server, company, member }) => {
    await givePhoto(server, company, member.personId!)
    return {}
  },
  org_people_photo_remove: async ({ server, company }) => {
    const { id: person_id } = await company.person()
    await givePhoto(server, company, person_id)
    return { person_id }
  },
  // With most credentials, callers see only their own pay.
  org_pay_list: async ({ company, member }) => ({
    person_id: member.personId ?? (await company.person()).id,
  }),
}

async function givePhoto(server: TestServer, company: Company, personId: string): Promise<void> {
  await server.db.query(`update people set photo_hash = md5(id::text) where org_id = $1 and id = $2`, [
    company.id,
    personId,
  ])
}

/** A person whose manager is the caller. */
async function personBelow({ company, member }: Scene): Promise<string> {
  return (await company.person({ manager_id: member.personId })).id
}

/** A row that has not begun, after the only row of a person, written directly to the tables. */
async function scheduleRow(
  server: TestServer,
  company: Company,
  personId: string,
  jobId: string,
): Promise<string> {
  const id = randomUUIDv7()
  await server.db.query(`update job_rows set valid_to = '2098-12-31' where org_id = $1 and id = $2`, [
    company.id,
    jobId,
  ])
  await server.db.query(
    `insert into job_rows (org_id, id, person_id, employment_id, valid_from, title, search_text, employment_type, fte,
                           reason, contract_type, own_terms)
     select org_id, $4, person_id, employment_id, '2099-01-01', 'Director', 'director', employment_type, fte,
            'promotion', contract_type, '{title}'
       from job_rows where org_id = $1 and person_id = $2 and id = $3`,
    [company.id, personId, jobId, id],
  )
  return id
}
