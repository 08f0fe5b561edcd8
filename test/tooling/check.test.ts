import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { check } from './check.ts'

describe('npm run check', () => {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-check-'))
  after(() => rmSync(dir, { recursive: true, force: true }))

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  const run = () =>
    new Promise<{ code: number; said: string }>((done) =>
      execFile(process.execPath, [resolve('test/tooling/check.ts')], { cwd: dir }, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), said: stdout + stderr }),
      ),
    )

  before(() => {
    symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
    const options = {
      target: 'esnext',
      module: 'nodenext',
      types: [],
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      lib: ['esnext'],
    }
    write('package.json', '{ "type": "module" }')
    write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: options, include: ['src'], exclude: ['src/app/islands'] }),
    )
    for (const folder of ['codegen/reference/browser', 'src/app/islands']) {
      write(
        `${folder}/tsconfig.json`,
        JSON.stringify({ compilerOptions: { ...options, lib: ['esnext', 'webworker.importscripts'] } }),
      )
      // Only these projects know this function, from a library that is read quickly.
      write(`${folder}/main.ts`, `importScripts('more.js')\n`)
    }
    write(
      'eslint.config.js',
      `import tseslint from 'typescript-eslint'
       export default [{
         files: ['**/*.ts'],
         plugins: { '@typescript-eslint': tseslint.plugin },
         languageOptions: {
           parser: tseslint.parser,
           parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
         },
         rules: { '@typescript-eslint/no-floating-promises': 'error' },
       }]`,
    )
    write('src/later.ts', `export const later = async () => 1\n`)
    write('src/sound.ts', `import { later } from './later.js'\nexport const one: number = await later()\n`)
  })

  it('finds nothing where all is well', async () => {
    expect(await check(dir)).to.deep.equal({ code: 0, said: '' })
  })

  type Mistake = [what: string, file: string, text: string, says: string]
  const ofTypes: Mistake[] = [
    ['a wrong type', 'src/wrong.ts', `export const two: string = 2\n`, 'TS2322'],
    [
      'a wrong type in the browser',
      'codegen/reference/browser/unknown.ts',
      `importScripts(nowhere)\n`,
      `TS2304: \u001b[0mCannot find name 'nowhere'`,
    ],
    [
      'a wrong type in an island',
      'src/app/islands/missing.ts',
      `importScripts(nobody)\n`,
      `TS2304: \u001b[0mCannot find name 'nobody'`,
    ],
  ]
  const ofRules: Mistake[] = [
    [
      'what a rule that needs types refuses',
      'src/floating.ts',
      `import { later } from './later.js'\nlater()\n`,
      'no-floating-promises',
    ],
    ['a file that belongs to no project', 'elsewhere.ts', `export const three = 3\n`, 'was not found'],
  ]
  // The compiler and the linter each fail the check alone. One of them is asked as the program that npm starts.
  for (const [mistakes, ask] of [
    [ofTypes, () => check(dir)],
    [ofRules, run],
  ] as const)
    it(`finds ${mistakes.map(([what]) => what).join(', ')}`, async () => {
      for (const [, file, text] of mistakes) write(file, text)
      const { code, said } = await ask()
      for (const [, file] of mistakes) rmSync(join(dir, file))
      for (const [, file, , says] of mistakes)
        expect(said).to.include(says).and.include(file.split('/').at(-1))
      expect(code).to.equal(1)
    })
})
