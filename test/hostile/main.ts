import { parseArgs } from 'node:util'
import { endOnSignals } from '../support/signals.ts'
import { attacks } from './attacks/all.ts'
import { describeFinding, groups, judge, runAttack } from './run.ts'
import { Site } from './site.ts'

const usage = `npm run test:hostile -- [--short] [--only <words>]

Starts servers with a database of their own, attacks them over the loopback address, and prints for each attack what
others noticed. Fails when anybody was hurt.
  --short  leaves out what takes long, attacks with less, and lets no waiting decide; npm test does the same
  --only   only attacks whose name contains the words`

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const chosen = attacks.filter(
  ({ name, fullOnly }) => name.includes(values.only) && !(values.short && fullOnly),
)
if (chosen.length === 0) {
  console.error(
    `No attack is called ${values.only}. They are:\n${attacks.map(({ name }) => `  ${name}`).join('\n')}`,
  )
  process.exit(2)
}
const site = await Site.start(values.short)
endOnSignals(() => site.stop())
let hurt = 0
try {
  for (const group of groups(chosen)) {
    const findings = await Promise.all(group.map((attack) => runAttack(attack, site, values.short)))
    for (const [index, finding] of findings.entries()) {
      if (!judge(finding, values.short)) hurt++
      console.log(describeFinding(group[index]!, finding, values.short))
    }
  }
} finally {
  await site.stop()
}
console.log(`${chosen.length - hurt} withstood, ${hurt} hurt somebody`)
process.exitCode = hurt > 0 ? 1 : 0
