import { expect } from 'chai'
import type { JobHelpers } from '../../src/jobs/job.ts'
import { task as sendMails } from '../../src/jobs/send_mails.ts'

describe('send_mails', () => {
  it('looks once more when a mail is written while it finds none: the job of that mail was left to it', async () => {
    const sent: string[] = []
    let looks = 0
    const helpers = {
      clock: () => new Date(),
      postbox: {
        async deliver(_orgId: string, id: string) {
          sent.push(id)
          return { outcome: 'sent', unreachable: false }
        },
      },
      async withPgClient() {
        looks += 1
        // What this look does not see any more is committed, and its job begins.
        if (looks === 1) await sendMails({}, helpers)
        return looks === 2 ? [{ org_id: 'acme', id: 'late' }] : []
      },
    } as unknown as JobHelpers
    await sendMails({}, helpers)
    expect(sent).to.deep.equal(['late'])
    expect(looks).to.equal(3)
  })
})
