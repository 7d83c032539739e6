import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Letter } from "./letter"

const absolute = (path: string) => `${env().APP_URL}${path}`

/** Someone is asked to help run a school. */
export const staffInvitationLetter = ({
  schoolName,
  staffName,
  invitedBy,
  linkId,
}: MailData["staff-invitation"]): Letter => ({
  subject: `${schoolName} invites you to its office`,
  greeting: `Hello ${staffName},`,
  paragraphs: [
    `${invitedBy} has made you an administrator of ${schoolName}: you will see its people, lessons and invoices, and can change them.`,
  ],
  button: { label: "Choose a password", url: absolute(paths.invitation(tokenOf(linkId))) },
  closing: "The link works once, for seven days. If you did not expect it, leave it: nothing happens.",
  sender: schoolName,
})

/** Everyone who runs a school hears when it is to be deleted, and when it is kept after all. */
export const schoolDeletionLetter = ({
  schoolName,
  recipientName,
  changedBy,
  dueOn,
}: MailData["school-deletion"]): Letter => ({
  subject: dueOn ? `${schoolName} will be deleted on ${dueOn}` : `${schoolName} is kept`,
  greeting: `Hello ${recipientName},`,
  paragraphs: dueOn
    ? [
        `${changedBy} has asked for everything of ${schoolName} to be deleted on ${dueOn}. Until then nothing changes, and it can be taken back.`,
        "Download what you need before. Afterwards nobody can bring it back.",
      ]
    : [`${changedBy} has taken the deletion back. Nothing was deleted.`],
  button: {
    label: dueOn ? "See it, or take it back" : "Go to your school",
    url: absolute(paths.administration()),
  },
  sender: "Tutti",
})
