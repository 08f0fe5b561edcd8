import { expect } from 'chai'
import { hiddenControls, openPage, submitForm, unescape } from '../support/app.ts'
import { connectedApp } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'

describe('the apps that others have connected, on the pages of owners and admins', () => {
  const server = useServer()

  it('are told apart by who connected them, and disconnected by name', async () => {
    const company = await server.company()
    const [ada, grace] = [await company.member('hr'), await company.member('viewer')]
    const names = { ada: 'Ada Lovelace', grace: 'Grace Hopper' }
    for (const [{ userId }, name] of [
      [ada, names.ada],
      [grace, names.grace],
    ] as const)
      await server.db.query('update users set display_name = $2 where id = $1', [userId, name])
    await connectedApp(server, company, ada)
    const { id } = await connectedApp(server, company, grace)
    const admin = await company.as('admin', 'web')
    const list = `/${company.slug}/manage/do/platform/connections.list?everyone=true`
    const { text } = await openPage(server, admin, list)
    expect(text).to.include(names.ada).and.include(names.grace)
    expect(text).to.include('aria-label="Disconnect an app: Claude"')

    const [, path = ''] = new RegExp(`href="([^"]*connections.revoke\\?id=${id}[^"]*)"`).exec(text) ?? []
    const form = await openPage(server, admin, unescape(path))
    expect(form.text).to.include(`Claude (${names.grace})`).and.not.include(`>${id}<`)
    const controls = new Map([...hiddenControls(form.text), ['id', id], ['~step', 'review']])
    const review = await submitForm(server, admin, unescape(path), controls)
    expect(review.text).to.include(`Claude (${names.grace})`)
    const own = await openPage(server, await company.web(ada), list)
    expect(own.text).to.not.include(names.grace)
  })
})
