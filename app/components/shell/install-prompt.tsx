import { useLocation } from "@remix-run/react"
import { useEffect, useState } from "react"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { refuseInstall } from "./install-visits"

/** What Chromium lets a page ask later. */
type InstallEvent = Event & { prompt(): Promise<unknown> }

/** Offers to put Tutti on a phone's home screen: from the second visit on, below the first screen's content, until refused. */
export function InstallPrompt({ home }: { home: string }) {
  const { pathname } = useLocation()
  const [offer, setOffer] = useState<InstallEvent | "by-hand">()
  useEffect(() => {
    // Safari on an iPhone has no such question: people add the page from its menu.
    if ("standalone" in navigator) setOffer("by-hand")
    const keep = (event: Event) => {
      event.preventDefault()
      setOffer(event as InstallEvent)
    }
    window.addEventListener("beforeinstallprompt", keep)
    return () => window.removeEventListener("beforeinstallprompt", keep)
  }, [])
  if (!offer || pathname !== home) return null
  const end = () => {
    refuseInstall()
    setOffer(undefined)
  }
  return (
    <Callout>
      <p>
        <b>Add Tutti to your home screen.</b>{" "}
        {offer === "by-hand"
          ? "Tap Share in your browser, then Add to Home Screen."
          : "It opens like an app, with one tap."}
      </p>
      <p className="buttons">
        {offer === "by-hand" ? null : (
          <Button type="button" onClick={() => void offer.prompt().then(end, end)}>
            Add Tutti
          </Button>
        )}
        <Button type="button" variant="secondary" onClick={end}>
          Don’t ask again
        </Button>
      </p>
    </Callout>
  )
}
