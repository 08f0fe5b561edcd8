import type { ActionId } from '../../../generated/actions.ts'
import { forms, type FieldShape } from '../../../generated/forms.ts'
import { controls } from '../../forms/controls.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { emptyState, type FormState, type Lookups } from '../../forms/state.ts'
import { idOf, type Values } from '../../forms/values.ts'
import { loadLookups } from '../../forms/lookups.ts'
import { checkbox, field, input, select, type Choice } from '../../parts/field/part.ts'
import { filters } from '../../parts/filters/part.ts'
import type { Child } from '../../parts/html.ts'
import { allows, may, pathTo, type AppRequest } from '../../request.ts'
import { formTexts } from '../../texts/forms.ts'
import { valueName } from '../../texts/labels.ts'
import { searchesIn } from '../actions/sent.ts'
import { peopleTexts } from './texts.ts'

const id = 'org_people_list' satisfies ActionId
const fields: readonly FieldShape[] = forms[id].fields
const called = (name: string): FieldShape => fields.find((one) => one.name === name)!

/** The controls below the row, which are open while one of them is used. */
const folded = [
  'location_id',
  'manager_id',
  'has_login',
  'has_manager',
  'joined_between',
  'left_between',
  'probation_ends_before',
  'contract_ends_before',
]

/** The filters that an address holds, as the action takes them. */
export function filtersIn(search: URLSearchParams): Values {
  const { include_subunits: below, ...others } = readValues(fields, new Sent(search))
  return others['unit_id'] === undefined
    ? others
    : { ...others, ...(below === true && { include_subunits: true }) }
}

/** The filters of the list as a form. Those that the reader may not use are not in it. */
export async function filterForm(
  request: AppRequest,
  values: Values,
  errors: ReadonlyMap<string, string>,
): Promise<Child> {
  const { search, language } = request
  const t = peopleTexts[language]
  const state: FormState = { ...emptyState, ...searchesIn(search), values, errors }
  const [lookups, [byStay, byTerms]] = await Promise.all([
    loadLookups(request, [called('unit_id'), called('location_id'), called('manager_id')], state),
    usable(request),
  ])
  const form = formOf(request, values, errors)
  const isUsed = folded.some((name) => values[name] !== undefined) || state.searches.size > 0
  return filters({
    action: pathTo(request, 'people'),
    submit: t.show,
    clear: Object.keys(values).length > 0 ? { text: t.clear, href: pathTo(request, 'people') } : undefined,
    row: [
      form.text('q', t.name, 'search'),
      form.choice('unit_id', t.unit, [{ value: '', label: t.anyUnit }, ...listOf(lookups, 'unit')]),
      form.choice('status', t.status, [
        { value: '', label: t.usual },
        ...(called('status') as FieldShape & { kind: 'choice' }).values.map((value) => ({
          value,
          label: valueName(value, language),
        })),
      ]),
      form.text('as_of', t.asOf, 'date'),
    ],
    more: {
      summary: t.more,
      open: isUsed,
      fields: [
        checkbox(
          'include_subunits',
          'true',
          t.subunits,
          // The form sends `q` in any case. A link that names a unit, such as from its number of people, says all itself.
          values['include_subunits'] === true || !(search.has('q') || search.has('unit_id')),
        ),
        form.choice('location_id', t.location, [
          { value: '', label: t.anyLocation },
          ...listOf(lookups, 'location'),
        ]),
        form.yesOrNo('has_login', t.hasLogin),
        form.yesOrNo('has_manager', t.hasManager),
        byStay && [
          form.text('joined_between.from', t.joinedFrom, 'date'),
          form.text('joined_between.to', t.joinedTo, 'date'),
          form.text('left_between.from', t.leftFrom, 'date'),
          form.text('left_between.to', t.leftTo, 'date'),
        ],
        byTerms && [
          form.text('probation_ends_before', t.probation, 'date'),
          form.text('contract_ends_before', t.contract, 'date'),
        ],
        controls({ language, state, lookups }, [{ ...called('manager_id'), help: '' }]),
      ],
    },
  })
}

/** Asks which filters the reader may use: by the days of joining and leaving, and by those of the job. */
async function usable(request: AppRequest): Promise<boolean[]> {
  if (!allows(request, 'platform_can')) return [false, false]
  const answers = await may(request, [
    { action: id, input: { joined_between: { from: '2000-01-01' } } },
    { action: id, input: { probation_ends_before: '2000-01-01' } },
  ])
  return answers.map(({ allowed }) => allowed)
}

const listOf = (lookups: Lookups, kind: string): readonly Choice[] => lookups.lists.get(kind) ?? []

/** The controls of this form, with what stands in them and what is wrong with it. */
function formOf({ language }: AppRequest, values: Values, errors: ReadonlyMap<string, string>) {
  const valueAt = (path: string): string => {
    const value = path.split('.').reduce<unknown>((at, key) => (at as Values | undefined)?.[key], values)
    return value === undefined ? '' : String(value)
  }
  const framed = (path: string, label: string, control: Parameters<typeof field>[0]['control']): Child =>
    field({ id: idOf(path), label, error: errors.get(path), control })
  const choice = (path: string, label: string, choices: readonly Choice[]): Child =>
    framed(path, label, (aria) => select(aria, path, choices, valueAt(path)))
  return {
    choice,
    text: (path: string, label: string, type: 'search' | 'date') =>
      framed(path, label, (aria) => input(aria, { name: path, value: valueAt(path), type })),
    yesOrNo: (path: string, label: string) =>
      choice(path, label, [
        { value: '', label: peopleTexts[language].either },
        { value: 'true', label: formTexts[language].yes },
        { value: 'false', label: formTexts[language].no },
      ]),
  }
}
