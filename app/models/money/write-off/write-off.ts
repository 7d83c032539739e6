// What the school no longer expects of an invoice: why that is refused.

export type WriteOffRefusal = "no-invoice" | "nothing-open" | "not-written-off"

export const writeOffRefusals: Record<WriteOffRefusal, string> = {
  "no-invoice": "This invoice isn’t in your school.",
  "nothing-open": "This invoice has no balance due.",
  "not-written-off": "This invoice isn’t written off.",
}
