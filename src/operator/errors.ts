/** A mistake that the operator can correct, such as a slug that is taken. */
export class OperatorError extends Error {
  /** The field of the input that is wrong, such as `timeZone`; undefined when no field is. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}
