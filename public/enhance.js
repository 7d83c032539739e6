// What a script adds to the public pages; every one of them works without it.

/** What a part of a page needs when it comes. */
function prepare(part) {
  // Passwords can be shown: the button stands beside each field, hidden while no script runs.
  for (const key of part.querySelectorAll("[data-reveals]")) {
    const field = document.getElementById(key.dataset.reveals)
    key.hidden = false
    key.addEventListener("click", () => {
      const shown = field.type === "password"
      field.type = shown ? "text" : "password"
      key.textContent = shown ? "Hide" : "Show"
      key.setAttribute("aria-pressed", String(shown))
    })
  }
  // The school's time zone is the browser's, until somebody says otherwise.
  for (const field of part.querySelectorAll("[data-time-zone]"))
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""
  // A refused form is read from its summary on.
  part.querySelector("[data-error-summary]")?.focus()
}
prepare(document)

/** While the answer is awaited the key says so, and a second press sends nothing. */
for (const form of document.querySelectorAll("form[method=post]")) {
  const key = form.querySelector("[data-pending]")
  if (!key || form.dataset.failed) continue
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

/** The login pages and the choice of a plan have more to do than all others: a file of their own each. */
if (document.querySelector("[data-login]")) import("/login.js")
if (document.querySelector("[data-paypal-buttons]")) import("/paypal-buttons.js")

/** When the next page takes a moment, this one says so (spec §2). */
let slow
const sayLoading = () => {
  clearTimeout(slow)
  slow = setTimeout(() => {
    const words = document.createElement("p")
    words.className = "loading"
    words.role = "status"
    words.textContent = "Loading application"
    document.body.append(words)
  }, 400)
}
addEventListener("click", (event) => {
  const link = event.target.closest("a[href]")
  const isHere = link?.href.split("#")[0] === location.href.split("#")[0]
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.origin !== location.origin
  if (!event.defaultPrevented && !isHere && !isElsewhere) sayLoading()
})
addEventListener("submit", (event) => {
  if (!event.defaultPrevented && event.target.method !== "dialog") sayLoading()
})
addEventListener("pageshow", () => {
  clearTimeout(slow)
  document.querySelector(".loading")?.remove()
})

/** A page that only says where to go next goes there by itself. */
// In its place: Back leads past it, not into it again.
for (const link of document.querySelectorAll("[data-follow-after]"))
  setTimeout(() => location.replace(link.href), Number(link.dataset.followAfter))

/** A way that is taken a moment later, as the specification has it (§9). */
for (const way of document.querySelectorAll("[data-after]"))
  way.addEventListener(way.matches("form") ? "submit" : "click", (event) => {
    event.preventDefault()
    setTimeout(() => {
      if (way.href) location.assign(way.href)
      else if (way.form) {
        way.form.action = way.formAction
        way.form.submit()
      } else way.submit()
    }, way.dataset.after)
  })

/** Over a page of a school that has not paid: leaving asks first, except by the dialog's own ways; then it stays open. */
for (const dialog of document.querySelectorAll("dialog[data-subscription]")) {
  let isLeaving = false
  addEventListener("beforeunload", (event) => {
    if (dialog.open && !isLeaving) event.preventDefault()
  })
  dialog.addEventListener("click", ({ target }) => {
    if (target.closest("a")) isLeaving = true
  })
  dialog.addEventListener("submit", (event) => {
    if (event.target.method !== "dialog") isLeaving = true
    else if (isLeaving) event.preventDefault()
  })
  dialog.addEventListener("cancel", (event) => {
    if (isLeaving) event.preventDefault()
  })
  // A second Escape closes it all the same: browsers let nobody forbid that.
  dialog.addEventListener("close", () => {
    if (isLeaving) dialog.showModal()
  })
  addEventListener("pageshow", () => {
    isLeaving = false
  })
  dialog.showModal()
}

/** An answer of the API; a failure is only logged and answers nothing (spec §8). */
const ask = async (path, body) => {
  try {
    const answer = await fetch(path, {
      cache: "no-store",
      headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return await answer.json()
  } catch (error) {
    console.error(error)
    return {}
  }
}

const pageOf = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html")

/** The plans are asked for when the page opens and is looked at again; other prices than those shown bring their savings along. */
const askPlans = async () => {
  const shown = [...document.querySelectorAll("[data-priced]")]
  const plans = await ask("/api/auth/plans")
  const isOld = (part) => {
    const [plan, interval] = part.dataset.priced.split(".")
    const price = plans[plan]?.[interval]?.price
    return price && price !== part.firstChild.data
  }
  if (!shown.some(isOld)) return
  const fresh = (await pageOf(await fetch(location.href, { cache: "reload" }))).querySelectorAll(
    "[data-priced]",
  )
  if (fresh.length !== shown.length) return
  for (const [place, part] of shown.entries()) part.replaceChildren(...fresh[place].childNodes)
}
if (document.querySelector("[data-priced]")) {
  askPlans()
  addEventListener("focus", askPlans)
}

/** An approved payment is remembered in the tab: whoever comes to the plans before it is confirmed waits on (spec §4). */
const flag = "paymentCompleted"
if (document.querySelector("[data-approved]")) sessionStorage.setItem(flag, "true")
// Paid, or somebody registers or logs in: whoever that is has approved nothing yet.
if (document.querySelector("[data-follow-after='100'], [data-time-zone], [data-login]"))
  sessionStorage.removeItem(flag)
for (const { dataset } of document.querySelectorAll("[data-waiting-at]"))
  if (sessionStorage.getItem(flag)) {
    sessionStorage.removeItem(flag)
    // What went wrong meanwhile is said here and nowhere else.
    if (!document.querySelector(".toast.bad")) location.replace(dataset.waitingAt)
  }

/** While a payment is being confirmed: looks after 1 s, then every 2 s, ten times or 20 s at most (spec §4, §9). */
for (const part of document.querySelectorAll("[data-activation]")) {
  const began = Date.now()
  let tries = 0
  let hasAsked = false
  const since = () => Date.now() - began
  const look = async () => {
    tries += 1
    let isActive = (await ask("/api/auth/subscription-status")).status === "active"
    if (!isActive && !hasAsked && tries >= 5 && since() > 10_000) {
      hasAsked = true
      const { amount, plan: planName } = part.dataset
      const body = { amount, planName, currency: "USD" }
      isActive = (await ask("/api/subscription/manual-activation", body)).success === true
    }
    if (isActive) location.replace(part.dataset.activation)
    else if (tries < 10 && since() < 20_000) setTimeout(look, 2000)
  }
  part.querySelector("h1").textContent = "Activating your subscription..."
  setTimeout(look, 1000)
  setTimeout(() => {
    part.querySelector("[role=status]").textContent = "Finalizing setup - your account will be ready shortly"
  }, 10_000)
}

const read = (toast) => {
  toast.tabIndex = -1
  toast.focus()
}

/** Puts an answer's part in the place of this page's, and says in the title whether the form was refused. */
function show(part, page) {
  part.replaceChildren(...page.getElementById(part.id).childNodes)
  nameTitle(/^Error: /.test(page.title))
  prepare(part)
}
const nameTitle = (isRefused) => {
  document.title = (isRefused ? "Error: " : "") + document.title.replace(/^Error: /, "")
}

/** A form that got no answer of ours says so in the specification's words (§8), and keeps everything typed. */
function fail(form) {
  for (const old of form.parentNode.querySelectorAll(".toast.bad, [data-error-summary]")) old.remove()
  const toast = document.createElement("div")
  toast.className = "toast bad"
  toast.role = "alert"
  const line = document.createElement("p")
  const title = document.createElement("b")
  title.textContent = form.dataset.failed
  line.append(title, ` ${form.dataset.failedText ?? ""}`)
  const again = document.createElement("button")
  again.className = "button"
  again.type = "button"
  again.textContent = "Try again"
  again.addEventListener("click", () => form.requestSubmit())
  toast.append(line, again)
  form.before(toast)
  read(toast)
}

/** Sends a form; `answered` gets the answer, and says whether the page is left. */
async function send(form, headers, answered) {
  if (form.dataset.sent) return
  form.dataset.sent = "1"
  const key = form.querySelector("[data-pending]")
  const words = key.textContent
  key.textContent = key.dataset.pending
  const ready = () => {
    delete form.dataset.sent
    key.textContent = words
  }
  addEventListener("pageshow", ready, { once: true })
  try {
    const body = new URLSearchParams(new FormData(form))
    if (!(await answered(await fetch(form.action, { method: "POST", headers, body })))) ready()
  } catch {
    ready()
    fail(form)
  }
}

/** A form that is answered where it stands: refusals beside its fields; `done` gets what the page after it says. */
function answerInPlace(part, done) {
  const empty = part.cloneNode(true)
  part.addEventListener("submit", (event) => {
    event.preventDefault()
    send(event.target, {}, async (answer) => {
      const page = await pageOf(answer)
      const said = answer.redirected && page.querySelector(".toast")
      if (!said) return show(part, page)
      part.replaceChildren(...empty.cloneNode(true).childNodes)
      nameTitle(false)
      done(said)
    })
  })
}

/** A form that leads to another page: asked where to, so that a lost connection does not take this one away. */
document.addEventListener("submit", (event) => {
  const form = event.target
  if (event.defaultPrevented || !form.dataset.failed) return
  event.preventDefault()
  send(form, { "X-Tell-Redirect": "yes" }, async (answer) => {
    const to = answer.headers.get("X-Redirect-To")
    if (to) {
      location.assign(to)
      return true
    }
    show(document.getElementById("main"), await pageOf(answer))
  })
})

for (const part of document.querySelectorAll("[data-in-place]"))
  answerInPlace(part, (toast) => {
    part.prepend(toast)
    read(toast)
  })

/** The phone's country code begins with the country that the set service sees; nobody is asked when one is chosen (spec §4). */
const askCountry = async () => {
  const form = document.querySelector("[data-geolocation]")
  const field = form?.elements.countryCode
  if (!field || field.value) return
  try {
    const options = { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(3000) }
    const seen = await (await fetch(form.dataset.geolocation, options)).json()
    if (!field.value) field.value = JSON.parse(form.dataset.codes)[seen.country_code] ?? ""
  } catch (error) {
    console.error(error)
  }
}
askCountry()

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
        band.className = "page-width"
        document.getElementById("main").prepend(band)
        band.append(toast)
        read(toast)
      })
      dialog.showModal()
      askCountry()
    } catch {
      location.assign(link.href)
    }
  })
