/** The pages that links of mails lead to. */
export const inviteUrl = (baseUrl: string, slug: string, token: string): string =>
  `${baseUrl}/${slug}/invite/${token}`

export const accountUrl = (baseUrl: string, slug: string): string => `${baseUrl}/${slug}/account`

export const resetUrl = (baseUrl: string, slug: string, token: string): string =>
  `${baseUrl}/${slug}/reset/${token}`

export const emailUrl = (baseUrl: string, slug: string, token: string): string =>
  `${baseUrl}/${slug}/email/${token}`

export const documentsUrl = (baseUrl: string, slug: string): string => `${baseUrl}/${slug}/manage/documents`

export const homeUrl = (baseUrl: string, slug: string): string => `${baseUrl}/${slug}/start`

export const requestUrl = (baseUrl: string, slug: string, id: string, hr: boolean): string =>
  `${baseUrl}/${slug}${hr ? '/manage' : ''}/approvals/${id}`

/** In everybody's own workspace: each reader may open it. */
export const notificationsUrl = (baseUrl: string, slug: string): string =>
  `${baseUrl}/${slug}/notifications#mails`

export const settingsUrl = (baseUrl: string, slug: string): string => `${baseUrl}/${slug}/manage/settings`

export const endpointsUrl = (baseUrl: string, slug: string): string => `${baseUrl}/${slug}/manage/webhooks`
