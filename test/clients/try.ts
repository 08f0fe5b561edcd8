import { steps, type Client, type Step } from './client.ts'
import { serveTomorrow, valueOfTomorrow, type Document } from './tomorrow.ts'
import type { Workspace } from './workspace.ts'

/** A server, and who calls it. */
export interface Caller {
  url: string
  key: string
}

/** What a client did. `survives`: it reads the answer, but not the unknown value. */
export interface Tried {
  /** What went wrong; undefined when nothing did. */
  problem?: string
  /** What it makes of answers with values and properties that the document does not know. */
  tomorrow: 'reads' | 'survives' | 'fails' | 'not tried'
}

/** Builds the client and runs its program: each step on the server, then on one that is a version ahead. */
export async function tryClient(client: Client, workspace: Workspace, caller: Caller): Promise<Tried> {
  const taken = await nameOfUnit(caller)
  const call = async (step: Step, url: string) => {
    const [command, ...args] = client.run
    const env = { ROLLCALL: url, KEY: caller.key, TAKEN: taken }
    return (await workspace.exec(command, [...args, step], { env })).trim()
  }
  try {
    await client.build(workspace)
    const expected = await expectedOf(caller)
    for (const step of steps) {
      const printed = await call(step, caller.url)
      if (printed.toLowerCase() !== expected[step].toLowerCase())
        return {
          problem: `${step}: it says "${printed}", and not "${expected[step]}"`,
          tomorrow: 'not tried',
        }
    }
  } catch (error) {
    return { problem: (error as Error).message, tomorrow: 'not tried' }
  }
  const document = (await (await fetch(`${caller.url}/v1/openapi.json`)).json()) as Document
  const tomorrow = await serveTomorrow(document, caller.url)
  try {
    const printed = await call('values', tomorrow.url)
    return { tomorrow: printed === `${valueOfTomorrow} ${valueOfTomorrow}` ? 'reads' : 'survives' }
  } catch {
    return { tomorrow: 'fails' }
  } finally {
    tomorrow.server.close()
  }
}

/** What each step must print, found without any client. */
async function expectedOf(caller: Caller): Promise<Record<Step, string>> {
  const { org, roles } = await post(caller, 'platform/whoami')
  const units = await post(caller, 'org/units.list')
  return {
    whoami: org.name,
    list: String(units.length),
    refusal: '409 unit_name_taken',
    values: `${roles[0]} ${units[0].kind}`,
  }
}

async function nameOfUnit(caller: Caller): Promise<string> {
  const [unit] = await post(caller, 'org/units.list')
  return unit.name
}

async function post({ url, key }: Caller, action: string): Promise<any> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/v1/${action}`, { method: 'POST', headers, body: '{}' })
  return ((await response.json()) as { data: unknown }).data
}
