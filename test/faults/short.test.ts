import { expect } from 'chai'
import { runLateCommits } from './late-commits.ts'
import { runFaults, short } from './run.ts'
import { Site } from './site.ts'
import { runWorkers } from './workers.ts'

/** What `npm run test:faults -- --short` does. */
describe('webhooks and the feed', () => {
  let site: Site
  before(async () => void (site = await Site.start(2)))
  after(() => site?.stop())

  it('have each event once and in order, while commits are late and a reader does not wait', async () => {
    const { wrong, events } = await runLateCommits(site, 1000)
    expect(wrong).to.deep.equal([])
    expect(events).to.equal(1000)
  })

  it('lose nothing while receivers fail, and workers and PostgreSQL are killed', async () => {
    const { wrong, events } = await runFaults(short, site, () => undefined)
    expect(wrong).to.deep.equal([])
    expect(events).to.equal(short.events)
  })
  it('arrive once each from two workers, and when one stands still and wakes up, it changes nothing', async () => {
    const { wrong } = await runWorkers(site)
    expect(wrong).to.deep.equal([])
  })
})
