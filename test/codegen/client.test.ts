import { expect } from 'chai'
import { clientModules } from '../../codegen/emit/client.ts'
import { clientReadme } from '../../codegen/emit/client-readme.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import { contractTypes } from '../../codegen/emit/types.ts'
import { tar } from '../../codegen/tar.ts'
import { box, create, list, useWorkshop } from './workshop.ts'

describe('what codegen writes for the client', () => {
  const workshop = useWorkshop()

  const modules = () => {
    const contract = workshop.current.contract()
    return clientModules(contract, expandContract(contract))
  }

  it('is a tree of actions, with what they take and answer', () => {
    const { 'src/generated/client-actions.ts': actions } = modules()
    expect(actions)
      .to.match(
        /^ {2}toys: \{\n {4}boxes: \{\n {6}\/\*\*\n {7}\* Create a box\n {7}\*\n {7}\* Adds a box for toys\./m,
      )
      .and.include('create: Write<ToysBoxesCreateInput, Box>')
      .and.include('list: Read<ToysBoxesListInput, Box[]>')
      .and.include("'toys.boxes.create': { write: true },")
  })

  it('is no comment that ends too early', () => {
    workshop.current.edit(create, 'Adds a box for toys.', 'Adds a box for toys */ export {}.')
    expect(modules()['src/generated/client-actions.ts']).to.include('toys *\\/ export {}.')
  })

  it('is refused when an action has the name of a group', () => {
    workshop.current.write('openapi/paths/toys/boxes.yaml', workshop.current.read(create))
    expect(modules).to.throw('toys.boxes is an action and a group of actions: rename one')
  })

  it('is a type for each schema that clients meet, by its own name', async () => {
    workshop.current.write(
      'openapi/components/schemas/Lid.yaml',
      workshop.current.read(box).replace('Where toys are kept.', 'Nobody uses it.'),
    )
    const { client } = await contractTypes(expandContract(workshop.current.contract()))
    expect(client)
      .to.match(/^\/\*\* Where toys are kept\. \*\/\nexport interface Box \{$/m)
      .and.match(/^export interface ToysBoxesCreateInput \{$/m)
      .and.match(/^export interface BoxCreatedEvent \{$/m)
      .and.match(/^ {4}unit_id\?: UnitId;$/m)
      .and.not.match(/components|Lid|Envelope/)
  })

  it('keeps the envelope where the answer is neither a schema nor a list of one', async () => {
    workshop.current.edit(
      list,
      `schema: { type: array, x-unbounded: As many as there are., items: { $ref: '#/components/schemas/Box' } }`,
      'schema: { type: array, items: { type: string } }',
    )
    expect(modules()['src/generated/client-actions.ts'])
      .to.include("list: Read<ToysBoxesListInput, ToysBoxesListEnvelope['data']>")
      .and.match(/^ {2}ToysBoxesListEnvelope,$/m)
    const { client } = await contractTypes(expandContract(workshop.current.contract()))
    expect(client).to.include('export interface ToysBoxesListEnvelope {')
  })

  it('is the catalogue of codes, and that of events', () => {
    const { 'src/generated/client-errors.ts': errors, 'src/generated/client-events.ts': events } = modules()
    expect(errors)
      .to.include("box_name_taken: { error: 'conflict'; record: 'unit' }")
      .and.include('  too_long: unknown')
      .and.include("'toys.boxes.create': 'box_name_taken'")
      .and.include("'toys.boxes.list': never")
    expect(events).to.include("'box.created': BoxCreatedData").and.include('| BoxCreatedEvent')
  })

  describe('as its README', () => {
    const readme = (guide: string) =>
      clientReadme(workshop.current.contract(), guide, { revision: '57', version: '1.57.0' })

    it('has the examples of the contract, written as people write them', async () => {
      const text = await readme(
        "Revision $revision().\n\n```ts\nawait make($example('toys.boxes.create'), $event('box.created').id)\n```\n\n$actions()",
      )
      expect(text).to.include('Revision 57.')
      expect(text).to.include("await make(\n  { name: 'Blocks' },")
      expect(text).to.include(
        "### Structure\n\n```ts\n// Create a box\nawait client.toys.boxes.create({ name: 'Blocks' })",
      )
    })

    for (const name of ["$example('toys.boxes.burn')", "$event('box.burnt')", '$surprise()'])
      it(`is refused when the guide says ${name}`, async () => {
        const error = await readme(`# Boxes\n\n${name}`).catch((thrown: unknown) => thrown as Error)
        expect((error as Error).message).to.equal(
          `src/client/guide.md:3 the contract has nothing for ${name}`,
        )
      })
  })
})

describe('a tar archive', () => {
  it('takes no path that does not fit', () => {
    expect(() => tar({ [`${'x'.repeat(101)}`]: '' })).to.throw('does not fit')
    expect(() => tar({ 'mit Umlaut ä': '' })).to.throw('does not fit')
  })
})
