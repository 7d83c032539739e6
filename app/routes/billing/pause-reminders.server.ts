import { act, intent } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import { remindOfInvoice } from "~/models/money/invoice/remind-invoice.server"
import { PauseForm } from "~/models/money/reminder/reminder-form"
import { type Pausable, pauseReminders, resumeReminders } from "~/models/money/reminder/reminder-pause.server"
import { remindRefusals } from "~/texts/money/refusals"
import { formFor } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

const settled = { "is-settled": { title: "This invoice has no balance due, so it gets no reminders." } }

/** Pauses or resumes the automatic reminders of a family or an invoice. */
export const pauseIntents = (actor: Actor, what: Pausable) => ({
  "resume-reminders": act({
    run: () => resumeReminders(actor, what),
    refusals: settled,
    saved: "Reminders resumed.",
  }),
  "pause-reminders": intent({
    schema: PauseForm,
    run: (pause) => pauseReminders(actor, what, pause),
    field: "lastDay",
    refusals: { "in-the-past": "Enter a date that’s today or later.", ...settled },
    saved: "Reminders paused.",
  }),
})

/** Reminds of one invoice by hand. */
export function remind(actor: Actor, invoiceId: string) {
  const reminded = remindOfInvoice(actor, invoiceId)
  const here = paths.invoice(invoiceId)
  if (!reminded.ok) return redirectWithToast(here, { tone: "bad", title: remindRefusals[reminded.reason] })
  const { recipients, returned = [], withoutEmail = [] } = reminded
  if (recipients.length === 0)
    return redirectWithToast(here, { tone: "bad", title: "No payer of this invoice has an email." })
  return redirectWithToast(here, {
    title: `${formFor(recipients.length, "Reminder")} sent to ${joinNames(recipients)}.`,
    text: unreachedText({ reached: [], returned, withoutEmail, unwanting: [] }) || undefined,
    tone: returned.length > 0 ? "bad" : "good",
  })
}
