import fc from 'fast-check'
import { useServer } from '../../support/server.ts'
import { callers } from './proposals.ts'
import { checkPerson, checkRequests } from './check.ts'
import { stories } from './operations.ts'
import { play } from './play.ts'
import { buildScene } from './scene.ts'
import { writeFileSync } from 'node:fs'
describe('triage', () => {
  const server = useServer({})
  it('x', async function () {
    this.timeout(0)
    const found = new Map<string, { count: number; best: string[]; ops: number }>()
    const list = fc.sample(stories, {
      numRuns: Number(process.env['N'] ?? 60),
      seed: Number(process.env['SEED'] ?? 1),
    })
    let ok = 0
    for (const story of list) {
      const scene = await buildScene(server, story)
      let done = 0
      try {
        for (const [index, operation] of story.operations.entries()) {
          done = index
          await play(scene, operation, index)
        }
        for (const caller of callers(scene.world)) await checkRequests(scene, caller, 'app')
        for (const person of scene.world.people) await checkPerson(scene, person)
        ok++
      } catch (error: any) {
        const key = /^\[[^\]]*\]/.exec(error.message)?.[0] ?? error.message.slice(0, 60)
        const one = found.get(key) ?? { count: 0, best: [], ops: 999 }
        found.set(key, one)
        one.count++
        if (done < one.ops) {
          one.ops = done
          const e = error as any
          one.best = [
            error.message,
            e.expected !== undefined && typeof e.expected === 'object'
              ? 'EXP ' + JSON.stringify(e.expected) + '\nGOT ' + JSON.stringify(e.actual)
              : '',
            error.stack
              ?.split('\n')
              .filter((l: string) => l.includes('random-approvals'))
              .slice(0, 3)
              .join('\n') ?? '',
            ...scene.world.members.map(
              (m) =>
                `member ${m.name} ${m.role} ${m.disabled ? 'disabled' : ''} ${m.password ? '' : 'nologin'} ${m.invite ? 'invited by ' + scene.world.members.find((x) => x.id === m.invite!.by)!.name : ''}`,
            ),
            ...scene.world.people.map(
              (p) =>
                `person ${p.name} mgr ${scene.world.people.find((q) => q.id === p.employments.at(-1)!.rows[0]!.sets.manager_id)?.name} unit ${scene.world.units.find((q) => q.id === p.employments.at(-1)!.rows[0]!.sets.unit_id)?.name} last ${p.employments.at(-1)!.last}`,
            ),
            ...scene.world.units.map(
              (u) =>
                `unit ${u.name} parent ${u.parent?.name} lead ${u.lead?.name} ${u.archived ? 'archived' : ''} ${JSON.stringify(u.acts.map((a) => [scene.world.members.find((m) => m.id === a.by)!.name, a.what, new Date(a.at).toISOString()]))}`,
            ),
            ...scene.trace,
          ]
        }
      }
    }
    const out = [...found]
      .sort((a, b) => b[1].count - a[1].count)
      .map(([key, { count, best }]) => `##### ${key} ${count}\n${best.join('\n')}`)
    writeFileSync('/tmp/model-triage.txt', `ok ${ok} of ${list.length}\n` + out.join('\n\n'))
  })
})
