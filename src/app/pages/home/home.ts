import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { forms } from '../../../generated/forms.ts'
import { html, type Child } from '../../parts/html.ts'
import { notice } from '../../parts/notice/part.ts'
import type { Page } from '../../page.ts'
import { allows, formPath, type AppRequest } from '../../request.ts'
import { appTexts } from '../../texts/app.ts'
import { actionTitle, sectionName } from '../../texts/labels.ts'

/** The beginning after a sign-in: the administration for those who manage, and else the own workspace. */
export const start: Page = ({ caller, organization }) =>
  Promise.resolve({
    to: caller.audiences.includes('manage') ? `/${organization.slug}/manage` : `/${organization.slug}/home`,
  })

/** The home page of a workspace: all that the role of the reader may do there. */
export const home: Page = (request) => {
  const { caller, organization, language } = request
  const t = appTexts[language]
  const offered = (Object.values(actions) as Action[])
    .map(({ id }) => id as ActionId)
    .filter((id) => allows(request, id))
  const sections = Map.groupBy(offered, (id) => forms[id].section)
  return Promise.resolve({
    title: caller.user.displayName,
    lead: organization.name,
    body: [
      organization.status !== 'active' && notice(t.paused, 'warn'),
      html`<h2>${t.everything}</h2>`,
      html`<div class="columns">
        ${[...sections].map(([section, ids]) => sectionCard(request, section, ids))}
      </div>`,
    ],
  })
}

function sectionCard(request: AppRequest, section: string, ids: readonly ActionId[]): Child {
  const id = `section-${section.toLowerCase().replace(/[^a-z]+/g, '-')}`
  return html`
    <section class="card links" aria-labelledby=${id}>
      <h3 id=${id}>${sectionName(section, request.language)}</h3>
      <ul>
        ${ids.map((one) => html`<li><a href=${formPath(request, one)}>${actionTitle(one, request.language)}</a></li>`)}
      </ul>
    </section>
  `
}
