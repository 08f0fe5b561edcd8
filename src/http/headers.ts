/**
 * The headers of every answer, whoever gives it: the application, or the connection itself when a request cannot be
 * read.
 *
 * @param baseUrl the public address. Only if it begins with https, browsers are told to use nothing else for a year.
 */
export function commonHeaders(requestId: string, baseUrl: string): [name: string, value: string][] {
  const headers: [string, string][] = [
    ['X-Request-Id', requestId],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cache-Control', 'no-store'],
  ]
  if (baseUrl.startsWith('https:')) headers.push(['Strict-Transport-Security', 'max-age=31536000'])
  return headers
}
