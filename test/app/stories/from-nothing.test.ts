import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { homeTexts } from '../../../src/app/pages/home/texts.ts'
import { importTexts } from '../../../src/app/pages/import/texts.ts'
import { personTexts } from '../../../src/app/pages/people/person-texts.ts'
import { peopleTexts } from '../../../src/app/pages/people/texts.ts'
import { appTexts } from '../../../src/app/texts/app.ts'
import { formTexts } from '../../../src/app/texts/forms.ts'
import { actionTitle, fieldName } from '../../../src/app/texts/labels.ts'
import { inviteTexts } from '../../../src/pages/texts/invite.ts'
import { newPasswordTexts } from '../../../src/pages/texts/new-password.ts'
import { signInTexts } from '../../../src/pages/texts/sign-in.ts'
import { languages } from '../../../src/texts/language.ts'
import { sharedChromium } from '../../support/chromium.ts'
import { goodPassword } from '../../support/invites.ts'
import { withKeyboard } from '../../support/keyboard.ts'
import { useServer } from '../../support/server.ts'

describe('a company from nothing to sixty people, in a browser', () => {
  const server = useServer()
  let browser: Browser
  before(async () => {
    browser = await sharedChromium()
  })

  const names = ['Ada', 'Alan', 'Barbara', 'Edsger', 'Grace', 'Niklaus', 'Radia', 'Tim']
  const row = (index: number): string =>
    `${names[index % names.length]},Person ${index},p${index}@acme.example,Engineer,2026-03-01,1`
  const people = [
    'given_name,family_name,work_email,title,start_date,fte',
    ...Array.from({ length: 59 }, (_, index) => row(index + 1)),
  ].join('\n')
  /** Five mistakes as spreadsheets have them. */
  const faulty = people
    .replace('p3@acme.example', 'p3 at acme')
    .replace('Person 9,p9@acme.example,Engineer,2026-03-01', 'Person 9,p9@acme.example,Engineer,2026-02-30')
    .replace('Person 20,p20@acme.example,Engineer', 'Person 20,p20@acme.example,')
    .replace('p41@acme.example,Engineer,2026-03-01,1', 'p41@acme.example,Engineer,2026-03-01,full')
    .replace('p50@acme.example', 'p49@acme.example')

  for (const language of languages)
    it(`is set up, imports its people, and invites one of them: ${language}`, async () => {
      const company = await server.company({ name: 'Acme' })
      const { id, slug, owner } = company
      for (const table of ['units', 'locations', 'legal_entities'])
        await server.db.query(`delete from ${table} where org_id = $1`, [id])
      const t = importTexts[language]
      const f = formTexts[language]

      const link = await withKeyboard(browser, server, { language }, async (keyboard) => {
        await keyboard.open(`/${slug}`)
        await keyboard.type(signInTexts[language].email, owner.email)
        await keyboard.type(signInTexts[language].password, owner.password)
        await keyboard.enter()
        await keyboard.sees(homeTexts[language].next, homeTexts[language].toDo)
        await keyboard.press(homeTexts[language].basics)
        await keyboard.type(fieldName('owner_title', language), 'Managing director')
        await keyboard.press(f.review)
        await keyboard.press(actionTitle('org_setup_init', language))
        await keyboard.sees(homeTexts[language].done)

        await keyboard.press(homeTexts[language].addLabel(homeTexts[language].steps.people))
        await keyboard.paste(t.paste, faulty)
        await keyboard.press(t.check)
        await keyboard.sees(t.faults(5), '2026-02-30', 'p3 at acme', 'full')
        await keyboard.paste(t.correct, people)
        await keyboard.press(t.checkAgain)
        await keyboard.sees(t.ready, '59')
        await keyboard.press(t.apply)

        await keyboard.open(`/${slug}/manage/people?q=Person+33`)
        await keyboard.press(/Person 33$/)
        await keyboard.press(personTexts[language].invite)
        await keyboard.press(f.review)
        await keyboard.press(actionTitle('org_invites_create', language))
        const text = await keyboard.text()
        await keyboard.open(`/${slug}/manage/people`)
        await keyboard.sees(peopleTexts[language].count(60))
        return /http\S+\/invite\/\S+/.exec(text)![0]
      })

      await withKeyboard(browser, server, { language }, async (keyboard) => {
        await keyboard.open(link)
        await keyboard.type(newPasswordTexts[language].label, goodPassword)
        await keyboard.type(newPasswordTexts[language].repeat, goodPassword)
        await keyboard.press(inviteTexts[language].submit)
        await keyboard.sees(appTexts[language].welcome, 'Person 33')
      })
      const { rows } = await server.db.query('select 1 from people where org_id = $1', [id])
      expect(rows).to.have.length(60)
    })
})
