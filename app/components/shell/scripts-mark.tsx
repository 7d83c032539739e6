import { useEffect } from "react"

/** Marks the document once what loads behind the page runs too, so that a script can tell when shortcuts work. */
export function ScriptsMark() {
  useEffect(() => {
    document.documentElement.dataset.scripts = "running"
  }, [])
  return null
}
