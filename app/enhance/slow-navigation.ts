import { around, opensElsewhere } from "./elements"

const patience = 400

/** Indicates that the next page is loading, once it takes a moment (spec §2). */
export function showSlowNavigation() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let message: HTMLElement | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      message?.remove()
      message = document.createElement("p")
      message.className = "loading"
      message.role = "status"
      message.textContent = "Loading application"
      document.body.append(message)
    }, patience)
  }
  addEventListener("click", (event) => {
    const link = around(event, "a[href]")
    if (event.defaultPrevented || opensElsewhere(event) || !(link instanceof HTMLAnchorElement)) return
    const isHere = link.href.split("#")[0] === location.href.split("#")[0]
    if (!isHere && link.origin === location.origin) wait()
  })
  addEventListener("submit", (event) => {
    const isDialog = event.target instanceof HTMLFormElement && event.target.method === "dialog"
    if (!event.defaultPrevented && !isDialog) wait()
  })
  addEventListener("pageshow", () => {
    clearTimeout(timer)
    message?.remove()
  })
}
