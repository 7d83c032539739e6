import { around, opensElsewhere } from "./elements"

const patience = 400
const loading = "Loading application"

/** Indicates that the next page is loading, once it takes a moment (spec §2). */
export function showSlowNavigation() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let message: HTMLElement | undefined
  const wait = (text: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      message?.remove()
      message = document.createElement("p")
      message.className = "loading"
      message.role = "status"
      message.textContent = text
      document.body.append(message)
    }, patience)
  }
  addEventListener("click", (event) => {
    const link = around(event, "a[href]")
    if (event.defaultPrevented || opensElsewhere(event) || !(link instanceof HTMLAnchorElement)) return
    const isHere = link.href.split("#")[0] === location.href.split("#")[0]
    if (!isHere && link.origin === location.origin) wait(loading)
  })
  addEventListener("submit", (event) => {
    // Not `form.method`: a field may have that name.
    const method = event.target instanceof Element && event.target.getAttribute("method")
    if (!event.defaultPrevented && method !== "dialog") wait(method === "post" ? "Sending…" : loading)
  })
  addEventListener("pageshow", () => {
    clearTimeout(timer)
    message?.remove()
  })
}
