import { expect } from 'chai'
import type { Role } from '../../src/domain/caller.ts'
import { contractActions } from '../support/contract.ts'
import { expectGolden } from '../support/golden.ts'
import { McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'

type Tools = Awaited<ReturnType<McpClient['tools']>>

const callers: [audience: 'manage' | 'me', role: Role][] = [
  ...(['owner', 'admin', 'hr', 'viewer'] as const).map((role): ['manage', Role] => ['manage', role]),
  ...(['owner', 'admin', 'hr', 'viewer', 'member'] as const).map((role): ['me', Role] => ['me', role]),
]

describe('mcp tools on offer', () => {
  const server = useServer()
  const offers = new Map<string, Tools>()

  before(async () => {
    const company = await server.company()
    for (const [audience, role] of callers) {
      const key = await company.key(await company.member(role, { person: true }), audience)
      offers.set(`${audience} ${role}`, await new McpClient(key).tools())
    }
  })

  it('are, for each audience and role, those of the golden file', () => {
    const names = Object.fromEntries(
      [...offers].map(([caller, tools]) => [caller, tools.map(({ name }) => name)]),
    )
    expectGolden('mcp-tools-by-role.json', `${JSON.stringify(names, null, 2)}\n`)
  })

  it('are exactly what the contract says, and never what only the web app may do', () => {
    for (const [audience, role] of callers) {
      const expected = Object.values(contractActions)
        .filter(({ operation: { 'x-access': access = {} } }) => {
          if (access.web_only) return false
          if (audience === 'me') return access.me === true
          return access.manage === 'any' || (access.manage ?? []).includes(role)
        })
        .map(({ id }) => id)
      expect(
        offers.get(`${audience} ${role}`)?.map(({ name }) => name),
        `${audience} ${role}`,
      ).to.have.members(expected)
    }
  })

  it('have short names and descriptions, closed input, and hints that fit what they do', () => {
    for (const tool of [...offers.values()].flat()) {
      const { operation } = contractActions[tool.name]!
      expect(tool.name).to.match(/^[a-z0-9_]{1,45}$/)
      expect(tool.description.length, tool.name).to.be.within(1, 300)
      expect(tool.inputSchema, tool.name).to.include({ type: 'object', additionalProperties: false })
      expect(JSON.stringify(tool), tool.name).to.not.match(/"\$ref"|"x-/)
      const read = operation['x-class'] === 'read'
      expect(tool.title, tool.name).to.equal(operation.summary)
      // Hints that are missing have the default of the protocol: not read-only, destructive.
      expect(tool.annotations, tool.name).to.deep.equal({
        ...{
          read: { readOnlyHint: true },
          write: { destructiveHint: false },
          destructive: { destructiveHint: true },
        }[operation['x-class']!],
        openWorldHint: false,
      })
      expect('dry_run' in tool.inputSchema.properties, tool.name).to.equal(!read)
      expect('idempotency_key' in tool.inputSchema.properties, tool.name).to.equal(!read)
    }
  })
})
