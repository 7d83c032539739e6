import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { DemoRequestData, MailData } from "~/models/foundation/outbox/outbox"
import { demoFacts } from "~/models/platform/demo-request/demo-request-form"
import { accessUntilDeleted, keptBy } from "~/texts/accounts/school-deletion"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { greet, invitationClosing, type Letter } from "./letter"
import { type Reached, turnOff, wayOn } from "./ways-on"

const absolute = (path: string) => `${env().APP_URL}${path}`

/** An invitation to help run a school. */
const staffInvitationLetter = ({
  schoolName,
  staffName,
  invitedBy,
  linkId,
  rights,
  hasLogin,
}: MailData["staff-invitation"]): Letter => ({
  subject: rights
    ? `You’re invited to the office of ${schoolName}`
    : hasLogin
      ? `Confirm that you’ll run ${schoolName}`
      : `You’re invited to manage ${schoolName}`,
  greeting: greet(staffName),
  paragraphs: [
    rights
      ? `${invitedBy} invited you to work in the office of ${schoolName} with these rights: ${rights}.`
      : hasLogin
        ? `${invitedBy} asks you to be the administrator of ${schoolName}, with the login you have. Nothing changes until you confirm.`
        : `${invitedBy} made you an administrator of ${schoolName}. You can see and change its people, lessons and invoices.`,
  ],
  button: {
    label: hasLogin ? "Review and confirm" : "Choose a password",
    url: absolute(paths.invitation(tokenOf(linkId))),
  },
  closing: invitationClosing,
  sender: schoolName,
})

/** To who had the administrator account: it is someone else's now. */
const administratorChangedLetter = ({
  schoolName,
  recipientName,
  newName,
  isStaying,
}: MailData["administrator-changed"]): Letter => ({
  subject: `${newName} is now the administrator of ${schoolName}`,
  greeting: greet(recipientName),
  paragraphs: [
    `${newName} accepted, and the administrator account of ${schoolName} is theirs. We logged you out.`,
    isStaying
      ? "Log in again to keep working in the office, with every right except the plan, the school’s data, teachers and the team."
      : "Your login at this school is locked. What you wrote is kept.",
    "Didn’t expect this? Reply to this email right away.",
  ],
  ...(isStaying ? { button: { label: "Log in", url: absolute(paths.login()) } } : {}),
  sender: "Tutti",
})

/** To everyone who runs a school: someone's address can't be mailed any more. */
const emailsPausedLetter = ({ schoolName, name, subject, writer }: MailData["emails-paused"]): Letter => ({
  subject: `Emails paused for the conversation “${subject}”`,
  greeting: greet(name),
  paragraphs: [
    `Two email apps seem to be answering each other in the conversation “${subject}” at ${schoolName}. The last reply by email came from ${writer}.`,
    "We keep what comes by email there and no longer send it on. A message that someone writes in Tutti starts the emails again.",
  ],
  button: { label: "View messages", url: absolute(paths.messages()) },
  sender: "Tutti",
})

const emailReturnedLetter = ({ schoolName, name, address, reason }: MailData["email-returned"]): Letter => ({
  subject: `Emails to ${address} come back`,
  greeting: greet(name),
  paragraphs: [
    `An email of ${schoolName} to ${address} didn’t arrive. ${reason}`,
    "We don’t email this address until you correct it or confirm that it’s right.",
  ],
  button: { label: "View returned emails", url: absolute(paths.returnedEmails()) },
  sender: "Tutti",
})

/** To who sees reports: the figures of the month that is over. */
const monthFiguresLetter = ({
  schoolName,
  recipientName,
  month,
  monthText,
  figures,
}: MailData["month-figures"]): Letter => ({
  subject: `${monthText} at ${schoolName}`,
  greeting: greet(recipientName),
  paragraphs: [`Here are the figures of ${monthText}, with the month before in parentheses.`],
  facts: figures,
  button: { label: "View analytics", url: absolute(paths.analytics({ until: month })) },
  closing: turnOff(),
  sender: schoolName,
})

/** To everyone who runs a school: it is scheduled for deletion, closed on the day, or the deletion is canceled. */
const schoolDeletionLetter = ({ isDone, ...data }: MailData["school-deletion"]): Letter =>
  isDone ? deletedLetter(data) : deletionLetter(data)

const deletedLetter = ({ schoolName, recipientName }: MailData["school-deletion"]): Letter => ({
  subject: `${schoolName} was deleted`,
  greeting: greet(recipientName),
  paragraphs: [
    `${schoolName} is closed, and all its data is being deleted from Tutti. It can’t be restored, and links to its pages and invoices no longer work.`,
  ],
  sender: "Tutti",
})

const deletionLetter = ({
  schoolName,
  recipientName,
  changedBy,
  dueOn,
  ...access
}: MailData["school-deletion"]): Letter => ({
  subject: dueOn ? `${schoolName} will be deleted on ${dueOn}` : `${schoolName} won’t be deleted`,
  greeting: greet(recipientName),
  paragraphs: dueOn
    ? [
        `${changedBy ? `${changedBy} scheduled ${schoolName} and all its data to be deleted` : `${schoolName} and all its data will be deleted`} on ${dueOn}. ${keptBy(access)}`,
        accessUntilDeleted(access),
        "Download what you need before that date. Deleted data can’t be restored.",
      ]
    : [`${changedBy} canceled the deletion of ${schoolName}. All its data is still there.`],
  button: {
    label: dueOn ? "Review the deletion" : "Go to your school",
    url: absolute(dueOn ? paths.schoolData() : paths.administration()),
  },
  sender: "Tutti",
})

/** To the office: a teacher asks for days off, or withdraws approved ones. */
const timeOffRequestedLetter = ({
  schoolName,
  recipientName,
  teacherName,
  days,
  lessons,
  reason,
  isWithdrawn,
  isRestored,
}: MailData["time-off-requested"]): Letter => ({
  subject: `${teacherName} ${isRestored ? "is taking" : isWithdrawn ? "withdrew" : "requests"} time off: ${days}`,
  greeting: greet(recipientName),
  paragraphs: isRestored
    ? [
        `${teacherName} is taking the approved time off after all: ${days}. ${lessons === 0 ? "No lessons are scheduled on these days." : `${countOf(lessons, "lesson")} on these days need a look.`}`,
      ]
    : isWithdrawn
      ? [
          `${teacherName} withdrew approved time off: ${days}. Lessons you arranged don’t change, and the others are still on.`,
        ]
      : [
          `${teacherName} requests time off: ${days}. ${lessons === 0 ? "No lessons are scheduled on these days." : `${countOf(lessons, "lesson")} would need a substitute, a new time, or be canceled.`}`,
          ...(reason ? [`Reason: ${reason}`] : []),
        ],
  button: {
    label: isWithdrawn || isRestored ? "Open absences" : "Answer the request",
    url: absolute(paths.absences()),
  },
  sender: schoolName,
})

/** To a teacher: what the office answered to a request for days off. */
const timeOffAnsweredLetter = ({
  schoolName,
  recipientName,
  days,
  isApproved,
  isRemoved,
  answer,
  isChanged,
  ...reached
}: MailData["time-off-answered"] & Reached): Letter => ({
  subject: `Time off ${isChanged ? "changed" : isRemoved ? "removed" : isApproved ? "approved" : "declined"}: ${days}`,
  greeting: greet(recipientName),
  paragraphs: [
    isChanged
      ? `The office changed your time off. It’s now ${days}. Lessons that were arranged stay as your schedule shows them.`
      : isRemoved
        ? `The office removed your time off: ${days}. Your lessons take place as your schedule shows them.`
        : isApproved
          ? `Your time off is approved: ${days}. The office arranges your lessons.`
          : `Your request for time off was declined: ${days}. Your lessons take place as planned.`,
    ...(answer ? [`“${answer}”`] : []),
  ],
  ...wayOn(
    { ...reached, schoolName },
    { label: "View your time off", path: paths.teacherSchedule({ view: "time-off" }) },
  ),
  sender: schoolName,
})

/** To the office: a teacher entered extra work. */
const workEnteredLetter = ({
  schoolName,
  recipientName,
  teacherName,
  description,
  workedOn,
  amount,
  note,
}: MailData["work-entered"]): Letter => ({
  subject: `${teacherName} entered extra work: ${description}`,
  greeting: greet(recipientName),
  paragraphs: [
    `${teacherName} entered extra work: ${description}, ${amount}. It’s paid once you confirm it.`,
    ...(note ? [`“${note}”`] : []),
  ],
  facts: [
    ["Work", description],
    ["Date", workedOn],
    ["Amount", amount],
  ],
  button: { label: "Confirm or decline", url: absolute(paths.extraWork()) },
  sender: schoolName,
})

/** To a teacher: what the office answered to extra work. */
const workAnsweredLetter = ({
  schoolName,
  recipientName,
  description,
  workedOn,
  amount,
  isConfirmed,
  reason,
  ...reached
}: MailData["work-answered"] & Reached): Letter => ({
  subject: `Extra work ${isConfirmed ? "confirmed" : "declined"}: ${description}`,
  greeting: greet(recipientName),
  paragraphs: [
    isConfirmed
      ? `Your extra work is confirmed: ${description}. It’s part of your pay.`
      : `Your extra work was declined: ${description}. It isn’t part of your pay.`,
    ...(reason ? [`“${reason}”`] : []),
  ],
  facts: [
    ["Work", description],
    ["Date", workedOn],
    ["Amount", amount],
  ],
  ...wayOn({ ...reached, schoolName }, { label: "View your extra work", path: paths.ownExtraWork() }),
  sender: schoolName,
})

// What visitors write, sent to the people behind Tutti. A reply goes to the visitor.

const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean)

const contactLetter = ({ name, email, subject, message }: MailData["contact-message"]): Letter => ({
  subject: `Contact: ${subject}`,
  greeting: `${name} wrote:`,
  paragraphs: linesOf(message),
  facts: [
    ["Name", name],
    ["Email", email],
    ["Subject", subject],
  ],
  sender: "Tutti",
  replyTo: email,
})

const demoLetter = (request: DemoRequestData): Letter => ({
  subject: `Demo request: ${request.schoolName}`,
  greeting: `${request.fullName} requested a demo.`,
  paragraphs: linesOf(request.additionalInfo),
  facts: demoFacts(request),
  sender: "Tutti",
  replyTo: request.email,
})

/** The letters about the school itself. */
export const officeLetters = {
  "contact-message": contactLetter,
  "demo-request": demoLetter,
  "email-returned": emailReturnedLetter,
  "emails-paused": emailsPausedLetter,
  "staff-invitation": staffInvitationLetter,
  "time-off-answered": timeOffAnsweredLetter,
  "time-off-requested": timeOffRequestedLetter,
  "work-answered": workAnsweredLetter,
  "work-entered": workEnteredLetter,
  "administrator-changed": administratorChangedLetter,
  "school-deletion": schoolDeletionLetter,
  "month-figures": monthFiguresLetter,
}
