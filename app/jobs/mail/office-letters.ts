import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { countOf } from "~/utils/count-of"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, invitationClosing, type Letter } from "./letter"

const absolute = (path: string) => `${env().APP_URL}${path}`

/** An invitation to help run a school. */
export const staffInvitationLetter = ({
  schoolName,
  staffName,
  invitedBy,
  linkId,
}: MailData["staff-invitation"]): Letter => ({
  subject: `You’re invited to manage ${schoolName}`,
  greeting: greet(staffName),
  paragraphs: [
    `${invitedBy} made you an administrator of ${schoolName}. You can see and change its people, lessons and invoices.`,
  ],
  button: { label: "Choose a password", url: absolute(paths.invitation(tokenOf(linkId))) },
  closing: invitationClosing,
  sender: schoolName,
})

/** To everyone who runs a school: it is scheduled for deletion, or the deletion is canceled. */
export const schoolDeletionLetter = ({
  schoolName,
  recipientName,
  changedBy,
  dueOn,
}: MailData["school-deletion"]): Letter => ({
  subject: dueOn ? `${schoolName} will be deleted on ${dueOn}` : `${schoolName} won’t be deleted`,
  greeting: greet(recipientName),
  paragraphs: dueOn
    ? [
        `${changedBy} scheduled ${schoolName} and all its data to be deleted on ${dueOn}. Until then the school works as usual, and you can cancel the deletion.`,
        "Download what you need before that date. Deleted data can’t be restored.",
      ]
    : [`${changedBy} canceled the deletion of ${schoolName}. All its data is still there.`],
  button: {
    label: dueOn ? "Review the deletion" : "Go to your school",
    url: absolute(paths.administration()),
  },
  sender: "Tutti",
})

/** To the office: a teacher asks for days off. */
export const timeOffRequestedLetter = ({
  schoolName,
  recipientName,
  teacherName,
  days,
  lessons,
  reason,
}: MailData["time-off-requested"]): Letter => ({
  subject: `${teacherName} requests time off: ${days}`,
  greeting: greet(recipientName),
  paragraphs: [
    `${teacherName} requests time off: ${days}. ${lessons === 0 ? "No lessons are scheduled on these days." : `${countOf(lessons, "lesson")} would need a substitute, a new time, or be canceled.`}`,
    ...(reason ? [`Reason: ${reason}`] : []),
  ],
  button: { label: "Answer the request", url: absolute(paths.absences()) },
  sender: schoolName,
})

/** To a teacher: what the office answered to a request for days off. */
export const timeOffAnsweredLetter = ({
  schoolName,
  recipientName,
  days,
  isApproved,
  answer,
}: MailData["time-off-answered"]): Letter => ({
  subject: `Time off ${isApproved ? "approved" : "declined"}: ${days}`,
  greeting: greet(recipientName),
  paragraphs: [
    isApproved
      ? `Your time off is approved: ${days}. The office arranges your lessons.`
      : `Your request for time off was declined: ${days}. Your lessons take place as planned.`,
    ...(answer ? [`“${answer}”`] : []),
  ],
  button: { label: "View your time off", url: absolute(paths.teacherSchedule({ view: "time-off" })) },
  sender: schoolName,
})
