import { useEffect } from "react"
import { focusNew } from "~/components/ui/focus-new"

/** Puts the focus into the field that a page begins with, so that it can be typed in right away. Nothing without a script. */
export function FocusFirst({ id }: { id: string }) {
  useEffect(() => focusNew(document.getElementById(id), { preventScroll: true }), [id])
  return null
}
