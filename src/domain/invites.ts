/** Days for which the link of an invite works. */
export const inviteDays = 14

/** When an invite that is made now expires. */
export const inviteExpiry = (now: Date): Date => new Date(now.getTime() + inviteDays * 86_400_000)

/** Why the link of an invite does not work any more; undefined while it does. */
export function whyClosed(
  invite: { accepted_at: string | null; revoked_at: string | null; expires_at: string },
  now: Date,
): 'accepted' | 'revoked' | 'expired' | undefined {
  if (invite.accepted_at !== null) return 'accepted'
  if (invite.revoked_at !== null) return 'revoked'
  return new Date(invite.expires_at) <= now ? 'expired' : undefined
}
