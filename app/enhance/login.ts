// Logs in through the API, with the specification's messages. Without this script the form posts itself.

import { safeRedirect } from "~/http/safe-redirect"
import { elementsOf } from "./elements"
import { showAuthenticating } from "./login-progress"
import { sendingOf } from "./pending-button"
import { bandAround, failureToast, noteToast } from "./toast"

type LoginAnswer = { role: string | null; secondFactorRequired: boolean; message: string }

for (const form of elementsOf("form[data-login]", HTMLFormElement)) {
  const sending = sendingOf(form)
  let isAsking = false
  const fail = (text: string) => {
    if (form.dataset.login === "alert") alert("Login failed")
    else showFailure(text)
    isAsking = false
    sending.end()
    fieldOf(form, "password")?.select()
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    try {
      const answer = await logIn(form)
      const answerBody: Partial<LoginAnswer> = await answer.json().catch(() => ({}))
      if (answer.ok) {
        showAuthenticating()
        setTimeout(() => location.assign(destination(form, answerBody.role)), 300)
      } else if (answerBody.secondFactorRequired) location.assign("/auth/second-factor")
      // The page itself shows missing fields.
      else if (answer.status === 400) form.submit()
      else fail(answerBody.message || "Invalid username or password")
    } catch (error) {
      console.error(error)
      fail("An unexpected error occurred. Please try again.")
    }
  })
}

showWaiting()

// After Back, reloading the page sends a person who is logged in home.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload()
})

const logIn = (form: HTMLFormElement) =>
  fetch("/api/login", {
    method: "POST",
    cache: "no-store",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify({
      username: textOf(form, "username"),
      password: textOf(form, "password"),
      rememberMe: fieldOf(form, "rememberMe")?.checked ?? false,
      to: textOf(form, "to"),
    }),
  })

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}

const textOf = (form: HTMLFormElement, name: string) => fieldOf(form, name)?.value ?? ""

/** The requested page if it is ours; otherwise the role's home. */
function destination(form: HTMLFormElement, role: string | null | undefined): string {
  const homes: Record<string, string> = JSON.parse(form.dataset.homes ?? "{}")
  return safeRedirect(textOf(form, "to"), homes[role ?? ""] ?? homes.otherwise ?? "/")
}

/** The toast, first on the page; the form keeps everything typed. */
function showFailure(text: string) {
  document.querySelector("[data-toast=failed]")?.remove()
  document.getElementById("main")?.before(bandAround(failureToast("Login failed", text)))
}

/** What waits on this device for its writer's login (components/shell/unsent). Its titles are theirs alone. */
function showWaiting() {
  const lessons = countOn("tutti-kept-registers")
  const forms = countOn("tutti-kept-forms")
  const waiting = [
    ...(lessons > 0 ? [`${lessons} ${lessons === 1 ? "lesson" : "lessons"}`] : []),
    ...(forms > 0 ? [`${forms} ${forms === 1 ? "form" : "forms"}`] : []),
  ]
  if (waiting.length === 0) return
  const [verb, what] = lessons + forms === 1 ? ["waits", "it"] : ["wait", "them"]
  const title = `${waiting.join(" and ")} ${verb}.`
  document.getElementById("main")?.before(bandAround(noteToast(title, `Log in to send ${what}.`)))
}

function countOn(key: string): number {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(found) ? found.length : 0
  } catch {
    return 0
  }
}
