import { useEffect } from "react"

/** Puts the focus into the field that a page begins with, so that it can be typed in right away. Nothing without a script. */
export function FocusFirst({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus({ preventScroll: true }), [id])
  return null
}
