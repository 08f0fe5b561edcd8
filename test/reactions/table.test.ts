import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { reactions } from '../../src/generated/reactions.ts'

describe('the table of reactions', () => {
  it('has each of them, and nothing else', () => {
    const readme = readFileSync('src/reactions/README.md', 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
    const told = [...readme.matchAll(/^\| `(.+?)` \| (.+?) \| (.+?) \|$/gm)].map(([, ...cells]) => cells)
    const made = reactions.map(({ to, does, rows, jobs }) => [
      to,
      [rows && 'rows', jobs && 'jobs'].filter(Boolean).join(', '),
      does,
    ])
    expect(told.toSorted()).to.deep.equal(made.toSorted())
    expect(made.length).to.be.greaterThan(4)
  })
})
