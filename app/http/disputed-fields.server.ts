import { isDate } from "~/utils/dates"
import { type Dispute, editInHand } from "~/utils/form-in-hand.server"
import type { Disputed, Disputes } from "~/utils/form-marks"
import { formatDate } from "~/utils/formats"

// What someone reads about fields that another person changed while they had them open.

/** The disputed fields of the form in hand, in words; undefined where there are none. */
export function disputesInHand(): Disputes | undefined {
  const form = editInHand()
  return form?.disputes.length
    ? { formId: form.id, fields: form.disputes.map(inWords), shown: form.shownNow ?? form.shown }
    : undefined
}

function inWords(dispute: Dispute): Disputed {
  const [theirs, yours] = [textOf(dispute, dispute.theirs), textOf(dispute, dispute.yours)]
  return {
    name: dispute.field.name,
    label: dispute.field.label,
    message: `Someone changed this while you were editing: ${theirs}. Yours: ${yours}.`,
    theirs,
    yours,
  }
}

function textOf({ field: { kind, labels } }: Dispute, values: readonly string[]): string {
  if (kind === "checkbox" && labels.size <= 1) return values.length > 0 ? "checked" : "not checked"
  const texts = values.map((value) =>
    kind === "date" && isDate(value) ? formatDate(value, "medium") : labels.get(value) || value,
  )
  return texts.join(", ") || "empty"
}
