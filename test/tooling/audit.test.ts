import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { runProgram } from '../support/process.ts'
import { lockProblems, type Lock, type LockedPackage, type Manifest } from './audit.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

describe('npm run audit', () => {
  const manifest = read('package.json') as Manifest
  const lock = read('package-lock.json') as Lock

  it('finds nothing in the lock file of this tree', () => {
    expect(lockProblems(manifest, lock)).to.deep.equal([])
  })

  const mistakes: [what: string, change: LockedPackage, says: string][] = [
    [
      'a package that nothing is compared with',
      { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
      'no sha512',
    ],
    [
      'a package from a repository',
      { resolved: 'git+ssh://git@example.org/koa.git#1' },
      'an address of its own',
    ],
    ['a package that is a folder', { link: true }, 'is a folder'],
    ['a range instead of a version', { version: '^3.0.0' }, 'is not a version'],
    ['another package under this name', { name: 'koa-evil' }, 'is koa-evil under another name'],
    ['an install script', { hasInstallScript: true }, 'runs a script'],
    ['a licence that nobody has accepted', { license: 'AGPL-3.0' }, 'has the licence AGPL-3.0'],
    [
      'a package that is not maintained',
      { deprecated: 'use other' },
      'is not maintained any more: use other',
    ],
  ]
  for (const [what, change, says] of mistakes)
    it(`finds ${what}`, () => {
      const koa = { ...lock.packages['node_modules/koa'], ...change }
      const problems = lockProblems(manifest, {
        ...lock,
        packages: { ...lock.packages, 'node_modules/koa': koa },
      })
      expect(problems).to.have.length(1)
      expect(problems[0])
        .to.match(/^node_modules\/koa: /)
        .and.include(says)
    })

  it('finds a direct dependency that is not one exact version', () => {
    for (const version of [
      '^3.3.0',
      'latest',
      'github:koajs/koa',
      'https://example.org/koa.tgz',
      'npm:koa@3',
    ])
      expect(
        lockProblems({ ...manifest, dependencies: { ...manifest.dependencies, koa: version } }, lock),
      ).to.deep.equal([`koa: "${version}" is not one exact version`])
  })

  describe('asks the registry for known faults', () => {
    const koa = lock.packages['node_modules/koa']!
    const advisory = {
      id: 1,
      url: 'https://example.org/advisory',
      title: 'Answers what it must not',
      severity: 'high',
      vulnerable_versions: '<=99',
      cwe: [],
      cvss: { score: 7.5, vectorString: null },
    }
    let dir: string
    beforeEach(() => {
      dir = mkdtempSync(join(tmpdir(), 'rollcall-audit-'))
      const dependencies = { koa: koa.version! }
      writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', dependencies }))
      writeFileSync(
        join(dir, 'package-lock.json'),
        JSON.stringify({
          name: 'x',
          version: '1.0.0',
          lockfileVersion: 3,
          requires: true,
          packages: {
            '': { name: 'x', version: '1.0.0', dependencies },
            'node_modules/koa': { version: koa.version, integrity: koa.integrity, license: koa.license },
          },
        }),
      )
    })
    afterEach(() => rmSync(dir, { recursive: true, force: true }))

    /** Runs it beside a registry of our own that knows these advisories, or refuses to tell. */
    async function audit(
      known: object | undefined,
    ): Promise<{ code: number | null; stdout: string; stderr: string }> {
      const registry = createServer((request, response) => {
        const asks = request.url?.endsWith('/advisories/bulk')
        if (asks && known)
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known))
        else response.writeHead(asks ? 405 : 404).end('{}')
      })
      await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done))
      const npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
      const npm_config_cache = join(dir, 'cache')
      try {
        return await runProgram('test/tooling/audit.ts', ['--dir', dir], {
          npm_config_registry,
          npm_config_cache,
        })
      } finally {
        registry.closeAllConnections()
        registry.close()
      }
    }

    it('and fails when it names one', async () => {
      const { code, stdout, stderr } = await audit({ koa: [advisory] })
      expect(stderr)
        .to.include('koa')
        .and.include('high, Answers what it must not (https://example.org/advisory)')
      expect(stdout).to.include('1 known faults')
      expect(code).to.equal(1)
    })

    it('and passes when it names none', async () => {
      const { code, stdout } = await audit({})
      expect(stdout).to.include('0 known faults')
      expect(code).to.equal(0)
    })

    it('and does not claim that all is well when it does not tell', async () => {
      const { code, stdout } = await audit(undefined)
      expect(stdout).to.include('did not say')
      expect(code).to.equal(2)
    })
  })
})
