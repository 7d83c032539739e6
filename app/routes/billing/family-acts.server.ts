import { act, intent, intents, titled } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import { openingForm } from "~/models/money/opening-balance/opening-balance"
import { enterOpening, removeOpening } from "~/models/money/opening-balance/opening-balance.server"
import { sharesDecide } from "~/models/money/payer/payer-rules"
import { findPayerRules } from "~/models/money/payer/payer-rules.server"
import { ApplyCreditForm } from "~/models/money/payment/payment-form"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { changePayerShares } from "~/models/people/family/payer-shares.server"
import { sharesForm } from "~/models/people/family/shares-form"
import {
  applyCreditRefusals,
  openingMessages,
  openingRefusals,
  removeOpeningRefusals,
} from "~/texts/money/refusals"
import { sharesRefusals } from "~/texts/people/refusals"
import { paths } from "~/utils/paths"
import { pauseIntents } from "./pause-reminders.server"
import { answerPayment } from "./record-payment.server"
import { settlePaidAfterAll } from "./settle-written-off.server"

/** What the forms of a family's billing page do. */
export function actOnFamily(actor: Actor, familyId: string, form: FormData) {
  const pay = () => answerPayment(actor, { familyId }, form, paths.family(familyId))
  const payerIds = form.getAll("guardian[]").map(String).slice(0, 50)
  return intents(form, paths.family(familyId), {
    ...pauseIntents(actor, { familyId }),
    pay,
    anyway: pay,
    "apply-credit": intent({
      schema: ApplyCreditForm,
      run: ({ invoice: invoiceIds, formKey }) => applyCredit(actor, { familyId, invoiceIds, formKey }),
      refusals: titled("Account credit not applied.", applyCreditRefusals),
      saved: "Account credit applied.",
    }),
    "enter-opening": intent({
      schema: openingForm(openingMessages),
      run: ({ openingKind, openingAmount, asOf, formKey }) =>
        enterOpening(actor, familyId, {
          amountMinor: openingKind === "credit" ? -openingAmount : openingAmount,
          asOf,
          formKey,
        }),
      field: { "in-the-future": "asOf", closed: "asOf" },
      status: 409,
      refusals: { ...openingRefusals, "no-family": 404 },
      saved: "Opening balance entered.",
    }),
    "remove-opening": act({
      run: () => removeOpening(actor, familyId),
      refusals: titled("Opening balance not removed.", removeOpeningRefusals),
      saved: "Opening balance removed.",
    }),
    "settle-written-off": () =>
      settlePaidAfterAll(actor, String(form.get("writtenOff") ?? ""), form, paths.family(familyId)),
    else: intent({
      schema: sharesForm(payerIds.length),
      run: (shares) => {
        const rules = findPayerRules(actor, familyId)
        if (rules && !sharesDecide(rules)) return { ok: false as const, reason: "others-pay" as const }
        return changePayerShares(
          actor,
          familyId,
          new Map(payerIds.map((id, index) => [id, shares[`share${index}`] ?? 0])),
        )
      },
      status: 409,
      refusals: sharesRefusals,
      saved: "Shares saved.",
    }),
  })
}
