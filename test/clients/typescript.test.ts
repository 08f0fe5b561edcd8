import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { useServer } from '../support/server.ts'
import { tryClient } from './try.ts'
import { installed } from './typescript.ts'
import { Workspace } from './workspace.ts'

/**
 * `npm run clients` tries more, in other languages. Their generators come from registries that a machine that runs the
 * tests need not reach.
 */
describe('a generated client', () => {
  const server = useServer()
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-clients-'))
  after(() => rmSync(dir, { recursive: true, force: true }))

  for (const client of installed)
    it(`in ${client.name}, compiles, calls, and reads answers of a later version`, async () => {
      const company = await server.company()
      const owner = await company.as('owner')
      const document = resolve('openapi/published/openapi.json')
      const workspace = new Workspace(join(dir, 'client'), { document, document30: document })
      const caller = {
        url: owner.baseUrl,
        key: owner.credential.kind === 'key' ? owner.credential.secret : '',
      }
      expect(await tryClient(client, workspace, caller)).to.deep.equal({ tomorrow: 'reads' })
    })
})
