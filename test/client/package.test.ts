import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect } from 'chai'
import { packageVersion } from '../../codegen/emit/client-package.ts'
import { contractTypes } from '../../codegen/emit/types.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import { clientFiles, revised } from '../../codegen/generate.ts'
import { loadContract } from '../../codegen/load.ts'
import { document, guide } from '../support/contract.ts'
import { runProgram } from '../support/process.ts'
import { clientPackage, findNodes, useProject } from '../support/project.ts'
import { useServer } from '../support/server.ts'

const place = 'node_modules/@rollcall/client'
/** A program that uses it. Prints the roles of the caller. */
const program = `import { createClient } from '@rollcall/client'
const client = createClient({ baseUrl: process.env.ROLLCALL_URL, key: process.env.ROLLCALL_KEY })
const { roles } = await client.platform.whoami()
console.log(roles.join())
`

describe('the package of the client', () => {
  const server = useServer()
  const project = useProject((one) => one.install(`${server.baseUrl}/client.tgz`))

  async function env(): Promise<Record<string, string>> {
    const { secret } = (await (await server.company()).as('hr')).credential as { secret: string }
    return { ROLLCALL_URL: server.baseUrl, ROLLCALL_KEY: secret }
  }

  it('has only what a client needs, and needs no other package', () => {
    const manifest = JSON.parse(project.current.read(`${place}/package.json`)) as Record<string, unknown>
    expect(manifest).to.include({
      name: '@rollcall/client',
      version: packageVersion(document.info.version),
    })
    expect(manifest['bin']).to.deep.equal({ rollcall: './rollcall.js' })
    expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).to.deep.equal([])
    const files = readdirSync(join(project.current.dir, place))
    expect(files).to.include.members(['README.md', 'package.json', 'index.js', 'index.d.ts'])
    expect(files.filter((file) => !/\.js$|\.d\.ts$|^README\.md$|^package\.json$/.test(file))).to.deep.equal(
      [],
    )
    const command = readdirSync('src/client/command').map((file) => file.replace(/\.ts$/, '.js'))
    expect(files).to.include.members(command)
    for (const file of files.filter((one) => one.endsWith('.js'))) {
      const foreign = command.includes(file) ? /from '(?!\.|node:)/ : /from '[^.]/
      expect(project.current.read(`${place}/${file}`), file)
        .not.to.match(foreign)
        .and.not.to.match(/import\(|require\(/)
    }
    expect(readFileSync(clientPackage).length).to.be.below(200_000)
  })

  it('is what npm installs from /client.tgz', () => {
    const { dependencies } = JSON.parse(project.current.read('package.json')) as { dependencies: object }
    expect(dependencies).to.deep.equal({ '@rollcall/client': `${server.baseUrl}/client.tgz` })
  })

  it('is the same bytes each time it is made, on every machine', async () => {
    const root = resolve('.')
    const contract = loadContract(join(root, 'openapi'))
    const { document: published } = revised(expandContract(contract), root)
    const types = await contractTypes(published)
    const files = await clientFiles(contract, published, types.client, root)
    const made = files['src/generated/client.tgz'] as Buffer
    expect(made.equals(readFileSync(clientPackage))).to.equal(true)
    // No time in the head of the gzip file; the archive says 1985.
    expect([...made.subarray(4, 8)]).to.deep.equal([0, 0, 0, 0])
    const archive = gunzipSync(made)
    expect(archive.toString('ascii', 136, 147)).to.equal('03560116604')
    // What zlib would write depends on its version and on the processor.
    expect(made.equals(gzipSync(archive, { level: 9 }))).to.equal(false)
  })

  for (const [kind, file, text] of [
    ['a module', 'main.mjs', program],
    [
      'CommonJS',
      'main.cjs',
      program
        .replace(/import (.*) from (.*)/, 'const $1 = require($2)')
        .replace(/(const \{ roles.*)/s, ';(async () => {\n$1})()'),
    ],
  ] as const)
    it(`runs in every Node that is here, taken by ${kind}`, async () => {
      project.current.write(file, text)
      for (const [version, node] of Object.entries(await findNodes())) {
        const { code, output } = await project.current.run(node, [file], await env())
        expect([version, code, output]).to.deep.equal([version, 0, 'hr\n'])
      }
    })

  it('is bundled with only what is used, for browsers, too', async () => {
    project.current.write('bundled.js', program.replaceAll('process.env.', 'globalThis.process.env.'))
    const { outputFiles } = await build({
      entryPoints: [join(project.current.dir, 'bundled.js')],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'silent',
    })
    const text = outputFiles[0]!.text
    expect(text.length).to.be.below(20_000)
    project.current.write('bundle.mjs', text)
    const { code, output } = await project.current.run(process.execPath, ['bundle.mjs'], await env())
    expect([code, output]).to.deep.equal([0, 'hr\n'])
  })

  it('comes to dist by a command, named as npm names it', async () => {
    const file = `rollcall-client-${packageVersion(document.info.version)}.tgz`
    const { code, stdout } = await runProgram('codegen/pack-client.ts', [project.current.dir], {})
    expect([code, stdout.trim().endsWith(file)]).to.deep.equal([0, true])
    expect(readFileSync(join(project.current.dir, file)).equals(readFileSync(clientPackage))).to.equal(true)
    // npm packs the same files under this name.
    const packed = await project.current.run('npm', ['pack', '--dry-run', '--json', `./${place}`])
    const [pack] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }]
    expect(pack.filename).to.equal(file)
    expect(pack.files.map((one) => one.path)).to.have.members(readdirSync(join(project.current.dir, place)))
  })
})

describe('/client.tgz', () => {
  const server = useServer()
  const packed = readFileSync(clientPackage)

  it('is answered as it is, with an ETag that saves the next download', async () => {
    const answer = await fetch(`${server.baseUrl}/client.tgz`, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(answer.status).to.equal(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(packed)).to.equal(true)
    const etag = answer.headers.get('etag') as string
    expect(answer.headers.get('content-type')).to.equal('application/gzip')
    expect(answer.headers.get('content-encoding')).to.equal(null)
    expect(answer.headers.get('content-length')).to.equal(String(packed.length))
    const again = await fetch(`${server.baseUrl}/client.tgz`, {
      // Without this, fetch asks for a new copy.
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    })
    expect([again.status, await again.text()]).to.deep.equal([304, ''])
    const head = await fetch(`${server.baseUrl}/client.tgz`, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).to.deep.equal([200, etag])
  })

  it('is where people look for it: in the document and in the README', () => {
    expect(guide('Clients')).to.include('/client.tgz')
    expect(readFileSync('README.md', 'utf8')).to.include('/client.tgz')
  })
})

describe('the version of the client', () => {
  it('orders the revisions of the contract', () => {
    expect(['57', '58', '100'].map(packageVersion)).to.deep.equal(['1.57.0', '1.58.0', '1.100.0'])
  })

  for (const revision of ['', '0', '01', '1.0', 'abc', '2026-11-21', '99999999999999999'])
    it(`is not made of ${JSON.stringify(revision)}`, () => {
      expect(() => packageVersion(revision)).to.throw('info.version must be a whole number')
    })
})
