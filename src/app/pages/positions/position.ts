import type { ActionId } from '../../../generated/actions.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton, type Button } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { money, type Period } from '../../parts/money/part.ts'
import { facts, section, type Fact } from '../../parts/list/part.ts'
import { unlessMissing } from '../../forms/missing.ts'
import type { Page } from '../../page.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { show } from '../../show/value.ts'
import { valueName } from '../../texts/labels.ts'
import { todayOf } from '../people/person.ts'
import { askButton } from '../actions/ask.ts'
import { bossOf, placeOf, stateOf, type Position } from './positions.ts'
import { positionTexts } from './texts.ts'

/** A position: what it is, and what the reader may do with it. */
export const positionPage: Page = async (request) => {
  const t = positionTexts[request.language]
  const position = await call(request, 'org_positions_get', { position_id: request.params['id']! })
  const gone = await bossGone(request, position)
  return {
    title: position.title,
    lead: stateOf(request, position.status),
    trail: [{ text: t.title, href: pathTo(request, 'positions') }],
    actions: waysOf(request, position, gone !== undefined),
    body: section('plan', t.plan, facts(factsOf(request, position, gone))),
  }
}

/** Says that the person above is not here any more, today or on the day on which somebody should start; undefined: they are. */
async function bossGone(request: AppRequest, position: Position): Promise<string | undefined> {
  const { status, reports_to_person: boss, target_start_date: start } = position
  if (boss === null || isClosed(status)) return undefined
  // Days to come are for the administration.
  const later = request.side === 'manage' && start !== null && start > todayOf(request) ? start : undefined
  const input = { person_id: boss.id, ...(later !== undefined && { as_of: later }) }
  const person = await unlessMissing(call(request, 'org_people_get', input))
  if (person !== undefined && person.status !== 'terminated') return undefined
  return later === undefined
    ? valueName('terminated', request.language)
    : positionTexts[request.language].bossGone
}

const isClosed = (status: Position['status']): boolean => status === 'filled' || status === 'cancelled'

function factsOf(request: AppRequest, position: Position, gone: string | undefined): Fact[] {
  const { language } = request
  const t = positionTexts[language]
  const { pay_range, pay_range_hidden, notes, replaces, filled_by, filled_on, target_start_date } = position
  const date = (value: string | null): Child => (value === null ? '–' : day(value, language))
  return [
    {
      name: t.where,
      value: placeOf(position),
    },
    { name: t.entity, value: show(request, 'legal_entity', position.legal_entity) },
    { name: t.boss, value: [bossOf(request, position), gone !== undefined && [' ', badge(gone, 'warn')]] },
    { name: t.contract, value: valueName(position.contract_type, language) },
    { name: t.hours, value: show(request, 'weekly_hours', position.weekly_hours) },
    { name: t.start, value: date(target_start_date) },
    ...(replaces === null ? [] : [{ name: t.replaces, value: show(request, 'replaces', replaces) }]),
    ...(filled_by === null
      ? []
      : [
          { name: t.filledBy, value: show(request, 'filled_by', filled_by) },
          { name: t.filledOn, value: date(filled_on) },
        ]),
    ...(pay_range_hidden || pay_range === null ? [] : [{ name: t.pay, value: payOf(request, pay_range) }]),
    ...(notes === null ? [] : [{ name: t.notes, value: html`<span class="lines">${notes}</span>` }]),
  ]
}

const payOf = (
  { language }: AppRequest,
  { min, max, currency, period }: NonNullable<Position['pay_range']>,
): Child => [money(min, currency, language), ' – ', money(max, currency, language, period as Period)]

/** Buttons for what the reader may do with it now. */
function waysOf(request: AppRequest, position: Position, isBossGone: boolean): Child {
  const { id, status, can_reopen } = position
  const t = positionTexts[request.language]
  const back = pathTo(request, `positions/${id}`)
  const input = { position_id: id }
  const isOpen = status === 'open' || status === 'on_hold'
  const ways: { action: ActionId; text: string; shown: boolean; kind?: Button['kind']; asks?: boolean }[] = [
    { action: 'org_people_hire', text: t.hire, shown: isOpen },
    { action: 'org_positions_fill', text: t.fill, shown: isOpen },
    { action: 'org_positions_update', text: t.change, shown: !isClosed(status) },
    { action: 'org_positions_reopen', text: t.reopen, shown: can_reopen, asks: true },
    { action: 'org_positions_cancel', text: t.cancel, shown: !isClosed(status), asks: true, kind: 'danger' },
  ]
  return ways
    .filter(({ action, shown }) => shown && allows(request, action))
    .map(({ action, text, kind, asks }) => {
      const button = { text, ...(kind && { kind }) }
      if (asks) return askButton(request, action, input, back, button)
      const begun = action === 'org_people_hire' && hireFor(request, position, isBossGone)
      return linkButton(formPath(request, action, { ...input, ...begun, back }), button)
    })
}

/** The beginning of a hire: what the position says. The form would say the terms of most hires otherwise, such as a permanent contract. */
function hireFor(
  request: AppRequest,
  position: Position,
  isBossGone: boolean,
): Record<string, string | undefined> {
  const { title, unit, location, legal_entity, reports_to_person: boss, target_start_date: start } = position
  return {
    title,
    unit_id: unit?.id,
    // Without one it is the lead of the unit.
    manager_id: isBossGone ? undefined : boss?.id,
    location_id: location?.id,
    legal_entity_id: legal_entity?.id,
    contract_type: position.contract_type,
    weekly_hours: position.weekly_hours?.toString(),
    start_date: start !== null && start >= todayOf(request) ? start : undefined,
  }
}
