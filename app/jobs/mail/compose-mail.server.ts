import { schoolActor } from "~/models/foundation/access/actor.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData, MailTemplate } from "~/models/foundation/outbox/outbox"
import type { LeasedMail } from "~/models/foundation/outbox/outbox.server"
import { invoicePdf } from "~/models/money/invoice/invoice-pdf.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import {
  accountExistsLetter,
  addressProvenLetter,
  emailConfirmationLetter,
  passwordResetLetter,
} from "./account-letters"
import { invoiceIssuedLetter, invoiceReminderLetter } from "./invoice-letters"
import {
  absenceNoticedLetter,
  lessonsTomorrowLetter,
  placeOfferedLetter,
  sessionChangedLetter,
} from "./lesson-letters"
import { type Letter, type WrittenLetter, writeLetter } from "./letter"
import { newMessageLetter } from "./message-letters"
import { schoolDeletionLetter, staffInvitationLetter } from "./office-letters"
import { staffAccessLetter } from "./staff-letters"
import { inquiryAnswerLetter, supportAnswerLetter } from "./support-letters"
import { contactLetter, demoLetter } from "./visitor-letters"

type Attachment = { filename: string; content: string; contentType: string }
type Composed = WrittenLetter & { attachments?: Attachment[] }

const absolute = (path: string) => `${env().APP_URL}${path}`

const letters: { [Template in MailTemplate]: (data: MailData[Template]) => Letter } = {
  "guardian-invitation": ({ schoolName, guardianName, invitedBy, studentNames, linkId }) => ({
    subject: `${schoolName} invites you to its family pages`,
    greeting: `Hello ${guardianName},`,
    paragraphs: [
      `${invitedBy} of ${schoolName} has made a sign-in for you. There you see the lessons and invoices of ${studentNames.join(" and ")}.`,
    ],
    button: { label: "Choose a password", url: absolute(paths.invitation(tokenOf(linkId))) },
    closing: "The link works once, for seven days. If you did not expect it, leave it: nothing happens.",
    sender: schoolName,
  }),
  "student-invitation": ({ schoolName, studentName, invitedBy, linkId }) => ({
    subject: `${schoolName} invites you to your own pages`,
    greeting: `Hello ${studentName},`,
    paragraphs: [`${invitedBy} of ${schoolName} has made a sign-in for you, with your lessons and invoices.`],
    button: { label: "Choose a password", url: absolute(paths.invitation(tokenOf(linkId))) },
    closing: "The link works once, for seven days. If you did not expect it, leave it: nothing happens.",
    sender: schoolName,
  }),
  "teacher-invitation": ({ schoolName, teacherName, invitedBy, linkId }) => ({
    subject: `${schoolName} invites you to teach with Tutti`,
    greeting: `Hello ${teacherName},`,
    paragraphs: [
      `${invitedBy} of ${schoolName} has made a sign-in for you, with your lessons and registers.`,
    ],
    button: { label: "Choose a password", url: absolute(paths.invitation(tokenOf(linkId))) },
    closing: "The link works once, for seven days. If you did not expect it, leave it: nothing happens.",
    sender: schoolName,
  }),
  "staff-invitation": staffInvitationLetter,
  "school-deletion": schoolDeletionLetter,
  "invoice-issued": invoiceIssuedLetter,
  "payee-changed": ({ schoolName, recipientName, changedBy, before, after, changedAt }) => ({
    subject: `${schoolName}: families now pay to another PayPal account`,
    greeting: `Hello ${recipientName},`,
    paragraphs: [
      `${changedBy} has changed the PayPal account that families of ${schoolName} pay to.`,
      "If you did not expect this, change it back at once and give everybody in the office a new password.",
    ],
    facts: [
      ["Before", before],
      ["Now", after],
      ["When", changedAt],
    ],
    button: { label: "Look at the school’s settings", url: absolute(paths.schoolSettings()) },
    sender: "Tutti",
  }),
  "invoice-reminder": invoiceReminderLetter,
  "lessons-tomorrow": lessonsTomorrowLetter,
  "place-offered": placeOfferedLetter,
  "session-changed": sessionChangedLetter,
  "absence-noticed": absenceNoticedLetter,
  "payment-receipt": ({ schoolName, recipientName, amount, number, method, receivedOn, reference }) => ({
    subject: `Receipt for invoice ${number}`,
    greeting: `Hello ${recipientName},`,
    paragraphs: [`${schoolName} has received your payment. Thank you.`],
    facts: [
      ["Amount", amount],
      ["For invoice", number],
      ["Paid by", method],
      ["On", receivedOn],
      ...(reference ? [["Reference", reference] as [string, string]] : []),
    ],
    sender: schoolName,
  }),
  "payment-refunded": ({ schoolName, name, kind, amount, payerName, numbers, paymentId }) => ({
    subject: `${amount} went back to ${payerName}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      kind === "refund"
        ? `PayPal reports that ${amount} of a payment from ${payerName} was given back from your account.`
        : `PayPal reports that ${amount} of a payment from ${payerName} was taken back, by a dispute or their bank.`,
      numbers
        ? `Invoice ${numbers} is open again by that amount. If nothing is owed any more, void it.`
        : "It was in the family's favour; no invoice changes.",
    ],
    button: { label: "See the payment", url: absolute(paths.paymentReceipt(paymentId)) },
    sender: schoolName,
  }),
  "subscription-active": ({ schoolName, name, plan, interval, paidUntil }) => ({
    subject: "Your school is open",
    greeting: `Hello ${name},`,
    paragraphs: [`The ${plan} plan for ${schoolName} is active, billed ${interval}.`],
    facts: [["Paid until", paidUntil]],
    button: { label: "Go to your dashboard", url: absolute(paths.dashboard()) },
    sender: "Tutti",
  }),
  "subscription-expired": ({ schoolName, name, plan }) => ({
    subject: "Your subscription has expired",
    greeting: `Hello ${name},`,
    paragraphs: [
      `The ${plan} plan for ${schoolName} has ended, so its pages are closed for now. Everything is kept.`,
      "Choose a plan to open them again.",
    ],
    button: { label: "Choose a plan", url: absolute(paths.selectPlan({ upgrade: "true" })) },
    sender: "Tutti",
  }),
  "account-exists": accountExistsLetter,
  "inquiry-answer": inquiryAnswerLetter,
  "support-answer": supportAnswerLetter,
  "new-message": newMessageLetter,
  "contact-message": contactLetter,
  "demo-request": demoLetter,
  "password-reset": passwordResetLetter,
  "email-confirmation": emailConfirmationLetter,
  "address-proven": addressProvenLetter,
  "staff-access": staffAccessLetter,
  "password-changed": ({ name }) => ({
    subject: "Your password was changed",
    greeting: `Hello ${name},`,
    paragraphs: [
      "The password of your account was just changed, and every browser that was signed in has been signed out.",
      "If that was not you, choose a new password now and tell us.",
    ],
    button: { label: "Choose a new password", url: absolute(paths.forgotPassword()) },
    sender: "Tutti",
  }),
  "second-factor-changed": ({ name, state }) => ({
    subject: `Two-factor login was turned ${state}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      state === "on"
        ? "From now on, signing in asks for a code from your authenticator app. Every other browser has been signed out."
        : "From now on, signing in asks for your password alone. Every other browser has been signed out.",
      "If that was not you, choose a new password now and tell us.",
    ],
    button: { label: "Choose a new password", url: absolute(paths.forgotPassword()) },
    sender: "Tutti",
  }),
}

/** Turns a queued mail into what the provider sends. Links are minted here, so that no secret waits in the outbox. */
export async function composeMail(mail: LeasedMail): Promise<Composed> {
  const write = letters[mail.template as MailTemplate] as ((data: unknown) => Letter) | undefined
  if (!write) throw new Error(`No such mail: ${mail.template}`)
  const letter = writeLetter(write(JSON.parse(mail.data)))
  const attachment = await attachmentOf(mail)
  return attachment ? { ...letter, attachments: [attachment] } : letter
}

/** The paper as it was issued, whatever happened since: a mail tried again must carry the same bytes under its key. */
async function attachmentOf(mail: LeasedMail): Promise<Attachment | undefined> {
  if (mail.template !== "invoice-issued" && mail.template !== "invoice-reminder") return undefined
  const actor = mail.schoolId ? schoolActor(mail.schoolId) : undefined
  const { invoiceId } = JSON.parse(mail.data) as MailData["invoice-issued"]
  const pdf = actor && (await invoicePdf(actor, invoiceId, { asIssued: true }))
  if (!pdf) throw new Error(`No paper for invoice ${invoiceId}`)
  return {
    filename: pdf.fileName,
    content: pdf.bytes.toString("base64"),
    contentType: "application/pdf",
  }
}
