import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { document } from '../support/contract.ts'
import { useProject } from '../support/project.ts'

const program = readFileSync('test/client/programs/types.ts', 'utf8').replace(
  '../../../src/client/index.ts',
  '@rollcall/client',
)

/** What programs give the client of the types of their platform. */
const platform = `
import { createClient, type Signal } from '@rollcall/client'

const stop = new AbortController()
const signal: Signal = stop.signal
export const client = createClient({ baseUrl: '', fetch: (url, init) => fetch(url, init) })
export const other = createClient({ baseUrl: '', fetch })
void client.org.units.list({}, { signal })
void client.org.units.list({}, { signal: AbortSignal.timeout(1000) })
`

/** Kinds of projects, and what their compiler is told. */
const projects: Record<string, object> = {
  'for a bundler, with the types of browsers': {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    target: 'es2020',
  },
  'for Node, with its types': { types: ['node'], lib: ['es2023'] },
  'of an older kind': { module: 'es2022', moduleResolution: 'node10', types: ['node'] },
}

/** A receiver made of the document: a branch for each type of event, and the example of each. */
const receiver = (types: string[]): string => `
import { createClient, verifyWebhook, type EventData, type WebhookEvent, type WebhookHeaders } from '@rollcall/client'

export function handle(event: WebhookEvent): EventData[keyof EventData] {
  switch (event.type) {
${types.map((type) => `    case '${type}': { const data: EventData['${type}'] = event.data; return data }`).join('\n')}
    default: { const none: never = event; return none }
  }
}
export const receive = async (headers: WebhookHeaders, body: string | Uint8Array) =>
  handle(await verifyWebhook(['whsec_a', 'whsec_b'], headers, body))
export async function read(): Promise<void> {
  for await (const event of createClient({ baseUrl: '' }).events({ types: ['${types[0]}'] })) {
    const cursor: string = event.cursor
    void [handle(event), cursor]
  }
}
export const examples: WebhookEvent[] = ${JSON.stringify(types.map(exampleOf))}
`
const exampleOf = (type: string): unknown =>
  (document.webhooks![type]!.post.requestBody.content['application/json'] as { example?: unknown }).example

describe('the types of the client', () => {
  const project = useProject()

  for (const [what, options] of Object.entries(projects))
    it(`compile in a project ${what}`, () => {
      expect(project.current.complaints('types.ts', platform, options)).to.deep.equal([])
    })

  it('compile in projects of modules and of CommonJS, with the types of no platform, and make a receiver of every type of event', () => {
    const types = Object.keys(document.webhooks!)
    expect(types.length).to.be.above(20)
    const wrong = receiver(types).replace(/"timestamp":"[^"]*"/, '"timestamp":1')
    const mistakes = { 'missing.ts': receiver(types.slice(1)), 'wrong.ts': wrong, 'platform.ts': platform }
    const right = { 'types.ts': program, 'types.cts': program, 'receiver.ts': receiver(types) }
    const found = project.current.complaintsOf({ ...right, ...mistakes })
    const about = (file: string) => found.filter((line) => line.startsWith(`${file}: `))
    expect(about('missing.ts')[0]).to.match(/is not assignable to type 'never'/)
    expect(about('wrong.ts')).to.have.length(1)
    expect(about('platform.ts')[0]).to.include("Cannot find name 'AbortController'")
    const told = new Set(Object.keys(mistakes).flatMap(about))
    expect(found.filter((line) => !told.has(line))).to.deep.equal([])
  })

  it('make a receiver in a project with the types of Node, which would not compile with a mistake', () => {
    const programs = {
      'receiver.ts': receiver(Object.keys(document.webhooks!)),
      'mistake.ts': `${platform}void client.org.units.creat()`,
    }
    const found = project.current.complaintsOf(programs, { types: ['node'] })
    expect(found).to.have.length(1)
    expect(found[0]).to.match(/^mistake\.ts: Property 'creat' does not exist/)
  })

  it('would not compile with a mistake of their own', () => {
    const types = 'node_modules/@rollcall/client/index.d.ts'
    const text = project.current.read(types)
    try {
      project.current.write(types, `${text}\nexport const wrong: Missing\n`)
      const [first] = project.current.complaints('types.ts', platform, { types: ['node'] })
      expect(first).to.equal(`${types}: Cannot find name 'Missing'.`)
    } finally {
      project.current.write(types, text)
    }
  })
})
