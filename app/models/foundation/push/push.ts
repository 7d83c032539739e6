// What a notification on a phone says. It can lie on a locked screen for everyone to read: what happened and at which
// school, never a name, a time, an amount or a message's text.

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

/** Why a notification waits, failed or was held back. */
export type PushReason = "quiet" | "off" | "no-service" | "old" | "gone" | "refused"
