import type { TestServer } from './server.ts'
import type { TestClient } from './client.ts'
import { hugePng, twoColours } from '../inspection/corpus/pictures.ts'

/** A picture that is accepted: half red, half blue. Two of different width are different pictures. */
export const pictureOf = async (width = 400): Promise<string> =>
  (await twoColours(width, 100, 'png')).toString('base64')

/** Pictures that are not, with the refusal of each. */
export const badPictures = (): [code: string, image_base64: string][] => [
  ['image_not_base64', 'not base64!'],
  ['image_not_base64', 'data:text/html;base64,PGI+'],
  ['image_type_not_accepted', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ['image_has_too_many_pixels', hugePng(20_000, 10_000).toString('base64')],
  ['image_damaged', hugePng(300, 300).subarray(0, 60).toString('base64')],
]

/** Loads an address of the service as a browser or a program does, with the credential of a caller. */
export function load(server: TestServer, path: string, caller?: TestClient): Promise<Response> {
  return fetch(`${server.baseUrl}${path}`, { headers: caller?.headers ?? {}, redirect: 'manual' })
}
