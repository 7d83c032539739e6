import { data } from "@remix-run/node"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { asTyped } from "~/http/responses.server"
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
import { taxRefusals } from "~/texts/accounts/refusals"
import { paths } from "~/utils/paths"

// What the parts of /billing/prices post.

/** Any part of the page. */
export function changePriceRules(actor: Actor, form: FormData) {
  const defaultTax = (id: string | null, saved: string) =>
    act({ run: () => chooseDefaultTax(actor, id), refusals: goneTax, saved })
  const archiveTax = (isArchived: boolean, saved: string) =>
    act({ run: () => archiveTaxRate(actor, idIn(form, "rate"), isArchived), refusals: goneTax, saved })
  return intents(form, paths.prices(), {
    tuition: intent({
      schema: TuitionForm,
      run: (tuition) => changeTuitionRule(actor, tuition),
      saved: "Monthly tuition saved.",
    }),
    "preview-tuition": intent({
      schema: TuitionForm,
      run: (tuition, _form, submission) =>
        data({ result: asTyped(submission), tuitionPlan: previewTuitionRule(actor, tuition) }),
    }),
    trials: intent({
      schema: TrialForm,
      run: ({ price }) => chooseTrialPrice(actor, price),
      saved: (_, { price }) =>
        price === "free" ? "Trial lessons are free." : "Trial lessons cost the class price.",
    }),
    "late-fee": intent({
      schema: LateFeeForm,
      run: (fee) => changeLateFee(actor, fee),
      saved: "Late fee saved.",
    }),
    "add-tax": intent({
      schema: TaxRateForm,
      run: (rate) => addTaxRate(actor, rate),
      field: "name",
      status: 409,
      refusals: taxRefusals,
      saved: (_, { name }) => `${name} added.`,
    }),
    "tax-mode": intent({
      schema: TaxModeForm,
      run: ({ mode }) => chooseTaxMode(actor, mode === "added"),
      saved: (_, { mode }) =>
        mode === "added" ? "Tax is now added to your prices." : "Your prices now include tax.",
    }),
    "default-tax": defaultTax(idIn(form, "rate"), "Lessons, tuition and packages now have this tax."),
    "no-default-tax": defaultTax(null, "Lessons, tuition and packages no longer have a tax."),
    "archive-tax": archiveTax(true, "Tax archived."),
    "restore-tax": archiveTax(false, "Tax restored."),
  })
}

const goneTax = { "name-taken": 404, full: 404 } as const
