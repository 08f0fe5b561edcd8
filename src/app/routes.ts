import type { Audience } from '../domain/caller.ts'
import type { Route } from '../pages/routes.ts'
import { peopleChoices } from './forms/lookups.ts'
import { serve, type Page } from './page.ts'
import { openAction, sendAction } from './pages/actions/action.ts'
import { activityPage } from './pages/activity/activity.ts'
import { approvalPage } from './pages/approvals/approval.ts'
import { approvalsPage } from './pages/approvals/approvals.ts'
import { headcountPage } from './pages/headcount/headcount.ts'
import { home, signedIn, start } from './pages/home/home.ts'
import { chartPage } from './pages/chart/chart.ts'
import { findEverything, findPeople } from './pages/find/choices.ts'
import { findPage } from './pages/find/find.ts'
import { chooseLanguage } from './pages/home/language.ts'
import { checklistPage } from './pages/checklists/checklist.ts'
import { checklistsPage } from './pages/checklists/checklists.ts'
import { tasksPage } from './pages/checklists/tasks.ts'
import { templatesPage } from './pages/checklists/templates.ts'
import { exportPeople, peoplePage } from './pages/people/people.ts'
import { addPage, sendAdded } from './pages/documents/add.ts'
import { documentsPage, ownDocumentsPage } from './pages/documents/documents.ts'
import { saveDocument } from './pages/documents/save.ts'
import { notificationsPage } from './pages/notifications/notifications.ts'
import { positionPage } from './pages/positions/position.ts'
import { positionsPage } from './pages/positions/positions.ts'
import { personPage } from './pages/people/person.ts'
import { undetailedPage, undetailedPath } from './pages/people/undetailed.ts'
import { ownPay, profile, team } from './pages/profile/profile.ts'
import { logoPages, ownPhotoPages, photoPages } from './pages/images/images.ts'
import { checkImport, importPage } from './pages/import/import.ts'
import { membersPage } from './pages/members/members.ts'
import { fieldsPage } from './pages/settings/fields.ts'
import { rulesPage } from './pages/settings/rules.ts'
import { settingsPage } from './pages/settings/settings.ts'
import { legalEntitiesPage, locationsPage } from './pages/places/places.ts'
import { unitsPage } from './pages/units/units.ts'
import { endpointPage } from './pages/webhooks/endpoint.ts'
import { endpointsPage } from './pages/webhooks/endpoints.ts'
import { eventsPage } from './pages/webhooks/events.ts'

/** The pages of the administration, below `/{slug}/manage`. */
const manage = { at: ['manage'], side: 'manage' as const }
/** The pages of everybody's own workspace, below `/{slug}`. */
const me = { at: [], side: 'me' as const }

/** Both workspaces: the page shows what the role of the reader may see in each. */
const both = (path: string, name: string, methods: Parameters<typeof page>[3]): Route[] =>
  [manage, me].map((side) => page(side, path, name, methods))

/** A page at an address of a workspace. `:word` in the address is a parameter. */
function page(
  { at, side }: { at: readonly string[]; side: Audience },
  path: string,
  name: string,
  methods: { GET?: Page; POST?: Page },
): Route {
  const { GET, POST } = methods
  return {
    path: [...at, ...path.split('/').filter(Boolean)],
    name: `app.${name}`,
    ...(GET && { GET: serve(GET, side) }),
    ...(POST && { POST: serve(POST, side) }),
  }
}

/** The table of contents of the app. */
export const routes: Route[] = [
  page(me, 'start', 'start', { GET: start }),
  page(me, 'signed_in', 'signed_in', { GET: signedIn }),
  page(me, 'home', 'home', { GET: home }),
  page(manage, '', 'home', { GET: home }),
  page(me, 'language', 'language', { POST: chooseLanguage }),
  page(manage, 'people', 'people', { GET: peoplePage, POST: exportPeople }),
  page(me, 'people', 'people', { GET: peoplePage }),
  page(manage, undetailedPath, 'undetailed', { GET: undetailedPage }),
  page(manage, 'people/:id', 'person', { GET: personPage }),
  page(me, 'people/:id', 'person', { GET: personPage }),
  page(manage, 'chart', 'chart', { GET: chartPage }),
  page(me, 'chart', 'chart', { GET: chartPage }),
  ...both('find', 'find', { GET: findPage }),
  ...both('choices/everything', 'choices.everything', { GET: findEverything }),
  ...both(peopleChoices, 'choices.people', { GET: findPeople }),
  page(me, 'profile', 'profile', { GET: profile }),
  page(me, 'profile/photo', 'own_photo', ownPhotoPages),
  page(manage, 'people/:id/photo', 'photo', photoPages),
  page(manage, 'settings/logo', 'settings.logo', logoPages),
  page(me, 'pay', 'pay', { GET: ownPay }),
  page(me, 'team', 'team', { GET: team }),
  ...both('positions', 'positions', { GET: positionsPage }),
  ...both('positions/:id', 'position', { GET: positionPage }),
  page(manage, 'checklists', 'checklists', { GET: checklistsPage }),
  page(manage, 'checklists/templates', 'templates', { GET: templatesPage }),
  page(manage, 'checklists/:id', 'checklist', { GET: checklistPage }),
  ...both('tasks', 'tasks', { GET: tasksPage }),
  ...both('notifications', 'notifications', { GET: notificationsPage }),
  page(manage, 'documents', 'documents', { GET: documentsPage }),
  page(me, 'documents', 'documents', { GET: ownDocumentsPage }),
  ...both('documents/add', 'documents.add', { GET: addPage, POST: sendAdded }),
  ...both('documents/:id/save', 'documents.save', { POST: saveDocument }),
  ...both('approvals', 'approvals', { GET: approvalsPage }),
  ...both('approvals/:id', 'approval', { GET: approvalPage }),
  page(manage, 'units', 'units', { GET: unitsPage }),
  page(manage, 'locations', 'locations', { GET: locationsPage }),
  page(manage, 'legal_entities', 'legal_entities', { GET: legalEntitiesPage }),
  page(manage, 'import', 'import', { GET: importPage, POST: checkImport }),
  page(manage, 'headcount', 'headcount', { GET: headcountPage }),
  page(manage, 'members', 'members', { GET: membersPage }),
  page(manage, 'settings', 'settings', { GET: settingsPage }),
  page(manage, 'settings/fields', 'settings.fields', { GET: fieldsPage }),
  page(manage, 'settings/approvals', 'settings.approvals', { GET: rulesPage }),
  page(manage, 'webhooks', 'webhooks', { GET: endpointsPage }),
  page(manage, 'webhooks/events', 'webhooks.events', { GET: eventsPage }),
  page(manage, 'webhooks/:id', 'webhooks.endpoint', { GET: endpointPage }),
  ...both('activity', 'activity', { GET: activityPage }),
  page(me, 'do/:group/:action', 'action', { GET: openAction, POST: sendAction }),
  page(manage, 'do/:group/:action', 'action', { GET: openAction, POST: sendAction }),
]
