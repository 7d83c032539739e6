import { useEffect } from "react"

/**
 * Shows the area for messages at the window's top while its position in the page is scrolled out of sight. It keeps the
 * height it had when it left, until it is back: the page mustn't move under a finger.
 */
export function MessagesInView() {
  useEffect(() => {
    const area = document.querySelector<HTMLElement>(".page-messages")
    if (!area) return
    const observer = new IntersectionObserver((changes) => {
      // Where the page jumps up and down at once, both come together.
      const seen = changes.at(-1)
      if (!seen) return
      const { bottom, height } = seen.boundingClientRect
      const isAway = !seen.isIntersecting && bottom <= (seen.rootBounds?.top ?? 0)
      area.style.minHeight = isAway ? `${height}px` : ""
      area.classList.toggle("away", isAway)
      area.classList.toggle("holds-room", isAway && height > 0)
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [])
  return null
}
