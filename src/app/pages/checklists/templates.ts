import type { Result } from '../../../actions/action.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section } from '../../parts/list/part.ts'
import type { Page } from '../../page.ts'
import { call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { tabsOf } from './checklists.ts'
import { checklistTexts } from './texts.ts'

type Template = Result<'org_checklists_templates_list'>['templates'][number]

/** Templates with their tasks. */
export const templatesPage: Page = async (request) => {
  const t = checklistTexts[request.language]
  const { templates } = await call(request, 'org_checklists_templates_list', { include_archived: true })
  const back = pathTo(request, 'checklists/templates')
  return {
    title: t.title,
    lead: t.lead,
    actions: linkButton(formPath(request, 'org_checklists_templates_create', { back }), {
      text: t.create,
      kind: 'main',
    }),
    body: [tabsOf(request, 'templates'), ...templates.map((template) => sectionOf(request, template, back))],
  }
}

function sectionOf(request: AppRequest, template: Template, back: string): Child {
  const t = checklistTexts[request.language]
  const { id, name, kind, archived, saved, tasks } = template
  const kinds: Readonly<Record<string, string>> = t.kinds
  const begins = saved ? (template.auto_start ? t.autoStart : t.byHand) : t.notSaved
  return section(
    `template-${id}`,
    name,
    html`<p class="note">
      ${[kinds[kind] ?? kind, begins, `${t.for}: ${conditionsOf(request, template)}`].join(' · ')}
      ${archived && badge(t.archived)}
    </p>`,
    list(
      tasks.map(({ title, assignee, offset_days }) => ({
        name: title,
        note: [t.days(offset_days), ' · ', doerOf(request, assignee)],
      })),
    ),
    html`<div class="row">
      ${linkButton(formPath(request, 'org_checklists_templates_update', { template_id: id, back }), {
        text: t.change,
        label: `${t.change}: ${name}`,
        small: true,
      })}
      ${
        !archived &&
        linkButton(formPath(request, 'org_checklists_runs_start', { template_id: id, back }), {
          text: t.start,
          label: `${t.start}: ${name}`,
          small: true,
        })
      }
    </div>`,
  )
}

const conditionsOf = ({ language }: AppRequest, { conditions }: Template): string => {
  const { unit_ids, location_ids, legal_entity_ids } = conditions
  const count = unit_ids.length + location_ids.length + legal_entity_ids.length
  const t = checklistTexts[language]
  return count === 0 ? t.everybody : t.conditions(count)
}

/** The assignee of a task of a template, in words. */
function doerOf({ language }: AppRequest, { type, person }: Template['tasks'][number]['assignee']): string {
  const t = checklistTexts[language]
  const names: Readonly<Record<string, string>> = { hr: t.hr, manager: t.manager, person: t.self }
  return person?.name ?? names[type] ?? type
}
