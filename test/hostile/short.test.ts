import { expect } from 'chai'
import type { Finding } from './attack.ts'
import { attacks } from './attacks/all.ts'
import { groups, judge, runAttack, tell } from './run.ts'
import { Site } from './site.ts'

/** What `npm run test:hostile -- --short` does. */
describe('nothing one caller does hurts another', () => {
  let site: Site
  before(async () => void (site = await Site.start(true)))
  after(() => site?.stop())

  for (const group of groups(attacks.filter(({ fullOnly }) => !fullOnly))) {
    let findings: Promise<Finding[]> | undefined
    for (const [index, { name }] of group.entries())
      it(name, async () => {
        findings ??= Promise.all(group.map((attack) => runAttack(attack, site, true)))
        const finding = (await findings)[index]!
        expect(judge(finding, true), tell(finding)).to.equal(true)
      })
  }
})
