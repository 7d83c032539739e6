import { data } from "@remix-run/node"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeRegion, findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { RegionForm } from "~/models/accounts/school/school-settings-form"
import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { type Rounding, reviewedRounding } from "~/models/money/price-rounding/price-rounding"
import { planRounding, roundPrices } from "~/models/money/price-rounding/price-rounding.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Saves time zone and currency. What a currency without cents rounds is shown first. */
export function saveRegion(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: RegionForm })
  if (submission.status !== "success") return invalid(submission)
  const { currency } = submission.value
  const rounding = currency ? roundingOf(actor, currency) : null
  if (rounding && form.get("reviewed") !== reviewedRounding(rounding))
    return data({ result: asTyped(submission), rounding })
  const changed = allOrNothing(() => {
    if (rounding) roundPrices(actor, rounding.currency)
    return changeRegion(actor, submission.value)
  })
  if (!changed.ok && changed.reason === "no-currency")
    return invalid(submission, { currency: "Choose a currency." })
  if (!changed.ok)
    return invalid(
      submission,
      { form: "The currency can’t change because you’ve already issued an invoice or recorded a payment." },
      409,
    )
  const { movedCount } = changed
  const rounded = rounding ? ` ${roundedText(rounding)} rounded to whole amounts.` : ""
  return redirectWithToast(
    paths.schoolSettings(),
    movedCount === 0
      ? `Time zone and currency saved.${rounded}`
      : `Time zone saved. ${countOf(movedCount, "lesson keeps its", "lessons keep their")} time of day.${rounded}`,
  )
}

const roundedText = ({ count, charges }: Rounding): string =>
  [count > 0 ? countOf(count, "price") : "", charges.count > 0 ? countOf(charges.count, "charge") : ""]
    .filter(Boolean)
    .join(" and ")

function roundingOf(actor: Actor, currency: string): Rounding | null {
  const settings = findSchoolSettings(actor)
  return settings.currencyIsFixed || settings.currency === currency ? null : planRounding(actor, currency)
}
