import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { formTexts } from '../../../src/app/texts/forms.ts'
import { appTexts } from '../../../src/app/texts/app.ts'
import { actionTitle, fieldName } from '../../../src/app/texts/labels.ts'
import { signInTexts } from '../../../src/pages/texts/sign-in.ts'
import { languages } from '../../../src/texts/language.ts'
import { submitForm } from '../../support/app.ts'
import { sharedChromium } from '../../support/chromium.ts'
import { withKeyboard } from '../../support/keyboard.ts'
import { useServer } from '../../support/server.ts'

describe('a session that ends in the middle of a form, in a browser', () => {
  const server = useServer()
  let browser: Browser
  before(async () => {
    browser = await sharedChromium()
  })

  for (const language of languages)
    it(`loses nothing of what was typed: ${language}`, async () => {
      const company = await server.company()
      const { slug, owner } = company
      const client = await company.as('owner', 'web')
      const f = formTexts[language]
      const t = appTexts[language]
      const create = actionTitle('org_units_create', language)

      await withKeyboard(browser, server, { language, client }, async (keyboard) => {
        await keyboard.open(`/${slug}/manage/do/org/units.create`)
        await keyboard.type(fieldName('name', language), 'Deep “Thought” & <Sons>')
        await keyboard.choose(/^(Team)$/)
        await (await company.as('owner', 'web')).call('platform_sessions_end', { others: true })
        await keyboard.press(f.review)
        await keyboard.sees(t.ended)
        const beside = keyboard.context.waitForEvent('page')
        await keyboard.tabTo(t.signInBeside)
        await keyboard.page.keyboard.press('Enter')
        const second = keyboard.beside(await beside)
        await second.page.waitForLoadState()
        await second.type(signInTexts[language].email, owner.email)
        await second.type(signInTexts[language].password, owner.password)
        await second.enter()
        await second.sees(t.signedIn)
        await second.page.close()
        await keyboard.press(t.goOn)
        await keyboard.sees(f.reviewTitle, 'Deep “Thought” & <Sons>')
        await keyboard.press(create)
        await keyboard.sees('Deep “Thought” & <Sons>')
      })
      const units = await (await company.as('owner')).call('org_units_list', {})
      expect(units.map(({ name }) => name)).to.include('Deep “Thought” & <Sons>')
    })

  it('shows a confirmed form once more, and carries nothing of other sites or of large bodies', async () => {
    const { slug } = await server.company()
    const send = (controls: [string, string][], headers?: Record<string, string>) =>
      submitForm(server, server.anonymous(), `/${slug}/manage/do/org/units.create`, controls, headers)
    const values: [string, string] = ['~values', '{"name":"Rather","kind":"team"}']
    const kept = await send([values, ['~step', 'do']])
    expect([kept.status, kept.headers.get('cache-control')]).to.deep.equal([401, 'no-store'])
    expect(kept.text).to.include('Rather').and.include('value="edit"').and.not.include('value="do"')
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    for (const answer of [await send([values], foreign), await send([['name', 'x'.repeat(64 * 1024)]])])
      expect([
        answer.status,
        answer.headers.get('location')!.startsWith(`/${slug}?return_to=`),
      ]).to.deep.equal([303, true])
  })
})
