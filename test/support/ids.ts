import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { withNameKey } from '../../src/queries/values.ts'
import { givePassword, makeRequest } from './approvals.ts'
import type { TestClient } from './client.ts'
import type { Company, Member } from './company.ts'
import { announce, pdf } from './documents.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { Disk } from '../../src/storage/disk.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { storePay } from './sealed.ts'
import { testSecret, unique, type TestServer } from './server.ts'

/** The caller of a sweep, with company and server. */
export interface Scene {
  server: TestServer
  company: Company
  member: Member
  client: TestClient
}

/** For each kind of record that an input can refer to (`x-id`): creates one that the caller of the scene may use. */
const factories: Record<string, (scene: Scene) => Promise<string>> = {
  unit: ({ company }) => company.unit(),
  person: async ({ company }) => (await company.person()).id,
  job: async ({ company }) => (await company.person()).jobId,
  membership: async ({ company }) => (await company.member('viewer', { person: true })).membershipId,
  location: (scene) =>
    insert(scene, 'locations', { ...withNameKey({ name: unique('Place') }), country: 'DE' }),
  legal_entity: (scene) =>
    insert(scene, 'legal_entities', { ...withNameKey({ name: unique('Entity') }), country: 'DE' }),
  custom_field: async (scene) =>
    insert(scene, 'custom_fields', {
      // A company has at most 30 that are not archived.
      archived_at: (await countActiveFields(scene)) < 25 ? null : new Date(),
      key: unique('field')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_'),
      label: 'Certificate',
      type: 'file',
      tier: 'job',
      position: 0,
      file: JSON.stringify({ kinds: ['pdf'], max_mb: 5, self_upload: false }),
    }),
  api_key: (scene) =>
    insert(scene, 'api_keys', {
      membership_id: scene.member.membershipId,
      name: 'spare',
      audience: 'me',
      last4: 'abcd',
    }),
  connection: (scene) =>
    insert(scene, 'oauth_connections', {
      membership_id: scene.member.membershipId,
      client_id: unique('client'),
      client_name: 'Claude',
      client_kind: 'dcr',
      redirect_host: 'localhost',
      redirect_kind: 'local',
      audience: 'me',
      created_at: new Date(),
      connected_at: new Date(),
      expires_at: new Date(Date.now() + 30 * 86_400_000),
    }),
  pay: async ({ server, company }) =>
    storePay(server, company, { personId: (await company.person()).id, from: '2024-01-01' }),
  // The caller is the manager of the person, or decides for HR.
  approval_request: async ({ server, company, member }) => {
    await givePassword(server, member)
    return makeRequest(server, company, {
      managerId: member.personId,
      approver: member.personId === null ? 'hr' : 'manager',
    })
  },
  invite: async (scene) =>
    insert(scene, 'invites', {
      person_id: (await scene.company.person()).id,
      email: 'somebody@company.example',
      role: 'member',
      token_hash: randomBytes(32),
      created_at: new Date(),
      expires_at: new Date(Date.now() + 86_400_000),
    }),
  session: (scene) =>
    insert(scene, 'sessions', {
      membership_id: scene.member.membershipId,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 7 * 86_400_000),
    }),
  document: (scene) => makeDocument(scene),
  // It reports to the caller, who so sees it.
  position: (scene) =>
    insert(scene, 'positions', {
      title: unique('Cook'),
      status: 'open',
      reason: 'new',
      reports_to_person_id: scene.member.personId,
      contract_type: 'permanent',
      created_at: new Date(),
      updated_at: new Date(),
    }),
  checklist_template: (scene) => makeTemplate(scene),
  checklist_run: async (scene) => (await makeChecklist(scene)).runId,
  // The caller does it.
  checklist_task: async (scene) => (await makeChecklist(scene)).taskId,
  webhook_endpoint: makeEndpoint,
  webhook_delivery: async (scene) => {
    const [endpoint_id, event_id] = [await makeEndpoint(scene), randomUUIDv7()]
    await insert(scene, 'events', {
      id: event_id,
      type: 'webhook.test',
      at: new Date(),
      subject_id: endpoint_id,
      payload: JSON.stringify({ endpoint_id }),
      mentions: '{}',
    })
    return insert(scene, 'webhook_deliveries', {
      endpoint_id,
      event_id,
      event_type: 'webhook.test',
      created_at: new Date(),
      attempt: 8,
      status: 'failed',
      fault: 'timeout',
    })
  },
  actor: async ({ member }) => member.userId,
  activity: (scene) =>
    insert(scene, 'activity', {
      action: 'test.done',
      summary: 'Did something',
      actor_kind: 'user',
      actor_id: scene.member.userId,
      membership_id: scene.member.membershipId,
      via: 'web',
      request_id: 'test',
    }),
}

/**
 * A document that the caller of the scene may read, change, and delete: their own, or one of the company for a caller without
 * a person. Its bytes are there.
 *
 * @param columns other values of its row; `status: 'pending'` leaves it to be finished
 */
export async function makeDocument(scene: Scene, columns: Record<string, unknown> = {}): Promise<string> {
  const { server, company, member } = scene
  const [id, file_id, own] = [randomUUIDv7(), randomUUIDv7(), member.personId]
  const bytes = pdf(id)
  await storageOf(server).put({ orgId: company.id, fileId: file_id }, bytes, 'application/pdf')
  const { name: file_name, ...file } = announce(bytes)
  const category = (columns['category'] as string | undefined) ?? 'Contract'
  return insert(scene, 'documents', {
    ...{ id, file_id, file_name, ...file, title: 'Contract', search_text: 'contract', person_id: own },
    visibility: own === null ? 'everyone' : 'hr_person',
    uploaded_by: own === null ? 'hr' : 'self',
    month: own === null ? null : '2026-11-01',
    membership_id: member.membershipId,
    status: 'ready',
    upload_expires_at: new Date(Date.now() + 900_000),
    created_at: new Date(),
    updated_at: new Date(),
    ...columns,
    ...{ category, category_key: category.toLowerCase() },
  })
}

/** The files of a server, also of one that runs as a program. */
function storageOf({ running, dataDir }: Partial<TestServer>): Storage {
  const secrets = { current: Buffer.from(testSecret, 'hex') }
  return running?.runtime.storage ?? new Disk({ dataDir: dataDir!, secrets, baseUrl: () => '' })
}

async function countActiveFields({ server, company }: Scene): Promise<number> {
  const { rows } = await server.db.query<{ active: number }>(
    'select count(*)::int as active from custom_fields where org_id = $1 and archived_at is null',
    [company.id],
  )
  return rows[0]!.active
}

/** A file field into which people may put files themselves: one for each company, which has not many fields. */
export async function fileField({ server, company }: Scene): Promise<{ id: string; key: string }> {
  const key = 'sweep_file'
  await server.db.query(
    `insert into custom_fields (org_id, id, key, label, type, tier, position, file)
     values ($1, $2, $3, 'Sweep', 'file', 'job', 0, $4) on conflict do nothing`,
    [company.id, randomUUIDv7(), key, JSON.stringify({ kinds: ['pdf'], max_mb: 5, self_upload: true })],
  )
  const { rows } = await server.db.query<{ id: string }>(
    'select id from custom_fields where org_id = $1 and key = $2',
    [company.id, key],
  )
  return { id: rows[0]!.id, key }
}

function makeEndpoint(scene: Scene): Promise<string> {
  const id = randomUUIDv7()
  const endpoint = { orgId: scene.company.id, endpointId: id }
  // A server that runs as a program has a key of its own, which is none of the test's.
  const { running } = scene.server as Partial<TestServer>
  const vault = running?.runtime.vault ?? new Vault({ current: Buffer.from(testSecret, 'hex') })
  const { key_id, wrapped_key } = vault.sealSecret(endpoint, randomBytes(32))
  return insert(scene, 'webhook_endpoints', {
    id,
    url: 'https://hooks.example.com/rollcall',
    description: 'Somebody',
    event_types: ['person.hired'],
    enabled: true,
    secret_hint: 'whsec_…abcd',
    key_id,
    sealed_secret: wrapped_key,
    created_at: new Date(),
    updated_at: new Date(),
  })
}

/** The kinds of records that `makeId` can create. */
export const idKinds = Object.keys(factories)

/** The id of a new record of this kind, in the company of the scene. */
export function makeId(scene: Scene, kind: string): Promise<string> {
  const factory = factories[kind]
  if (!factory)
    throw new Error(
      `No test knows how to make a record for x-id: ${kind}. Add a factory for it in test/support/ids.ts.`,
    )
  return factory(scene)
}

async function insert(
  { server, company }: Scene,
  table: string,
  row: Record<string, unknown>,
): Promise<string> {
  const id = (row['id'] as string | undefined) ?? randomUUIDv7()
  const columns = { org_id: company.id, ...row, id }
  const names = Object.keys(columns)
  const values = names.map((_, i) => `$${i + 1}`)
  await server.db.query(
    `insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`,
    Object.values(columns),
  )
  return id
}

/**
 * A template of checklists with one task for HR. A company has at most 30 that are not archived, so older ones are archived
 * here; the newest ten stay, because cases that run beside this one use theirs.
 */
const makeTemplate = async (scene: Scene): Promise<string> => {
  await scene.server.db.query(
    `update checklist_templates set archived_at = now() where org_id = $1 and starter is null and name like 'Welcome%'
        and id not in (select id from checklist_templates where org_id = $1 order by id desc limit 10)`,
    [scene.company.id],
  )
  const task = { title: 'Say hello', description: null, link_url: null, type: 'hr', person_id: null }
  return insert(scene, 'checklist_templates', {
    name: unique('Welcome'),
    kind: 'custom',
    auto_start: false,
    saved: true,
    tasks: JSON.stringify([{ id: 'hello', ...task, offset_days: 0, visible_days: null }]),
    created_at: new Date(),
    updated_at: new Date(),
  })
}

/** An open checklist with one task that the caller does: their own, or that of HR. */
export async function makeChecklist(
  scene: Scene,
): Promise<{ runId: string; taskId: string; personId: string }> {
  const { id: personId } = await scene.company.person()
  const runId = await insert(scene, 'checklist_runs', {
    template_id: await makeTemplate(scene),
    name: 'Welcome',
    kind: 'custom',
    person_id: personId,
    anchor_date: '2026-12-01',
    follows: false,
    status: 'open',
    started_at: new Date(),
  })
  const taskId = await insert(scene, 'checklist_tasks', {
    run_id: runId,
    place: 0,
    title: 'Say hello',
    assignee_type: scene.member.personId === null ? 'hr' : 'member',
    assignee_person_id: scene.member.personId,
    manager_missing: false,
    offset_days: 0,
    due_date: '2026-12-01',
    status: 'open',
    created_at: new Date(),
  })
  await insert(scene, 'checklist_comments', { task_id: taskId, text: 'Loud', created_at: new Date() })
  return { runId, taskId, personId }
}
