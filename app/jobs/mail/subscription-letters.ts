import type { MailData } from "~/models/foundation/outbox/outbox"
import { accessUntilDeleted, keptBy } from "~/texts/accounts/school-deletion"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { greet, type Letter } from "./letter"

// What the office of a school reads about its subscription to Tutti.

const absolute = (path: string) => `${env().APP_URL}${path}`
const toSubscription = (label: string) => ({ label, url: absolute(paths.subscriptionSettings()) })

const renewalFailedLetter = ({
  schoolName,
  name,
  amount,
  failedOn,
  nextTryOn,
  openUntil,
}: MailData["renewal-failed"]): Letter => ({
  subject: `Payment failed: ${amount} for ${schoolName}`,
  greeting: greet(name),
  paragraphs: [
    `${platformProvider} couldn’t charge ${amount} for ${schoolName} on ${failedOn}. Everything stays available until ${openUntil}.`,
    `Check your payment method in ${platformProvider}, then pay now. ${
      nextTryOn
        ? `Otherwise, ${platformProvider} tries again on ${nextTryOn}.`
        : `${platformProvider} won’t try again without you.`
    }`,
  ],
  facts: [
    ["Amount due", amount],
    ["Available until", openUntil],
  ],
  button: toSubscription("Fix your payment"),
  sender: "Tutti",
})

const renewalReminderLetter = ({
  schoolName,
  name,
  amount,
  openUntil,
}: MailData["renewal-reminder"]): Letter => ({
  subject: `${schoolName} closes on ${openUntil} unless you pay`,
  greeting: greet(name),
  paragraphs: [
    `${amount} for ${schoolName} is still due. If it isn’t paid by ${openUntil}, your team and families lose access. Your data is kept.`,
    `Check your payment method in ${platformProvider}, then pay now.`,
  ],
  facts: [
    ["Amount due", amount],
    ["Available until", openUntil],
  ],
  button: toSubscription("Pay now"),
  sender: "Tutti",
})

const renewalRecoveredLetter = ({
  schoolName,
  name,
  amount,
  paidUntil,
}: MailData["renewal-recovered"]): Letter => ({
  subject: `Payment received for ${schoolName}`,
  greeting: greet(name),
  paragraphs: [`Your payment of ${amount} for ${schoolName} went through. Nothing else is due. Thank you!`],
  facts: paidUntil ? [["Paid until", paidUntil]] : [],
  button: toSubscription("View your subscription"),
  sender: "Tutti",
})

const subscriptionRenewedLetter = ({
  schoolName,
  name,
  plan,
  interval,
  amount,
  paidUntil,
  receiptId,
}: MailData["subscription-renewed"]): Letter => ({
  subject: `Receipt for Tutti ${plan}`,
  greeting: greet(name),
  paragraphs: [`The ${plan} plan for ${schoolName} was renewed. Thank you!`],
  facts: [
    ["Amount", amount],
    ["Plan", `${plan}, billed ${interval}`],
    ["Paid until", paidUntil],
  ],
  button: receiptId
    ? { label: "View receipt", url: absolute(paths.platformReceipt(receiptId)) }
    : toSubscription("View your subscription"),
  sender: "Tutti",
})

const planChangedLetter = ({
  schoolName,
  name,
  plan,
  interval,
  price,
  from,
}: MailData["plan-changed"]): Letter => ({
  subject: from ? `${schoolName} moves to ${plan} on ${from}` : `${schoolName} is on ${plan}`,
  greeting: greet(name),
  paragraphs: [
    from
      ? `You changed the plan for ${schoolName}. It starts on ${from}, when the time you’ve paid for ends.`
      : `You changed the plan for ${schoolName}. It’s in effect now.`,
  ],
  facts: [
    ["Plan", plan],
    ["Billed", `${interval}, ${price}`],
  ],
  button: toSubscription("View your subscription"),
  sender: "Tutti",
})

const subscriptionCanceledLetter = ({
  schoolName,
  name,
  endsOn,
  canReturn,
  deletedOn,
  ...access
}: MailData["subscription-canceled"]): Letter => ({
  subject: `${schoolName}’s subscription ends on ${endsOn}`,
  greeting: greet(name),
  paragraphs: [
    `You canceled the subscription for ${schoolName}. ${platformProvider} won’t charge you again. ${deletedOn ? `${schoolName} and all its data will be deleted on ${deletedOn}. ${accessUntilDeleted(access)} ${keptBy(access)}` : `Everything stays available until ${endsOn}, and your data is kept afterward.`}`,
    deletedOn
      ? "Download what you need before that date. Deleted data can’t be restored."
      : canReturn
        ? "Changed your mind? You can keep your subscription until that day."
        : "To continue after that day, choose a plan again.",
  ],
  button: toSubscription(canReturn ? "Keep your subscription" : "View your subscription"),
  sender: "Tutti",
})

const subscriptionKeptLetter = ({ schoolName, name, renewsOn }: MailData["subscription-kept"]): Letter => ({
  subject: `${schoolName} keeps its subscription`,
  greeting: greet(name),
  paragraphs: [
    `Your cancellation for ${schoolName} is undone. ${renewsOn ? `It renews on ${renewsOn}.` : "It renews as before."}`,
  ],
  button: toSubscription("View your subscription"),
  sender: "Tutti",
})

const subscriptionRefundedLetter = ({
  schoolName,
  name,
  amount,
  receiptId,
  message,
}: MailData["subscription-refunded"]): Letter => ({
  subject: `Refund of ${amount} for ${schoolName}`,
  greeting: greet(name),
  paragraphs: [
    `We refunded ${amount} of a payment for ${schoolName} through ${platformProvider}. It can take a few days to show up.`,
    ...(message ? [message] : []),
  ],
  button: { label: "View receipt", url: absolute(paths.platformReceipt(receiptId)) },
  sender: "Tutti",
})

const accessSubjects: Record<MailData["access-changed"]["change"], (schoolName: string) => string> = {
  extended: (schoolName) => `We extended ${schoolName}’s access`,
  suspended: (schoolName) => `${schoolName} is suspended`,
  restored: (schoolName) => `${schoolName} is open again`,
  ended: (schoolName) => `${schoolName}’s subscription was ended`,
  credited: (schoolName) => `Account credit for ${schoolName}`,
  "credit-taken-back": (schoolName) => `We removed account credit of ${schoolName}`,
}

const accessChangedLetter = ({ schoolName, name, change, message }: MailData["access-changed"]): Letter => ({
  subject: accessSubjects[change](schoolName),
  greeting: greet(name),
  paragraphs: [message],
  button:
    change === "suspended"
      ? { label: "Contact support", url: absolute(paths.support()) }
      : toSubscription("View your subscription"),
  sender: "Tutti",
})

export const subscriptionLetters = {
  "access-changed": accessChangedLetter,
  "plan-changed": planChangedLetter,
  "renewal-failed": renewalFailedLetter,
  "renewal-recovered": renewalRecoveredLetter,
  "renewal-reminder": renewalReminderLetter,
  "subscription-canceled": subscriptionCanceledLetter,
  "subscription-kept": subscriptionKeptLetter,
  "subscription-refunded": subscriptionRefundedLetter,
  "subscription-renewed": subscriptionRenewedLetter,
}
