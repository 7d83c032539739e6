export type InviteRefusal =
  | "not-found"
  | "no-email"
  | "already-has-sign-in"
  | "works-here"
  | "not-adult"
  | "too-soon"
  | "too-many-today"

/** What to tell the office when no one could be invited. */
export const inviteRefusals: Record<InviteRefusal, string> = {
  "not-found": "This person is not in the school any more.",
  "no-email": "There is no e-mail address to send the invitation to. Add one first.",
  "already-has-sign-in": "This person signs in already.",
  "works-here": "This address already signs in here in another role. Enter another address of theirs first.",
  "not-adult": "A child gets a username and a temporary password instead of an invitation.",
  "too-soon":
    "We sent an invitation to this email less than 5 minutes ago. Ask them to check their spam folder, or try again in a few minutes.",
  "too-many-today":
    "Your school has sent 300 invitations in 24 hours, the most per day. Send the rest tomorrow.",
}
