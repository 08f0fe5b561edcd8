import type { Audience } from '../domain/caller.ts'
import type { ActionId } from '../generated/actions.ts'
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

const home = { en: 'Home', de: 'Start' }

/** The menu of each workspace. All of its pages are made by hand. */
const menus: Readonly<Record<Audience, readonly Group[]>> = {
  manage: [
    {
      entries: [
        { text: home, path: '', icon: 'home' },
        {
          text: { en: 'Approvals', de: 'Freigaben' },
          icon: 'check',
          path: 'approvals',
          needs: 'org_approvals_list',
        },
      ],
    },
    {
      title: { en: 'People', de: 'Personen' },
      entries: [
        { text: { en: 'People', de: 'Personen' }, icon: 'people', path: 'people', needs: 'org_people_list' },
        { text: { en: 'Chart', de: 'Organigramm' }, icon: 'chart', path: 'chart', needs: 'org_people_chart' },
        {
          text: { en: 'Documents', de: 'Dokumente' },
          icon: 'document',
          path: 'documents',
          needs: 'documents_list',
        },
        {
          text: { en: 'Checklists', de: 'Checklisten' },
          icon: 'check',
          path: 'checklists',
          needs: 'org_checklists_runs_list',
        },
        {
          text: { en: 'Import', de: 'Import' },
          icon: 'file',
          path: 'import',
          needs: 'org_people_import_csv',
        },
        {
          text: { en: 'Positions', de: 'Planstellen' },
          icon: 'flag',
          path: 'positions',
          needs: 'org_positions_list',
        },
        {
          text: { en: 'Headcount', de: 'Personenzahl' },
          icon: 'report',
          path: 'headcount',
          needs: 'org_reports_headcount',
        },
      ],
    },
    {
      title: { en: 'Company', de: 'Unternehmen' },
      entries: [
        { text: { en: 'Units', de: 'Einheiten' }, icon: 'list', path: 'units', needs: 'org_units_list' },
        {
          text: { en: 'Locations', de: 'Standorte' },
          icon: 'place',
          path: 'locations',
          needs: 'org_locations_list',
        },
        {
          text: { en: 'Legal entities', de: 'Gesellschaften' },
          icon: 'building',
          path: 'legal_entities',
          needs: 'org_legal_entities_list',
        },
      ],
    },
    {
      title: { en: 'Administration', de: 'Verwaltung' },
      entries: [
        {
          text: { en: 'Members and invites', de: 'Mitglieder und Einladungen' },
          icon: 'key',
          path: 'members',
          needs: 'platform_members_list',
        },
        {
          text: { en: 'Activity', de: 'Protokoll' },
          icon: 'log',
          path: 'activity',
          needs: 'platform_activity_list',
        },
        {
          text: { en: 'Settings', de: 'Einstellungen' },
          icon: 'gear',
          path: 'settings',
          needs: 'platform_organization_get',
        },
        {
          text: { en: 'Webhooks', de: 'Webhooks' },
          icon: 'plug',
          path: 'webhooks',
          needs: 'webhooks_endpoints_list',
        },
      ],
    },
  ],
  me: [
    {
      entries: [
        { text: home, path: 'home', icon: 'home' },
        {
          text: { en: 'My profile', de: 'Mein Profil' },
          icon: 'person',
          path: 'profile',
          needs: 'org_me_get',
        },
        { text: { en: 'My pay', de: 'Mein Gehalt' }, icon: 'money', path: 'pay', needs: 'org_pay_list' },
        {
          text: { en: 'My documents', de: 'Meine Dokumente' },
          icon: 'document',
          path: 'documents',
          needs: 'documents_me_list',
        },
        {
          text: { en: 'My tasks', de: 'Meine Aufgaben' },
          icon: 'flag',
          path: 'tasks',
          needs: 'org_checklists_tasks_list',
        },
        { text: { en: 'My team', de: 'Mein Team' }, icon: 'people', path: 'team', needs: 'org_people_list' },
        { text: { en: 'People', de: 'Personen' }, icon: 'people', path: 'people', needs: 'org_people_list' },
        { text: { en: 'Chart', de: 'Organigramm' }, icon: 'chart', path: 'chart', needs: 'org_people_chart' },
        {
          text: { en: 'Approvals', de: 'Freigaben' },
          icon: 'check',
          path: 'approvals',
          needs: 'org_approvals_list',
        },
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
