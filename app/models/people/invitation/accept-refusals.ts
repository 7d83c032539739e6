/** Why a link no longer works. */
export type ClosedState = "used" | "revoked" | "expired"

export type AcceptRefusal =
  | "unknown"
  | ClosedState
  /** The address has an account: its owner logs in and then accepts. */
  | "account-exists"
  /** Logged in as someone other than the person invited. */
  | "other-account"
  /** The account's address was never proven: its reader chooses a password. */
  | "unproven"
  /** Already in this school in another role. */
  | "other-role"
  /** Already in this school, and locked. */
  | "locked"
  /** The plan's administrator account is held by someone who did not offer it. */
  | "account-taken"

/** The text for an invitation that can’t be accepted: what is wrong, then what to do. */
export const acceptRefusals: Record<AcceptRefusal, { title: string; text: string }> = {
  unknown: {
    title: "This link is incomplete",
    text: "Open it from the email, or copy the whole link. If it still doesn’t work, ask your school for a new invitation.",
  },
  used: {
    title: "This invitation was already used",
    text: "Each invitation works once. If you used it, log in with the password you chose. If you didn’t, tell the school right away.",
  },
  revoked: {
    title: "This invitation was replaced or withdrawn",
    text: "Use the newest invitation from your school, or ask for a new one.",
  },
  expired: {
    title: "This invitation has expired",
    text: "Invitations work for 7 days. Ask the school for a new one.",
  },
  "account-exists": {
    title: "This email already has an account",
    text: "Log in, then accept. Your account and password stay the same.",
  },
  "other-account": {
    title: "You’re logged in as someone else",
    text: "Log out, then open the link again and log in with the invited email.",
  },
  unproven: {
    title: "Choose a password first",
    text: "Your email was never confirmed. Choose a password on this page to make the account yours.",
  },
  "other-role": {
    title: "You already work at this school",
    text: "Each email can have one role at a school. Ask the school to invite another email address.",
  },
  "account-taken": {
    title: "The administrator account has been transferred",
    text: "The person who invited you no longer has it. Ask the school’s current administrator to invite you.",
  },
  locked: {
    title: "Your login at this school is locked",
    text: "Ask the school to unlock it. Then this invitation works.",
  },
}
