import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
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
