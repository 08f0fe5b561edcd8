import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.appearance.set', () => {
  const server = useServer()

  it('changes only what is sent, and records it', async () => {
    const company = await server.company({ name: 'Acme' })
    const admin = await company.as('admin')
    await admin.call('platform_appearance_set', { palette: 'ocean' })
    const appearance = await admin.call('platform_appearance_set', { shell: 'light' })
    expect(appearance).to.include({ palette: 'ocean', shell: 'light' })
    expect(await (await company.as('viewer')).call('platform_appearance_get', {})).to.deep.equal(appearance)
    const { items } = await admin.call('platform_activity_list', {})
    expect(items.map(({ changes }) => changes)).to.deep.equal([
      [{ field: 'shell', before: 'ink', after: 'light' }],
      [{ field: 'palette', before: 'emerald', after: 'ocean' }],
    ])
  })

  it('records nothing when nothing changes', async () => {
    const owner = await (await server.company()).as('owner')
    for (const input of [{}, { palette: 'emerald' }] as const)
      expect(await owner.call('platform_appearance_set', input)).to.include({
        palette: 'emerald',
        shell: 'ink',
      })
    expect((await owner.call('platform_activity_list', {})).items).to.deep.equal([])
  })
})
