import { expect } from 'chai'
import { refused } from '../../support/expect.ts'
import { useServer } from '../../support/server.ts'

describe('appearance', () => {
  const server = useServer()

  describe('platform_appearance_get', () => {
    it('begins emerald and ink, without a logo, for everybody to see', async () => {
      const member = await (await server.company()).as('member')
      expect(await member.call('platform_appearance_get', {})).to.deep.equal({
        palette: 'emerald',
        shell: 'ink',
        logo_url: null,
        photos_available: false,
      })
    })
  })

  describe('platform_appearance_set', () => {
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

    it('records nothing when nothing changes, and keeps nothing of a dry run', async () => {
      const owner = await (await server.company()).as('owner')
      for (const input of [{}, { palette: 'emerald' }] as const)
        expect(await owner.call('platform_appearance_set', input)).to.include({
          palette: 'emerald',
          shell: 'ink',
        })
      expect(await owner.call('platform_appearance_set', { palette: 'rose' }, { dryRun: true })).to.include({
        palette: 'rose',
      })
      expect(await owner.call('platform_appearance_get', {})).to.include({ palette: 'emerald' })
      expect((await owner.call('platform_activity_list', {})).items).to.deep.equal([])
    })

    it('replays the first answer to the same key and body, and refuses another body', async () => {
      const owner = await (await server.company()).as('owner')
      const first = await owner.call('platform_appearance_set', { palette: 'amber' }, { idempotencyKey: 'k' })
      await owner.call('platform_appearance_set', { palette: 'graphite' })
      expect(
        await owner.call('platform_appearance_set', { palette: 'amber' }, { idempotencyKey: 'k' }),
      ).to.deep.equal(first)
      expect(await owner.call('platform_appearance_get', {})).to.include({ palette: 'graphite' })
      await refused(
        owner.call('platform_appearance_set', { palette: 'rose' }, { idempotencyKey: 'k' }),
        'conflict',
      )
    })

    it('takes the palettes and sidebars that there are', async () => {
      const owner = await (await server.company()).as('owner')
      for (const input of [{ palette: 'beige' }, { shell: 'dark' }, { logo_url: '/logo.webp' }])
        await refused(owner.call('platform_appearance_set', input as object), 'validation_failed')
    })

    it('is for owners and admins', async () => {
      const company = await server.company()
      for (const role of ['hr', 'viewer', 'member'] as const)
        await refused(
          (await company.as(role)).call('platform_appearance_set', { palette: 'rose' }),
          'forbidden',
        )
    })
  })
})
