// What a notification on a phone says. It can lie on a locked screen for everyone to read: what happened and at which
// school, never a name, a time, an amount or a message's text.

export const pushTopics = ["changes", "invoices", "messages"] as const
export type PushTopic = (typeof pushTopics)[number]

export const pushLabels: Record<PushTopic, { label: string; about: string }> = {
  changes: { label: "Changed lessons", about: "When a lesson is moved, canceled or added." },
  invoices: { label: "New invoices", about: "When you get an invoice." },
  messages: { label: "Messages", about: "When someone writes to you." },
}

export const isPushTopic = (text: string): text is PushTopic => pushTopics.some((topic) => topic === text)

/** What the service worker is told. */
export type PushMessage = {
  title: string
  /** the school */
  body: string
  /** where a tap leads */
  path: string
  /** the same event again takes the place of the first */
  tag: string
}

/** How a browser subscribes: where it is reached, and the keys that only it can read with. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }
