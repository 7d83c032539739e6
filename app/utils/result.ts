/**
 * What a command answers: that it was done, with the facts the caller goes on with, or why it was refused. A command
 * without facts answers `Result<void, Reason>`.
 */
export type Result<Facts, Reason extends string> =
  | (Facts extends void ? { ok: true } : { ok: true } & Facts)
  | { ok: false; reason: Reason }
