import { createHash } from "node:crypto"
import type { Actor } from "~/models/foundation/access/actor"
import { listPayers } from "../payer/payer-key.server"
import { payersText } from "./invoice"
import type { Invoice } from "./invoice.server"

/** What the page of a draft showed, in few letters: what is sent is what was checked. */
export function draftMark(actor: Actor, invoice: Invoice): string {
  const { familyId, familyName, totalMinor, paperDueOn, note, groups } = invoice
  const lines = groups.flatMap(({ lines: own }) => own.map(({ id, amountMinor }) => [id, amountMinor]))
  const payers = payersText(listPayers(actor, { id: familyId, name: familyName }))
  return createHash("sha256")
    .update(JSON.stringify([totalMinor, paperDueOn, note, lines, payers]))
    .digest("base64url")
    .slice(0, 16)
}
