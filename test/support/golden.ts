import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const directory = join(import.meta.dirname, '../golden')

/**
 * Compares a text with the file in test/golden that a person has read and accepted. `npm run golden` writes what is
 * there now: the diff of that file is what a reviewer looks at.
 */
export function expectGolden(file: string, text: string): void {
  const path = join(directory, file)
  if (process.env['ACCEPT_GOLDEN'] === '1') writeFileSync(path, text)
  const accepted = existsSync(path) ? readFileSync(path, 'utf8') : ''
  expect(
    text,
    `test/golden/${file} differs: if the change is meant, run npm run golden and review its diff`,
  ).to.equal(accepted)
}
