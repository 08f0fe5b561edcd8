import type { Page } from '../../page.ts'
import { linkButton } from '../../parts/button/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html } from '../../parts/html.ts'
import { table } from '../../parts/table/part.ts'
import { allows, call, formPath, pathTo } from '../../request.ts'
import { undetailedTexts } from './undetailed-texts.ts'

/** People who can sign in and of whom no private details are recorded: those that the home page counts. It names the first 100. */
export const undetailedPage: Page = async (request) => {
  const t = undetailedTexts[request.language]
  const [{ needs }, { nodes }] = await Promise.all([
    call(request, 'org_home_summary', {}),
    // All of them work here, so that one answer has their names.
    call(request, 'org_people_chart', {}),
  ])
  const { count, ids } = needs.find(({ kind }) => kind === 'personal_details') ?? { count: 0, ids: [] }
  const missing = new Set(ids)
  const rows = nodes.filter(({ person }) => missing.has(person.id))
  const rest = (count ?? 0) - rows.length
  const back = pathTo(request, undetailedPath)
  const record = (id: string) => formPath(request, 'org_people_update_profile', { person_id: id, back })
  return {
    title: t.title,
    lead: t.lead,
    trail: [{ text: t.people, href: pathTo(request, 'people') }],
    body: [
      table({
        caption: t.title,
        stack: true,
        rows,
        none: empty(t.none),
        columns: [
          {
            name: t.name,
            value: ({ person: { id, name, title } }) => [
              html`<a href=${pathTo(request, `people/${id}`)}>${name}</a>`,
              title !== null && html` <span class="note">${title}</span>`,
            ],
          },
          { name: t.unit, value: ({ unit }) => unit?.name ?? '–' },
          ...(allows(request, 'org_people_update_profile')
            ? [
                {
                  name: t.actions,
                  value: ({ person: { id, name } }: (typeof rows)[number]) =>
                    linkButton(record(id), { text: t.record, label: `${t.record}: ${name}`, small: true }),
                },
              ]
            : []),
        ],
      }),
      rest > 0 && html`<p class="note">${t.further(rest)}</p>`,
    ],
  }
}

/** The place of this page below the administration. */
export const undetailedPath = 'people/without_details'
