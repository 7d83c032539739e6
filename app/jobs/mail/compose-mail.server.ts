import { schoolActor } from "~/models/foundation/access/actor.server"
import { unsubscribeKey } from "~/models/foundation/notification-preferences/unsubscribe.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { listParts } from "~/models/foundation/outbox/digest.server"
import { mailKindOf } from "~/models/foundation/outbox/mail-kinds"
import { listMailWishes } from "~/models/foundation/outbox/mail-wish.server"
import type { MailData, MailTemplate } from "~/models/foundation/outbox/outbox"
import type { LeasedMail } from "~/models/foundation/outbox/outbox.server"
import { openedBy, type Wording } from "~/models/foundation/outbox/wording"
import { env } from "~/utils/env.server"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { accountLetters } from "./account-letters"
import { autoInvoiceLetters } from "./auto-invoice-letters"
import { classLetters, consentLetters, correctionLetters } from "./class-letters"
import { digestLetter } from "./digest-letter.server"
import { greetOutsidePayer } from "./greet-outside-payer.server"
import { inquiryLetters } from "./inquiry-letters"
import { invoiceLetters, planLetters } from "./invoice-letters"
import { type InvoiceMail, isAboutInvoice, linkOf } from "./invoice-link.server"
import { leaveLetters, lessonLetters } from "./lesson-letters"
import { greet, invitationClosing, type Letter, type WrittenLetter, writeLetter } from "./letter"
import {
  type Attachment,
  attachmentInBackground,
  calendarFileOf,
  codeOf,
  faceOf,
  hasPaper,
} from "./mail-paper.server"
import { messageLetters, threading, withReplyAddress } from "./message-letters"
import { officeLetters } from "./office-letters"
import { paymentLetters } from "./payment-letters"
import { withReach } from "./reach-of.server"
import { staffLetters } from "./staff-letters"
import { subscriptionLetters } from "./subscription-letters"

type Composed = WrittenLetter & { attachments?: Attachment[]; headers: Record<string, string> }

const absolute = (path: string) => `${env().APP_URL}${path}`

const invitationLetter = (
  { schoolName, invitedBy, linkId }: { schoolName: string; invitedBy: string; linkId: string },
  name: string,
  what: string,
) => ({
  greeting: greet(name),
  paragraphs: [`${invitedBy} from ${schoolName} invited you to Tutti. ${what}`],
  button: { label: "Choose a password", url: absolute(paths.invitation(tokenOf(linkId))) },
  closing: invitationClosing,
  sender: schoolName,
})

/** Where a school's money or messages go was changed: every administrator learns by whom. */
const accountChangedLetter = (
  { recipientName, changedBy, before, after, changedAt }: MailData["payee-changed"],
  account: string,
): Omit<Letter, "subject"> => ({
  greeting: greet(recipientName),
  paragraphs: [
    `${changedBy} changed the ${account}.`,
    "Didn’t expect this? Change it back right away, and have every administrator choose a new password.",
  ],
  facts: [
    ["Previous account", before],
    ["New account", after],
    ["Changed", changedAt],
  ],
  button: { label: "Review school settings", url: absolute(paths.schoolSettings()) },
  sender: "Tutti",
})

/** A daily email is written from its parts (digest-letter.server.ts). */
type OwnTemplate = Exclude<MailTemplate, "digest">
const letters: { [Template in OwnTemplate]: (data: MailData[Template]) => Letter } = {
  "guardian-invitation": ({ guardianName, studentNames, seesMoney = true, ...invited }) => ({
    ...invitationLetter(
      invited,
      guardianName,
      `See ${seesMoney ? "lessons and invoices" : "lessons"} for ${joinNames(studentNames)}, and message their teachers.`,
    ),
    subject: `Set up your ${invited.schoolName} account`,
  }),
  "student-invitation": ({ studentName, ...invited }) => ({
    ...invitationLetter(invited, studentName, "See your lessons and invoices, and message your teachers."),
    subject: `Set up your ${invited.schoolName} account`,
  }),
  "teacher-invitation": ({ teacherName, ...invited }) => ({
    ...invitationLetter(invited, teacherName, "See your lessons, take attendance and message families."),
    subject: `You’re invited to teach at ${invited.schoolName}`,
  }),
  ...accountLetters,
  ...autoInvoiceLetters,
  ...invoiceLetters,
  ...lessonLetters,
  ...paymentLetters,
  ...subscriptionLetters,
  ...officeLetters,
  ...inquiryLetters,
  ...consentLetters,
  "payee-changed": (changed) => ({
    ...accountChangedLetter(
      changed,
      `${platformProvider} account that receives payments for ${changed.schoolName}`,
    ),
    subject: `${changed.schoolName} has a new ${platformProvider} account`,
  }),
  "texts-changed": (changed) => ({
    ...accountChangedLetter(changed, `Twilio account that sends text messages for ${changed.schoolName}`),
    subject: `${changed.schoolName} changed its account for text messages`,
  }),
  "stripe-changed": (changed) => ({
    ...accountChangedLetter(changed, `Stripe account that receives card payments for ${changed.schoolName}`),
    subject: `${changed.schoolName} changed where card payments go`,
  }),
  "bank-changed": (changed) => ({
    ...accountChangedLetter(
      changed,
      `bank account that invoices of ${changed.schoolName} ask families to transfer to`,
    ),
    subject: `${changed.schoolName} has a new bank account on its invoices`,
  }),
  ...classLetters,
  ...correctionLetters,
  ...leaveLetters,
  ...planLetters,
  "subscription-active": ({ schoolName, name, plan, interval, paidUntil, discount }) => ({
    subject: "Your school is open",
    greeting: greet(name),
    paragraphs: [`The ${plan} plan for ${schoolName} is active, billed ${interval}.`],
    facts: [
      ["Paid until", paidUntil],
      ...(discount ? [["Discount", discount] satisfies [string, string]] : []),
    ],
    button: { label: "Go to your dashboard", url: absolute(paths.dashboard()) },
    sender: "Tutti",
  }),
  "subscription-expired": ({ schoolName, name, plan }) => ({
    subject: "Your subscription has expired",
    greeting: greet(name),
    paragraphs: [
      `The ${plan} plan for ${schoolName} has ended, so the school is closed for now. All its data is kept.`,
      "Choose a plan to reopen it.",
    ],
    button: { label: "Choose a plan", url: absolute(paths.selectPlan({ upgrade: "true" })) },
    sender: "Tutti",
  }),
  ...messageLetters,
  ...staffLetters,
}

/** The school's own subject and opening text in place of the standard's; what follows it stays. */
function inOwnWords(letter: Letter, about: unknown): Letter {
  const { wording } = about as { wording?: Wording }
  return {
    ...letter,
    subject: wording?.subject || letter.subject,
    paragraphs: openedBy(wording, letter.paragraphs),
  }
}

const noLetter = (): Letter => ({ subject: "", greeting: "", paragraphs: [], sender: "" })
/** So that machines which answer mail leave ours alone (RFC 3834, and what Exchange reads). */
const againstMachines = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }

/** Turns a queued mail into what the provider sends. Links are minted here, so that no secret waits in the outbox. */
export async function composeMail(mail: LeasedMail): Promise<Composed> {
  return {
    ...(await composeLetter(mail)),
    headers: { ...againstMachines, ...threading(mail), ...unsubscribing(mail) },
  }
}

/** A mail program's own button to stop emails of a kind (RFC 8058), for whoever can choose them. */
function unsubscribing({ template, schoolId, recipient, id }: LeasedMail): Record<string, string> {
  const of = template === "digest" ? listParts(id)[0]?.template : template
  const { topic } = mailKindOf(of ?? "")
  if (!schoolId || !topic) return {}
  const about = { template: of as MailTemplate, schoolId }
  const memberId = listMailWishes(about, [recipient]).get(recipient)?.memberId
  if (!memberId) return {}
  const key = unsubscribeKey({ schoolId, memberId, what: template === "digest" ? "daily" : topic })
  return {
    "List-Unsubscribe": `<${absolute(paths.unsubscribe(key))}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }
}

async function composeLetter(mail: LeasedMail): Promise<Omit<Composed, "headers">> {
  const write = letters[mail.template as OwnTemplate] as ((data: unknown) => Letter) | undefined
  if (!write && mail.template !== "digest") throw new Error(`No such mail: ${mail.template}`)
  const queued: object = JSON.parse(mail.data)
  const actor = mail.schoolId ? schoolActor(mail.schoolId) : undefined
  const invoice = isAboutInvoice(mail.template) ? (queued as InvoiceMail) : undefined
  const data = actor && !invoice ? withReach(actor, mail.recipient, queued) : queued
  const greeting = actor && greetOutsidePayer(actor, mail.recipient, data)
  const { face, logo } = await faceOf(mail, actor)
  const written = (about: unknown) =>
    writeLetter({ ...inOwnWords((write ?? noLetter)(about), about), ...(greeting ? { greeting } : {}) }, face)
  const writePart = ({ template, data: of }: LeasedMail) => {
    const about = actor ? withReach(actor, mail.recipient, JSON.parse(of)) : JSON.parse(of)
    return inOwnWords((letters[template as OwnTemplate] as (data: unknown) => Letter)(about), about)
  }
  const carrying = (letter: WrittenLetter, papers: readonly (Attachment | undefined)[]) => {
    const attachments = [...papers, logo].filter((each) => each !== undefined)
    return attachments.length > 0 ? { ...letter, attachments } : letter
  }
  if (mail.template === "digest")
    return carrying(writeLetter(inOwnWords(digestLetter(mail, writePart), data), face), [
      calendarFileOf(listParts(mail.id)),
    ])
  if (!actor || !(invoice || hasPaper(mail.template)))
    return carrying(written(withReplyAddress(mail, data)), [calendarFileOf([mail])])
  const linked = invoice && linkOf(actor, invoice)
  const letter = written(invoice ? { ...invoice, ...linked } : data)
  const code = invoice && !linked?.charge && "howToPay" in invoice ? invoice.howToPay?.transfer?.code : null
  const paper = hasPaper(mail.template) ? await attachmentInBackground(mail) : undefined
  return carrying(letter, [paper, code ? await codeOf(code) : undefined])
}
