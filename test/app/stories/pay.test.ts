import type { Browser } from 'playwright-core'
import { approvalTexts } from '../../../src/app/pages/approvals/texts.ts'
import { personTexts } from '../../../src/app/pages/people/person-texts.ts'
import { formTexts } from '../../../src/app/texts/forms.ts'
import { actionTitle, fieldName, valueName } from '../../../src/app/texts/labels.ts'
import { languages } from '../../../src/texts/language.ts'
import { actor, setRules } from '../../support/approvals.ts'
import { sharedChromium } from '../../support/chromium.ts'
import { withKeyboard } from '../../support/keyboard.ts'
import { useServer } from '../../support/server.ts'

describe('pay, in a browser', () => {
  const server = useServer()
  let browser: Browser
  before(async () => {
    browser = await sharedChromium()
  })

  for (const language of languages)
    it(`is entered by HR, waits for a second member of HR, and is then read by the person: ${language}`, async () => {
      const company = await server.company()
      await setRules(server, company, { pay_change: 'hr' })
      const hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
      const second = await actor(server, company, 'hr', { given_name: 'Henk', family_name: 'Second' })
      const person = await actor(server, company, 'member', { given_name: 'Grace', family_name: 'Hopper' })
      const amount = language === 'de' ? '64.000' : '€64,000'
      const f = formTexts[language]
      const name = (field: string) => fieldName(field, language)
      const add = actionTitle('org_pay_add', language)

      await withKeyboard(browser, server, { language, client: hr.web }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/manage/people/${person.personId}`)
        await keyboard.press(`${personTexts[language].addPay} (${personTexts[language].needsApproval})`)
        await keyboard.type(name('effective_date'), '2026-01-01')
        await keyboard.type(name('amount'), '64000')
        await keyboard.select(name('currency'), 'EUR')
        await keyboard.choose(valueName('year', language))
        await keyboard.press(f.review)
        await keyboard.sees(f.approvalBy(valueName('hr', language), 'Henk Second, Olga Owner'))
        await keyboard.press(f.ask)
        await keyboard.sees(f.askedTitle(add))
        await keyboard.sees('Henk Second')
      })
      await withKeyboard(browser, server, { language, client: person.web }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/pay`)
        await keyboard.sees(personTexts[language].noPay)
      })
      await withKeyboard(browser, server, { language, client: second.web }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/start`)
        await keyboard.press('Grace Hopper')
        await keyboard.sees(amount)
        await keyboard.press(approvalTexts[language].approve)
        await keyboard.press(f.review)
        await keyboard.press(actionTitle('org_approvals_approve', language))
      })
      await withKeyboard(browser, server, { language, client: person.web }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/pay`)
        await keyboard.sees(amount)
      })
    })
})
