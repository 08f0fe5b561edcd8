import { allowMoreTime } from './deadlines.ts'

/** Loaded before a program: see `patientArguments`. */
allowMoreTime()
