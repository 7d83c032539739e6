import { around, elementsOf } from "./elements"

/**
 * The dialog over a page of a school that has not paid: leaving asks first, except by the dialog's own links and forms;
 * while one of those is under way it stays open.
 */
export function openSubscriptionDialog() {
  for (const dialog of elementsOf("[data-subscription]", HTMLDialogElement)) {
    let isLeaving = false
    addEventListener("beforeunload", (event) => {
      if (dialog.open && !isLeaving) event.preventDefault()
    })
    dialog.addEventListener("click", (event) => {
      if (around(event, "a")) isLeaving = true
    })
    dialog.addEventListener("submit", (event) => {
      const closes = event.target instanceof HTMLFormElement && event.target.method === "dialog"
      if (!closes) isLeaving = true
      else if (isLeaving) event.preventDefault()
    })
    dialog.addEventListener("cancel", (event) => {
      if (isLeaving) event.preventDefault()
    })
    // Browsers always let a second Escape close the dialog, so it opens again.
    dialog.addEventListener("close", () => {
      if (isLeaving) dialog.showModal()
    })
    addEventListener("pageshow", () => {
      isLeaving = false
    })
    dialog.showModal()
  }
}
