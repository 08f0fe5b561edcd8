import type { Result } from '../../../actions/action.ts'
import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { forms } from '../../../generated/forms.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { linkButton, submit } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { field, select } from '../../parts/field/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section, type Item } from '../../parts/list/part.ts'
import { notice } from '../../parts/notice/part.ts'
import type { Page } from '../../page.ts'
import { pathTo, perform, type AppRequest } from '../../request.ts'
import { changesOf } from '../../show/changes.ts'
import { actionTitle, valueName } from '../../texts/labels.ts'
import { activityTexts } from './texts.ts'

type Log = Result<'platform_activity_list'>
type Entry = Log['items'][number]

/** The activity log by day, with its filters. */
export const activityPage: Page = async (request) => {
  const { search, language } = request
  const t = activityTexts[language]
  const given = readValues(forms.platform_activity_list.fields, new Sent(search))
  const { data } = await perform(request, 'platform_activity_list', given)
  const { items, next_before } = data as Log
  const days = Map.groupBy(items, ({ at }) => dayOf(request, at))
  return {
    title: t.title,
    lead: t.lead,
    body: [
      filters(request),
      items.length === 0 && empty(t.none),
      [...days].map(([date, entries]) =>
        section(`day-${date}`, day(date, language), list(entries.map((entry) => itemOf(request, entry)))),
      ),
      next_before !== null &&
        html`<div class="row">
          ${linkButton(pathTo(request, 'activity', { ...filtersIn(search), before: next_before }), { text: t.next })}
        </div>`,
    ],
  }
}

const filterNames = ['action', 'person_id', 'actor_id'] as const

const filtersIn = (search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )

function filters(request: AppRequest): Child {
  const { search, language } = request
  const t = activityTexts[language]
  const chosen = filtersIn(search)
  const { compare } = new Intl.Collator(language)
  const choices = (Object.values(actions) as Action[])
    .filter(({ effect, recorded }) => effect !== 'read' || recorded)
    .map(({ id, name }) => ({ value: name, label: actionTitle(id as ActionId, language) }))
    .toSorted((a, b) => compare(a.label, b.label))
  return [
    html`<form class="row" method="get" action=${pathTo(request, 'activity')}>
      ${field({
        id: 'action',
        label: t.action,
        control: (aria) =>
          select(aria, 'action', [{ value: '', label: t.anyAction }, ...choices], chosen['action'] ?? ''),
      })}
      ${Object.entries(chosen)
        .filter(([name]) => name !== 'action')
        .map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
      ${submit({ text: t.show })}
      ${Object.keys(chosen).length > 0 && linkButton(pathTo(request, 'activity'), { text: t.all })}
    </form>`,
    chosen['person_id'] && notice(t.onlyPerson),
    chosen['actor_id'] && notice(t.onlyActor),
  ]
}

function itemOf(request: AppRequest, entry: Entry): Item {
  const { language } = request
  const t = activityTexts[language]
  const { summary, actor, subject, changes, at } = entry
  const others = [
    ...(subject?.type === 'person' ? [{ text: t.samePerson, query: { person_id: subject.id } }] : []),
    ...(actor.id !== null ? [{ text: t.sameActor, query: { actor_id: actor.id } }] : []),
  ]
  return {
    name: summary,
    note: [actor.name, ' · ', valueName(actor.via, language)],
    end: html`<span class="row">
      <time datetime=${at}>${timeOf(request, at)}</time>
      ${
        (changes.length > 0 || others.length > 0) &&
        html`<details class="more">
          <summary class="button quiet small">
            ${changes.length > 0 ? t.changes : t.filter}<span class="away">: ${summary}</span>
          </summary>
          <div class="stack">
            ${changes.length > 0 && html`<div class="table-scroll" tabindex="0" role="region" aria-label=${`${t.changes}: ${summary}`}>${changesOf(request, changes)}</div>`}
            <div class="more-ways">
              ${others.map(({ text, query }) => linkButton(pathTo(request, 'activity', query), { text, small: true, label: `${text}: ${summary}` }))}
            </div>
          </div>
        </details>`
      }
    </span>`,
  }
}

/** The day of a moment in the time zone of the organization, as `2026-11-20`. */
const dayOf = ({ organization }: AppRequest, at: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: organization.timeZone }).format(
    new Date(at),
  )

const timeOf = ({ language, organization }: AppRequest, at: string): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    timeStyle: 'short',
    timeZone: organization.timeZone,
  }).format(new Date(at))
