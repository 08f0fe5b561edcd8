import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { newPlace } from '../support/files.ts'

describe('a disk that is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-full-'))
  after(() => rmSync(folder, { recursive: true }))

  it('refuses a file in the middle, and keeps nothing of it', () => {
    const { orgId, fileId } = newPlace()
    const line = 'ulimit -f 400 && exec "$0" test/support/full-disk.ts "$@"'
    const said = execFileSync('sh', ['-c', line, process.execPath, folder, orgId, fileId], {
      encoding: 'utf8',
    })
    expect(JSON.parse(said)).to.deep.equal({ refused: true })
    expect(readdirSync(join(folder, 'files', '.unfinished'))).to.deep.equal([])
  })
})
