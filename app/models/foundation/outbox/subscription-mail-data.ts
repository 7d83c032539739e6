// What the mails about a school's subscription to us need; days and amounts as text.

type RenewalFailureData = {
  schoolName: string
  name: string
  amount: string
  failedOn: string
  nextTryOn: string | null
  openUntil: string
}

export type SubscriptionMailData = {
  "subscription-active": {
    schoolName: string
    name: string
    plan: string
    interval: string
    paidUntil: string
    /** What a coupon takes off, in words. */
    discount?: string
  }
  "subscription-expired": { schoolName: string; name: string; plan: string }
  /** To the office: the provider couldn't charge a renewal. Days as text; `nextTryOn` is null when it won't try again. */
  "renewal-failed": RenewalFailureData
  "renewal-reminder": RenewalFailureData
  "renewal-recovered": { schoolName: string; name: string; amount: string; paidUntil: string | null }
  "subscription-renewed": {
    schoolName: string
    name: string
    plan: string
    interval: string
    amount: string
    paidUntil: string
    receiptId: string | null
  }
  /** `from` is null when the plan is in effect already. */
  "plan-changed": {
    schoolName: string
    name: string
    plan: string
    interval: string
    price: string
    from: string | null
  }
  "subscription-canceled": {
    schoolName: string
    name: string
    endsOn: string
    canReturn: boolean
    /** When everything of the school is deleted, where that was asked for. */
    deletedOn?: string | null
    worksUntil?: string
    closed?: "paused" | "held"
  }
  "subscription-kept": { schoolName: string; name: string; renewsOn: string | null }
  "subscription-refunded": {
    schoolName: string
    name: string
    amount: string
    receiptId: string
    message: string | null
  }
  /** What our staff changed, with the text they wrote for the school. */
  "access-changed": {
    schoolName: string
    name: string
    change: "extended" | "suspended" | "restored" | "ended" | "credited" | "credit-taken-back"
    message: string
  }
}
