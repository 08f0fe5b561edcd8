import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { personTexts } from '../../../src/app/pages/people/person-texts.ts'
import { addDays, today, type Day } from '../../../src/domain/day.ts'
import { formTexts } from '../../../src/app/texts/forms.ts'
import { actionTitle, fieldName, valueName } from '../../../src/app/texts/labels.ts'
import { signInTexts } from '../../../src/pages/texts/sign-in.ts'
import { languages } from '../../../src/texts/language.ts'
import { actor } from '../../support/approvals.ts'
import { sharedChromium } from '../../support/chromium.ts'
import { withKeyboard } from '../../support/keyboard.ts'
import { useServer } from '../../support/server.ts'
import { tellEffective } from '../../support/tell-effective.ts'

describe('a leaver, in a browser', () => {
  const server = useServer()
  let browser: Browser
  before(async () => {
    browser = await sharedChromium()
  })

  for (const language of languages)
    it(`has a last day, and no login and no place in the list after it: ${language}`, async () => {
      const company = await server.company()
      const hr = await actor(server, company, 'hr')
      const grace = await actor(server, company, 'member', { given_name: 'Grace', family_name: 'Hopper' })
      const f = formTexts[language]
      const p = personTexts[language]
      const lastDay: Day = today(new Date(), 'UTC')
      const end = actionTitle('org_people_terminate', language)
      const pageOfGrace = `/${company.slug}/manage/people/${grace.personId}`

      await withKeyboard(browser, server, { language, client: hr.web }, async (keyboard) => {
        await keyboard.open(pageOfGrace)
        await keyboard.press(p.end)
        await keyboard.type(fieldName('last_day', language), lastDay)
        await keyboard.select(fieldName('type', language), valueName('voluntary', language))
        await keyboard.type(fieldName('reason', language), 'Sails around the world')
        await keyboard.press(f.review)
        await keyboard.sees(f.reviewTitle, 'Grace Hopper')
        await keyboard.press(end)
        await keyboard.sees(p.lastDay, p.changeEnd, 'Sails around the world')
      })
      await withKeyboard(browser, server, { language, client: grace.web }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/start`)
        await keyboard.sees(valueName('member', language))
        server.now = new Date(`${addDays(lastDay, 1)}T00:10:00Z`)
        await tellEffective(server, server.now)
        await keyboard.open(`/${company.slug}/home`)
        expect(await keyboard.page.content()).to.include(signInTexts[language].password)
      })
      const now = await company.web(hr.member)
      await withKeyboard(browser, server, { language, client: now }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/manage/people`)
        expect(await keyboard.text()).to.not.include('Grace Hopper')
        await keyboard.open(pageOfGrace)
        await keyboard.sees(valueName('terminated', language), p.rehire)
      })
    })
})
