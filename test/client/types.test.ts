import { readFileSync } from 'node:fs'
import { expect } from 'chai'
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

/** Kinds of projects: their file, and what their compiler is told. */
const projects: Record<string, [file: string, text: string, options: object]> = {
  'of modules, with the types of no platform': ['types.ts', program, {}],
  'of CommonJS': ['types.cts', program, {}],
  'for a bundler, with the types of browsers': [
    'types.ts',
    platform,
    {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
      target: 'es2020',
    },
  ],
  'for Node, with its types': ['types.ts', platform, { types: ['node'], lib: ['es2023'] }],
  'of an older kind': [
    'types.ts',
    platform,
    { module: 'es2022', moduleResolution: 'node10', types: ['node'] },
  ],
}

describe('the types of the client', () => {
  const project = useProject()

  for (const [what, [file, text, options]] of Object.entries(projects))
    it(`compile in a project ${what}`, async () => {
      project.current.write(file, text)
      const { code, output } = await project.current.compile(file, { noEmit: true, ...options })
      expect([code, output]).to.deep.equal([0, ''])
    })

  it('would not compile with a mistake', async () => {
    project.current.write('mistake.ts', `${platform}void client.org.units.creat()`)
    const { code, output } = await project.current.compile('mistake.ts', { noEmit: true, types: ['node'] })
    expect(code).to.not.equal(0)
    expect(output).to.include("Property 'creat' does not exist")
  })
})
