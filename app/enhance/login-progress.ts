/** Fills the page until the next one has come: a bar that creeps up to 95 percent. */
export function showAuthenticating() {
  const bar = document.createElement("progress")
  bar.max = 100
  bar.value = 0
  bar.ariaLabel = "Authenticating"
  const lines = ["Authenticating...", "Please wait while we prepare your dashboard."].map((text) => {
    const line = document.createElement("p")
    line.textContent = text
    return line
  })
  const part = document.createElement("div")
  part.className = "form"
  part.role = "status"
  part.append(bar, ...lines)
  document.getElementById("main")?.replaceChildren(part)
  setInterval(() => {
    bar.value += (95 - bar.value) / 8
  }, 200)
}
