import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section } from '../../parts/list/part.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { valueName } from '../../texts/labels.ts'
import { homeTexts } from './texts.ts'

/** So many requests stand on the home page; the others are a link away. */
const shown = 5

/** The requests that the reader can decide. */
export async function waiting(request: AppRequest): Promise<Child> {
  if (!allows(request, 'org_approvals_list')) return undefined
  const { language } = request
  const t = homeTexts[language]
  const { items } = await call(request, 'org_approvals_list', { status: 'open', waiting_for_me: true })
  if (items.length === 0) return section('waiting', t.waiting, html`<p class="note">${t.nothingWaits}</p>`)
  return section(
    'waiting',
    t.waiting,
    list(
      items.slice(0, shown).map(({ id, person, change, effective_date, proposed_by }) => ({
        name: person.name,
        href: pathTo(request, `approvals/${id}`),
        note: [t.day(valueName(change, language)), ' ', day(effective_date, language)],
        end: proposed_by.name,
      })),
    ),
    html`<div class="row">
      ${linkButton(pathTo(request, 'approvals'), { text: t.allApprovals, small: true })}
    </div>`,
  )
}
