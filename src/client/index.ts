export { createClient, withIdempotency } from './create.ts'
export { ConnectionError, RollcallError } from './errors.ts'
export { EventsGoneError } from './events.ts'
export { SignatureError, verifyWebhook } from './webhooks.ts'
export type { Events, EventsOptions, FeedItem } from './events.ts'
export type { FileToSend, Upload, UploadInputs } from './upload.ts'
export type { WebhookHeaders } from './webhooks.ts'
export type {
  Conflict,
  ConflictCode,
  Forbidden,
  Internal,
  NotFound,
  PayloadTooLarge,
  Problem,
  ProblemCode,
  RateLimited,
  RefusedCall,
  Unauthenticated,
  ValidationFailed,
} from './errors.ts'
export type {
  AnswerInfo,
  CallOptions,
  ClientOptions,
  DryRun,
  Fetch,
  FetchAnswer,
  FetchRequest,
  PagedRead,
  Read,
  Signal,
  Write,
  WriteOptions,
} from './types.ts'
export type { Client } from '../generated/client-actions.ts'
export type { ActionRefusals, GeneralCodes, Refusals } from '../generated/client-errors.ts'
export type { EventData, EventType, WebhookEvent } from '../generated/client-events.ts'
export type * from '../generated/client-schemas.ts'
