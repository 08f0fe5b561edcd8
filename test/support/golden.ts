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

/**
 * The same for one line of a file whose lines begin with names, after a head that ends with an empty line. A test for each
 * line can be run by itself.
 */
export function expectGoldenLine(file: string, name: string, line: string): void {
  const path = join(directory, file)
  const [head = '', ...lines] = readFileSync(path, 'utf8').split(/(?<=\n\n)|(?<=\n)(?=\w+ {2,})/)
  const isNamed = (one: string) => one.startsWith(`${name} `)
  if (process.env['ACCEPT_GOLDEN'] === '1')
    writeFileSync(path, head + [...lines.filter((one) => !isNamed(one)), line].sort().join(''))
  else
    expect(
      line,
      `test/golden/${file} differs: if the change is meant, run npm run golden and review its diff`,
    ).to.equal(lines.find(isNamed) ?? '')
}
