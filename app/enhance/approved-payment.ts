import { elementsOf } from "./elements"

const flag = "paymentCompleted"

/**
 * An approved payment is remembered in the tab: a person who comes to the plans before it is confirmed waits on (spec §4).
 * It is forgotten once it is paid, and where someone registers or logs in, who has approved nothing yet.
 */
export function rememberApprovedPayment() {
  if (document.querySelector("[data-approved]")) sessionStorage.setItem(flag, "true")
  if (document.querySelector("[data-forgets-approval]")) sessionStorage.removeItem(flag)
  for (const { dataset } of elementsOf("[data-waiting-at]", HTMLElement)) {
    if (!sessionStorage.getItem(flag)) continue
    sessionStorage.removeItem(flag)
    // A failure is told here and nowhere else.
    if (dataset.waitingAt && !document.querySelector("[data-toast=failed]"))
      location.replace(dataset.waitingAt)
  }
}
