import type { Demo } from '../../src/demo/demo.ts'
import { TestClient } from '../support/client.ts'
import { announce, put } from '../support/documents.ts'
import { TestApp } from '../support/oauth.ts'

/**
 * Adds records of the kinds that the demo company lacks: an action that takes the id of one would only ever be tried with ids of
 * nothing.
 *
 * @returns the secret of a session of the owner, who has another one
 */
export async function prepare(demo: Demo): Promise<string> {
  const { base_url: baseUrl } = demo
  await signIn(demo)
  const session = await signIn(demo)
  const owner = new TestClient(baseUrl, { kind: 'web', secret: session })
  const { person_id: ownId } = await owner.call('platform_whoami', {})
  await inviteSomebody(owner)
  await addDocument(owner, ownId!)
  await addTask(owner, ownId!)
  for (const audience of ['manage', 'me'] as const)
    await owner.call('platform_api_keys_create', { name: 'Another key', audience })
  const { id } = await owner.call('webhooks_endpoints_create', {
    url: 'https://hooks.example.com/rollcall',
    event_types: ['person.hired'],
  })
  await owner.call('webhooks_endpoints_test', { endpoint_id: id })
  await new TestApp({ baseUrl }).connect(owner, 'manage')
  return session
}

/** Signs the owner in, and returns the value of the session cookie. */
async function signIn({ base_url: origin, slug, owner }: Demo): Promise<string> {
  const answer = await fetch(`${origin}/auth/sign_in`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ organization: slug, ...owner }),
  })
  const [, secret] = /^rollcall=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? []
  if (secret === undefined) throw new Error(`signing in was answered with ${answer.status}`)
  return secret
}

async function inviteSomebody(owner: TestClient): Promise<void> {
  const { people } = await owner.call('org_people_list', { has_login: false, status: 'active', limit: 1 })
  await owner.call('org_invites_create', { person_id: people[0]!.id })
}

/** A document about a person, and one whose bytes are still to come. */
async function addDocument(owner: TestClient, personId: string): Promise<void> {
  const bytes = Buffer.from('A certificate.\n')
  const start = () =>
    owner.call('documents_upload_start', {
      subject: { kind: 'person', person_id: personId },
      category: 'Certificate',
      file: announce(bytes, 'certificate.txt', 'text/plain'),
    })
  const { document, upload } = await start()
  await put(upload, bytes)
  await owner.call('documents_upload_finish', { document_id: document.id })
  await start()
}

async function addTask(owner: TestClient, personId: string): Promise<void> {
  const [run] = await owner.call('org_checklists_runs_list', { limit: 1 })
  await owner.call('org_checklists_tasks_add', {
    run_id: run!.id,
    title: 'Say hello',
    assignee: { type: 'member', person_id: personId },
    offset_days: 0,
  })
}
