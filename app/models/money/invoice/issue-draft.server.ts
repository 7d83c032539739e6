import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findInvoice } from "./invoice.server"
import type { OfRun } from "./invoice-run.server"
import { type Issued, issueInvoice } from "./issue-invoice.server"
import { offerLines, ticksOfDraft } from "./offer-lines.server"

/**
 * Issues a draft as it was saved. Refused when one of its lines was billed or corrected since.
 * @param run the run it is sent with, which may hold its mails
 */
export function issueDraft(actor: Actor, draftId: string, run?: OfRun): Issued {
  return transact(() => {
    const draft = findInvoice(actor, draftId)
    if (draft?.state !== "draft") return { ok: false, reason: "not-a-draft" }
    const { familyId, periodFrom: from, periodTo: to, dueOn, note } = draft
    const offered = offerLines(actor, { familyId, from, to })?.lines ?? []
    const ticked = ticksOfDraft(actor, draftId, offered)?.ticked ?? []
    const paper = {
      familyId,
      from,
      to,
      dueOn,
      note,
      draftId,
      chargeIds: draft.groups.flatMap(({ lines }) => lines.flatMap(({ chargeId }) => chargeId ?? [])),
      unchargedSeatIds: ticked.filter(({ source }) => source === "telling").map(({ id }) => id),
    }
    return issueInvoice(actor, paper, run)
  })
}
