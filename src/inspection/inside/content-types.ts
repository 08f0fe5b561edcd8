const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** The types that are accepted. */
export const contentTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  text: 'text/plain',
  csv: 'text/csv',
} as const
