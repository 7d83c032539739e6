import { mostStatuses } from "~/models/accounts/custom-status/custom-status"
import { largestLogo } from "~/models/accounts/school/logo"
import { mostText } from "~/utils/bytes"
import { formatTime } from "~/utils/formats"
import { platformProvider } from "~/utils/payment-providers"

// Why something is refused: each code with the text that people read. Models answer the code.

/** Beside the field, when nothing more is taken. A place that can say what to do instead has its own text for a full storage. */
export const uploadRefusals = {
  "storage-full": "Your school has used all the storage of its plan.",
  "many-uploads": "Your school has uploaded a lot in the last hour. Try again in an hour.",
  "demo-uploads": "A live demo takes three files. Register your school to upload more.",
  "demo-full": "A live demo holds 20 MB. Register your school to upload more.",
  "disk-full": "We can’t take files right now. Nothing else is affected. Try again later.",
} as const
export type UploadRefusal = keyof typeof uploadRefusals

export const colorRefusals = {
  missing: "Choose a color.",
  unknown: "Choose a color, such as #1649ad.",
  light: (darker: string) =>
    `The words on a button can’t be read on this color. Choose a darker one, such as ${darker}.`,
}

export const eInvoiceRefusals = {
  "not-here": "E-invoices are for schools in the European Union and the European Economic Area.",
}

export const logoRefusals = {
  "too-large": `Keep the logo under ${mostText(largestLogo)}. Choose a smaller one.`,
  "wrong-type": "Choose a PNG, JPEG, WebP or GIF image.",
  "too-many-pixels": "This picture has too many pixels. Choose a smaller one.",
  unreadable: "We can’t read this picture. It may be damaged. Choose another.",
  invisible: "This logo can’t be seen on white paper. Choose the one you use on a light background.",
  ...uploadRefusals,
}
export type LogoRefusal = keyof typeof logoRefusals

/** What keeps a file from being stored. */
export type FileRefusal = "missing" | "too-large" | "wrong-type" | UploadRefusal

export const ownStatusRefusals = {
  "name-taken": "That name is already in use. Choose another.",
  "letters-taken": "Those letters are already in use. Choose others.",
  "too-many": `You have ${mostStatuses} statuses of your own. Retire one to add another.`,
  used: "Recorded attendance uses this status, so it can’t be deleted or counted differently. Retire it and add a new one.",
}
export type OwnStatusRefusal = keyof typeof ownStatusRefusals | "not-found"

export const listRefusals = {
  "name-taken": "That name is already in use. Choose another or restore the archived one.",
  "not-found": "This entry no longer exists.",
}
export type ListRefusal = keyof typeof listRefusals

/** Why two names of an instrument did not become one. */
export const mergeRefusals = {
  "not-found": "This name is no longer in use. Reload the page.",
  "stays-not-found": "This name is no longer in use. Reload the page.",
  same: "Choose another name than the one that goes.",
  "none-goes": "Choose the name that goes.",
  "none-stays": "Choose the name that stays.",
}

/** Why a change or an end of a running subscription did not begin. */
export const planChangeRefusals = {
  "not-running": "You don’t have an active subscription to change.",
  "plan-not-offered": "This plan isn’t available for your type of school. Choose one below.",
  "same-plan": "You’re already on this plan. Choose another plan or billing period.",
  "renews-today": "Your subscription renews within a day. Upgrade tomorrow, after it renews.",
  "provider-unavailable": `We can’t reach ${platformProvider} right now, so your plan hasn’t changed. Try again in a few minutes.`,
  "not-leaving": `This subscription has ended at ${platformProvider}. Choose a plan to continue.`,
  "not-due": "Nothing is due. Reload the page to see your subscription.",
  declined: `${platformProvider} couldn’t charge your payment method. Check it in ${platformProvider}, then try again.`,
  "cannot-resume": `${platformProvider} can’t resume this subscription. Update your payment method in ${platformProvider}, or cancel the subscription and choose a plan again.`,
} as const

export const taxRefusals = {
  "name-taken": "That name is already in use. Choose another or restore the archived rate.",
  "not-found": "This tax rate no longer exists.",
}
export type TaxRefusal = keyof typeof taxRefusals

export const couponProblems = {
  unknown: "We don’t know this code. Check the spelling.",
  expired: "This code has expired.",
  "used-up": "This code has been used as often as it can be.",
  "used-by-you":
    "Your school has already used this code. A code works once, and a used one can’t be given back.",
  "other-plan": "This code isn’t for this plan. Choose another plan, or leave the code blank.",
  "monthly-only": "This code works with monthly billing. Choose monthly, or leave the code blank.",
  "larger-plan-only":
    "A code works with a new subscription or a larger plan, not with a smaller plan or another billing period. Leave it blank for this change.",
  "too-many-tries": "Too many codes tried. Wait an hour, or leave the code blank.",
} as const
export type CouponProblem = keyof typeof couponProblems

/** Why a time of reminders, or the school’s quiet hours, aren’t saved: what leaves in them comes too late. */
export const reminderTimeRefusals = {
  quiet: ({ field, hours }: { field: string; hours: { startsAt: string; endsAt: string } }) => ({
    at: field,
    says: `Enter a time outside your school’s quiet hours, ${formatTime(hours.startsAt)} to ${formatTime(hours.endsAt)}.`,
  }),
  reminders: ({ at }: { at: string }) =>
    `Your lesson reminders leave at ${formatTime(at)}. Change that first, under Times of reminders, or choose other quiet hours.`,
  birthdays: ({ at }: { at: string }) =>
    `Your birthday emails leave at ${formatTime(at)}. Change that first, under Times of reminders, or choose other quiet hours.`,
}

/** Why the account for text messages isn’t saved. Twilio is asked first, so its form isn’t compared field by field. */
export const textAccountChanged =
  "Someone changed this account while you had it open. Reload the page to see it, then enter your change again."
