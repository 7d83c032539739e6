import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

const toPage = (label: string) => ({ label, url: `${env().APP_URL}${paths.automaticInvoices()}` })

/** The day before a run of the automatic invoices. */
const autoInvoicesAnnouncedLetter = (data: MailData["auto-invoices-announced"]): Letter => ({
  subject: data.coming
    ? `Invoices will be sent on ${data.runOn}`
    : `${countOf(data.invoices, "invoice")} will be sent on ${data.runOn}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} sends its invoices automatically on ${data.runOn}. Look them over before then: you can hold a family back or skip this run.`,
  ],
  facts: [
    [data.coming ? "Invoices so far" : "Invoices", String(data.invoices)],
    [data.coming ? "Total so far" : "Total", data.total],
    ...(data.coming
      ? [
          [
            `Fees and rentals of ${data.coming.month}, charged that day`,
            `about ${data.coming.total} for ${countOf(data.coming.families, "family", "families")}`,
          ] as [string, string],
        ]
      : []),
    ...(data.held > 0 ? [["Families on hold", String(data.held)] as [string, string]] : []),
    ...(data.problems > 0
      ? [["Families that can’t be invoiced", String(data.problems)] as [string, string]]
      : []),
  ],
  button: toPage("Review invoices"),
  sender: "Tutti",
})

/** After the run. */
const autoInvoicesSentLetter = (data: MailData["auto-invoices-sent"]): Letter => ({
  subject: `${countOf(data.invoices, "invoice")} sent for ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic invoices of ${data.schoolName} are done: ${countOf(data.invoices, "invoice")}, ${data.total} in total.`,
    ...(data.hold
      ? [`Emails to families leave at ${data.hold.until}. Until then you can undo the whole run.`]
      : []),
    ...(data.refused.length > 0 ? ["These families didn’t get one:"] : []),
  ],
  facts: [...data.refused, ...(data.more > 0 ? [["And more", String(data.more)] as [string, string]] : [])],
  button: data.hold
    ? { label: "Review this run", url: `${env().APP_URL}${paths.invoiceRun(data.hold.runId)}` }
    : toPage("View automatic invoices"),
  sender: "Tutti",
})

export const autoInvoiceLetters = {
  "auto-invoices-announced": autoInvoicesAnnouncedLetter,
  "auto-invoices-sent": autoInvoicesSentLetter,
}
