import { data } from "@remix-run/node"
import { priceText } from "~/components/teaching/class/class-labels"
import { keptPricesToast } from "~/components/teaching/class/kept-prices"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxChoiceOf, taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ClassTaxForm, PriceForm } from "~/models/teaching/class/class-form"
import { findClassTax, setClassTax } from "~/models/teaching/price/class-tax.server"
import { listPriceKeepers } from "~/models/teaching/price/own-price.server"
import { setClassPrice } from "~/models/teaching/price/set-price.server"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

export type Command = "facts" | "price" | "tax"

export const refuse = (
  command: Command,
  answer: ReturnType<typeof invalid>,
  refused: Refused | null = null,
  status = 400,
) => data({ command, refused, result: answer.data.result }, { status })

export function setPrice(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: PriceForm })
  if (submission.status !== "success") return refuse("price", invalid(submission))
  const { billing, amount, fromDate } = submission.value
  if (!setClassPrice(actor, classId, { billing, amountMinor: amount, fromDate }).ok) throw notFound()
  const { currency } = actor.school
  const keptPrices = listPriceKeepers(actor, classId, fromDate)
  return redirectWithToast(paths.class(classId), {
    title: `Price set to ${priceText({ billing, amountMinor: amount }, currency)} from ${formatDate(fromDate, "medium")}.`,
    tone: "good",
    ...(keptPrices.length ? keptPricesToast(keptPrices, classId, currency) : {}),
  })
}

/** What a class's tax can be, and what it is; null where the school has no taxes. */
export function taxesOf(actor: Actor, classId: string) {
  const choices = taxChoices(listTaxRates(actor))
  return choices.length > 0 ? { choices, tax: taxChoiceOf(findClassTax(actor, classId)) } : null
}

export function setTax(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: ClassTaxForm })
  if (submission.status !== "success") return refuse("tax", invalid(submission))
  const done = setClassTax(actor, classId, submission.value.tax)
  if (done.ok) return redirectWithToast(paths.class(classId), "Tax saved.")
  if (done.reason === "class-unknown") throw notFound()
  const answer = invalid(submission, { tax: "This tax rate no longer exists. Choose another." })
  return refuse("tax", answer, null, 409)
}
