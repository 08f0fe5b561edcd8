import { problem, type Problem } from '../errors.ts'
import type { CustomField, FileKind } from './custom-fields.ts'
import type { Day } from './day.ts'
import { nameKey } from './folding.ts'

/** The rules of documents: which files are kept, in which categories, and who may see them. */

/** The readers of documents of people, and of those of the company. The first of each is taken when none is given. */
const visibilities = {
  person: ['hr_person', 'hr', 'hr_person_manager'],
  company: ['everyone', 'managers', 'hr'],
} as const
export type SubjectKind = keyof typeof visibilities
export type Visibility = (typeof visibilities)[SubjectKind][number]

/** The readers beside whom there are no others: owners, admins and HR. */
export const onlyHr = 'hr' satisfies Visibility

/** The readers to choose from, the usual ones first. */
export const visibilitiesOf = (kind: SubjectKind): readonly Visibility[] => visibilities[kind]

/** Names of whoever adds a document: owners, admins and HR, or the person whom it is about. */
export const uploaders = { hr: 'hr', person: 'self' } as const
export type Uploader = (typeof uploaders)[keyof typeof uploaders]

/** Tells whether somebody has added a document about themselves. */
export const isAddedBy = (
  { personId }: { personId: string | null },
  document: { uploaded_by: Uploader; person_id: string | null },
): boolean => document.uploaded_by === uploaders.person && document.person_id === personId

/** The categories that every company has. */
export const starterCategories = [
  'Contract',
  'Addendum',
  'Certificate',
  'ID',
  'Policy',
  'Handbook',
  'Other',
] as const
/** The category of documents whose own one is deleted. */
export const otherCategory: (typeof starterCategories)[number] = 'Other'

const starterOf = new Map(starterCategories.map((name) => [nameKey(name), name]))

/** The name by which a category is compared, whatever its case and the number of spaces. */
export const categoryKey = nameKey

/** The starter category of a name; undefined: it is one of the company's own. */
export const starterCategory = (name: string): string | undefined => starterOf.get(categoryKey(name))

/** The names of categories: the starter ones, then the company's own. */
export const withStarters = (used: readonly string[]): string[] => [
  ...starterCategories,
  ...used.filter((name) => starterCategory(name) === undefined),
]

interface AcceptedType {
  kind: FileKind | 'text'
  /** Tells that browsers show it. */
  previewable: boolean
  /** Endings of the names of such files; the first one is added to a name that ends otherwise. */
  endings: readonly string[]
}

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'
const shown = (kind: FileKind, ...endings: string[]): AcceptedType => ({ kind, previewable: true, endings })
const saved = (kind: AcceptedType['kind'], ...endings: string[]): AcceptedType => ({
  kind,
  previewable: false,
  endings,
})

/** The types of files that are kept. */
const acceptedTypes: ReadonlyMap<string, AcceptedType> = new Map([
  ['application/pdf', shown('pdf', 'pdf')],
  ['image/png', shown('image', 'png')],
  ['image/jpeg', shown('image', 'jpg', 'jpeg', 'jpe', 'jfif')],
  ['image/webp', shown('image', 'webp')],
  ['image/heic', saved('image', 'heic', 'heif')],
  [`${openXml}.wordprocessingml.document`, saved('office', 'docx')],
  [`${openXml}.spreadsheetml.sheet`, saved('office', 'xlsx')],
  [`${openDocument}.text`, saved('office', 'odt')],
  [`${openDocument}.spreadsheet`, saved('office', 'ods')],
  ['text/plain', saved('text', 'txt', 'text', 'md', 'log', 'csv', 'tsv')],
  ['text/csv', saved('text', 'csv', 'tsv', 'txt')],
])

/** The type of files whose names end like this; undefined when none is kept. A text that ends as a table is one. */
export function typeOfName(name: string): string | undefined {
  const ending = endingOf(name)
  const types = [...acceptedTypes].filter(
    ([, { endings }]) => ending !== undefined && endings.includes(ending),
  )
  return (types.find(([, { endings }]) => endings[0] === ending) ?? types[0])?.[0]
}

const endingOf = (name: string): string | undefined => /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase()

/**
 * The name with which a file is saved: it ends as files of its type do. The machine of a reader opens a file by its ending, and
 * for it `run.bat` is a program, whatever its bytes are: it is saved as `run.bat.txt`.
 */
export function nameToSave(name: string, contentType: string): string {
  const { endings = [] } = acceptedTypes.get(contentType) ?? {}
  const ending = endingOf(name)
  if (ending !== undefined && endings.includes(ending)) return name
  return endings[0] === undefined ? name : `${name}.${endings[0]}`
}

/** The type without parameters, such as `; charset=utf-8`, in lower case. */
export const bareType = (contentType: string): string => contentType.split(';', 1)[0]!.trim().toLowerCase()

/** Tells whether browsers show files of a type. */
export const isPreviewable = (contentType: string): boolean =>
  acceptedTypes.get(contentType)?.previewable ?? false

/** A file as somebody announces it. */
export interface AnnouncedFile {
  name: string
  /** Bytes. */
  size: number
  content_type: string
  sha256: string
}

/** Bytes of a megabyte, as limits are given. */
export const megabyte = 1024 * 1024

/**
 * Problems of a file, before anybody has seen its bytes.
 *
 * @param maxMb the largest file, in megabytes
 * @param kinds of the field that it is for; left out: all
 */
export function fileProblems(
  file: AnnouncedFile,
  maxMb: number,
  kinds?: readonly FileKind[],
): Problem<'file_empty' | 'file_too_large' | 'file_type_not_accepted' | 'file_kind_not_of_field'>[] {
  const type = acceptedTypes.get(bareType(file.content_type))
  const isOfField = !kinds || kinds.some((kind) => kind === type?.kind)
  return [
    ...(file.size === 0 ? [problem('file_empty', {})] : []),
    ...(file.size > maxMb * megabyte ? [problem('file_too_large', { max_mb: maxMb })] : []),
    ...(type ? [] : [problem('file_type_not_accepted', { field: 'file.content_type' })]),
    ...(type && !isOfField ? [problem('file_kind_not_of_field', { kinds: kinds.join(', ') })] : []),
  ]
}

/** Refuses readers that documents of this kind do not have. */
export function visibilityProblems(
  kind: SubjectKind,
  given: Visibility | undefined,
): Problem<'visibility_not_of_person' | 'visibility_not_of_company'>[] {
  if (given === undefined || visibilities[kind].some((one) => one === given)) return []
  return [problem(kind === 'person' ? 'visibility_not_of_person' : 'visibility_not_of_company', {})]
}

/** The readers of what people add themselves: they and HR. */
export const ownVisibility: Visibility = 'hr_person'
/** The category of files in custom fields. */
export const fieldFileCategory: (typeof starterCategories)[number] = 'Other'

export const defaultVisibility = (kind: SubjectKind): Visibility => visibilities[kind][0]

/** The reader of documents, for the condition that decides which they see (`src/queries/documents/visible.ts`). */
export interface DocumentReader {
  /** Owners, admins and HR, acting for the company: they see all. */
  all: boolean
  /** Other manage roles, acting for the company: they see the job tier. */
  jobTier: boolean
  personId: string | null
  /** Tells that they get the files of their own archived fields, too: an export has what is kept in fields, shown or not. */
  ownArchived?: boolean
}

/** Tells whether everybody in the company sees a document, so that the log and events may tell what it is called. */
export const isForEveryone = (document: { person_id: string | null; visibility: Visibility }): boolean =>
  document.person_id === null && document.visibility === 'everyone'

/**
 * Problems of a custom field that is to hold a file.
 *
 * @param field undefined: no field has the key
 * @param byPerson whether the person adds the file themselves
 */
export function fieldProblems(
  field: CustomField | undefined,
  byPerson: boolean,
): Problem<'custom_field_unknown' | 'custom_field_archived' | 'field_takes_no_file' | 'field_file_by_hr'>[] {
  if (!field) return [problem('custom_field_unknown', { field: 'field_key' })]
  if (!field.file) return [problem('field_takes_no_file', {})]
  if (field.archived) return [problem('custom_field_archived', { field: 'field_key', record_id: field.id })]
  return byPerson && !field.file.self_upload ? [problem('field_file_by_hr', {})] : []
}

/** The month in which a day is, by its first day. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01` as Day

/** Milliseconds in which the bytes of a document may be sent. */
export const uploadMs = 15 * 60_000
/** Milliseconds for which a link to the bytes opens. */
export const linkMs = 5 * 60_000
/** So many uploads of a member may be under way. */
export const mostPending = 100

/** The limits of an organization. */
export interface StorageSettings {
  max_file_mb: number
  /** All files together; null: no limit. */
  ceiling_mb: number | null
  self_upload: { enabled: boolean; files_per_month: number; mb_per_month: number }
}

export const defaultStorage: StorageSettings = {
  max_file_mb: 25,
  ceiling_mb: null,
  self_upload: { enabled: true, files_per_month: 20, mb_per_month: 200 },
}

/** Files and bytes that somebody has added in a month. */
export interface SelfUploads {
  files: number
  bytes: number
}

/** The rest of what somebody may add in a month. */
export const selfUploadLeft = (
  { enabled, files_per_month, mb_per_month }: StorageSettings['self_upload'],
  used: SelfUploads,
): { files_left: number; bytes_left: number } => ({
  files_left: enabled ? Math.max(0, files_per_month - used.files) : 0,
  bytes_left: enabled ? Math.max(0, mb_per_month * megabyte - used.bytes) : 0,
})

/** Problems of a file that somebody adds themselves. */
export function selfUploadProblems(
  settings: StorageSettings['self_upload'],
  used: SelfUploads,
  size: number,
): Problem<'self_upload_off' | 'self_upload_files_used' | 'self_upload_bytes_used'>[] {
  if (!settings.enabled) return [problem('self_upload_off', {})]
  const left = selfUploadLeft(settings, used)
  return [
    ...(left.files_left === 0 ? [problem('self_upload_files_used', { count: used.files })] : []),
    ...(size > left.bytes_left ? [problem('self_upload_bytes_used', { max_mb: settings.mb_per_month })] : []),
  ]
}

/** Refuses a file with which an organization would store more than its ceiling. */
export function ceilingProblems(
  ceilingMb: number | null,
  used: number,
  size: number,
): Problem<'storage_full'>[] {
  if (ceilingMb === null || used + size <= ceilingMb * megabyte) return []
  return [problem('storage_full', { ceiling_mb: ceilingMb })]
}
