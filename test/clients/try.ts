import { randomUUID } from 'node:crypto'
import { steps, type Client, type Step } from './client.ts'
import { serveTomorrow, valueOfTomorrow, type Document } from './tomorrow.ts'
import type { Workspace } from './workspace.ts'

/** A server, and who calls it. */
export interface Caller {
  url: string
  key: string
}

/** The outcome for a client. `survives`: it reads the answer, but not the unknown value. */
export interface Tried {
  /** The step that failed and why; undefined when none did, but for those that the generator itself cannot do. */
  problem?: string
  /** The outcome for answers with values and properties that the document does not know. */
  tomorrow: 'reads' | 'survives' | 'fails' | 'not tried'
}

/** Builds the client and runs its program: each step on the server, then on one that is a version ahead. */
export async function tryClient(client: Client, workspace: Workspace, caller: Caller): Promise<Tried> {
  const { faults = {} } = client
  const situation = await prepare(caller)
  const call = async (step: Step, url: string) => {
    const [command, ...args] = client.run
    const env = { ROLLCALL: url, KEY: caller.key, ...situation }
    return (await workspace.exec(command, [...args, step], { env })).trim()
  }
  const expected = await expectedOf(caller, situation)
  const inOrder: Record<string, () => Promise<string | undefined>> = {
    build: () => client.build(workspace).then(() => undefined),
  }
  for (const step of steps)
    inOrder[step] = async () => {
      const printed = await call(step, caller.url)
      if (printed.toLowerCase() === expected[step].toLowerCase()) return undefined
      return `it says "${printed}", and not "${expected[step]}"`
    }
  for (const [name, attempt] of Object.entries(inOrder)) {
    const problem = await attempt().catch((error: unknown) => (error as Error).message)
    const fault = faults[name as keyof typeof faults]
    if (problem === undefined && fault !== undefined)
      return { problem: `${name}: it works now; take its reason out`, tomorrow: 'not tried' }
    if (problem !== undefined && fault === undefined)
      return { problem: `${name}: ${problem}`, tomorrow: 'not tried' }
    if (problem !== undefined && name === 'build') return { tomorrow: 'not tried' }
  }
  return { tomorrow: await tryTomorrow(caller, (url) => call('values', url)) }
}

/** The outcome of a call to a server that is a version ahead. */
async function tryTomorrow(
  caller: Caller,
  call: (url: string) => Promise<string>,
): Promise<Tried['tomorrow']> {
  const document = (await (await fetch(`${caller.url}/v1/openapi.json`)).json()) as Document
  const tomorrow = await serveTomorrow(document, caller.url)
  try {
    const printed = await call(tomorrow.url)
    return printed === `${valueOfTomorrow} ${valueOfTomorrow}` ? 'reads' : 'survives'
  } catch {
    return 'fails'
  } finally {
    tomorrow.server.close()
  }
}

/** The output that each step must have, found without any client. */
async function expectedOf(caller: Caller, { PHONE }: Situation): Promise<Record<Step, string>> {
  const { org, roles } = await post(caller, 'platform/whoami')
  const units = await post(caller, 'org/units.list')
  const positions = await post(caller, 'org/positions.list')
  return {
    whoami: org.name,
    list: `${units.length} ${positions.length}`,
    hire: `1 ${PHONE}`,
    clear: 'null',
    refusal: '409 unit_name_taken',
    values: `${roles[0]} ${units[0].kind}`,
  }
}

/** A value of each type that custom fields have, for clients to read. */
const customValues: Record<string, unknown> = { text: 'By the window', number: 4.5, boolean: true }

function valuesFor(fields: { key: string; type: string }[]): object {
  return Object.fromEntries(
    fields.filter(({ type }) => type in customValues).map(({ key, type }) => [key, customValues[type]]),
  )
}

type Situation = Awaited<ReturnType<typeof prepare>>

/** Finds or makes what the steps need, for each client afresh. */
async function prepare(caller: Caller) {
  const [[unit], fields] = await Promise.all([
    post(caller, 'org/units.list'),
    post(caller, 'org/fields.list'),
  ])
  const emailOf = (name: string) => `${name}.${randomUUID()}@example.com`
  const PHONE = '+493012345678'
  const { person } = await post(caller, 'org/people.hire', {
    given_name: 'Edda',
    family_name: 'Lind',
    work_email: emailOf('edda'),
    work_phone: PHONE,
    title: 'Engineer',
    start_date: '2026-01-01',
    custom: valuesFor(fields),
  })
  return { TAKEN: unit.name as string, EMAIL: emailOf('ada'), PHONE, PERSON: person.id as string }
}

async function post({ url, key }: Caller, action: string, input: object = {}): Promise<any> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/v1/${action}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(`${action} answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: unknown }).data
}
