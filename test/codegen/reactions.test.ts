import { expect } from 'chai'
import { reactionsModule } from '../../codegen/emit/reactions.ts'
import { ContractError } from '../../codegen/problems.ts'
import { useWorkshop } from './workshop.ts'

describe('the reactions of src/reactions', () => {
  const workshop = useWorkshop()

  it('are called from every file, without another line', () => {
    workshop.current.write('src/reactions/reaction.ts', 'export const on = 1')
    workshop.current.write('src/reactions/home_pages.ts', 'export const reactions = [on(1)]')
    workshop.current.write('src/reactions/checklists.ts', 'export const reactions = [on(2)]')
    const text = reactionsModule(workshop.current.contract())
    expect(text).to.include("import { reactions as home_pages } from '../reactions/home_pages.ts'")
    expect(text).to.match(/= \[\s+\.\.\.checklists,\s+\.\.\.home_pages,\s+\]/)
  })

  it('are refused when a file does not export them, because nothing would call it', () => {
    workshop.current.write('src/reactions/home_pages.ts', 'const reactions = [on(1)]')
    expect(() => workshop.current.contract())
      .to.throw(ContractError, 'export const reactions')
      .with.nested.property('problems[0]')
      .that.includes({ file: 'src/reactions/home_pages.ts', line: 1 })
  })

  it('are refused when the name of the file is malformed', () => {
    workshop.current.write('src/reactions/home-pages.ts', 'export const reactions = []')
    expect(() => workshop.current.contract()).to.throw(ContractError, 'lower-case words joined by _')
  })
})
