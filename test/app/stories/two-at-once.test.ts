import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { personTexts } from '../../../src/app/pages/people/person-texts.ts'
import { formTexts } from '../../../src/app/texts/forms.ts'
import { actionTitle, fieldName } from '../../../src/app/texts/labels.ts'
import { languages } from '../../../src/texts/language.ts'
import { actor } from '../../support/approvals.ts'
import { sharedChromium } from '../../support/chromium.ts'
import { withKeyboard } from '../../support/keyboard.ts'
import { useServer } from '../../support/server.ts'

describe('two members of HR with one person, in a browser', () => {
  const server = useServer()
  let browser: Browser
  before(async () => {
    browser = await sharedChromium()
  })

  for (const language of languages)
    it(`lose nothing of each other, and see what the other one did before they replace it: ${language}`, async () => {
      const company = await server.company()
      const [first, second] = [await actor(server, company, 'hr'), await actor(server, company, 'hr')]
      const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      const f = formTexts[language]
      const name = (field: string) => fieldName(field, language)
      const update = actionTitle('org_people_update_profile', language)
      const pageOfGrace = `/${company.slug}/manage/people/${id}`

      await withKeyboard(browser, server, { language, client: first.web }, async (one) => {
        await withKeyboard(browser, server, { language, client: second.web }, async (other) => {
          for (const keyboard of [one, other]) {
            await keyboard.open(pageOfGrace)
            await keyboard.press(personTexts[language].edit)
          }
          await other.type(name('employee_number'), 'A-7')
          await other.type(name('preferred_name'), 'Gracie')
          await other.press(f.review)
          await other.press(update)

          await one.type(name('preferred_name'), 'Amazing Grace')
          await one.press(f.review)
          // The form was opened with no name here; the review tells that there is one now.
          await one.sees(/Gracie\s+Amazing Grace/)
          // Of what it leaves alone, it says nothing.
          await one.sees(f.meanwhile(name('preferred_name')))
          await one.press(update)
          await other.open(pageOfGrace)
          await other.sees('Amazing Grace', 'A-7')
        })
      })
      const { employee_number, preferred_name } = await first.key.call('org_people_get', { person_id: id })
      expect([employee_number, preferred_name]).to.deep.equal(['A-7', 'Amazing Grace'])
    })
})
