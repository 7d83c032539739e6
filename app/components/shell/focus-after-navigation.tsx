import { useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"

/**
 * Moves the focus to a new screen's content, for keyboards and screen readers, as a document load does; also when the
 * pressed element no longer exists on the same screen.
 */
export function FocusAfterNavigation() {
  const location = useLocation()
  const lastLocation = useRef(location)
  useEffect(() => {
    if (lastLocation.current === location) return
    const isSame = lastLocation.current.pathname === location.pathname
    lastLocation.current = location
    const main = document.getElementById("main")
    const { activeElement, body } = document
    // Screen readers announce the screen's heading, not all its text.
    const heading = main?.querySelector("h1")?.textContent
    if (heading) main?.setAttribute("aria-label", heading)
    // What a screen has focused itself stays so.
    if (isSame ? activeElement === body : !main?.contains(activeElement)) main?.focus({ preventScroll: true })
  }, [location])
  return null
}
