import { useEffect, useState } from "react"

const importLater = () => import("./later")
type Later = Awaited<ReturnType<typeof importLater>>

/** Loaded once for the document. */
let loaded: Later | undefined

/**
 * What loads behind the page (later.ts); undefined until it has. Without a connection it is tried again when there is one,
 * and when something is kept on the device that it would show.
 */
export function useLater(): Later | undefined {
  const [later, setLater] = useState<Later>()
  useEffect(() => {
    if (loaded) return setLater(loaded)
    const load = () =>
      void importLater().then(
        (found) => {
          loaded = found
          setLater(found)
        },
        () => undefined,
      )
    load()
    addEventListener("online", load)
    return () => removeEventListener("online", load)
  }, [])
  return later
}
