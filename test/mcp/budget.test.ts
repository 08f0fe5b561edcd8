import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { actions } from '../../src/generated/actions.ts'
import { formats } from '../../src/validation/formats.ts'
import { contractActions, document } from '../support/contract.ts'

interface Tool {
  name: string
  title: string
  description: string
  inputSchema: Schema
}
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  'x-web-only'?: true
  anyOf?: Schema[]
}

/** The tools as every session of an assistant gets them. */
const tools = JSON.parse(readFileSync('openapi/published/mcp-tools.json', 'utf8')) as Tool[]

/** Tokens in o200k_base, the encoding of GPT-4o and later. Other models count similarly. */
const tokens = (value: unknown) => countTokens(JSON.stringify(value))

/**
 * How many tokens a tool may have: on average, any tool, and the few whose input is a whole record. The average is so that
 * 120 tools stay within the budget of the whole list.
 */
const average = 200
const most = 400
const mostOfBig = 600
const big = [
  'org_checklists_templates_create',
  'org_checklists_templates_update',
  'org_people_hire',
  'org_people_update_profile',
  'org_setup_apply',
]

/**
 * Some clients allow at most 128 tools, together with their own. The aim is 120: all actions that an assistant may call for the
 * company are 124, and each of them is a tool.
 */
const mostTools = 124

/** The whole list: how many tokens it may have, and how many tools it will have when all planned actions exist. */
const lists = {
  manage: { budget: 25_000, planned: 120, offered: tools.filter(({ name }) => isOffered(name, 'manage')) },
  me: { budget: 10_000, planned: 50, offered: tools.filter(({ name }) => isOffered(name, 'me')) },
}

/** Whether an owner gets the tool. No role gets more tools. */
function isOffered(name: string, audience: 'manage' | 'me'): boolean {
  const { manage = [], me } = contractActions[name]!.operation['x-access']!
  return audience === 'me' ? me === true : manage === 'any' || manage.includes('owner')
}

const advice = `
What to do: shorten the first paragraph of the description and the first sentences of its properties' descriptions, which
is what assistants read. Put what only people need into later sentences, or later paragraphs. If a property's name says
enough, add it to plainNames in codegen/emit/tool-schema.ts. If the tool takes too many things at once, make two of it.
The dearest are:`

function dearest(list: Tool[]): string {
  const sorted = list.map((tool) => [tokens(tool), tool.name] as const).sort(([a], [b]) => b - a)
  return `${advice}\n${sorted
    .slice(0, 8)
    .map(([count, name]) => `  ${count} ${name}`)
    .join('\n')}\n`
}

describe('mcp tools cost', () => {
  for (const [audience, { budget, planned, offered }] of Object.entries(lists)) {
    it(`at most ${average} tokens on average, as offered to ${audience}`, () => {
      expect(tokens(offered) / offered.length, dearest(offered)).to.be.at.most(average)
    })

    it(`at most ${mostTools} places in the list, as offered to ${audience}`, () => {
      expect(offered.length).to.be.within(1, mostTools)
    })

    it(`at most ${budget} tokens when all that is planned is offered to ${audience}`, () => {
      const count = Math.max(planned, offered.length)
      expect((tokens(offered) / offered.length) * count, dearest(offered)).to.be.at.most(budget)
    })
  }

  it('no more than the limit for each tool', () => {
    for (const tool of tools)
      expect(tokens(tool), `${tool.name}${dearest([tool])}`).to.be.at.most(
        big.includes(tool.name) ? mostOfBig : most,
      )
    const small = big.filter((name) => tokens(tools.find((tool) => tool.name === name)) <= most)
    expect(small, 'these are smaller: remove them from the list in this test').to.deep.equal([])
  })

  it('no more characters in names and descriptions than clients show', () => {
    for (const { name, description, title } of tools) {
      expect(name.length, name).to.be.at.most(45)
      expect(description.length, name).to.be.within(1, 300)
      expect(title.length, name).to.be.within(1, 60)
    }
  })
})

describe('mcp tools still say what a call needs', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats })

  for (const tool of tools)
    it(`${tool.name}: every property, what is required, every value; and its example is valid`, () => {
      const { operation } = contractActions[tool.name]!
      const { schema, example } = operation.requestBody!.content['application/json']
      const ofCall = operation['x-class'] === 'read' ? {} : { dry_run: true, idempotency_key: 'k' }
      const ofList = argumentsOfList(tool.name)
      expectSame(schema, tool.inputSchema, [...Object.keys(ofCall), ...Object.keys(ofList)])

      const validate = ajv.compile(tool.inputSchema)
      validate({ ...example, ...ofCall, ...ofList })
      expect(validate.errors).to.equal(null)
    })

  /** What the tool of a list takes besides the input of its action. */
  function argumentsOfList(id: string): object {
    const { rows } = actions[id as keyof typeof actions]
    if (!rows) return {}
    return { fields: [rows.columns[0]], ...(!rows.paged && { limit: 25, after: 'x' }) }
  }

  /**
   * Types, values and properties are those of the contract. Only null may be missing, if it means the same as leaving
   * out.
   */
  function expectSame(wanted: Schema, shown: Schema, more: string[] = []): void {
    const [whole, told] = [resolve(wanted), resolve(shown)]
    expect(typesOf(told)).to.deep.equal(typesOf(whole))
    expect(told.enum).to.deep.equal(whole.enum?.filter((value) => value !== null))
    expect(told.required ?? []).to.have.members(whole.required ?? [])
    const sendable = Object.entries(whole.properties ?? {}).filter(([, property]) => !property['x-web-only'])
    expect(Object.keys(told.properties ?? {})).to.have.members([...sendable.map(([name]) => name), ...more])
    for (const [name, property] of sendable) expectSame(property, told.properties![name]!)
    if (whole.items) expectSame(whole.items, told.items!)
  }

  const typesOf = ({ type }: Schema) => [type ?? []].flat().filter((one) => one !== 'null')

  function resolve(schema: Schema): Schema {
    if (schema.$ref) return resolve(document.components['schemas']![schema.$ref.split('/').at(-1)!] as Schema)
    const inner = schema.anyOf?.find(({ type }) => type !== 'null')
    return inner && schema.anyOf!.length === 2 ? resolve(inner) : schema
  }
})
