import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { homeTexts } from '../../../src/app/pages/home/texts.ts'
import { approvalTexts } from '../../../src/app/pages/approvals/texts.ts'
import { personTexts } from '../../../src/app/pages/people/person-texts.ts'
import { formTexts } from '../../../src/app/texts/forms.ts'
import { actionTitle, fieldName, valueName } from '../../../src/app/texts/labels.ts'
import { languages } from '../../../src/texts/language.ts'
import { actor, setRules } from '../../support/approvals.ts'
import { sharedChromium } from '../../support/chromium.ts'
import { withKeyboard, type Keyboard } from '../../support/keyboard.ts'
import { useServer } from '../../support/server.ts'

describe('a promotion, in a browser', () => {
  const server = useServer()
  let browser: Browser
  before(async () => {
    browser = await sharedChromium()
  })

  for (const language of languages)
    it(`is proposed by a manager, and approved by two others: ${language}`, async () => {
      const company = await server.company()
      await setRules(server, company, { job_change: 'manager_then_hr' })
      const boss = await actor(server, company, 'member', { given_name: 'Dora', family_name: 'Boss' })
      const above = { manager_id: boss.personId }
      const lead = await actor(server, company, 'member', {
        given_name: 'Lena',
        family_name: 'Lead',
        ...above,
      })
      const hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
      const { id } = await company.person({
        given_name: 'Grace',
        family_name: 'Hopper',
        title: 'Editor',
        manager_id: lead.personId,
      })
      const f = formTexts[language]
      const p = personTexts[language]
      const titles = async () =>
        (await hr.key.call('org_people_timeline', { person_id: id })).jobs.map(({ title }) => title)

      await withKeyboard(browser, server, { language, client: boss.web }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/people`)
        await keyboard.press('Grace Hopper')
        await keyboard.press(`${p.changeJob} (${p.needsApproval})`)
        await keyboard.type(fieldName('effective_date', language), '2027-01-01')
        await keyboard.choose(valueName('promotion', language))
        await keyboard.type(fieldName('title', language), 'Chief Editor')
        await keyboard.press(f.review)
        await keyboard.sees(f.approvalBy(valueName('manager', language), 'Lena Lead'))
        await keyboard.press(f.ask)
        await keyboard.sees(f.askedTitle(actionTitle('org_people_change_job', language)))
        await keyboard.press(f.back)
        await keyboard.sees(p.requests)
      })
      const approve = async (keyboard: Keyboard, note: string) => {
        await keyboard.open(`/${company.slug}/start`)
        await keyboard.sees(homeTexts[language].waiting)
        await keyboard.press('Grace Hopper')
        await keyboard.sees(/Editor\s+Chief Editor/)
        await keyboard.press(approvalTexts[language].approve)
        await keyboard.type(fieldName('note', language), note)
        await keyboard.press(f.review)
        await keyboard.press(actionTitle('org_approvals_approve', language))
        await keyboard.sees(note)
      }
      await withKeyboard(browser, server, { language, client: lead.web }, (keyboard) =>
        approve(keyboard, 'She has earned it'),
      )
      expect(await titles()).to.deep.equal(['Editor'])
      await withKeyboard(browser, server, { language, client: hr.web }, (keyboard) =>
        approve(keyboard, 'Agreed'),
      )
      expect(await titles()).to.deep.equal(['Editor', 'Chief Editor'])
      await withKeyboard(browser, server, { language, client: boss.web }, async (keyboard) => {
        await keyboard.open(`/${company.slug}/approvals`)
        await keyboard.press(approvalTexts[language].closed)
        await keyboard.press('Grace Hopper')
        await keyboard.sees('She has earned it', 'Agreed')
      })
    })
})
