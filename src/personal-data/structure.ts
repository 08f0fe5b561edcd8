import { table } from './kinds.ts'

/** Units, locations, legal entities, positions, templates of checklists, and the definitions of custom fields. They refer to persons only by id. */
export const structure = {
  units: table(
    'org_id id name name_key kind parent_id head_person_id archived_at created_at updated_at head_changed_by head_changed_at moved_by moved_at archived_by',
  ),
  locations: table(
    'org_id id name name_key country city time_zone address kind archived_at created_at updated_at',
  ),
  legal_entities: table(
    'org_id id name name_key country registration_number tax_id address archived_at created_at updated_at',
  ),
  checklist_templates: table(
    'org_id id starter saved name kind auto_start unit_ids location_ids legal_entity_ids tasks archived_at created_at updated_at',
  ),
  positions: table(
    'org_id id title status reason unit_id location_id legal_entity_id reports_to_person_id reports_to_position_id contract_type weekly_hours pay_range target_start_date notes replaces_person_id filled_by filled_on filled_employment_id closed_at created_at updated_at',
  ),
  custom_fields: table(
    'org_id id key label type options tier position file rewriting archived_at created_at updated_at',
  ),
}
