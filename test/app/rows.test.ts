import { expect } from 'chai'
import { openPage } from '../support/app.ts'
import { useServer } from '../support/server.ts'

describe('a form with rows of people', () => {
  const server = useServer()

  it('has the options of a custom field once, however many rows there are, and takes what is typed', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const options = ['Left hand', 'Right hand']
    await hr.call('org_fields_create', { label: 'Hand', type: 'select', tier: 'public', options })
    const rows = [0, 1, 2].map((row) => `people[${row}].title=Cook&people[${row}].custom.hand=Left hand`)
    const path = `/${company.slug}/manage/do/org/setup.apply?~rows:people=3&${rows.join('&')}`
    const { text } = await openPage(server, hr, encodeURI(path))
    expect(text.match(/<option value="Right hand">/g)).to.have.length(1)
    const [, list] = /<datalist id="([^"]*)">\s*<option value="Left hand">/.exec(text)!
    for (const row of [0, 1, 2]) {
      const [control] = new RegExp(`<input[^>]*name="people\\[${row}\\]\\.custom\\.hand"[^>]*>`).exec(text)!
      expect(control).to.include(`list="${list}"`).and.include('value="Left hand"')
    }
  })

  it('has them beside the field where there is one person', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const options = ['one', 'two', 'three', 'four', 'five']
    await hr.call('org_fields_create', { label: 'Hand', type: 'select', tier: 'public', options })
    const { text } = await openPage(server, hr, `/${company.slug}/manage/do/org/people.hire`)
    expect(text).to.match(/<select[^>]*name="custom\.hand"/)
    expect(text).not.to.include('<datalist')
  })
})
