import { expect } from 'chai'
import { inspect } from '../../src/inspection/inside/file.ts'
import { Refused } from '../../src/inspection/inside/refused.ts'
import { BufferSource } from '../../src/inspection/inside/source.ts'
import { createHash } from 'node:crypto'
import { corpus } from './corpus/corpus.ts'

async function verdictOn(bytes: Buffer, declared: string): Promise<string> {
  try {
    const found = await inspect(new BufferSource(bytes), declared)
    expect(found).to.deep.equal({
      content_type: declared,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.because
  }
}

describe('the corpus of files', () => {
  it('is judged as each of them says', async () => {
    const samples = await corpus()
    expect(samples.length).to.be.greaterThan(180)
    const found: [string, string][] = []
    for (const { name, bytes, declared } of samples) found.push([name, await verdictOn(bytes, declared)])
    expect(found).to.deep.equal(samples.map(({ name, verdict }) => [name, verdict]))
  })

  it('has a file for each reason to refuse one', async () => {
    const verdicts = new Set((await corpus()).map(({ verdict }) => verdict))
    expect([...verdicts].toSorted()).to.deep.equal([
      'accepted',
      'file_acts_by_itself',
      'file_damaged',
      'file_empty',
      'file_expands_too_much',
      'file_has_files_inside',
      'file_has_macros',
      'file_is_archive',
      'file_is_encrypted',
      'file_is_program',
      'file_is_two_formats',
      'file_too_complex',
      'file_type_mismatch',
      'file_type_not_accepted',
    ])
  })

  it('takes no accepted file that is cut short for a whole one, and none that has another one behind it', async () => {
    const whole = (await corpus()).filter(({ verdict }) => verdict === 'accepted')
    const binary = whole.filter(({ declared }) => !declared.startsWith('text/') && declared !== 'image/heic')
    for (const { name, bytes, declared } of binary) {
      expect(await verdictOn(bytes.subarray(0, Math.floor(bytes.length * 0.4)), declared), name).not.to.equal(
        'accepted',
      )
      const followed = Buffer.concat([bytes, Buffer.from('<html><script>alert(1)</script>')])
      expect(await verdictOn(followed, declared), name).to.equal('file_is_two_formats')
    }
  })
})
