import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { committedRevisions, nextRevision, withRevision } from '../../codegen/revision.ts'

describe('the revision of the published documents', () => {
  const info = { title: 'Toys', version: 'generated', contact: { name: 'Rollcall' } }
  const documentOf = (...paths: string[]) => ({
    info,
    paths: Object.fromEntries(paths.map((path) => [path, {}])),
  })

  it('is 1 at first', () => {
    const { number, fingerprint } = nextRevision([documentOf('/a')], [])
    expect(number).to.equal(1)
    expect(fingerprint).to.match(/^[0-9a-f]{16}$/)
  })

  it('stays the same for the same content, and is the next number for another', () => {
    const first = nextRevision([documentOf('/a')], [])
    expect(nextRevision([documentOf('/a')], [first])).to.deep.equal(first)
    expect(nextRevision([documentOf('/b')], [first]).number).to.equal(2)
    expect(nextRevision([documentOf('/a'), documentOf()], [first]).number, 'of all documents').to.equal(2)
  })

  it('is above those of both branches after a merge', () => {
    const [ours, theirs] = [nextRevision([documentOf('/a')], []), { number: 7, fingerprint: 'of theirs' }]
    expect(nextRevision([documentOf('/a', '/b')], [ours, theirs]).number).to.equal(8)
    expect(nextRevision([documentOf('/a')], [ours, theirs]), 'theirs changed nothing').to.deep.equal(ours)
  })

  it('never falls below a released one, also when a commit is taken back', () => {
    const first = nextRevision([documentOf('/a')], [])
    expect(nextRevision([documentOf('/a')], [first], 1)).to.deep.equal(first)
    expect(nextRevision([documentOf('/a')], [first], 7)).to.deep.equal({ ...first, number: 8 })
  })

  it('is a number that all package managers can order', () => {
    const revised = withRevision(documentOf('/a'), { number: 57, fingerprint: '0123456789abcdef' })
    expect(revised['info']).to.deep.equal({ ...info, version: '57', 'x-fingerprint': '0123456789abcdef' })
  })

  describe('that was committed', () => {
    let dir: string
    beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'rollcall-revision-'))))
    afterEach(() => rmSync(dir, { recursive: true }))
    const file = 'openapi.json'
    const revision = (number: number, digit: string) => ({ number, fingerprint: digit.repeat(16) })
    const write = (text: string) => writeFileSync(join(dir, file), text)
    const publish = (number: number, digit: string) =>
      write(`${JSON.stringify(withRevision(documentOf('/a'), revision(number, digit)), null, 2)}\n`)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.example', ...args], {
        cwd: dir,
        stdio: 'pipe',
      })
    const commit = (message: string) => git('commit', '--quiet', '--all', `--message=${message}`)
    const committed = () => committedRevisions(dir, file)

    it('is that of the file where there is no commit', () => {
      expect(committed()).to.deep.equal([])
      publish(57, 'a')
      expect(committed()).to.deep.equal([revision(57, 'a')])
    })

    it('is none for a version that is no such number', () => {
      write(JSON.stringify({ info: { version: '280227983942744' } }, null, 2))
      expect(committed()).to.deep.equal([])
    })

    it('is that of the last commit, however often codegen ran since', () => {
      git('init', '--quiet')
      publish(57, 'a')
      git('add', file)
      commit('First')
      publish(58, 'b')
      expect(committed()).to.deep.equal([revision(57, 'a')])
      commit('Second')
      expect(committed()).to.deep.equal([revision(58, 'b')])
    })

    it('is that of both sides during a merge, whatever is left of the file', () => {
      git('init', '--quiet', '--initial-branch=main')
      publish(57, 'a')
      git('add', file)
      commit('First')
      git('switch', '--quiet', '--create=theirs')
      publish(59, 'c')
      commit('Theirs')
      git('switch', '--quiet', 'main')
      publish(58, 'b')
      commit('Ours')
      expect(() => git('merge', 'theirs'), 'they cannot be merged without codegen').to.throw()
      expect(committed()).to.deep.equal([revision(58, 'b'), revision(59, 'c')])
      rmSync(join(dir, '.git'), { recursive: true })
      const numbers = [58, 59].map((number) => ({ number, fingerprint: '' }))
      expect(committed(), 'the file has the marks of a conflict').to.deep.equal(numbers)
    })
  })
})
