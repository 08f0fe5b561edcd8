/** Times for which a company keeps what is over, in days. */
export interface Retention {
  /** Null: for good. */
  log_days: number | null
  sessions_days: number
  mails_days: number
}

export const defaultRetention: Retention = { log_days: null, sessions_days: 30, mails_days: 90 }

/** Times that are the same for all companies: the functions that sweep say the same. */
export const fixedRetention = {
  events_days: 30,
  answers_hours: 72,
  removed_pay_days: 4,
  password_resets_days: 30,
  notifications_days: 90,
} as const
