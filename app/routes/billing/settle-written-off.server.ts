import { requireRight } from "~/http/guards.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { settleWrittenOff } from "~/models/money/write-off/write-off.server"
import { applyCreditRefusals, writeOffRefusals } from "~/texts/money/refusals"
import { formatMoney } from "~/utils/money"

const refusals = { ...applyCreditRefusals, ...writeOffRefusals }

/** Restores an invoice that was written off and settles it with account credit; from its page or its family's. */
export function settlePaidAfterAll(actor: Actor, invoiceId: string, form: FormData, here: string) {
  requireRight(actor, "payment:record")
  const formKey = String(form.get("formKey") ?? "").slice(0, 64)
  const settled = settleWrittenOff(actor, invoiceId, formKey)
  if (!settled.ok) return redirectWithToast(here, { tone: "bad", title: refusals[settled.reason] })
  const { appliedMinor, leftMinor } = settled
  const money = (amountMinor: number) => formatMoney(amountMinor, actor.school.currency)
  const left = leftMinor > 0 ? ` ${money(leftMinor)} is due again.` : ""
  return redirectWhenReplicated(here, `Invoice restored and ${money(appliedMinor)} credit applied.${left}`)
}
