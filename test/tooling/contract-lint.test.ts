import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

interface Operation {
  [key: string]: unknown
  responses: Record<string, { headers?: object; $ref?: string }>
}

/** The rules that Redocly, with our configuration, finds broken in the published document after `change`. */
function broken(change: (paths: Record<string, Record<string, Operation>>) => void): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-lint-'))
  try {
    const document = JSON.parse(readFileSync('openapi/published/openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, Operation>>
    }
    change(document.paths)
    const file = join(dir, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const args = ['lint', file, '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000']
    const { stdout } = spawnSync(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', ...args], {
      encoding: 'utf8',
    })
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; severity: string }[] }
    return [...new Set(problems.filter(({ severity }) => severity === 'error').map(({ ruleId }) => ruleId))]
  } finally {
    rmSync(dir, { recursive: true })
  }
}

describe('the published document is linted', () => {
  const whoami = '/v1/platform/whoami'

  it('by our own rules: path, operation id, tag, security, headers', () => {
    const found = broken((paths) => {
      const { post, get } = paths[whoami]!
      post!['operationId'] = 'platformWhoami'
      post!['tags'] = []
      delete post!['security']
      get!.responses['200']!.headers = {}
      paths['/v1/platform/WhoAmI'] = { post: { ...post!, operationId: 'platform_who_am_i' } }
    })
    expect(found).to.include.members([
      'rule/path-of-an-action',
      'rule/operation-id-snake-case',
      'rule/operation-tagged',
      'rule/operation-security',
      'response-contains-header',
    ])
  })

  it("by Redocly's own, its warnings included", () => {
    const found = broken((paths) => {
      const { post, get } = paths[whoami]!
      delete post!['summary']
      delete post!['description']
      post!['tags'] = ['Nowhere']
      get!['operationId'] = post!['operationId']
      get!.responses = { '200': get!.responses['200']! }
    })
    expect(found).to.include.members([
      'operation-summary',
      'operation-description',
      'operation-tag-defined',
      'operation-operationId-unique',
      'operation-4xx-response',
    ])
  })
})
