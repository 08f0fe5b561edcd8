import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { openPostbox } from '../../src/mail/open.ts'
import type { MailQueue } from '../../src/mail/mail-queue.ts'
import { Links } from '../../src/secrets/links.ts'

/** A postbox for workers whose jobs write no mail. */
export const idlePostbox = (): MailQueue =>
  openPostbox({
    dataDir: tmpdir(),
    mail: { smtp: undefined, from: { name: 'Test', address: 'test@localhost' }, perDay: 0 },
    links: new Links({ current: randomBytes(32) }),
    baseUrl: () => 'http://localhost',
    within: () => Promise.reject(new Error('no job of this worker writes a mail')),
    clock: () => new Date(),
    warn: () => undefined,
  })
