import { maxImageBytes } from '../../../domain/images.ts'
import { ApiError, problem, refusal } from '../../../errors.ts'
import type { ActionId } from '../../../generated/actions.ts'
import { readFileForm } from '../../../http/multipart.ts'
import { problemsOf } from '../../forms/problems.ts'
import { linkButton, submit } from '../../parts/button/part.ts'
import { field } from '../../parts/field/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { problems } from '../../parts/notice/part.ts'
import { portrait } from '../../parts/portrait/part.ts'
import type { Page, Screen } from '../../page.ts'
import { call, formPath, pathTo, perform, type AppRequest } from '../../request.ts'
import { requireOwnForm } from '../actions/sent.ts'
import { imageTexts } from './texts.ts'

/** An image that a page replaces or removes. */
interface Subject {
  title: string
  lead: string
  url: string | null
  upload: ActionId
  remove: ActionId
  input: Record<string, string>
  /** The address of this page, and of the one that it belongs to. */
  path: string
  back: string
}

/** An image in a form, with what is around it; actions take 2 MiB. */
const maxBytes = 3 * 1024 * 1024

async function logo(request: AppRequest): Promise<Subject> {
  const t = imageTexts[request.language]
  const { logo_url: url } = await call(request, 'platform_appearance_get', {})
  return {
    title: t.logo,
    lead: t.logoLead,
    url,
    upload: 'platform_appearance_logo_upload',
    remove: 'platform_appearance_logo_remove',
    input: {},
    path: pathTo(request, 'settings/logo'),
    back: pathTo(request, 'settings'),
  }
}

async function ownPhoto(request: AppRequest): Promise<Subject> {
  const t = imageTexts[request.language]
  const { photo_url: url } = await call(request, 'org_me_get', {})
  return {
    title: t.ownPhoto,
    lead: t.photoLead,
    url,
    upload: 'org_me_photo_upload',
    remove: 'org_me_photo_remove',
    input: {},
    path: pathTo(request, 'profile/photo'),
    back: pathTo(request, 'profile'),
  }
}

async function photo(request: AppRequest): Promise<Subject> {
  const t = imageTexts[request.language]
  const person_id = request.params['id']!
  const { name, photo_url: url } = await call(request, 'org_people_get', { person_id })
  return {
    title: t.photo(name),
    lead: t.photoLead,
    url,
    upload: 'org_people_photo_upload',
    remove: 'org_people_photo_remove',
    input: { person_id },
    path: pathTo(request, `people/${person_id}/photo`),
    back: pathTo(request, `people/${person_id}`),
  }
}

function pages(find: (request: AppRequest) => Promise<Subject>): { GET: Page; POST: Page } {
  return {
    GET: async (request) => screen(request, await find(request)),
    POST: async (request) => {
      const subject = await find(request)
      const refused = (error: ApiError): Screen => {
        request.ctx.state['failure'] = error
        const { all } = problemsOf(error, request.language)
        return screen(
          request,
          subject,
          all.map(({ text }) => text),
        )
      }
      const bytes = await readImage(request)
      if (!bytes) return refused(refusal([problem('image_too_large', {})]))
      if (bytes.length === 0) return screen(request, subject, [imageTexts[request.language].none])
      try {
        const image_base64 = bytes.toString('base64')
        const { activityId } = await perform(request, subject.upload, { ...subject.input, image_base64 })
        return { to: subject.back, done: activityId }
      } catch (error) {
        if (!(error instanceof ApiError) || !refusals.includes(error.code)) throw error
        return refused(error)
      }
    },
  }
}

/** Codes of errors that another image, or a second try, may get past. */
const refusals = ['validation_failed', 'payload_too_large', 'rate_limited']

/** The pages of the logo, of one's own photo, and of that of another person. */
export const [logoPages, ownPhotoPages, photoPages] = [pages(logo), pages(ownPhoto), pages(photo)]

const nothing = { bytes: Buffer.alloc(0) }

/**
 * Reads the image of a form.
 *
 * @returns undefined when there is more than any image may have
 * @throws ApiError forbidden when another site sent it; 415, 400
 */
async function readImage(request: AppRequest): Promise<Buffer | undefined> {
  requireOwnForm(request)
  try {
    const { bytes } = (await readFileForm(request.ctx, maxBytes)).get('image') ?? nothing
    return bytes.length > maxImageBytes ? undefined : bytes
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payload_too_large') return undefined
    throw error
  }
}

function screen(request: AppRequest, subject: Subject, found: readonly Child[] = []): Screen {
  const t = imageTexts[request.language]
  const { title, lead, url, remove, input, path, back } = subject
  return {
    title,
    lead,
    ...(found.length > 0 && { status: 422 }),
    body: [
      found.length > 0 &&
        problems(
          t.refused,
          found.map((text) => ({ id: 'image', text })),
        ),
      html`
        <form class="card form" method="post" action=${path} enctype="multipart/form-data">
          ${url !== null && portrait(url, title, { large: true })}
          ${field({
            id: 'image',
            label: t.file,
            help: t.fileHelp,
            error: found[0],
            control: ({ id, describedBy, invalid }) =>
              html`<input
                type="file"
                id=${id}
                name="image"
                accept="image/jpeg,image/png,image/webp"
                aria-invalid=${invalid}
                aria-describedby=${describedBy}
              />`,
          })}
          <div class="buttons">
            ${submit({ text: t.upload, kind: 'main' })}
            ${url !== null && linkButton(formPath(request, remove, { ...input, back }), { text: t.remove })}
            ${linkButton(back, { text: t.cancel })}
          </div>
        </form>
      `,
    ],
  }
}
