import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

interface Operation {
  [key: string]: unknown
  responses: Record<string, { headers?: object; $ref?: string }>
}

type Paths = Record<string, Record<string, Operation>>

interface Problem {
  ruleId: string
  severity: string
  location: { pointer?: string }[]
}

/** The rules that Redocly, with our configuration, finds broken at each path of the published document after `change`. */
function broken(change: (paths: Paths) => void): (path: string) => string[] {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-lint-'))
  try {
    const document = JSON.parse(readFileSync('openapi/published/openapi.json', 'utf8')) as { paths: Paths }
    change(document.paths)
    const file = join(dir, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const args = ['lint', file, '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000']
    const { stdout } = spawnSync(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', ...args], {
      encoding: 'utf8',
    })
    const { problems } = JSON.parse(stdout) as { problems: Problem[] }
    const errors = problems.filter(({ severity }) => severity === 'error')
    return (path) => {
      const below = `#/paths/${path.replaceAll('/', '~1')}`
      const there = errors.filter(({ location }) => location.some(({ pointer }) => isBelow(pointer, below)))
      return [...new Set(there.map(({ ruleId }) => ruleId))]
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

const isBelow = (pointer: string | undefined, place: string): boolean =>
  pointer === place || pointer?.startsWith(`${place}/`) === true

describe('the published document is linted', () => {
  const whoami = '/v1/platform/whoami'
  const wrongPath = '/v1/platform/WhoAmI'
  const list = '/v1/org/units.list'
  let found: (path: string) => string[]

  // The linter takes seconds for a document: all mistakes are in one, those of our own rules elsewhere than the others.
  before(() => {
    found = broken((paths) => {
      const { post, get } = paths[whoami]!
      post!['operationId'] = 'platformWhoami'
      post!['tags'] = []
      delete post!['security']
      get!.responses['200']!.headers = {}
      paths[wrongPath] = { post: { ...post!, operationId: 'platform_who_am_i' } }
      const { post: listed, get: read } = paths[list]!
      delete listed!['summary']
      delete listed!['description']
      listed!['tags'] = ['Nowhere']
      read!['operationId'] = listed!['operationId']
      read!.responses = { '200': read!.responses['200']! }
    })
  })

  it('by our own rules: path, operation id, tag, security, headers', () => {
    expect(found(whoami)).to.include.members([
      'rule/operation-id-snake-case',
      'rule/operation-tagged',
      'rule/operation-security',
      'response-contains-header',
    ])
    expect(found(wrongPath)).to.include('rule/path-of-an-action')
  })

  it("by Redocly's own, its warnings included", () => {
    expect(found(list)).to.include.members([
      'operation-summary',
      'operation-description',
      'operation-tag-defined',
      'operation-operationId-unique',
      'operation-4xx-response',
    ])
  })

  it('and nothing is found where there is no mistake', () => {
    expect(found('/v1/org/units.create')).to.deep.equal([])
  })
})
