import { parseArgs } from 'node:util'
import { endOnSignals } from '../support/signals.ts'
import { runLateCommits } from './late-commits.ts'
import { long, runFaults, short, type Outcome } from './run.ts'
import { Site } from './site.ts'
import { runWorkers } from './workers.ts'

const usage = `npm run test:faults -- [--short] [--events <n>]

Sends events to ten receivers that refuse, hang and dawdle, kills workers and PostgreSQL meanwhile, and fails when an event
is lost anywhere, or the feed has one twice.
  --short   what npm test does: few events, two kills
  --events  so many events`

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    events: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const plan = values.short ? short : long
const events = Number(values.events ?? plan.events)
const site = await Site.start(2)
endOnSignals(() => site.stop())
try {
  const tell = ({ wrong, events, measured }: Outcome) => {
    // Of very many faults, the first ones tell enough.
    for (const line of wrong.slice(0, 20)) console.error(line)
    console.log(`${events} events, ${wrong.length} faults: ${measured}`)
    if (wrong.length > 0) process.exitCode = 1
  }
  tell(await runLateCommits(site, values.short ? 1000 : events))
  tell(await runFaults({ ...plan, events }, site, console.log))
  tell(await runWorkers(site))
} finally {
  await site.stop()
}
