import { randomUUID } from 'node:crypto'
import type { Result } from '../../../actions/action.ts'
import { megabyte, otherCategory, typeOfName, visibilitiesOf } from '../../../domain/documents.ts'
import { safeReturnTo } from '../../../domain/return-to.ts'
import { ApiError, notFound } from '../../../errors.ts'
import { readFileForm } from '../../../http/multipart.ts'
import { problemsOf } from '../../forms/problems.ts'
import { carried, linkButton, submit } from '../../parts/button/part.ts'
import { field, input, select, textArea, type Choice } from '../../parts/field/part.ts'
import { guard } from '../../parts/guard/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { problems, type Problem } from '../../parts/notice/part.ts'
import type { Page, Screen } from '../../page.ts'
import { call, pathTo, type AppRequest } from '../../request.ts'
import { valueName } from '../../texts/labels.ts'
import { requireOwnForm } from '../actions/sent.ts'
import { controlAt, labelsOf } from './controls.ts'
import { sendFile, wasSentBefore, type Purpose, type Values } from './sending.ts'
import { categoryName } from './table.ts'
import { documentTexts } from './texts.ts'

/** A file of a form is in memory whole. Larger ones come by the API, piece by piece. */
export const mostMegabytes = 25

/** Bytes of a control that is no file: more than the longest text of a document has. What is longer is still refused by what is left. */
const longestText = 16 * 1024

interface Facts {
  title: string
  /** The person it is about; left out: the company, or oneself. */
  person: string | undefined
  /** The largest file, in megabytes. */
  maxMb: number
  /** The kinds that its field takes; left out: all. */
  kinds: readonly Kind[] | undefined
  /** The tier of its field, whose files are seen by whoever sees the field; left out: it fills none. */
  tier: string | undefined
  categories: readonly string[]
  visibilities: readonly string[]
}

type Kind = keyof (typeof documentTexts)['en']['kinds']

/** `GET documents/add`: what the file is and says, and who sees it. */
export const addPage: Page = async (request) => {
  const { search } = request
  const purpose = purposeOf(request, (name) => search.get(name) ?? undefined)
  return form(request, purpose, await factsOf(request, purpose), {}, [])
}

/** `POST documents/add`: the three steps of an upload at once, for browsers without script. */
export const sendAdded: Page = async (request) => {
  const { ctx, language } = request
  const t = documentTexts[language]
  requireOwnForm(request)
  const parts = await readFileForm(ctx, mostMegabytes * megabyte + 64 * 1024).catch(nothingOfTooMuch)
  if (!parts) return tooLarge(request)
  const values: Values = Object.fromEntries(
    [...parts].map(([name, { bytes }]) => [
      name,
      name === 'file' ? '' : bytes.subarray(0, longestText).toString(),
    ]),
  )
  const purpose = purposeOf(request, (name) => values[name] || undefined)
  const again = async (found: readonly Problem[]): Promise<Screen> => ({
    ...form(request, purpose, await factsOf(request, purpose), values, found),
    status: 422,
  })
  const file = parts.get('file')
  if (!file?.fileName) return again([{ id: 'file', text: t.noFile }])
  const contentType = typeOfName(file.fileName)
  if (contentType === undefined) return again([{ id: 'file', text: t.unknownType }])
  try {
    const done = await sendFile(request, purpose, values, file, contentType)
    return { to: purpose.back, done }
  } catch (error) {
    if (wasSentBefore(error)) return sentBefore(request, purpose, error)
    if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'not_found') throw error
    ctx.state['failure'] = error
    return again(problemsOf(error, language).all.map(({ id, text }) => ({ id: controlAt(id, values), text })))
  }
}

/** @throws the error, unless it says that a form is too large: nothing of it was read then */
function nothingOfTooMuch(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'payload_too_large') throw error
}

/** The form about the same, by its address, empty again. */
async function tooLarge(request: AppRequest): Promise<Screen> {
  const purpose = purposeOf(request, (name) => request.search.get(name) ?? undefined)
  const facts = await factsOf(request, purpose)
  const text = documentTexts[request.language].tooLarge(facts.maxMb)
  return { ...form(request, purpose, facts, {}, [{ id: 'file', text }]), status: 422 }
}

/** An answer to a form that was sent before, such as by a second click. The first one may be under way. */
function sentBefore(request: AppRequest, purpose: Purpose, error: ApiError): Screen {
  const t = documentTexts[request.language]
  request.ctx.state['failure'] = error
  return {
    title: t.sentBefore,
    lead: t.sentBeforeLead,
    status: 409,
    body: html`<div class="buttons">
      ${linkButton(purpose.back, { text: t.back, kind: 'main' })}
      ${linkButton(addressOf(request, purpose), { text: t.sendAnother })}
    </div>`,
  }
}

/** The address of the form. Whoever signs in again comes back to one about the same. */
function addressOf(request: AppRequest, { personId: person_id, fieldKey: field_key, back }: Purpose): string {
  const isUsual = back === pathTo(request, 'documents')
  return pathTo(request, 'documents/add', { person_id, field_key, ...(!isUsual && { back }) })
}

function purposeOf(request: AppRequest, given: (name: string) => string | undefined): Purpose {
  const back = safeReturnTo(given('back'), request.organization.slug) ?? pathTo(request, 'documents')
  return {
    personId: request.side === 'manage' ? given('person_id') : undefined,
    fieldKey: given('field_key'),
    back,
  }
}

const mostBytes = (listing: Result<'documents_list'> | Result<'documents_me_list'>): number =>
  'max_file_bytes' in listing ? listing.max_file_bytes : (listing.self_upload?.max_file_bytes ?? 0)

async function factsOf(request: AppRequest, { personId, fieldKey }: Purpose): Promise<Facts> {
  const { side, language } = request
  const t = documentTexts[language]
  const isField = fieldKey !== undefined
  const [listing, person, fields] = await Promise.all([
    side === 'manage'
      ? call(request, 'documents_list', { limit: 1, scope: 'all', sort: 'newest' })
      : call(request, 'documents_me_list', { scope: 'mine' }),
    personId === undefined ? undefined : call(request, 'org_people_get', { person_id: personId }),
    isField ? call(request, 'org_fields_list', { include_archived: false }) : undefined,
  ])
  const one = fields?.find(({ key }) => key === fieldKey)
  if (isField && !one) throw notFound('field_key', 'custom_field')
  const own = side === 'manage' ? t.addCompany : t.addOwn
  const about = person ? t.addAbout(person.name) : own
  return {
    title: one ? (person ? t.addField(one.label, person.name) : one.label) : about,
    person: person?.name,
    maxMb: Math.min(
      mostMegabytes,
      Math.floor(mostBytes(listing) / megabyte),
      one?.file?.max_mb ?? mostMegabytes,
    ),
    kinds: one?.file?.kinds,
    tier: one?.tier,
    categories: listing.categories,
    visibilities: visibilitiesOf(person ? 'person' : 'company'),
  }
}

function form(
  request: AppRequest,
  purpose: Purpose,
  facts: Facts,
  values: Values,
  found: readonly Problem[],
): Screen {
  const { language, side } = request
  const t = documentTexts[language]
  const labels = labelsOf(language)
  const told = found.map(({ id = '', text }) => ({
    id,
    text: id === 'file' ? text : [labels[id], ': ', text],
  }))
  const errors = new Map(found.map(({ id = '', text }) => [id, text]))
  const { personId: person_id, fieldKey: field_key, back } = purpose
  return {
    title: facts.title,
    lead: leadOf(request, facts),
    trail: [{ text: facts.person ?? (side === 'me' ? t.ownTitle : t.title), href: purpose.back }],
    body: [
      found.length > 0 && problems(t.problems(found.length), [...told, { text: t.again }]),
      guard(
        { isTyped: found.length > 0 },
        html`
          <form
            class="card form"
            method="post"
            action=${addressOf(request, purpose)}
            enctype="multipart/form-data"
          >
            ${carried('person_id', person_id)}${carried('field_key', field_key)}${carried('back', back)}
            ${carried('key', randomUUID())}
            ${field({
              id: 'file',
              label: t.file,
              error: errors.get('file'),
              help: facts.kinds
                ? t.fieldHelp(facts.kinds.map((kind) => t.kinds[kind]).join(', '), facts.maxMb)
                : t.fileHelp(facts.maxMb),
              control: ({ id, describedBy, invalid }) =>
                html`<input
                  type="file"
                  id=${id}
                  name="file"
                  required
                  aria-invalid=${invalid}
                  aria-describedby=${describedBy}
                />`,
            })}
            ${purpose.fieldKey === undefined && details(request, facts, values, errors)}
            <x-upload data-sending=${t.sending} data-checking=${t.checking}></x-upload>
            <div class="buttons">
              ${submit({ text: t.send, kind: 'main' })}${linkButton(purpose.back, { text: t.cancel })}
            </div>
          </form>
        `,
      ),
    ],
  }
}

/** A sentence below the title: who sees it, or that a document about one person belongs elsewhere. */
function leadOf(request: AppRequest, { person, tier }: Facts): Child {
  const t = documentTexts[request.language]
  if (tier !== undefined) return t.fieldSees(valueName(tier, request.language))
  if (request.side === 'me') return t.ownSees
  return person === undefined && html`${t.companyLead} <a href=${pathTo(request, 'people')}>${t.toPeople}</a>`
}

function details(
  { language, side }: AppRequest,
  facts: Facts,
  values: Values,
  errors: ReadonlyMap<string, Child>,
): Child {
  const t = documentTexts[language]
  const labels = labelsOf(language)
  const about = (name: string) => ({ id: name, label: labels[name], error: errors.get(name) })
  const text = (name: string, help?: string, type?: 'date'): Child =>
    field({
      ...about(name),
      help,
      note: t.optional,
      control: (aria) => input(aria, { name, value: values[name] ?? '', ...(type && { type }) }),
    })
  const choice = (name: string, choices: readonly Choice[], first = choices[0]!.value): Child =>
    field({ ...about(name), control: (aria) => select(aria, name, choices, values[name] ?? first) })
  return [
    text('title', t.titleHelp),
    choice(
      'category',
      facts.categories.map((name) => ({ value: name, label: categoryName(name, language) })),
      // What nobody chose is no contract.
      otherCategory,
    ),
    text('new_category', t.newCategoryHelp),
    side === 'manage' &&
      choice(
        'visibility',
        facts.visibilities.map((value) => ({ value, label: valueName(value, language) })),
      ),
    text('expires_on', undefined, 'date'),
    side === 'manage' &&
      field({
        ...about('notes'),
        note: t.optional,
        control: (aria) => textArea(aria, { name: 'notes', value: values['notes'] ?? '' }),
      }),
  ]
}
