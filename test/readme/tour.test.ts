import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { nil } from '../support/dry-run.ts'
import { newFolderInMemory } from '../support/memory.ts'
import { readReadme } from '../support/readmes.ts'

const run = promisify(execFile)

const blocksOf = (file: string): string[] =>
  readReadme(file).blocks.flatMap(({ info, text }) => (info === 'sh tour' ? [text] : []))

/** The tour, command by command, against a server started as the README says: with its demo company. */
describe('the tour', () => {
  const tour = blocksOf('docs/tour.md')
  const blocks = [...tour, ...blocksOf('README.md')]
  let dir: string
  let server: ChildProcess
  let outputs: string[]

  before(async () => {
    dir = newFolderInMemory('rollcall-tour-')
    const env = {
      ...process.env,
      DATA_DIR: join(dir, 'var'),
      PORT: '0',
      NODE_ENV: 'development',
      DATABASE_URL: '',
    }
    server = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    const baseUrl = await new Promise<string>((done, fail) => {
      server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)))
      server.stdout!.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        const [, address] = /(http:\/\/localhost:\d+)\/docs/.exec(printed) ?? []
        if (address) done(address)
      })
    })
    // One shell for all, as a reader has; a mark after each command tells their outputs apart.
    const script = blocks
      .map((block) =>
        block
          .replaceAll('http://localhost:3000', baseUrl)
          .replaceAll(/\bvar\/(?=demo\.json|cookies|people\.json|mail|lukas)/g, `${join(dir, 'var')}/`),
      )
      .join('\necho; echo "----"\n')
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env })
    outputs = stdout.split('----\n')
  })

  after(async () => {
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await gone
    rmSync(dir, { recursive: true, force: true })
  })

  it('is short, also where there are 200 people', () => {
    for (const [index, output] of outputs.entries())
      expect(output.length, blocks[index]).to.be.lessThan(10_000)
  })

  it('begins in the README, which shows what its call prints', () => {
    const [shown] = readReadme('README.md').blocks.filter(({ info }) => info === 'text output')
    expect(outputs[tour.length]!.trim()).to.equal(shown!.text.trim())
  })

  it('says who I am and finds people', () => {
    const [me, people] = lines(outputs[1])
    expect(me.data.roles).to.deep.equal(['owner'])
    expect(people.data.people).to.have.length(2)
    expect(people.data.total).to.be.greaterThan(2)
  })

  it('tries a unit without effect, then makes it once however often it is sent', () => {
    const [rehearsal] = lines(outputs[2])
    expect(rehearsal.data).to.include({ id: nil, name: 'Quantum Research' })
    expect(rehearsal.dry_run.activity[0].summary).to.equal('Created the unit Quantum Research')
    expect(rehearsal.dry_run.events).to.deep.equal(['unit.created'])
    const [first, second] = lines(outputs[3])
    expect(first.data.id).to.be.a('string')
    expect(second).to.deep.equal(first)
    expect(outputs[3]!.match(/Idempotent-Replayed: true/g)).to.have.length(1)
  })

  it('hires, names what is hidden, explains mistakes and tells who did what', () => {
    const [hired] = lines(outputs[4])
    expect(hired.data.person).to.include({ name: 'Ada Lovelace', status: 'pre_hire', birthday: null })
    expect(hired.data.person.hidden_fields).to.include('birthday')
    const [mistakes] = lines(outputs[7])
    expect(mistakes.error.details.map(({ path }: { path: string }) => path)).to.have.members([
      'name',
      'kind',
      'colour',
    ])
    const [log] = lines(outputs[8])
    expect(log.data.items.map(({ summary }: { summary: string }) => summary)[0]).to.include('Bjarne Solheim')
  })

  it('promotes somebody in the future, tried dry first, and sees it on its day', () => {
    const [rehearsal] = lines(outputs[5])
    expect(rehearsal.data.job).to.include({
      id: nil,
      valid_from: '2031-01-01',
      title: 'Senior Firmware Engineer',
    })
    expect(rehearsal.dry_run.events).to.include('person.job_changed')
    const [change, eve, day] = lines(outputs[6])
    expect(change.data.approval).to.include({ status: 'approved', note: 'proposed_by_approver' })
    expect(eve.data).to.include({ title: 'Firmware Engineer', status: 'active' })
    expect(day.data).to.include({ title: 'Senior Firmware Engineer', status: 'active' })
  })

  it('approves what a manager proposed', () => {
    const [request] = lines(outputs[10])
    expect(request.data).to.include({ kind: 'job_change', status: 'approved', waiting_for: null })
    expect(request.data.proposed_by.name).to.equal('Rafael Monteiro')
  })

  it('signs in and makes a key', () => {
    const [session, key] = lines(outputs[9])
    expect(session.data.expires_at).to.be.a('string')
    expect(key.data).to.include({ name: 'My script', audience: 'manage' })
    expect(key.data.secret).to.match(/^hrk_/)
  })

  it('answers an assistant the same', () => {
    const [answer] = lines(outputs[11])
    expect(JSON.parse(answer.result.content[0].text).data.total).to.equal(1)
  })

  it('imports 200 people: told of a mistake, tried dry, done once, and unchanged the second time', () => {
    const [setup] = lines(outputs[12])
    expect(setup.data).to.include({ entity: true, location: true })
    const [mistake] = lines(outputs[13])
    expect(mistake.data.row_errors).to.have.length(1)
    expect(mistake.data.row_errors[0]).to.include({ row: 3, column: 'start_date', code: 'bad_format' })
    const [rehearsal, done, again] = lines(outputs[14])
    for (const { data } of [rehearsal, done])
      expect(data).to.deep.include({ created: 200, updated: 0, unchanged: 0, row_errors: [], warnings: [] })
    expect(again.data).to.include({ created: 0, updated: 0, unchanged: 200 })
  })

  it('invites somebody, who accepts by the link of the mail, and can connect an assistant', () => {
    const [invite] = lines(outputs[17])
    expect(invite.data).to.deep.include({ url: null })
    expect(invite.data.email.status).to.equal('skipped')
    const [session, me] = lines(outputs[18])
    expect(session.data.expires_at).to.be.a('string')
    expect(me.data).to.deep.include({ roles: ['member'], audiences: ['me'] })
    const [connections] = lines(outputs[19])
    expect(connections.data).to.deep.equal([])
    expect(outputs[19]).to.include('"scopes_supported":["me","manage"]')
  })

  it('shows what happened, and where webhooks would go', () => {
    const [feed] = lines(outputs[20])
    expect(feed.data.events.map(({ type }: { type: string }) => type)).to.deep.equal(['person.hired'])
    expect(feed.data.next).to.match(/^f/)
    const [endpoint] = lines(outputs[21])
    expect(endpoint.data).to.deep.include({ secret: null, enabled: true, event_types: ['person.hired'] })
  })

  it('changes a few of them over MCP, and takes them out as a file', () => {
    const [answer] = lines(outputs[15])
    expect(JSON.parse(answer.result.content[0].text).data).to.deep.include({
      created: { locations: 0, units: 1, people: 0 },
      updated: { locations: 0, units: 1, people: 1 },
    })
    expect(outputs[16]).to.match(/^given_name;family_name;/)
    expect(outputs[16]).to.include('@twohundred.example')
  })

  /** Each JSON object of a block's output; headers in between are passed over. */
  function lines(output: string | undefined): any[] {
    return (output ?? '')
      .split('\n')
      .flatMap((line) =>
        [...line.matchAll(/\{"(?:data|error|result|jsonrpc)".*?\}(?=\{"|HTTP|$)/g)].map(([json]) =>
          JSON.parse(json),
        ),
      )
  }
})
