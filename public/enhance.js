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
  if (!key || form.closest("[data-in-place]")) continue
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

/** A page that only says where to go next goes there by itself. */
for (const link of document.querySelectorAll("[data-follow-after]"))
  setTimeout(() => location.assign(link.href), Number(link.dataset.followAfter))

const pageOf = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html")

/** A form that is answered where it stands: refusals beside its fields; `done` gets what the page after it says. */
function answerInPlace(part, done) {
  const empty = part.cloneNode(true)
  part.addEventListener("submit", async (event) => {
    event.preventDefault()
    const form = event.target
    const key = form.querySelector("[data-pending]")
    if (form.dataset.sent) return
    form.dataset.sent = "1"
    const words = key.textContent
    key.textContent = key.dataset.pending
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
      })
      const page = await pageOf(answer)
      const said = answer.redirected && page.querySelector(".toast")
      if (said) {
        part.replaceChildren(...empty.cloneNode(true).childNodes)
        done(said)
      } else part.replaceChildren(...page.getElementById(part.id).childNodes)
    } catch {
      // No answer, or none that belongs here: the browser sends the form itself.
      form.submit()
    }
    delete form.dataset.sent
    key.textContent = words
    part.querySelector("[data-error-summary]")?.focus()
  })
}

const read = (toast) => {
  toast.tabIndex = -1
  toast.focus()
}

for (const part of document.querySelectorAll("[data-in-place]"))
  answerInPlace(part, (toast) => {
    part.prepend(toast)
    read(toast)
  })

/** A link to a form opens it over the page: fetched, so that it begins as it would on its own page. */
for (const link of document.querySelectorAll("[data-dialog]"))
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    try {
      const page = await pageOf(await fetch(link.href))
      const part = page.getElementById(link.dataset.dialog)
      const dialog = document.createElement("dialog")
      dialog.ariaLabel = part.querySelector("h1").textContent
      dialog.append(part)
      document.body.append(dialog)
      dialog.addEventListener("close", () => dialog.remove())
      dialog.addEventListener("click", (press) => {
        if (press.target.closest("[data-dialog-close]")) {
          press.preventDefault()
          dialog.close()
        }
      })
      answerInPlace(part, (toast) => {
        dialog.close()
        const band = document.createElement("div")
        band.className = "wrap"
        document.getElementById("main").prepend(band)
        band.append(toast)
        read(toast)
      })
      dialog.showModal()
    } catch {
      location.assign(link.href)
    }
  })
