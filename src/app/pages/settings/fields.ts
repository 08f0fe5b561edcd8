import type { Result } from '../../../actions/action.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html } from '../../parts/html.ts'
import { table } from '../../parts/table/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, formPath, pathTo } from '../../request.ts'
import { valueName } from '../../texts/labels.ts'
import { changeButton, settingTabs } from './frame.ts'
import { settingTexts } from './texts.ts'

type Field = Result<'org_fields_list'>[number]

/** The fields that the company added, archived ones last. */
export const fieldsPage: Page = async (request) => {
  const { language } = request
  const t = settingTexts[language]
  const rows = await call(request, 'org_fields_list', { include_archived: true })
  const create =
    allows(request, 'org_fields_create') &&
    linkButton(formPath(request, 'org_fields_create', { back: pathTo(request, 'settings/fields') }), {
      text: t.create,
      kind: 'main',
    })
  return {
    title: t.fields,
    lead: t.fieldsLead,
    trail: [{ text: t.title, href: pathTo(request, 'settings') }],
    actions: rows.length > 0 && create,
    body: [
      settingTabs(request, 'fields'),
      table<Field>({
        stack: true,
        caption: t.fields,
        rows,
        none: empty(t.noFields, create),
        columns: [
          { name: t.label, value: ({ label, archived }) => [label, archived && [' ', badge(t.archived)]] },
          { name: t.type, value: ({ type }) => valueName(type, language) },
          { name: t.tier, value: ({ tier }) => valueName(tier, language) },
          { name: t.options, value: ({ options }) => (options.length > 0 ? options.join(', ') : '–') },
          { name: t.key, value: ({ key }) => html`<code>${key}</code>` },
          ...(allows(request, 'org_fields_update')
            ? [
                {
                  name: t.change,
                  value: ({ id, label }: Field) =>
                    changeButton(request, 'org_fields_update', label, 'settings/fields', { field_id: id }),
                },
              ]
            : []),
        ],
      }),
    ],
  }
}
