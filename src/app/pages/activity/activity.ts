import type { Result } from '../../../actions/action.ts'
import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { forms } from '../../../generated/forms.ts'
import { controls } from '../../forms/controls.ts'
import { loadLookups } from '../../forms/lookups.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { emptyState } from '../../forms/state.ts'
import { idOf, type Values } from '../../forms/values.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { field, select, type Choice } from '../../parts/field/part.ts'
import { filters as filtersPart } from '../../parts/filters/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section, type Item } from '../../parts/list/part.ts'
import { live } from '../../parts/live/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, pathTo, perform, type AppRequest } from '../../request.ts'
import { changesOf, toTell } from '../../show/changes.ts'
import { actionTitle, valueName } from '../../texts/labels.ts'
import { searchesIn } from '../actions/sent.ts'
import { activityTexts } from './texts.ts'
import { dateFormat } from '../../../texts/formats.ts'

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
    body: live(t.count(items.length), [
      await filters(request, given),
      items.length === 0 && empty(t.none),
      [...days].map(([date, entries]) =>
        section(`day-${date}`, day(date, language), list(entries.map((entry) => itemOf(request, entry)))),
      ),
      next_before !== null &&
        html`<div class="row">
          ${linkButton(pathTo(request, 'activity', { ...filtersIn(search), before: next_before }), { text: t.next })}
        </div>`,
    ]),
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

async function filters(request: AppRequest, values: Values): Promise<Child> {
  const { search, language } = request
  const t = activityTexts[language]
  const person = forms.platform_activity_list.fields.filter(({ name }) => name === 'person_id')
  const state = { ...emptyState, ...searchesIn(search), values }
  const [lookups, actors] = await Promise.all([loadLookups(request, person, state), actorsOf(request)])
  const chosen = filtersIn(search)
  const { compare } = new Intl.Collator(language)
  const choices = (Object.values(actions) as Action[])
    .filter(({ effect, recorded }) => effect !== 'read' || recorded)
    .map(({ id, name }) => ({ value: name, label: actionTitle(id as ActionId, language) }))
    .toSorted((a, b) => compare(a.label, b.label))
  const choice = (name: (typeof filterNames)[number], label: string, any: string, all: readonly Choice[]) => {
    const value = chosen[name] ?? ''
    const others =
      value === '' || all.some((one) => one.value === value) ? [] : [{ value, label: t.onlyActor }]
    const offered = [{ value: '', label: any }, ...others, ...all]
    return field({ id: idOf(name), label, control: (aria) => select(aria, name, offered, value) })
  }
  return filtersPart({
    action: pathTo(request, 'activity'),
    row: [
      choice('action', t.action, t.anyAction, choices),
      actors && choice('actor_id', t.actor, t.anyActor, actors),
    ],
    more: {
      summary: t.person,
      open: chosen['person_id'] !== undefined || state.searches.size > 0,
      fields: controls({ language, state, lookups }, person),
    },
    submit: t.show,
    clear: Object.keys(chosen).length > 0 ? { text: t.all, href: pathTo(request, 'activity') } : undefined,
  })
}

/** The members, whose acts can be asked for, as far as the reader may list them. Keys are found from their lines. */
const actorsOf = async (request: AppRequest): Promise<Choice[] | undefined> =>
  allows(request, 'platform_members_list')
    ? (await call(request, 'platform_members_list', {})).map(({ user_id, name, email }) => ({
        value: user_id,
        label: `${name} (${email})`,
      }))
    : undefined

function itemOf(request: AppRequest, entry: Entry): Item {
  const { language } = request
  const t = activityTexts[language]
  const { summary, actor, subject, at } = entry
  const changes = toTell(entry.changes)
  const others = [
    ...(subject?.type === 'person' ? [{ text: t.samePerson, query: { person_id: subject.id } }] : []),
    ...(actor.id !== null ? [{ text: t.sameActor, query: { actor_id: actor.id } }] : []),
  ]
  return {
    name: summary,
    note: [actor.name, ' · ', valueName(actor.via, language)],
    end: html`<div class="row">
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
    </div>`,
  }
}

/** The day of a moment in the time zone of the organization, as `2026-11-20`. */
const dayOf = ({ organization }: AppRequest, at: string): string =>
  dateFormat('en-CA', { dateStyle: 'short', timeZone: organization.timeZone }).format(new Date(at))

const timeOf = ({ language, organization }: AppRequest, at: string): string =>
  dateFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    timeStyle: 'short',
    timeZone: organization.timeZone,
  }).format(new Date(at))
