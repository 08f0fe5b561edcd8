/** The reasons for which a file is refused: the names of the contract's refusals. */
export type RefusedBecause =
  | 'file_empty'
  | 'file_type_not_accepted'
  | 'file_type_mismatch'
  | 'file_is_archive'
  | 'file_is_program'
  | 'file_has_macros'
  | 'file_is_encrypted'
  | 'file_is_two_formats'
  | 'file_expands_too_much'
  | 'file_has_files_inside'
  | 'file_acts_by_itself'
  | 'file_damaged'
  | 'file_too_complex'
  | 'image_type_not_accepted'
  | 'image_has_too_many_pixels'
  | 'image_damaged'

/** A file that is refused, thrown from wherever the reason is found. No byte of the file gets into it. */
export class Refused extends Error {
  readonly because: RefusedBecause
  readonly params: Record<string, string>

  constructor(because: RefusedBecause, params: Record<string, string> = {}) {
    super(because)
    this.because = because
    this.params = params
  }
}
