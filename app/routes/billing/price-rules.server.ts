import { data } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxRefusals } from "~/models/accounts/tax/tax"
import { TaxModeForm, TaxRateForm } from "~/models/accounts/tax/tax-form"
import {
  addTaxRate,
  archiveTaxRate,
  chooseDefaultTax,
  chooseTaxMode,
} from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeLateFee } from "~/models/money/late-fee/late-fee.server"
import { LateFeeForm } from "~/models/money/late-fee/late-fee-form"
import { previewTuitionRule } from "~/models/money/tuition/preview-rule.server"
import { TrialForm, TuitionForm } from "~/models/money/tuition/tuition-form"
import { changeTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { chooseTrialPrice } from "~/models/teaching/price/trial-price.server"
import { paths } from "~/utils/paths"

// What the parts of /billing/prices post.

const saved = (message: string) => redirectWithToast(paths.prices(), message)

/** Any part of the page. */
export function changePriceRules(actor: Actor, form: FormData) {
  const intent = form.get("intent")
  if (intent === "tuition" || intent === "preview-tuition") return saveTuition(actor, form)
  if (intent === "trials") return saveTrials(actor, form)
  if (intent !== "late-fee") return changeTax(actor, form)
  const submission = readForm(form, { schema: LateFeeForm })
  if (submission.status !== "success") return invalid(submission)
  changeLateFee(actor, submission.value)
  return saved("Late fee saved.")
}

function saveTuition(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: TuitionForm })
  if (submission.status !== "success") return invalid(submission)
  if (form.get("intent") === "preview-tuition")
    return data({ result: asTyped(submission), tuitionPlan: previewTuitionRule(actor, submission.value) })
  changeTuitionRule(actor, submission.value)
  return saved("Monthly tuition saved.")
}

function saveTrials(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: TrialForm })
  if (submission.status !== "success") return invalid(submission)
  chooseTrialPrice(actor, submission.value.price)
  return saved(
    submission.value.price === "free" ? "Trial lessons are free." : "Trial lessons cost the class price.",
  )
}

/** The tax rates and how prices are meant. */
function changeTax(actor: Actor, form: FormData) {
  const rateId = String(form.get("rate") ?? "")
  switch (form.get("intent")) {
    case "add-tax": {
      const submission = readForm(form, { schema: TaxRateForm })
      if (submission.status !== "success") return invalid(submission)
      const added = addTaxRate(actor, submission.value)
      if (!added.ok) return invalid(submission, { name: taxRefusals[added.reason] }, 409)
      return saved(`${submission.value.name} added.`)
    }
    case "tax-mode": {
      const submission = readForm(form, { schema: TaxModeForm })
      if (submission.status !== "success") return invalid(submission)
      chooseTaxMode(actor, submission.value.mode === "added")
      return saved(
        submission.value.mode === "added"
          ? "Tax is now added to your prices."
          : "Your prices now include tax.",
      )
    }
    case "default-tax":
      if (!chooseDefaultTax(actor, rateId).ok) throw notFound()
      return saved("Lessons, tuition and packages now have this tax.")
    case "no-default-tax":
      chooseDefaultTax(actor, null)
      return saved("Lessons, tuition and packages no longer have a tax.")
    case "archive-tax":
      if (!archiveTaxRate(actor, rateId, true).ok) throw notFound()
      return saved("Tax archived.")
    case "restore-tax":
      if (!archiveTaxRate(actor, rateId, false).ok) throw notFound()
      return saved("Tax restored.")
    default:
      throw notFound()
  }
}
