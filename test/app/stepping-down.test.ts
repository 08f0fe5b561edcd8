import { expect } from 'chai'
import { hiddenControls, openPage, submitForm } from '../support/app.ts'
import { useServer } from '../support/server.ts'

describe('an owner who takes another role', () => {
  const server = useServer()

  for (const [role, home] of [
    ['admin', 'manage/members'],
    ['viewer', 'manage'],
    ['member', 'home'],
  ] as const)
    it(`is told that it is done, where they may be as ${role}`, async () => {
      const company = await server.company()
      const { membershipId, ...owner } = await company.member('owner', { person: true })
      const web = await company.web({ membershipId, ...owner })
      const path = `/${company.slug}/manage/do/platform/members.set_role`
      const asked = await submitForm(server, web, path, [
        ['membership_id', membershipId],
        ['role', role],
        ['~back', `/${company.slug}/manage/members`],
        ['~step', 'review'],
      ])
      const done = await submitForm(server, web, path, [...hiddenControls(asked.text), ['~step', 'do']])
      let page = await openPage(server, web, done.headers.get('location')!)
      const way = page.headers.get('location') ?? done.headers.get('location')!
      if (page.status === 303) page = await openPage(server, web, way)
      expect([page.status, way.split('?')[0]]).to.deep.equal([200, `/${company.slug}/${home}`])
      expect(page.text).to.include('Changed the role of Pat Person')
    })
})
