// Logging in by the API's call, with what the specification says around it. Without this script the form posts itself.

const homes = { super_admin: "/super-admin", student: "/student/dashboard", teacher: "/dashboard/teacher" }

/** Where the person wanted to go, if it is ours; otherwise their home. */
function destination(form, role) {
  const to = new URL(form.elements.to?.value || "/", location.origin)
  const isOurs = form.elements.to?.value && to.origin === location.origin
  return isOurs ? `${to.pathname}${to.search}` : (homes[role] ?? "/dashboard")
}

/** What stands on the page until the next one has come: a bar that creeps up to 95 percent. */
function showAuthenticating() {
  const bar = document.createElement("progress")
  bar.max = 100
  bar.value = 0
  bar.ariaLabel = "Authenticating"
  const lines = ["Authenticating...", "Please wait while we prepare your dashboard."].map((words) => {
    const line = document.createElement("p")
    line.textContent = words
    return line
  })
  const part = document.createElement("div")
  part.className = "form"
  part.role = "status"
  part.append(bar, ...lines)
  document.querySelector("#main .form, #main").replaceChildren(part)
  setInterval(() => {
    bar.value += (95 - bar.value) / 8
  }, 200)
}

/** The toast, first on the page; the form keeps everything typed. */
function showFailure(words) {
  document.querySelector(".toast")?.remove()
  const toast = document.createElement("div")
  toast.className = "toast bad"
  toast.role = "alert"
  const line = document.createElement("p")
  const title = document.createElement("b")
  title.textContent = "Login failed"
  line.append(title, ` ${words}`)
  toast.append(line)
  const band = document.createElement("div")
  band.className = "page-width"
  band.append(toast)
  document.getElementById("main").before(band)
}

for (const form of document.querySelectorAll("form[data-login]")) {
  const key = form.querySelector("[data-pending]")
  const words = key.textContent
  let isAsking = false
  const fail = (why) => {
    if (form.dataset.login === "alert") alert("Login failed")
    else showFailure(why)
    isAsking = false
    delete form.dataset.sent
    key.textContent = words
    form.elements.password.select()
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    const { username, password, rememberMe, to } = form.elements
    try {
      const answer = await fetch("/api/login", {
        method: "POST",
        cache: "no-store",
        headers: { Accept: "application/json", "Content-Type": "application/json" },
        body: JSON.stringify({
          username: username.value,
          password: password.value,
          rememberMe: rememberMe?.checked ?? false,
          to: to?.value ?? "",
        }),
      })
      const said = await answer.json().catch(() => ({}))
      if (answer.ok) {
        showAuthenticating()
        setTimeout(() => location.assign(destination(form, said.role)), 300)
      } else if (said.secondFactorRequired) location.assign("/auth/second-factor")
      // What is missing is said beside its field, by the page itself.
      else if (answer.status === 400) form.submit()
      else fail(said.message || "Invalid username or password")
    } catch (error) {
      console.error(error)
      fail("An unexpected error occurred. Please try again.")
    }
  })
}

// Coming back by the browser's Back, somebody signed in is sent home by the page itself.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload()
})
