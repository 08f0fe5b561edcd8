import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { CodegenError, modeOf } from '../../codegen/run.ts'
import { pathItem, plan, UsageError } from '../../codegen/scaffold.ts'
import { box, create, created, list, useWorkshop, Workshop } from './workshop.ts'

const published = 'openapi/published/openapi.json'

describe('npm run codegen', () => {
  const workshop = useWorkshop(() => new Workshop().withCommands())

  it('writes everything that is derived, and a handler and a failing test where there is none', () => {
    const { status, output } = workshop.current.run('main.ts')
    expect(status, output).to.equal(0)
    expect(output.trim().split('\n')).to.deep.equal([
      'wrote src/actions/toys/boxes/create.ts',
      'wrote test/actions/toys/boxes/create.test.ts',
      'wrote src/actions/toys/boxes/list.ts',
      'wrote test/actions/toys/boxes/list.test.ts',
    ])
    for (const file of [
      'contract.ts',
      'client-schemas.ts',
      'client-actions.ts',
      'client-errors.ts',
      'client-events.ts',
      'client.tgz',
      'actions.ts',
      'handlers.ts',
      'errors.ts',
      'events.ts',
      'jobs.ts',
      'workers.ts',
      'requests.js',
      'requests.d.ts',
      'results.js',
      'results.d.ts',
    ])
      expect(existsSync(join(workshop.current.dir, 'src/generated', file)), file).to.equal(true)
    expect(workshop.current.read('src/generated/handlers.ts')).to.include(
      "from '../actions/toys/boxes/list.ts'",
    )
    expect(workshop.current.read('src/actions/toys/boxes/list.ts')).to.include('has no handler yet')
    expect(workshop.current.read('test/actions/toys/boxes/list.test.ts')).to.include('toys_boxes_list')
  })

  it('never overwrites a handler or a test, and counts no other file as one', async () => {
    workshop.current.write('src/actions/toys/boxes/list.ts', '// mine\n')
    workshop.current.write('test/actions/toys/boxes/list.test.ts', '// mine, too\n')
    workshop.current.write('test/actions/toys/boxes.test.ts', "call('toys_boxes_create')\n")
    const { output } = await workshop.current.codegen()
    expect(output.trim().split('\n')).to.deep.equal([
      'wrote src/actions/toys/boxes/create.ts',
      'wrote test/actions/toys/boxes/create.test.ts',
    ])
    expect(workshop.current.read('src/actions/toys/boxes/list.ts')).to.equal('// mine\n')
    expect(workshop.current.read('test/actions/toys/boxes/list.test.ts')).to.equal('// mine, too\n')
  })

  it('says what is wrong with file and line, and writes nothing then', async () => {
    workshop.current.edit(list, 'x-class: read', 'x-class: reads')
    const before = workshop.current.times()
    const { status, output } = await workshop.current.codegen()
    expect(status).to.equal(1)
    expect(output).to.include(`${list}:5 x-class must be one of read, write, destructive`)
    expect(workshop.current.times()).to.deep.equal(before)
  })
})

describe('the options of npm run codegen', () => {
  it('are the modes, and no others', () => {
    const all = [[], ['--check'], ['--generated'], ['--check', '--help']]
    expect(all.map(modeOf)).to.deep.equal(['write', 'check', 'generated', 'help'])
    expect(() => modeOf(['--colour'])).to.throw(CodegenError, "Unknown option '--colour'")
  })
})

describe('npm run codegen, a second time', () => {
  let built: Workshop
  before(async () => {
    built = new Workshop().withCommands()
    expect((await built.codegen()).status).to.equal(0)
  })
  after(() => built.remove())
  const workshop = useWorkshop(() => built.copy())

  it('touches nothing when nothing changed', async () => {
    const before = workshop.current.times()
    expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
    expect(workshop.current.times()).to.deep.equal(before)
  })

  it('writes again when a task or the register of personal data changed', async () => {
    const task = 'export const payload = {}\nexport const cron = null\nexport const task = () => undefined\n'
    workshop.current.write('src/jobs/sweep.ts', task)
    expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
    expect(workshop.current.read('src/generated/workers.ts')).to.include('sweep')
    workshop.current.edit('src/personal-data/account.ts', 'org_id slug', 'org_id box_id slug')
    const people = "each('work_email_key search_text search_start'"
    workshop.current.edit(
      'src/personal-data/people.ts',
      people,
      `each('box_id', privateDetail), ...${people}`,
    )
    expect(workshop.current.run('main.ts').output).to.include(`${created}:9 box_id is private (people)`)
  })

  it('packs the client again when its code or its guide changed', async () => {
    const packed = () => readFileSync(join(workshop.current.dir, 'src/generated/client.tgz'))
    const seen = [packed()]
    for (const [file, from, to] of [
      ['src/client/guide.md', '# Boxes', '# Boxes and lids'],
      ['src/client/retry.ts', '8_000', '9_000'],
      [create, 'Adds a box', 'Adds a red box'],
    ] as const) {
      workshop.current.edit(file, from, to)
      expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
      for (const one of seen) expect(packed().equals(one), file).to.equal(false)
      seen.push(packed())
    }
  })

  const validators = async (name: string) => {
    const file = join(workshop.current.dir, `src/generated/${name}.js`)
    return (await import(pathToFileURL(file).href)) as Record<
      string,
      Record<string, (data: unknown) => boolean>
    >
  }

  it('writes validators of requests by themselves: production loads no other', async () => {
    const requests = await validators('requests')
    for (const other of ['results', 'events']) expect(requests).to.not.have.property(other)
    expect(requests['requests']!['toys_boxes_create']!({ name: 'Blocks' })).to.equal(true)
    expect(requests['requests']!['toys_boxes_create']!({})).to.equal(false)
    const { results } = await validators('results')
    expect(results!['toys_boxes_create']!({ id: 'box-1', name: 'Blocks' })).to.equal(true)
    expect(results!['toys_boxes_create']!({ id: null, name: 'Blocks' })).to.equal(false)
  })

  it('writes validators of results that take null for a secret, as a dry run answers, and for nothing else', async () => {
    workshop.current.edit(box, 'name: { type: string,', 'name: { type: string, x-redact: true,')
    workshop.current.edit(create, 'x-retry: replay', 'x-retry: no-store')
    expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
    const { results } = await validators('results')
    expect(results!['toys_boxes_create']!({ id: 'box-1', name: null })).to.equal(true)
    expect(results!['toys_boxes_create']!({ id: null, name: null })).to.equal(false)
  })

  it('writes a validator for the data of each event', async () => {
    const { events } = await validators('results')
    const data = { box_id: 'box-1', box: { id: 'box-1', name: 'Blocks' } }
    expect(events!['box.created']!(data)).to.equal(true)
    expect(events!['box.created']!({ ...data, more: 1 })).to.equal(false)
  })

  it('counts the revisions of the contract, and not its own runs', async () => {
    const git = (...args: string[]) => {
      const named = ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.example', ...args]
      return execFileSync('git', named, { cwd: workshop.current.dir, stdio: 'pipe' })
    }
    const versionAfter = async (change: () => void) => {
      change()
      expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
      const documents = [published, 'src/generated/openapi-3.0.json'].map((file) =>
        workshop.current.read(file),
      )
      const [version, ...others] = documents.map((text) => JSON.parse(text).info.version as string)
      expect(others).to.deep.equal([version])
      return version
    }
    git('init', '--quiet')
    git('add', 'openapi')
    git('commit', '--quiet', '--message=First')
    expect(await versionAfter(() => workshop.current.edit(create, 'Adds a box', 'Adds a red box'))).to.equal(
      '2',
    )
    expect(await versionAfter(() => workshop.current.edit(create, 'a red box', 'a blue box'))).to.equal('2')
    expect(await versionAfter(() => workshop.current.edit(create, 'a blue box', 'a box'))).to.equal('1')
    expect(await versionAfter(() => workshop.current.edit(create, 'Adds a box', 'Adds a red box'))).to.equal(
      '2',
    )
    workshop.current.edit(published, '"version": "2"', '"version": "3"')
    expect((await workshop.current.codegen('check')).output).to.include(published)
  })

  it('removes files that are no longer written', async () => {
    workshop.current.write('src/generated/old.ts', '')
    workshop.current.edit(create, 'Adds a box', 'Adds a red box')
    expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
    expect(existsSync(join(workshop.current.dir, 'src/generated/old.ts'))).to.equal(false)
    expect(existsSync(join(workshop.current.dir, 'src/generated/.stamp'))).to.equal(true)
  })

  it('writes again what was removed', async () => {
    rmSync(join(workshop.current.dir, 'src/generated/client-schemas.ts'))
    expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
    expect(existsSync(join(workshop.current.dir, 'src/generated/client-schemas.ts'))).to.equal(true)
  })

  describe('-- --generated, as packages are installed', () => {
    const generated = () => workshop.current.codegen('generated')
    const committed = () =>
      Object.entries(workshop.current.times()).filter(([file]) => !file.startsWith('src/generated'))

    it('writes what is not committed, and nothing is left to do then', async () => {
      rmSync(join(workshop.current.dir, 'src/generated'), { recursive: true })
      const before = committed()
      expect(await generated()).to.deep.equal({ status: 0, output: '' })
      expect(committed()).to.deep.equal(before)
      expect(existsSync(join(workshop.current.dir, 'src/generated/contract.ts'))).to.equal(true)
      const after = workshop.current.times()
      expect(await workshop.current.codegen()).to.deep.equal({ status: 0, output: '' })
      expect(workshop.current.times()).to.deep.equal(after)
    })

    it('leaves what is committed as it is, so that --check still fails, and the next run still writes it', async () => {
      workshop.current.edit(create, 'Adds a box', 'Adds a red box')
      rmSync(join(workshop.current.dir, 'src/actions/toys/boxes/list.ts'))
      const before = committed()
      expect(await generated()).to.deep.equal({ status: 0, output: '' })
      expect(committed()).to.deep.equal(before)
      expect(workshop.current.read('src/generated/contract.ts')).to.include('Adds a red box')
      expect((await workshop.current.codegen('check')).output)
        .to.include(published)
        .and.include('src/actions/toys/boxes/list.ts')
      expect((await workshop.current.codegen()).output).to.equal('wrote src/actions/toys/boxes/list.ts\n')
      expect(workshop.current.read(published)).to.include('Adds a red box')
    })
  })

  describe('-- --check', () => {
    it('passes on what codegen wrote, without what is not committed', async () => {
      expect(await workshop.current.codegen('check')).to.deep.equal({ status: 0, output: '' })
    })

    it('fails when a published file was edited, and leaves it as it is', async () => {
      workshop.current.edit(published, 'List boxes', 'List all boxes')
      const before = workshop.current.times()
      const { status, output } = await workshop.current.codegen('check')
      expect(status).to.equal(1)
      expect(output).to.include(published).and.include('npm run codegen')
      expect(workshop.current.times()).to.deep.equal(before)
    })

    it('fails when the contract changed and nothing was written', async () => {
      workshop.current.edit(create, 'Adds a box', 'Adds a red box')
      const { status, output } = await workshop.current.codegen('check')
      expect(status).to.equal(1)
      expect(output)
        .to.include('openapi/published/openapi.json')
        .and.include('openapi/published/mcp-tools.json')
    })
  })
})

describe('npm run new', () => {
  const workshop = useWorkshop(() => new Workshop().withCommands())
  const planned = (...args: string[]) => plan(workshop.current.contract(), args, workshop.current.dir)

  it('scaffolds a Path Item in good order, a handler and a failing test', () => {
    const { status, output } = workshop.current.run(
      'new.ts',
      'toys/boxes/empty',
      '--class',
      'destructive',
      '--manage',
      'owner,hr',
      '--me',
    )
    expect(status, output).to.equal(0)
    expect(output).to.include('wrote openapi/paths/toys/boxes/empty.yaml')
    expect(output).to.include('wrote src/actions/toys/boxes/empty.ts')
    expect(output).to.include('wrote test/actions/toys/boxes/empty.test.ts')
    expect(
      workshop.current.contract().sources.find(({ id }) => id === 'toys_boxes_empty')!.operation,
    ).to.deep.include({
      tags: ['Structure'],
      summary: 'Empty boxes',
      'x-class': 'destructive',
      'x-retry': 'replay',
      'x-access': { manage: ['owner', 'hr'], me: true },
    })
  })

  it('refuses an existing action with a clear message, and writes nothing', async () => {
    const before = workshop.current.times()
    const { status, output } = await workshop.current.create('toys/boxes/create', '--class', 'write')
    expect(status).to.equal(1)
    expect(output.trim()).to.equal(`toys_boxes_create exists already: ${create}.`)
    expect(workshop.current.times()).to.deep.equal(before)
  })

  it('explains itself', async () => {
    const { status, output } = await workshop.current.create('--help')
    expect(status).to.equal(0)
    expect(output).to.include('npm run new -- org/units/create --class write')
  })

  const possible = [
    'toys/boxes/move --class write --retry no-store --web-only',
    'toys/shelves/list --class read --me',
    'toys/boxes/get --class read --manage any',
    'toys/boxes/burn --class destructive --me',
    'games/start --class write --tag Setup',
  ]
  for (const line of possible)
    it(`leaves nothing for codegen to refuse: ${line}`, () => {
      const wanted = planned(...line.split(' '))
      workshop.current.write(wanted.source.file, pathItem(wanted))
      expect(workshop.current.problems()).to.deep.equal([])
    })

  const impossible: Record<string, string> = {
    'toys_boxes/create --class write': `toys_boxes_create exists already: ${create}.`,
    'toys/Boxes/fill --class write': 'toys/Boxes/fill cannot be an action',
    'toys/../fill --class write': 'cannot be an action',
    'fill --class write': 'is in no group',
    'toys/boxes/fill_with_everything_there_is_in_the_house --class write': 'longer than 45 characters',
    'auth/hello --class write': 'no actions',
    'toys/boxes/fill': '--class must be one of read, write, destructive',
    'toys/boxes/fill --class read --retry replay': 'needs no --retry',
    'toys/boxes/status --class write': 'status promises a read action',
    'toys/boxes/fill --class write --manage boss': '--manage must be one of owner, admin, hr, viewer',
    'games/start --class write': 'games is a new group',
    'toys/boxes/fill --colour': "Unknown option '--colour'",
    'toys/boxes/fill toys/boxes/empty --class write': 'Name one action.',
  }
  for (const [line, says] of Object.entries(impossible))
    it(`refuses: ${line}`, () => {
      expect(() => planned(...line.split(' '))).to.throw(UsageError, says)
    })
})
