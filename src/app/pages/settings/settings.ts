import { forms } from '../../../generated/forms.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { facts, section } from '../../parts/list/part.ts'
import { portrait } from '../../parts/portrait/part.ts'
import { swatches } from '../../parts/swatches/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { valueName } from '../../texts/labels.ts'
import { imageTexts } from '../images/texts.ts'
import { sizeIn } from '../documents/table.ts'
import { changeButton, settingTabs } from './frame.ts'
import { mails } from './mails.ts'
import { reminders } from './reminders.ts'
import { settingTexts } from './texts.ts'

/** The settings of the company: its name, language, ways to sign in and appearance. */
export const settingsPage: Page = async (request) => ({
  title: settingTexts[request.language].title,
  body: [
    settingTabs(request, 'general'),
    ...(await Promise.all([
      organization(request),
      language(request),
      signIn(request),
      appearance(request),
      reminders(request),
      mails(request),
      storage(request),
      retention(request),
    ])),
  ],
})

async function organization(request: AppRequest): Promise<Child> {
  const t = settingTexts[request.language]
  const { name, slug, time_zone } = await call(request, 'platform_organization_get', {})
  return section(
    'organization',
    t.organization,
    facts([
      { name: t.name, value: name },
      { name: t.address, value: `/${slug}` },
      { name: t.zone, value: time_zone.replaceAll('_', ' ') },
    ]),
    changeButton(request, 'platform_organization_set', t.organization, 'settings'),
  )
}

async function language(request: AppRequest): Promise<Child> {
  const t = settingTexts[request.language]
  const { company, own } = await call(request, 'platform_language_get', {})
  const nameOf = (code: string | null, without: string) =>
    code === null ? without : valueName(code, request.language)
  return section(
    'language',
    t.language,
    facts([
      { name: t.companyLanguage, value: nameOf(company, t.eachBrowser) },
      { name: t.ownLanguage, value: nameOf(own, t.likeCompany) },
    ]),
    changeButton(request, 'platform_language_set', t.language, 'settings'),
  )
}

async function signIn(request: AppRequest): Promise<Child> {
  if (!allows(request, 'platform_sign_in_get')) return undefined
  const t = settingTexts[request.language]
  const { methods } = await call(request, 'platform_sign_in_get', {})
  return section(
    'sign-in',
    t.signIn,
    facts(
      Object.entries(methods).map(([name, { on, available, linked }]) => ({
        name: valueName(name, request.language),
        value: [on ? badge(t.on, 'good') : badge(t.off), ' ', available ? t.linked(linked) : t.unavailable],
      })),
    ),
    changeButton(request, 'platform_sign_in_set', t.signIn, 'settings'),
  )
}

async function appearance(request: AppRequest): Promise<Child> {
  const t = settingTexts[request.language]
  const { palette, shell, logo_url } = await call(request, 'platform_appearance_get', {})
  const back = pathTo(request, 'settings')
  return section(
    'appearance',
    t.appearance,
    swatches(
      palettes().map((one) => ({
        name: valueName(one, request.language),
        palette: one,
        sample: t.sample,
        chosen: one === palette ? t.chosen : undefined,
        href: allows(request, 'platform_appearance_set')
          ? formPath(request, 'platform_appearance_set', { palette: one, back })
          : undefined,
      })),
    ),
    facts([
      { name: t.shell, value: valueName(shell, request.language) },
      { name: imageTexts[request.language].logo, value: logoOf(request, logo_url) },
    ]),
    changeButton(request, 'platform_appearance_set', t.appearance, 'settings'),
  )
}

async function storage(request: AppRequest): Promise<Child> {
  if (!allows(request, 'platform_storage_get')) return undefined
  const t = settingTexts[request.language]
  const { used_bytes, billable_gb, max_file_mb, ceiling_mb, self_upload } = await call(
    request,
    'platform_storage_get',
    {},
  )
  const megabytes = (count: number) => `${new Intl.NumberFormat(request.language).format(count)} MB`
  return section(
    'storage',
    t.storage,
    facts([
      {
        name: t.used,
        value: [
          sizeIn(request.language, used_bytes),
          billable_gb > 0 && html` <span class="note">${t.billed(billable_gb)}</span>`,
        ],
      },
      { name: t.largest, value: megabytes(max_file_mb) },
      { name: t.ceiling, value: ceiling_mb === null ? t.unlimited : megabytes(ceiling_mb) },
      {
        name: t.addThemselves,
        value: self_upload.enabled
          ? t.monthly(self_upload.files_per_month, self_upload.mb_per_month)
          : badge(t.off),
      },
    ]),
    changeButton(request, 'platform_storage_set', t.storage, 'settings'),
  )
}

async function retention(request: AppRequest): Promise<Child> {
  if (!allows(request, 'platform_retention_get')) return undefined
  const t = settingTexts[request.language]
  const { log_days, sessions_days, mails_days } = await call(request, 'platform_retention_get', {})
  return section(
    'retention',
    t.retention,
    facts([
      { name: t.logKept, value: log_days === null ? t.forGood : t.days(log_days) },
      { name: t.sessionsKept, value: t.days(sessions_days) },
      { name: t.mailsKept, value: t.days(mails_days) },
    ]),
    changeButton(request, 'platform_retention_set', t.retention, 'settings'),
  )
}

/** The logo, and the way to another one, for those who may choose it. */
function logoOf(request: AppRequest, url: string | null): Child {
  const t = settingTexts[request.language]
  return html`<div class="row">
    ${url === null ? t.none : portrait(url, '', { large: true })}
    ${
      allows(request, 'platform_appearance_logo_upload') &&
      linkButton(pathTo(request, 'settings/logo'), {
        text: t.change,
        label: t.changeLabel(imageTexts[request.language].logo),
        small: true,
      })
    }
  </div>`
}

/** The palettes that the contract lists. */
function palettes(): readonly string[] {
  const field = forms.platform_appearance_set.fields.find(({ name }) => name === 'palette')
  return field?.kind === 'choice' ? field.values : []
}
