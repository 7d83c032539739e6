import { elementsOf } from "./elements"

const flag = "paymentCompleted"

/**
 * Remembers an approved payment in the tab: a person who returns to the plans before it is confirmed keeps waiting
 * (spec §4). It is forgotten once it is paid, and when someone registers or logs in, because that may be another
 * person.
 */
export function rememberApprovedPayment() {
  if (document.querySelector("[data-approved]")) sessionStorage.setItem(flag, "true")
  if (document.querySelector("[data-forgets-approval]")) sessionStorage.removeItem(flag)
  for (const { dataset } of elementsOf("[data-waiting-at]", HTMLElement)) {
    if (!sessionStorage.getItem(flag)) continue
    sessionStorage.removeItem(flag)
    // A failure is reported only here.
    if (dataset.waitingAt && !document.querySelector("[data-toast=failed]"))
      location.replace(dataset.waitingAt)
  }
}
