import { resolve } from 'node:path'
import { expect } from 'chai'
import { checkEmitted } from '../../codegen/check-emitted.ts'
import { loadContract } from '../../codegen/load.ts'
import { created, useWorkshop } from './workshop.ts'

describe('codegen holds the catalogue of events to those that are sent', () => {
  const workshop = useWorkshop()
  const problems = () => checkEmitted(workshop.current.contract(), workshop.current.dir)

  it('and has nothing against ours', () => {
    const root = resolve(import.meta.dirname, '../..')
    expect(checkEmitted(loadContract(resolve(root, 'openapi')), root)).to.deep.equal([])
  })

  it('and refuses one that no file of src/events makes, also where a comment names it', () => {
    workshop.current.write('src/events/boxes.ts', "// 'box.created'\nexport const boxes = ['box.emptied']\n")
    const [problem, ...others] = problems()
    expect(others).to.deep.equal([])
    expect(problem!.file).to.equal(created)
    expect(problem!.message).to.include('nothing sends box.created')
  })

  it('and takes it from the file that makes it', () => {
    workshop.current.write(
      'src/events/boxes.ts',
      "export const boxCreated = () => ({ type: 'box.created' })\n",
    )
    expect(problems()).to.deep.equal([])
  })
})
