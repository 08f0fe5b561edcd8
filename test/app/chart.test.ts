import { expect } from 'chai'
import { openPage } from '../support/app.ts'
import { useServer } from '../support/server.ts'

describe('the chart', () => {
  const server = useServer()

  it('shows two levels below the top, and opens the branches below them', async () => {
    const company = await server.company()
    const ids: string[] = []
    for (const family_name of ['Top', 'Second', 'Third', 'Fourth'])
      ids.push((await company.person({ family_name, manager_id: ids.at(-1) ?? null })).id)
    for (const [role, place] of [
      ['viewer', 'manage/chart'],
      ['member', 'chart'],
    ] as const) {
      const client = await company.as(role, 'web')
      const open = async (query = '', headers = {}) =>
        openPage(server, client, `/${company.slug}/${place}${query}`, headers)
      const { status, text } = await open()
      expect(status).to.equal(200)
      expect(text).to.include('Third').and.include('1 direct, 3 in all').and.not.include('Fourth')
      expect(text).to.include(`chart?root=${ids[2]}`).and.not.include(`chart?root=${ids[0]}`)
      const branch = await open(`?root=${ids[2]}`)
      expect(branch.text).to.include('Fourth').and.include(`chart?root=${ids[1]}`).and.not.include('>Top')
      expect((await open('', { 'Accept-Language': 'de' })).text).to.include('1 direkt')
      expect((await open('?root=nobody')).status).to.be.oneOf([404, 422])
      expect((await open('?as_of=1990-01-01')).text).to.include('Nobody works here')
      expect((await open('?as_of=2999-01-01')).status).to.equal(role === 'member' ? 403 : 200)
    }
  })
})
