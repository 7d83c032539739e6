import { mostDocuments } from "~/models/people/consent/consent"
import { mostForms } from "~/models/people/enrollment-form/enrollment-form"
import { largestPhoto } from "~/models/people/member/photo"
import { mostAddresses } from "~/models/people/school-page/school-page"
import { uploadRefusals } from "~/texts/accounts/refusals"
import { mostText } from "~/utils/bytes"

// Why something is refused: each code with the text that people read. Models answer the code.

/** Why the office's act on an inquiry isn't done. */
export const inquiryRefusals = {
  "is-student": "Someone else made this inquiry a student. Their status decides from now on.",
  "is-lost": "This inquiry is marked as lost. Reopen it first.",
  "is-contacted": "This inquiry is marked as contacted already.",
  "known-changed":
    "Your records have changed since you opened this page. Check who this may be, then add again.",
  "no-family": "This family no longer exists. Choose another.",
  "code-taken": "That student ID is already in use.",
} as const

/** Why an answer isn’t emailed. */
export const inquiryAnswerRefusals = {
  "is-student": inquiryRefusals["is-student"],
  "is-lost": inquiryRefusals["is-lost"],
  returned: "Emails to this address come back. Call them instead.",
}

/** Why a next step isn’t saved. */
export const nextStepRefusals = {
  "no-member": "This person no longer works in your office. Choose another.",
}

/** What the answer adds where a yes doesn’t open the logins of these students. */
export const stillLockedText = (
  logins: readonly { name: string; needsConsent: boolean }[],
  otherwise = "Ask the school to unlock it.",
) =>
  logins
    .map(
      ({ name, needsConsent }) =>
        ` ${name}’s login stays locked${needsConsent ? " until the other consents that it needs are there" : ""}.${needsConsent ? "" : ` ${otherwise}`}`,
    )
    .join("")

/** Why a family’s answer to a document isn’t kept. */
export const consentRefusals = {
  changed: "Your school published a new version. Read it below, then answer again.",
} as const

/** Why a consent that was signed on paper isn’t kept. */
export const paperConsentRefusals = {
  "not-found": "Choose a consent.",
  "in-the-future": "Enter today or an earlier day.",
  "before-version": "The present text was published after that day. Have it signed again.",
  "answered-since": "The family answered this on that day or later. Their newer answer stays.",
} as const

/** Why a child gets no login. */
export const loginRefusals = {
  "needs-consent": "A guardian has to agree first. Their consent is missing or was withdrawn.",
} as const

/** Why a document isn’t saved. */
export const consentDocumentRefusals = {
  "too-many": `You have ${mostDocuments} documents. Archive one to add another.`,
  changed: "Someone else published a new version since you opened this page. Reload it and try again.",
} as const

export const consentReminderRefusals = {
  "sent-today": "A reminder was sent today. Send the next one tomorrow.",
  "no-one": "Everyone who can log in has answered.",
} as const

/** Why a family’s change isn’t approved. */
export const approveChangeRefusals = {
  answered: "Someone else answered this change, or the family withdrew it.",
  changed: "Your school has changed this. Check what it is now, then approve or decline.",
  gone: "The person or the field no longer exists. Decline the change.",
} as const

/** Why a family’s wish for another guardian isn’t sent. */
export const askGuardianRefusals = {
  asked: "You’ve asked for another guardian already. Withdraw that first.",
  known: "A guardian of your family has this email already.",
} as const

export const withdrawChangeRefusals = { answered: "The school has answered this change already." } as const

/** The text for an invitation that can’t be accepted: what is wrong, then what to do. */
export const acceptRefusals = {
  unknown: {
    title: "This link doesn’t work",
    text: "It may be incomplete: open it from the email, or copy the whole link. If it still doesn’t work, the invitation was withdrawn: ask your school for a new one.",
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
  /** The address has an account: its owner logs in and then accepts. */
  "account-exists": {
    title: "This email already has an account",
    text: "Log in, then accept. Your account and password stay the same.",
  },
  /** Logged in as someone other than the person invited. */
  "other-account": {
    title: "You’re logged in as someone else",
    text: "Log out, then open the link again and log in with the invited email.",
  },
  /** The account's address was never proven: its reader chooses a password. */
  unproven: {
    title: "Choose a password first",
    text: "Your email was never confirmed. Choose a password on this page to make the account yours.",
  },
  /** Already in this school in another role. */
  "other-role": {
    title: "You already work at this school",
    text: "Each email can have one role at a school. Ask the school to invite another email address.",
  },
  /** The plan's administrator account is held by someone who did not offer it. */
  "account-taken": {
    title: "The administrator account has been transferred",
    text: "The person who invited you no longer has it. Ask the school’s current administrator to invite you.",
  },
  /** Already in this school, and locked. */
  locked: {
    title: "Your login at this school is locked",
    text: "Ask the school to unlock it. Then this invitation works.",
  },
}
export type AcceptRefusal = keyof typeof acceptRefusals

/** Why a link no longer works. */
export type ClosedState = "used" | "revoked" | "expired"

/** Why an invitation could not be sent. */
export const inviteRefusals = {
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
export type InviteRefusal = keyof typeof inviteRefusals

export const photoRefusals = {
  missing: "Choose a photo.",
  "too-large": `Keep the photo under ${mostText(largestPhoto)}. Choose a smaller one, or crop it.`,
  "wrong-type": "Choose a PNG, JPEG, WebP or GIF image.",
  "too-many-pixels": "This photo has too many pixels. Choose a smaller one, or crop it.",
  unreadable: "We can’t read this photo. It may be damaged. Choose another.",
  ...uploadRefusals,
  "storage-full": "Your school’s storage is full, so no photo fits. Ask the office to delete files.",
} as const
export type PhotoRefusal = keyof typeof photoRefusals

/** Why the invitation was refused. */
export const staffRefusals = {
  "one-person": "A solo teacher’s school has one account: yours.",
}

export const addressRefusals = {
  taken: "This address is taken. Choose another.",
  "too-many": `Your page has had ${mostAddresses} addresses. Choose one of them again.`,
} as const
export type AddressRefusal = keyof typeof addressRefusals

/** Why a form of the public page wasn't saved. */
export const formRefusals = {
  "path-taken": "Another form of yours has this address. Choose another.",
  "trial-on-page": "The form on the page itself can’t be for trial lessons. Put another form there first.",
  "too-many": `You have ${mostForms} forms. Change one that you no longer use.`,
  "is-archived": "This form is archived. Restore it first.",
  "on-page": "Your public page shows this form. Choose another form for the page first.",
}

export const sharesRefusals = {
  "no-family": "This family isn’t in your school.",
  "other-guardians": "This family’s guardians have changed. Check the shares and save again.",
  "not-whole": "Enter shares that add up to 100%.",
  "others-pay":
    "This family’s payers have changed, and shares of its guardians no longer decide. Reload the page.",
}
export type SharesRefusal = keyof typeof sharesRefusals
