import { mostFound } from '../../forms/people.ts'
import { linkButton } from '../../parts/button/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { field, input } from '../../parts/field/part.ts'
import { filters } from '../../parts/filters/part.ts'
import { html } from '../../parts/html.ts'
import { list, section } from '../../parts/list/part.ts'
import type { Page } from '../../page.ts'
import { pathTo } from '../../request.ts'
import { appTexts } from '../../texts/app.ts'
import { findAll, type Finding } from './everything.ts'

/** The search in everything as a page, for browsers without script: what the reader may do, and people by name. */
export const findPage: Page = async (request) => {
  const t = appTexts[request.language]
  const q = request.search.get('q') ?? ''
  const { doable, people } = await findAll(request, q)
  const shown = (id: string, title: string, found: readonly Finding[]) =>
    found.length > 0 &&
    section(
      id,
      title,
      list(found.map(({ value, label, help }) => ({ name: label, href: value, note: help }))),
    )
  return {
    title: t.find,
    lead: t.findLead,
    body: [
      filters({
        action: pathTo(request, 'find'),
        row: field({
          id: 'find',
          label: t.findWords,
          control: (aria) => input(aria, { name: 'q', value: q, type: 'search' }),
        }),
        submit: t.find,
      }),
      doable.length + people.length === 0 && empty(t.foundNothing),
      shown('doable', t.foundDoable, doable),
      shown('people', t.foundPeople, people),
      people.length === mostFound &&
        html`<div class="row">
          ${linkButton(pathTo(request, 'people', { q: q.trim(), status: 'all' }), { text: t.foundMore, small: true })}
        </div>`,
    ],
  }
}
