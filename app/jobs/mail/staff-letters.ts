import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { caseAdvice, caseFacts, caseLabels } from "~/texts/platform/cases"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

/** What the platform's staff tell everyone who administers a school. */
const announcementLetter = ({ name, subject, body }: MailData["platform-announcement"]): Letter => ({
  subject,
  greeting: greet(name),
  paragraphs: body.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
  closing: "You get this email because you administer a school on Tutti.",
  sender: "Tutti",
})

/** To a new member of the platform's staff: the link that opens the account. */
const staffAccessLetter = ({ name, email, linkId }: MailData["staff-access"]): Letter => ({
  subject: "Set up your Tutti staff account",
  greeting: greet(name),
  paragraphs: [
    `You now have a staff account on ${new URL(env().APP_URL).host}. Choose a password to start. When you first log in, you also set up two-factor login.`,
  ],
  button: {
    label: "Choose a password",
    url: `${env().APP_URL}${paths.resetPassword(tokenOf(linkId), email)}`,
  },
  closing: "This link works once, for 24 hours. Didn’t expect this? You can ignore this email.",
  sender: "Tutti",
})

/** To staff who look after payments: a school's case is new, what was found, and what to do. */
const caseOpenedLetter = ({ schoolName, reason, facts: stored }: MailData["case-opened"]): Letter => {
  const facts = JSON.parse(stored) as Record<string, unknown>
  const what = caseLabels[reason as keyof typeof caseLabels] ?? "Needs review"
  return {
    subject: `${schoolName}: ${what}`,
    greeting: `${schoolName} has a new case.`,
    paragraphs: [`${what}. ${caseAdvice(reason, facts)}`],
    facts: caseFacts(facts),
    button: { label: "View cases", url: `${env().APP_URL}${paths.paidSubscriptions()}` },
    sender: "Tutti",
  }
}

/** To staff of another role: what Support handed them, and why. */
const matterHandedLetter = ({ name, from, about, note, path }: MailData["matter-handed"]): Letter => ({
  subject: `${from} handed you a conversation`,
  greeting: greet(name),
  paragraphs: [
    `${from} asks you to answer this: ${about}.`,
    ...(note ? [`Their note: ${note}`] : []),
    "Support still sees it. Give it back when you’re done.",
  ],
  button: { label: "Read and answer", url: `${env().APP_URL}${path}` },
  sender: "Tutti",
})

/** To everyone else who manages the staff: no one joins it unseen. */
const staffChangedLetter = ({ name, by, what, about }: MailData["staff-changed"]): Letter => ({
  subject: `Tutti staff: ${what.toLowerCase()}`,
  greeting: greet(name),
  paragraphs: [`${by} changed who is on the staff. ${what}: ${about}.`],
  button: { label: "View staff", url: `${env().APP_URL}${paths.staff()}` },
  closing: "You get this email because you manage Tutti’s staff. If you didn’t expect it, ask them now.",
  sender: "Tutti",
})

// Replies from the platform's staff.

const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean)

const inquiryAnswerLetter = ({
  name,
  subject,
  content,
  staffName,
  quoted,
  replyTo,
}: MailData["inquiry-answer"]): Letter => ({
  subject: `Re: ${subject}`,
  greeting: greet(name),
  paragraphs: [...linesOf(content), staffName],
  closing: quoted ? `You wrote: “${quoted.length > 600 ? `${quoted.slice(0, 600)}…` : quoted}”` : undefined,
  sender: "Tutti",
  replyTo: replyTo ?? env().CONTACT_EMAIL,
})

const supportAnswerLetter = ({ name, content, replyTo }: MailData["support-answer"]): Letter => ({
  subject: "New reply in your support chat",
  greeting: greet(name),
  paragraphs: linesOf(content),
  button: { label: "View chat", url: `${env().APP_URL}${paths.support("admin")}` },
  closing: replyTo
    ? "Reply to this email or in the chat."
    : "Answer in the chat. Replies to this email don’t reach us.",
  sender: "Tutti",
  replyTo,
})

/** Letters from and to the platform's staff. */
export const staffLetters = {
  "inquiry-answer": inquiryAnswerLetter,
  "support-answer": supportAnswerLetter,
  "platform-announcement": announcementLetter,
  "staff-access": staffAccessLetter,
  "case-opened": caseOpenedLetter,
  "matter-handed": matterHandedLetter,
  "staff-changed": staffChangedLetter,
}
