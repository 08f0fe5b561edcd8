import type { Audience } from '../domain/caller.ts'
import type { ActionId } from '../generated/actions.ts'
import { actions } from '../generated/actions.ts'
import type { Text } from '../texts/language.ts'
import type { IconName } from './parts/icon/part.ts'
import type { Link } from './parts/shell/part.ts'
import { allows, pathTo, type AppRequest } from './request.ts'

interface Entry {
  text: Text
  /** Below the workspace: `people`. */
  path: string
  icon: IconName
  /** The action without which the page has nothing to show; left out: everybody may open it. */
  needs?: ActionId
}

interface Group {
  title?: Text
  entries: readonly Entry[]
}

/** The page of a read, until somebody has made one by hand. */
const read = (id: ActionId): { path: string; needs: ActionId } => ({
  path: `do/${actions[id].url.replace('/v1/', '')}`,
  needs: id,
})

const home = { en: 'Home', de: 'Start' }

/** The menu of each workspace. A page that is made by hand takes the place of the read that its link leads to. */
const menus: Readonly<Record<Audience, readonly Group[]>> = {
  manage: [
    {
      entries: [
        { text: home, path: '', icon: 'home' },
        { text: { en: 'Approvals', de: 'Freigaben' }, icon: 'check', ...read('org_approvals_list') },
      ],
    },
    {
      title: { en: 'People', de: 'Personen' },
      entries: [
        { text: { en: 'People', de: 'Personen' }, icon: 'people', ...read('org_people_list') },
        { text: { en: 'Chart', de: 'Organigramm' }, icon: 'chart', ...read('org_people_chart') },
        { text: { en: 'Invites', de: 'Einladungen' }, icon: 'mail', ...read('org_invites_list') },
        { text: { en: 'Headcount', de: 'Personenzahl' }, icon: 'report', ...read('org_reports_headcount') },
      ],
    },
    {
      title: { en: 'Company', de: 'Firma' },
      entries: [
        { text: { en: 'Units', de: 'Einheiten' }, icon: 'list', ...read('org_units_list') },
        { text: { en: 'Locations', de: 'Standorte' }, icon: 'place', ...read('org_locations_list') },
        {
          text: { en: 'Legal entities', de: 'Gesellschaften' },
          icon: 'building',
          ...read('org_legal_entities_list'),
        },
        { text: { en: 'Custom fields', de: 'Eigene Felder' }, icon: 'field', ...read('org_fields_list') },
      ],
    },
    {
      title: { en: 'Settings', de: 'Einstellungen' },
      entries: [
        { text: { en: 'Members', de: 'Mitglieder' }, icon: 'key', ...read('platform_members_list') },
        { text: { en: 'Activity', de: 'Verlauf' }, icon: 'log', ...read('platform_activity_list') },
        {
          text: { en: 'Organization', de: 'Organisation' },
          icon: 'gear',
          ...read('platform_organization_get'),
        },
      ],
    },
  ],
  me: [
    {
      entries: [
        { text: home, path: 'home', icon: 'home' },
        { text: { en: 'My profile', de: 'Mein Profil' }, icon: 'person', ...read('org_me_get') },
        { text: { en: 'People', de: 'Personen' }, icon: 'people', ...read('org_people_list') },
        { text: { en: 'Chart', de: 'Organigramm' }, icon: 'chart', ...read('org_people_chart') },
        { text: { en: 'Approvals', de: 'Freigaben' }, icon: 'check', ...read('org_approvals_list') },
      ],
    },
  ],
}

/** The menu of the workspace, as far as the role of the reader reaches. */
export function navigationFor(request: AppRequest): { title?: string; links: Link[] }[] {
  const { language, side } = request
  return menus[side].flatMap(({ title, entries }) => {
    const links = entries
      .filter(({ needs }) => needs === undefined || allows(request, needs))
      .map(({ text, path, icon }) => ({
        text: text[language],
        href: pathTo(request, path),
        icon,
        current: isCurrent(request, path),
      }))
    return links.length > 0 ? [{ ...(title && { title: title[language] }), links }] : []
  })
}

/** A page belongs to the entry that its address begins with; the home pages to their own alone. */
function isCurrent(request: AppRequest, path: string): boolean {
  const here = request.ctx.path
  const there = pathTo(request, path)
  return here === there || (path !== '' && path !== 'home' && here.startsWith(`${there}/`))
}
