import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileTransport, mailFolder } from '../../src/mail/files.ts'

describe('a folder of mails', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-mails-'))
  const folder = mailFolder(dataDir)
  after(() => rmSync(dataDir, { recursive: true, force: true }))

  const { send } = fileTransport(dataDir)
  const mail = (date: string) =>
    send({
      id: randomUUIDv7(),
      date: new Date(date),
      envelope: { from: '', to: [] },
      bytes: Buffer.from('x'),
    })
  const add = (...names: string[]) => names.forEach((name) => writeFileSync(join(folder, name), 'x'))

  it('holds those of 90 days, and looks for older ones once a day and not with each mail', async () => {
    mkdirSync(folder)
    const [old, young, foreign] = ['20301003T000000Z-a.eml', '20301004T000000Z-b.eml', '1-notes.eml']
    // Its process was killed before it had its name.
    const half = `.${old}`
    add(old, half, young, foreign)
    await mail('2031-01-01T08:00:00Z')
    expect(readdirSync(folder)).to.include.members([young, foreign]).and.not.include(old)
    expect(readdirSync(folder)).to.not.include(half)
    add(old)
    await mail('2031-01-01T09:00:00Z')
    await mail('2030-12-31T09:00:00Z')
    expect(readdirSync(folder), 'on the same day, and for a mail that was late').to.include(old)
    await mail('2031-01-02T00:00:00Z')
    expect(readdirSync(folder))
      .to.have.length(4 + 2)
      .and.not.include(old)
  })
})
