import { imagesPerDay, largestImage, longestMessage } from "~/models/platform/support/support"
import { uploadRefusals } from "~/texts/accounts/refusals"
import { mostText } from "~/utils/bytes"
import { platformProvider } from "~/utils/payment-providers"

// Why something is refused: each code with the text that people read. Models answer the code.

/** How a message that cannot be sent is refused (spec §5): the title, and what to do. */
export const contactRefusals = {
  missing: {
    title: "Please fill in all fields",
    text: "All fields are required to send your message.",
  },
  email: { title: "Invalid email address", text: "Please enter a valid email address." },
} as const

export const contactTooLong = (most: number) => `Keep this under ${most.toLocaleString("en-US")} characters.`

/** What keeps a message from being sent. */
export const sendRefusals = {
  empty: "Write a message, or attach an image.",
  "too-long": `Keep the message under ${longestMessage.toLocaleString("en-US")} characters. Send it in two.`,
  "image-unusable": "This image has expired. Attach it again.",
} as const
export type SendRefusal = keyof typeof sendRefusals

/** What keeps an image from being kept. */
export const imageRefusals = {
  missing: "Choose an image.",
  "too-large": `Keep images under ${mostText(largestImage)}. Send a smaller one, or crop it.`,
  "wrong-type": "Choose a PNG, JPEG, WebP or GIF image.",
  "too-many-pixels": "This image has too many pixels. Send a smaller one, or crop it.",
  unreadable: "We can’t read this image. It may be damaged. Try a screenshot of it.",
  ...uploadRefusals,
  "too-many": `You have sent ${imagesPerDay} images in a day. Describe it in words, or send it tomorrow.`,
} as const
export type ImageRefusalReason = keyof typeof imageRefusals

export const demoRefusals = {
  off: "The live demo is off at the moment. Request a demo instead.",
  full: "All demo schools are in use. Try again in an hour.",
}
export type DemoRefusal = keyof typeof demoRefusals

export const refundSchoolRefusals = {
  "no-payment": "Choose one of this school’s payments.",
  "too-much": "That’s more than is left of this payment.",
  "sent-before":
    "You sent this form before with another payment or amount, and that refund may have gone through. Check the refunds on this page, then reload it to make another.",
  changed:
    "Someone else refunded a payment of this school while you were here. Check the refunds on this page, then send this one if it’s still right.",
  refused: `${platformProvider} refused this refund. Check the payment in ${platformProvider}.`,
  "provider-unavailable": `We can’t reach ${platformProvider} right now. Send the refund again: a refund that went through isn’t made twice.`,
}
export type RefundSchoolRefusal = keyof typeof refundSchoolRefusals

export const endSubscriptionRefusals = {
  "no-plan": "This school has no paid subscription to end.",
  "late-date": "Choose a day from today to the end of the paid time.",
  "provider-unavailable": `We can’t reach ${platformProvider} right now, so nothing was changed. Try again in a few minutes.`,
}
export type EndSubscriptionRefusal = keyof typeof endSubscriptionRefusals

export const accessRefusals = {
  "no-plan": "This school hasn’t chosen a plan, so there’s nothing to extend or suspend.",
  held: "This school is already suspended. Restore it first.",
  "not-held": "This school isn’t suspended.",
  changed: "Someone else changed the extension. Check it and try again.",
}
export type AccessRefusal = keyof typeof accessRefusals

/** Why an act on a staff account isn't done. */
export const staffRefusals = {
  yourself: "You can’t change your own account here. Ask another person on the staff.",
  missing: "This person is no longer on the staff.",
  "belongs-to-a-school": "This address belongs to a school. Use another address for staff.",
  "already-staff": "This address is already on the staff. Open their page to send a new link.",
  "has-none": "Two-factor login is already off.",
}
export type StaffRefusal = keyof typeof staffRefusals
