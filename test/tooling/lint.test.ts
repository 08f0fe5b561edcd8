import { expect } from 'chai'
import { ESLint } from 'eslint'

/** The problems that one rule, with the configuration of the tree, finds in a text as a file. */
function problemsOf(rule: string): (file: string, text: string) => Promise<string[]> {
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === rule,
    // These rules need no types, and the files below do not exist.
    overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } }],
  })
  return async (file, text) => {
    const [result] = await eslint.lintText(text, { filePath: file })
    return result!.messages.map(({ message }) => message)
  }
}

describe('imports go in one direction only', () => {
  const problems = problemsOf('rollcall/import-direction')
  const forbidden: [file: string, text: string, says: string][] = [
    ['src/queries/units.ts', `import { createApp } from '../http/app.ts'`, 'queries may not import http'],
    [
      'src/actions/org/units/list.ts',
      `import { execute } from '../../../pipeline/execute.ts'`,
      'actions may not import pipeline',
    ],
    [
      'src/actions/org/units/list.ts',
      `import { handler } from '../../../http/api.ts'`,
      'actions may not import http',
    ],
    ['src/db/pool.ts', `export * from '../queries/units.ts'`, 'db may not import queries'],
    [
      'src/db/pool.ts',
      `const later = await import('../actions/org/units/list.ts')`,
      'db may not import actions',
    ],
    ['src/db/pool.ts', `export type { Context } from '../actions/context.ts'`, 'db may not import actions'],
    [
      'src/presenters/org/units.ts',
      `import { getUnit } from '../../queries/org/units.ts'`,
      'types of queries',
    ],
    [
      'src/pipeline/execute.ts',
      `import { handler } from '../actions/org/units/list.ts'`,
      'pipeline may import types of actions and nothing else',
    ],
    [
      'src/pipeline/execute.ts',
      `import { handlers } from '../generated/handlers.ts'`,
      'pipeline may not import generated/handlers',
    ],
    ['src/pipeline/execute.ts', `import { createApp } from '../http/app.ts'`, 'pipeline may not import http'],
    ['src/domain/day.ts', `import { sql } from '../db/transaction.ts'`, 'domain may not import db'],
    ['src/domain/day.ts', `import { readFileSync } from 'node:fs'`, 'domain is pure'],
    ['src/domain/day.ts', `let unit: import('../queries/units.ts').UnitRow`, 'domain may not import queries'],
    ['src/pipeline/execute.ts', `import type Koa from 'koa'`, 'pipeline may not import koa'],
    [
      'src/actions/org/units/list.ts',
      `import Router from '@koa/router'`,
      'actions may not import @koa/router',
    ],
    ['src/actions/org/units/list.ts', `import pg from 'pg'`, 'actions may not import pg'],
    ['src/queries/units.ts', `import knex from 'knex'`, 'queries may not import knex'],
    [
      'src/db/pool.ts',
      `import { loadContract } from '../../codegen/load.ts'`,
      'src imports nothing from codegen/',
    ],
    ['src/novelty/thing.ts', `import { ApiError } from '../errors.ts'`, 'src/novelty/thing is new here'],
    [
      'migrations/0009_more.ts',
      `import { today } from '../src/domain/day.ts'`,
      'migrations may not import domain',
    ],
    ['migrations/0009_more.ts', `import knex from 'knex'`, 'types of knex'],
    [
      'migrations/0009_more.ts',
      `import { up } from './0001_foundation.ts'`,
      'migrations may not import migrations',
    ],
    ['codegen/load.ts', `import { createPool } from '../src/db/pool.ts'`, 'codegen may not import db'],
  ]
  for (const [file, text, says] of forbidden)
    it(`refuses in ${file}: ${text}`, async () => {
      const found = await problems(file, text)
      expect(found).to.have.lengthOf(1)
      expect(found[0]).to.include(says).and.include('.eslint/import-direction.js')
    })

  const allowed: [file: string, text: string][] = [
    ['src/http/api.ts', `import Koa from 'koa'\nimport { execute } from '../pipeline/execute.ts'`],
    ['src/mcp/endpoint.ts', `import type Koa from 'koa'\nimport { errorBody } from '../http/respond.ts'`],
    ['src/pipeline/execute.ts', `import { actions } from '../generated/actions.ts'`],
    ['src/actions/org/units/list.ts', `import type { Handler } from '../../handler.ts'`],
    [
      'src/actions/platform/api_keys/create.ts',
      `import { newApiKey } from '../../../secrets/credentials.ts'`,
    ],
    ['src/presenters/org/units.ts', `import { type UnitRow } from '../../queries/org/units.ts'`],
    ['src/domain/employment.ts', `import { today } from './day.ts'`],
    ['src/operator/organizations.ts', `import pg from 'pg'\nimport { start } from '../process/start.ts'`],
    ['migrations/0009_more.ts', `import type { Knex } from 'knex'`],
    ['bench/main.ts', `import { execute } from '../src/pipeline/execute.ts'\nimport pg from 'pg'`],
  ]
  for (const [file, text] of allowed)
    it(`allows in ${file}: ${text.split('\n').join('; ')}`, async () => {
      expect(await problems(file, text)).to.deep.equal([])
    })
})

describe('no verdict of a test depends on how busy the machine is', () => {
  const problems = problemsOf('no-restricted-syntax')
  const file = 'test/actions/org/units/list.test.ts'

  for (const text of [
    'const started = performance.now()',
    'expect(Date.now() - started).to.be.below(500)',
    'if (Date.now() < end) wait()',
    'while (end >= new Date().getTime()) wait()',
    'expect(new Date().getTime() - started).to.be.below(500)',
    'const [seconds] = process.hrtime()',
    'this.timeout(600_000)',
    "it('lists', story).timeout(5000)",
  ])
    it(`is refused: ${text}`, async () => {
      const found = await problems(file, text)
      expect(found).to.have.lengthOf(1)
      expect(found[0]).to.match(/busy machine|only ends a hang/)
    })

  for (const text of [
    'server.now = new Date(Date.now() + 60_000)',
    'server.now = new Date(Date.now() - 7 * 86_400_000)',
    'const days = (Date.parse(expires_at) - Date.now()) / 86_400_000',
    'this.timeout(1_800_000)',
    'send(url, AbortSignal.timeout(1000))',
    "await until('it is there', ask)",
  ])
    it(`is allowed: ${text}`, async () => {
      expect(await problems(file, text)).to.deep.equal([])
    })

  it('but where a wait is ended, or a form decides', async () => {
    for (const other of ['test/support/wait.ts', 'test/hostile/attacks/work.ts'])
      expect(await problems(other, 'const started = performance.now()'), other).to.deep.equal([])
    expect(await problems('test/hostile/short.test.ts', 'this.timeout(5000)')).to.have.lengthOf(1)
  })
})

describe('words of ours are phrases, not values of one language', () => {
  const problems = problemsOf('no-restricted-syntax')
  for (const [file, text] of [
    ['src/domain/day.ts', `problem('end_is_past', { last_day: day ?? 'not set' })`],
    ['src/services/bulk/plan.ts', `warning('no_lead_above', { unit: found ? name : 'any unit' })`],
    ['src/actions/org/units/list.ts', `ctx.fail('unit_archived', { field, name: 'no name' })`],
    ['src/auth/links.ts', 'signInTexts.wait({ wait: `about ${count}` })'],
  ] as const)
    it(`refuses ${text}`, async () => {
      expect(await problems(file, text)).to.deep.equal([
        'Words of ours are a phrase (src/texts), which has them in each language.',
      ])
    })

  it('takes names, paths and phrases', async () => {
    const text = `problem('end_is_past', { field: 'last_day', last_day: day ?? recordTexts.notSet() }, 'a b')`
    expect(await problems('src/domain/day.ts', text)).to.deep.equal([])
  })
})
