/** Bytes that every organization has free of charge. */
export const includedBytes = 500_000_000

/** Hundredths of a billion bytes: the step in which storage is charged. */
const chargedBytes = 10_000_000

/** The part of so many bytes that is charged, in billions of bytes; a step that has begun counts whole. */
export const billableGb = (bytes: number): number =>
  Math.ceil(Math.max(0, bytes - includedBytes) / chargedBytes) / 100
