import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const directory = join(import.meta.dirname, '../golden')

/**
 * Compares a text with a file in test/golden that a person has accepted. `npm run golden` writes the new text to the
 * file, so that a reviewer sees the diff.
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
