/** A setting that cannot be used. The message names it and says how to correct it. */
export class ConfigError extends Error {}
