import { appendFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkFrozen, freeze } from '../../codegen/frozen.ts'
import { checkMigrations } from './freeze.ts'

describe('the migrations', () => {
  it('are as they were when they were published, and from the first release on none is forgotten', () => {
    const { problems, published, missing } = checkMigrations('migrations')
    expect(problems, 'publish a correction as a new migration').to.deep.equal([])
    const forgotten = published === 0 ? [] : missing
    expect(forgotten, 'a migration that is finished is recorded by npm run freeze:migrations').to.deep.equal(
      [],
    )
  })
})

describe('a published migration', () => {
  let folder: string
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'rollcall-migrations-')), 'migrations')
    cpSync('migrations', folder, { recursive: true })
    freeze(folder, checkFrozen(folder, '.ts').missing)
    expect(checkMigrations(folder)).to.deep.include({ problems: [], missing: [] })
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

  it('is never changed, not even its comments', () => {
    appendFileSync(join(folder, '0003_timelines.ts'), '\n// One word more.\n')
    expect(checkMigrations(folder).problems).to.deep.equal([
      '0003_timelines.ts is published, and was changed. Restore it, and write a new migration.',
    ])
  })

  it('is never removed or renamed', () => {
    renameSync(join(folder, '0005_custom_fields.ts'), join(folder, '0005_events.ts'))
    expect(checkMigrations(folder).problems[0]).to.equal(
      '0005_custom_fields.ts is published, and is gone. Restore it. To undo what it does, write a new migration.',
    )
  })

  it('is followed by new ones: two of the same number, or one in between, are refused', () => {
    const count = readdirSync(folder).filter((file) => file.endsWith('.ts')).length
    const numbered = (number: number, title: string) => `${String(number).padStart(4, '0')}_${title}.ts`
    writeFileSync(join(folder, numbered(count + 1, 'leave')), '')
    expect(checkMigrations(folder))
      .to.deep.include({ problems: [] })
      .and.nested.property('missing')
      .with.length(1)
    const second = numbered(count + 1, 'vacation')
    writeFileSync(join(folder, second), '')
    expect(checkMigrations(folder).problems).to.deep.equal([
      `${second} is new, and comes after the published ones: its name must begin with ${numbered(
        count + 2,
        '',
      ).slice(0, 5)}.`,
    ])
    rmSync(join(folder, second))
    writeFileSync(join(folder, '0002_before.ts'), '')
    expect(checkMigrations(folder).problems[0]).to.match(/^0002_before\.ts is new, and comes after/)
  })
})
