import type { Result } from '../../../actions/action.ts'
import { linkButton } from '../../parts/button/part.ts'
import { checklist } from '../../parts/checklist/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { homePath } from '../../page.ts'
import { homeTexts } from './texts.ts'

type Status = Result<'org_setup_status'>
type Step = Exclude<keyof Status, 'completed'>
const steps: readonly Step[] = ['entity', 'location', 'units', 'people', 'invited', 'ai_connected']

/** The way to a company that is set up; nothing once it is. */
export async function setupSteps(request: AppRequest): Promise<Child> {
  if (!allows(request, 'org_setup_status')) return undefined
  const status = await call(request, 'org_setup_status', {})
  if (status.completed) return undefined
  const t = homeTexts[request.language]
  const needsBasics = !status.entity || !status.location || !status.people
  return section(
    'setup',
    t.next,
    needsBasics &&
      allows(request, 'org_setup_init') &&
      html`<div class="row">
        ${linkButton(formPath(request, 'org_setup_init', { back: homePath(request) }), { text: t.basics, kind: 'main' })}
      </div>`,
    checklist(
      steps.map((step) => ({
        text: t.steps[step],
        done: status[step],
        state: status[step] ? t.done : t.toDo,
        action: wayTo(request, step),
      })),
    ),
  )
}

/** The button beside a step that is not done, where the role of the reader reaches. */
function wayTo(request: AppRequest, step: Step): Child {
  const t = homeTexts[request.language]
  const back = homePath(request)
  const label = t.addLabel(t.steps[step])
  const add = (href: string) => linkButton(href, { text: t.add, label, small: true })
  if (step === 'ai_connected')
    return linkButton(`/${request.organization.slug}/account`, { text: t.connect, small: true })
  if (step === 'people') return allows(request, 'org_people_import_csv') && add(pathTo(request, 'import'))
  const action = (
    {
      entity: 'org_legal_entities_create',
      location: 'org_locations_create',
      units: 'org_units_create',
      invited: 'org_invites_create',
    } as const
  )[step]
  return allows(request, action) && add(formPath(request, action, { back }))
}
