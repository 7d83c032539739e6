// What a script adds to the public pages; every one of them works without it.

/** Passwords can be shown: the key stands beside each field, hidden while no script runs. */
for (const key of document.querySelectorAll("[data-reveals]")) {
  const field = document.getElementById(key.dataset.reveals)
  key.hidden = false
  key.addEventListener("click", () => {
    const shown = field.type === "password"
    field.type = shown ? "text" : "password"
    key.textContent = shown ? "Hide" : "Show"
    key.setAttribute("aria-pressed", String(shown))
  })
}

/** A refused form is read from its summary on. */
document.querySelector("[data-error-summary]")?.focus()

/** The school's time zone is the browser's, until somebody says otherwise. */
for (const field of document.querySelectorAll("[data-time-zone]"))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""

/** While the answer is awaited the key says so, and a second press sends nothing. */
for (const form of document.querySelectorAll("form[method=post]")) {
  const key = form.querySelector("[data-pending]")
  if (!key) continue
  const words = key.textContent
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = "1"
    key.textContent = key.dataset.pending
  })
  // Coming back by the browser's Back, the form is ready again.
  addEventListener("pageshow", () => {
    delete form.dataset.sent
    key.textContent = words
  })
}
