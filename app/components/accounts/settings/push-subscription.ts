import type { PushSubscription as Subscription } from "~/models/foundation/push/push"

/** Whether this browser has notifications at all; one that has refused them still does. */
export const canSubscribe = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window

/** Asks the person and the browser's push service. */
export async function subscribe(publicKey: string): Promise<Subscription | "refused" | "failed"> {
  if ((await Notification.requestPermission()) !== "granted") return "refused"
  try {
    await navigator.serviceWorker.register("/service-worker.js")
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const { endpoint, keys } = subscription.toJSON()
    return endpoint && keys?.p256dh && keys.auth
      ? { endpoint, p256dh: keys.p256dh, auth: keys.auth }
      : "failed"
  } catch {
    return "failed"
  }
}

/** This browser's own subscription ends too. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
