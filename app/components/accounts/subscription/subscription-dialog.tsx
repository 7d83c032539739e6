import { useEffect, useRef } from "react"
import type { SubscriptionPrompt } from "~/models/accounts/subscription/subscription-prompt"
import { PromptChoices } from "./prompt-choices"

/** A closed dialog that a script opens, here or in enhance/subscription-dialog.ts; /subscription shows the same. */
export function SubscriptionDialog({ prompt, formToken }: { prompt: SubscriptionPrompt; formToken: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => (dialog.current ? openOver(dialog.current) : undefined), [])
  return (
    <dialog ref={dialog} data-subscription aria-labelledby="subscription-prompt">
      <div className="form">
        <h2 id="subscription-prompt">{prompt.title}</h2>
        <p>{prompt.text}</p>
        {prompt.status === "pending" ? (
          <p className="dim">
            Canceling deletes your school and, if you have no other school, your account. You haven’t paid
            anything.
          </p>
        ) : null}
        <PromptChoices prompt={prompt} formToken={formToken} />
        <form method="dialog">
          <button type="submit" className="as-link">
            Close
          </button>
        </form>
      </div>
    </dialog>
  )
}

/** Leaving while it is open asks first, except through its own buttons. It can't close while one of them submits. */
function openOver(dialog: HTMLDialogElement) {
  let isLeaving = false
  const warn = (event: BeforeUnloadEvent) => {
    if (!isLeaving && dialog.open) event.preventDefault()
  }
  const leave = (event: Event) => {
    const way = (event.target as HTMLElement).closest<HTMLElement>(event.type === "submit" ? "form" : "a")
    if (!way) return
    if (way instanceof HTMLFormElement && way.method === "dialog") {
      if (isLeaving) event.preventDefault()
      return
    }
    isLeaving = true
    if (!way.dataset.after) return
    event.preventDefault()
    setTimeout(() => {
      if (way instanceof HTMLFormElement) way.submit()
      else if (way instanceof HTMLAnchorElement) location.assign(way.href)
    }, Number(way.dataset.after))
  }
  const stay = (event: Event) => {
    if (isLeaving) event.preventDefault()
  }
  // Browsers always let a second Escape close the dialog, so it opens again.
  const reopen = () => {
    if (isLeaving) dialog.showModal()
  }
  addEventListener("beforeunload", warn)
  dialog.addEventListener("submit", leave)
  dialog.addEventListener("click", leave)
  dialog.addEventListener("cancel", stay)
  dialog.addEventListener("close", reopen)
  if (!dialog.open) dialog.showModal()
  return () => {
    removeEventListener("beforeunload", warn)
    dialog.removeEventListener("submit", leave)
    dialog.removeEventListener("click", leave)
    dialog.removeEventListener("cancel", stay)
    dialog.removeEventListener("close", reopen)
  }
}
