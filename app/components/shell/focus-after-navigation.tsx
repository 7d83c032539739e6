import { useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"

/**
 * Another screen begins at its content, for keys and for screen readers, as it does where no script runs; so does the
 * same screen when what was pressed is gone from it.
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
    // The focus is told by the screen's own heading, not by all its text.
    const heading = main?.querySelector("h1")?.textContent
    if (heading) main?.setAttribute("aria-label", heading)
    // What a screen has focused itself stays so.
    if (isSame ? activeElement === body : !main?.contains(activeElement)) main?.focus({ preventScroll: true })
  }, [location])
  return null
}
