import type { ActionId } from '../../../generated/actions.ts'
import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { tabs } from '../../parts/tabs/part.ts'
import { allows, formPath, pathTo, type AppRequest } from '../../request.ts'
import { settingTexts } from './texts.ts'

const pages = [
  { name: 'general', path: 'settings', needs: 'platform_organization_get' },
  { name: 'fields', path: 'settings/fields', needs: 'org_fields_list' },
  { name: 'approvals', path: 'settings/approvals', needs: 'org_approvals_settings_get' },
] as const

/** The pages of settings beside each other, as far as the role of the reader reaches. */
export function settingTabs(request: AppRequest, current: (typeof pages)[number]['name']): Child {
  const t = settingTexts[request.language]
  return tabs(
    t.tabs,
    pages
      .filter(({ needs }) => allows(request, needs))
      .map(({ name, path }) => ({ text: t[name], href: pathTo(request, path), current: name === current })),
  )
}

/** The way to the form of a setting, for those who may change it. */
export function changeButton(
  request: AppRequest,
  id: ActionId,
  what: string,
  path: string,
  query: Record<string, string> = {},
): Child {
  if (!allows(request, id)) return undefined
  const t = settingTexts[request.language]
  const href = formPath(request, id, { ...query, back: pathTo(request, path) })
  return html`<div class="row">
    ${linkButton(href, { text: t.change, label: t.changeLabel(what), small: true })}
  </div>`
}
