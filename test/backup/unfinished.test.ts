import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { removeUnfinishedFiles } from '../../src/unfinished.ts'

describe('what a killed backup left', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-unfinished-'))
  const at = (name: string) => join(folder, name)
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('is removed, and nothing else in the folder of the operator', () => {
    const ended = spawnSync(process.execPath, ['--version']).pid
    const stays = [
      `a.backup-of-the-boss.new.${ended}`,
      `a.backup.new.0`,
      `a.backup.new.${ended}.txt`,
      `a.backup.new.${process.ppid}`,
      `a.backup.old.new.${ended}`,
      `a.backup.password.${ended}`,
      `b.a.backup.new.${ended}`,
    ]
    for (const name of [...stays, `a.backup.new.${ended}`, `a.backup.new.${process.pid}`])
      writeFileSync(at(name), 'text')
    removeUnfinishedFiles(at('a.backup'))
    expect(readdirSync(folder).sort()).to.deep.equal(stays.sort())

    mkdirSync(at(`c.new.${ended}`))
    writeFileSync(at(`c.new.${ended}/letter`), 'Dear Ada')
    symlinkSync(at('b'), at(`d.new.${ended}`))
    removeUnfinishedFiles(at('c'))
    removeUnfinishedFiles(at('d'))
    expect(readdirSync(at(`c.new.${ended}`))).to.deep.equal(['letter'])
    expect(readdirSync(folder)).to.include(`d.new.${ended}`)
  })
})
