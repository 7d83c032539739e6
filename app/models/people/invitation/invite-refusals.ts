export type InviteRefusal =
  | "not-found"
  | "no-email"
  | "returned"
  | "already-has-sign-in"
  | "works-here"
  | "not-adult"
  | "too-soon"
  | "too-many-today"

/** Why an invitation could not be sent. */
export const inviteRefusals: Record<InviteRefusal, string> = {
  "not-found": "This person is no longer at your school.",
  "no-email": "Add an email address first, then send the invitation.",
  returned:
    "Emails to this address come back, so no invitation was sent. Correct the address, or confirm it under Returned emails.",
  "already-has-sign-in": "This person can already log in.",
  "works-here": "This email already has another role at your school. Enter a different email address first.",
  "not-adult": "A child gets a username and a temporary password instead of an invitation.",
  "too-soon":
    "We sent an invitation to this email less than 5 minutes ago. Ask them to check their spam folder, or try again in a few minutes.",
  "too-many-today":
    "Your school has reached the limit of 300 invitations in 24 hours. Send the rest tomorrow.",
}
