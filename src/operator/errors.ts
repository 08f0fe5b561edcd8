/** Something the operator can mend, such as a slug that is taken. */
export class OperatorError extends Error {
  /** Which part of the input is wrong, by its name there (`timeZone`); undefined when it is none of it. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}
