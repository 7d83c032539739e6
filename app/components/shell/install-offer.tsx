import { type ComponentType, useEffect, useState } from "react"
import { isInstallOffered, noteVisit } from "./install-visits"

/** Counts visits, and loads the offer to install Tutti only where it is made. */
export function InstallOffer({ home }: { home: string }) {
  const [Prompt, setPrompt] = useState<ComponentType<{ home: string }>>()
  useEffect(() => {
    noteVisit()
    if (isInstallOffered())
      import("./install-prompt").then(
        ({ InstallPrompt }) => setPrompt(() => InstallPrompt),
        () => undefined,
      )
  }, [])
  return Prompt ? <Prompt home={home} /> : null
}
