import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { withToolNames } from '../../src/domain/tool-names.ts'
import { toApiError } from '../../src/errors.ts'
import { actions } from '../../src/generated/actions.ts'
import { errorCatalogue } from '../../src/generated/errors.ts'
import { instructions } from '../../src/mcp/about.ts'
import { findAction, isAction, noSuchTool } from '../../src/mcp/names.ts'
import { document } from '../support/contract.ts'
import { answerOf, McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'
import { processorMs } from '../support/longest-work.ts'

const named = (text: string) => withToolNames(text, isAction)

describe('the names of tools', () => {
  const server = useServer()

  it('are taken in the spellings of actions, too', async () => {
    const mcp = new McpClient(await (await server.company()).as('hr'))
    const spellings = ['org_units_list', 'org/units.list', 'org.units.list', '/v1/org/units.list']
    const answers = await Promise.all(spellings.map((name) => mcp.call(name)))
    for (const { content } of answers) expect(content).to.deep.equal(answers[0]!.content)
    const { body } = await mcp.stateless('tools/call', { name: 'org/units.list', arguments: {} })
    expect(body.result.content).to.deep.equal(answers[0]!.content)
    expect(answerOf(body.result).data).to.have.length(1)
  })

  it('find the same action in all spellings, and nothing else', () => {
    for (const { id, name, url } of Object.values(actions))
      for (const spelling of [id, name, url, url.slice(1), url.slice('/v1/'.length)])
        expect(findAction(spelling)?.id, spelling).to.equal(id)
    for (const name of [
      '',
      'org',
      'constructor',
      '__proto__',
      'org_units',
      'ORG_UNITS_LIST',
      7,
      null,
      undefined,
    ])
      expect(findAction(name), String(name)).to.equal(undefined)
  })

  it('that are unknown are answered with the nearest ones that the caller has', async () => {
    const company = await server.company()
    const nearest = async (role: 'hr' | 'viewer', name: unknown, query = '') => {
      const mcp = new McpClient(await company.as(role), { query })
      const { body } = await mcp.request('tools/call', { name })
      expect(body.error.code).to.equal(-32602)
      return /Did you mean (.*)\?/.exec(body.error.message)?.[1]?.split(', ') ?? []
    }
    expect((await nearest('hr', 'people_list'))[0]).to.equal('org_people_list')
    expect((await nearest('hr', 'org/person.get'))[0]).to.equal('org_people_get')
    expect((await nearest('hr', 'list_units'))[0]).to.equal('org_units_list')
    expect((await nearest('hr', 'org_people_hier'))[0]).to.equal('org_people_hire')
    expect((await nearest('hr', 'org_units_creat'))[0]).to.equal('org_units_create')
    for (const far of ['delete_everything', 'get_weather', 'xyz'])
      expect(await nearest('hr', far), far).to.deep.equal([])
    expect((await nearest('hr', 'org_units_creat'))[0]).to.equal('org_units_create')
    expect(await nearest('viewer', 'org_units_creat')).to.not.include('org_units_create')
    expect(await nearest('hr', 'org_units_creat', 'readonly=1')).to.not.include('org_units_create')
    for (const name of ['', '!!!', 7, null, ['org_people_list'], { toString: 1 }])
      expect(await nearest('hr', name)).to.be.an('array')
  })

  it('take no long time to compare, whatever the name is', async () => {
    const offered = Object.keys(actions)
    for (const name of ['x'.repeat(1_000_000), 'a_'.repeat(500_000), '_'.repeat(1_000_000)]) {
      const before = processorMs()
      await noSuchTool(name, offered)
      expect(processorMs() - before).to.be.below(100)
    }
  })

  it('replace those of actions in sentences, and never a part of an address', () => {
    expect(named('Use org/people.list first.')).to.equal('Use org_people_list first.')
    expect(named('(org/people.list, platform/whoami)')).to.equal('(org_people_list, platform_whoami)')
    for (const address of [
      '/v1/org/people.list',
      'GET /v1/org/people.list?q=ada',
      'http://localhost:3000/v1/org/people.list',
      'https://hr.example/v1/org/people.list.',
      'docs/org/people.list',
      '/docs#org/people.list',
    ])
      expect(named(address).replace('#org_people_list', '#org/people.list')).to.equal(address)
  })

  it('leave only addresses that exist in all that assistants read', () => {
    const paths = Object.keys(document.paths)
    const texts = [
      instructions,
      toApiError(new Error('x')).message,
      ...Object.values(errorCatalogue).flatMap(({ message }) => Object.values<string>(message)),
      ...Object.values(actions).map(({ url }) => `read all of it over HTTP at ${url}.`),
    ]
    const addresses = texts.flatMap((text) => named(text).match(/\/v1\/[\w./-]*\w/g) ?? [])
    expect(addresses.length).to.be.at.least(paths.length / 2)
    for (const address of addresses) expect([...paths, '/v1/openapi.json']).to.include(address)
  })

  it('are what tools call each other by, in all that they say', () => {
    const tools = readFileSync('openapi/published/mcp-tools.json', 'utf8')
    const paths = Object.values(actions).map(({ url }) => url.slice('/v1/'.length))
    // Of `org/units.list` neither the path nor `units.list` is a name that can be called; `org.units.list` can.
    const spellings = [...paths, ...paths.map((path) => path.replace(/^\w+\//, ''))].filter((one) =>
      one.includes('.'),
    )
    const said = spellings.filter((one) =>
      new RegExp(`(?<![\\w./])${one.replaceAll('.', '\\.')}(?!\\.?\\w)`).test(tools),
    )
    expect(said).to.deep.equal([])
  })

  it('are taken by the filter of the activity log as all the others are', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await owner.call('org_units_create', { name: 'Logged', kind: 'team' })
    const log = async (action: string) => (await owner.call('platform_activity_list', { action })).items
    const entries = await log('org.units.create')
    expect(entries.map(({ summary }) => summary)).to.deep.equal(['Created the unit Logged'])
    for (const spelling of ['org_units_create', 'org/units.create', ' org.units.create '])
      expect(await log(spelling), spelling).to.deep.equal(entries)
    const mcp = await new McpClient(owner).call('platform_activity_list', { action: 'org_units_create' })
    expect(mcp.answer.data.items).to.have.length(1)
    expect(await log('org_units_creat')).to.deep.equal([])
  })
})
