import fc from 'fast-check'
import { useServer } from '../../support/server.ts'
import { callers } from './proposals.ts'
import { checkPerson, checkRequests } from './check.ts'
import { stories } from './operations.ts'
import { play } from './play.ts'
import { buildScene } from './scene.ts'

/** How many stories, and of which seed: APPROVAL_STORIES=500 APPROVAL_SEED=7 tries many others, and shrinks what fails. */
const runs = Number(process.env['APPROVAL_STORIES'] ?? 12)
const seed = Number(process.env['APPROVAL_SEED'] ?? 1)

describe('approvals in random stories', () => {
  const server = useServer({})

  it('do what the model says', async function () {
    this.timeout(0)
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const scene = await buildScene(server, story)
        for (const [index, operation] of story.operations.entries()) await play(scene, operation, index)
        for (const caller of callers(scene.world)) await checkRequests(scene, caller, 'app')
        for (const person of scene.world.people) await checkPerson(scene, person)
      }),
      { numRuns: runs, seed, verbose: 1 },
    )
  })
})
