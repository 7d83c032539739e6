// Notifications, which a browser shows also while no page of ours is open.

import { scope } from "./worker-scope"

export const findSubscription = async () => scope.registration.pushManager?.getSubscription()

scope.addEventListener("push", (event) => {
  if (!event.data) return
  const { title, body, tag, path } = event.data.json()
  event.waitUntil(
    scope.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: { path } }),
  )
})

scope.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(scope.clients.openWindow(event.notification.data.path))
})

/** Someone has logged in again: the server knows whether this browser's notifications are theirs. */
export async function wakePush() {
  const subscription = await findSubscription()
  if (!subscription) return
  const body = new URLSearchParams({ endpoint: subscription.endpoint })
  await fetch("/push-device", { method: "POST", body })
}
