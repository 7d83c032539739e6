/**
 * Whether an error means that this node may not write (any more), or cannot reach the database: no fault of the request.
 * Nothing of the transaction was kept, and another node, or this one in a moment, can answer.
 */
export function isDatabaseLoss(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === "string" && /^SQLITE_(READONLY|IOERR|CANTOPEN|PROTOCOL|FULL)/.test(code)) return true
  return cause !== undefined && cause !== error && isDatabaseLoss(cause)
}
