import { expect } from 'chai'
import { contractActions } from '../support/contract.ts'
import { findNodes, useProject } from '../support/project.ts'
import { useServer } from '../support/server.ts'

/** The README of the installed package: its guide, and the examples of all actions. */
describe('the README of the client', () => {
  const server = useServer()
  const project = useProject()
  let guide: string[]

  before(async () => {
    const [first, second, ...none] = project.current
      .read('node_modules/@rollcall/client/README.md')
      .split('## Every action')
    const codeIn = (text = '') => [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!)
    guide = codeIn(first)
    const examples = codeIn(second).flatMap((code) => code.split(/^(?=\/\/ )/m))
    expect([guide.length, none.length]).to.deep.equal([11, 0])
    // The lead of the example's unit.
    const lead = `'0197a1c2-0005'`
    const text = guide.join('\n')
    expect(text).to.include(lead)
    project.current.write('guide.ts', text.replaceAll(lead, `process.env['LEAD']!`))
    project.current.write('examples.ts', programOf(guide[0]!, examples))
    const compiled = await project.current.compile(['guide.ts', 'examples.ts'], { types: ['node'] })
    expect([compiled.code, compiled.output]).to.deep.equal([0, ''])
  })

  /** A program that calls every example with the client of the guide, and prints how each was answered. */
  const programOf = (start: string, examples: string[]): string => `
import { RollcallError, type AnswerInfo } from '@rollcall/client'
const answers: AnswerInfo[] = []
${start.replace('createClient({', 'createClient({ onAnswer: (answer) => answers.push(answer),')}
const refused = (error: unknown): void => {
  if (!(error instanceof RollcallError)) throw error
}
${examples.map((example) => `await (async () => {\n${example}\n})().catch(refused)`).join('\n')}
console.log(JSON.stringify(answers))
`

  async function run(name: string, node: string, env: Record<string, string>): Promise<string> {
    const { code: ended, output } = await project.current.run(node, [`${name}.js`], env)
    expect(ended, output).to.equal(0)
    return output
  }

  async function enter(): Promise<{ env: Record<string, string>; personId: string }> {
    const company = await server.company()
    const { id } = await company.person({ given_name: 'Grace', title: 'Engineer' })
    const { secret } = (await company.as('owner')).credential as { secret: string }
    return { env: { ROLLCALL_URL: server.baseUrl, ROLLCALL_KEY: secret }, personId: id }
  }

  it('runs as it is written, in every Node that is here', async () => {
    for (const [version, node] of Object.entries(await findNodes())) {
      const { env, personId } = await enter()
      const output = await run('guide', node, { ...env, LEAD: personId })
      expect(output, version)
        .to.match(/^would be made: Research$/m)
        .and.match(/^Created the unit Research$/m)
        .and.match(/^the other unit: \S{36}$/m)
        .and.match(/^org.people.list 1 200 \S{36}$/m)
        .and.match(/^\d people$/m)
    }
  })

  it('has an example of every action, which compiles and is a valid input', async () => {
    const { env } = await enter()
    const output = await run('examples', process.execPath, env)
    const answers = JSON.parse(output.slice(output.indexOf('['))) as { action: string; status: number }[]
    const actions = Object.keys(contractActions).map((id) =>
      contractActions[id]!.path.slice(4).replace('/', '.'),
    )
    expect([...new Set(answers.map(({ action }) => action))]).to.have.members(actions)
    // The ids of examples name nothing here, a key may not do everything, and some names are taken.
    const odd = answers.filter(({ status }) => ![200, 403, 404, 409].includes(status))
    expect(odd).to.deep.equal([])
  })

  it('would not compile with an example of a wrong type', () => {
    const wrong = guide[0] + guide[2]!.replace(/kind: '\w+'/, "kind: 'tribe'")
    const [found] = project.current.complaints('wrong.ts', wrong, { types: ['node'] })
    expect(found).to.include(`Type '"tribe"' is not assignable`)
  })
})
