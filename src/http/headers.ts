/**
 * The headers of every answer, whoever gives it: the application, or the connection itself when a request cannot be
 * read.
 *
 * @param baseUrl the public address. Only if it begins with https, browsers are told to use nothing else for a year.
 */
export function commonHeaders(requestId: string, baseUrl: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}
