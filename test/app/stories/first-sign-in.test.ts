import type { Browser } from 'playwright-core'
import { personTexts } from '../../../src/app/pages/people/person-texts.ts'
import { profileTexts } from '../../../src/app/pages/profile/texts.ts'
import { formTexts } from '../../../src/app/texts/forms.ts'
import { appTexts } from '../../../src/app/texts/app.ts'
import { actionTitle, fieldName } from '../../../src/app/texts/labels.ts'
import { inviteTexts } from '../../../src/pages/texts/invite.ts'
import { newPasswordTexts } from '../../../src/pages/texts/new-password.ts'
import { signInTexts } from '../../../src/pages/texts/sign-in.ts'
import { languages } from '../../../src/texts/language.ts'
import { sharedChromium } from '../../support/chromium.ts'
import { goodPassword } from '../../support/invites.ts'
import { withKeyboard } from '../../support/keyboard.ts'
import { useServer } from '../../support/server.ts'

describe('the first day of an employee, in a browser', () => {
  const server = useServer()
  let browser: Browser
  before(async () => {
    browser = await sharedChromium()
  })

  for (const language of languages)
    it(`begins with an invite, then the own profile, and the next sign-in: ${language}`, async () => {
      const company = await server.company()
      const hr = await company.as('hr', 'web')
      const { id } = await company.person({
        given_name: 'Grace',
        family_name: 'Hopper',
        work_email: 'grace@acme.example',
      })
      const { url } = await hr.call('org_invites_create', { person_id: id })
      const f = formTexts[language]
      const t = newPasswordTexts[language]
      const update = actionTitle('org_me_update_profile', language)

      await withKeyboard(browser, server, { language }, async (keyboard) => {
        await keyboard.open(url!)
        await keyboard.type(t.label, goodPassword)
        await keyboard.type(t.repeat, goodPassword)
        await keyboard.press(inviteTexts[language].submit)
        await keyboard.sees(appTexts[language].welcome)
        await keyboard.press(profileTexts[language].profile)
        await keyboard.sees('grace@acme.example')
        await keyboard.press(personTexts[language].edit)
        await keyboard.type(fieldName('preferred_name', language), 'Amazing Grace')
        await keyboard.type(fieldName('work_phone', language), '+49 30 901820')
        await keyboard.type(fieldName('personal_email', language), 'grace@home.example')
        await keyboard.press(f.review)
        await keyboard.sees('Amazing Grace', 'grace@home.example')
        await keyboard.press(update)
        await keyboard.sees('Amazing Grace', 'grace@home.example')
        await keyboard.press(appTexts[language].signOut)
        await keyboard.type(signInTexts[language].email, 'grace@acme.example')
        await keyboard.type(signInTexts[language].password, goodPassword)
        await keyboard.enter()
        await keyboard.press(profileTexts[language].profile)
        await keyboard.sees('Amazing Grace')
      })
    })
})
