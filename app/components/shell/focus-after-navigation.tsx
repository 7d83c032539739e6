import { useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"

/** Another screen begins at its content, for keys and for screen readers, as it does where no script runs. */
export function FocusAfterNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById("main")
    // What a screen has focused itself stays so.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
