import type { Actor } from "~/models/foundation/access/actor"
import { findKnownPayer } from "~/models/money/payer/forget-payers.server"
import { countOpenOf } from "~/models/money/payer/outside-payers.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import type { ErasurePreview } from "./erasure"
import { activity, documents, emailsSent, files, inActivity } from "./erasure-texts"

/** What erasing someone who pays a family's invoices without being a guardian would do. */
export function previewPayer(actor: Actor, payerId: string): ErasurePreview | undefined {
  const payer = findKnownPayer(actor, payerId)
  if (!payer) return undefined
  const open = countOpenOf(actor, payer.id)
  return {
    noun: "payer",
    id: payer.id,
    name: payer.name,
    familyId: payer.familyId,
    goes: [
      "Name, email, address, tax number and reference",
      "Open payment links",
      ...(payer.pays ? ["Their part of the next invoices, which the family pays"] : []),
      emailsSent,
      inActivity,
    ],
    stays: [
      { what: "Payments and shares of invoices", why: "Your books have to add up." },
      documents,
      activity,
      files,
    ],
    obstacles:
      open > 0
        ? [
            {
              text: `This payer has part of ${countOf(open, "outstanding invoice")}. Settle or void them first.`,
              path: paths.family(payer.familyId),
              label: "Billing",
            },
          ]
        : [],
  }
}
