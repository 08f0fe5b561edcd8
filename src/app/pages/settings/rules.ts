import { html, type Child } from '../../parts/html.ts'
import { facts } from '../../parts/list/part.ts'
import type { Page } from '../../page.ts'
import { call, pathTo } from '../../request.ts'
import { changeButton, settingTabs } from './frame.ts'
import { settingTexts } from './texts.ts'

const explained = (name: Child, meaning: string): Child =>
  html`<div class="list-text">${name}<span class="note">${meaning}</span></div>`

const kinds = ['job_change', 'termination', 'pay_change'] as const

/** The approval rules, with what each means. */
export const rulesPage: Page = async (request) => {
  const t = settingTexts[request.language]
  const rules = await call(request, 'org_approvals_settings_get', {})
  return {
    title: t.approvals,
    lead: t.rulesLead,
    trail: [{ text: t.title, href: pathTo(request, 'settings') }],
    body: [
      settingTabs(request, 'approvals'),
      facts(
        kinds.map((kind) => {
          const [name, about] = t.kinds[kind] as [string, string]
          const [rule, meaning] = t.rules[rules[kind]] ?? [rules[kind], '']
          return { name: explained(name, about), value: explained(html`<b>${rule}</b>`, meaning) }
        }),
      ),
      html`<p class="note">${t.approvers(rules.hr_approvers)}</p>`,
      changeButton(request, 'org_approvals_settings_update', t.approvals, 'settings/approvals'),
    ],
  }
}
