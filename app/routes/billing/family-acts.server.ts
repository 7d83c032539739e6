import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { creditRefusals } from "~/models/money/payment/payment"
import { ApplyCreditForm } from "~/models/money/payment/payment-form"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { changePayerShares, type SharesRefusal } from "~/models/people/family/payer-shares.server"
import { sharesForm } from "~/models/people/family/shares-form"
import { paths } from "~/utils/paths"
import { pauseOrResume } from "./pause-reminders.server"
import { answerPayment } from "./record-payment.server"
import { settlePaidAfterAll } from "./settle-written-off.server"

const refusals: Record<SharesRefusal, string> = {
  "no-family": "This family isn’t in your school.",
  "other-guardians": "This family’s guardians have changed. Check the shares and save again.",
  "not-whole": "Enter shares that add up to 100%.",
}

/** What the forms of a family's billing page do. */
export function actOnFamily(actor: Actor, familyId: string, form: FormData) {
  const intent = form.get("intent")
  const paused = pauseOrResume(actor, form, { familyId }, paths.family(familyId))
  if (paused) return paused
  if (intent === "pay" || intent === "anyway")
    return answerPayment(actor, { familyId }, form, paths.family(familyId))
  if (intent === "apply-credit") return applyFamilyCredit(actor, familyId, form)
  if (intent === "settle-written-off")
    return settlePaidAfterAll(actor, String(form.get("writtenOff") ?? ""), form, paths.family(familyId))
  const payerIds = form.getAll("guardian[]").map(String).slice(0, 50)
  const submission = readForm(form, { schema: sharesForm(payerIds.length) })
  if (submission.status !== "success") return invalid(submission)
  const shares = new Map(payerIds.map((id, index) => [id, submission.value[`share${index}`] ?? 0]))
  const changed = changePayerShares(actor, familyId, shares)
  if (!changed.ok) return invalid(submission, { form: refusals[changed.reason] }, 409)
  return redirectWithToast(paths.family(familyId), "Shares saved.")
}

function applyFamilyCredit(actor: Actor, familyId: string, form: FormData) {
  const submission = readForm(form, { schema: ApplyCreditForm })
  if (submission.status !== "success") return invalid(submission)
  const { invoice: invoiceIds, formKey } = submission.value
  const applied = applyCredit(actor, { familyId, invoiceIds, formKey })
  return redirectWithToast(
    paths.family(familyId),
    applied.ok
      ? "Account credit applied."
      : { tone: "bad", title: "Account credit not applied.", text: creditRefusals[applied.reason] },
  )
}
