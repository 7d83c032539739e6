/**
 * Whether an error means that this node may not write, or can't reach the database, which isn't the request's fault.
 * The transaction was rolled back, and another node, or this one in a moment, can answer.
 */
export function isDatabaseLoss(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === "string" && /^SQLITE_(READONLY|IOERR|CANTOPEN|PROTOCOL|FULL)/.test(code)) return true
  return cause !== undefined && cause !== error && isDatabaseLoss(cause)
}
