import fc from 'fast-check'
import { useServer } from '../../support/server.ts'
import { callers } from './subjects.ts'
import { buildScene } from './scene.ts'
import { checkRequests, checkPerson } from './check.ts'
import { stories } from './operations.ts'
import { play } from './play.ts'

/**
 * Fixed stories, so that each run is the same. Others: `APPROVAL_STORIES=300 APPROVAL_SEED=7 npm test -- --timeout 0` and this
 * file tries so many and shortens the first one that fails.
 */
const { APPROVAL_STORIES: many, APPROVAL_SEED: seed = '6' } = process.env
const runs = many
  ? [{ numRuns: Number(many), seed: Number(seed) }]
  : [6, 7, 18].map((seed) => ({ numRuns: 4, seed, endOnFailure: true }))

describe('approvals in random stories', () => {
  const server = useServer({})

  for (const run of runs)
    it(`do what a model says that knows only the rules (seed ${run.seed})`, () =>
      fc.assert(
        fc.asyncProperty(stories, async (story) => {
          const scene = await buildScene(server, story)
          const { world, trace } = scene
          try {
            for (const [index, operation] of story.operations.entries()) await play(scene, operation, index)
            for (const caller of callers(world)) await checkRequests(scene, caller, 'app')
            for (const person of world.people) await checkPerson(scene, person)
          } catch (error) {
            if (error instanceof Error) error.message += `\n${trace.join('\n')}`
            throw error
          }
        }),
        run,
      ))
})
