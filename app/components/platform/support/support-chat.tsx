import { type ComponentType, useEffect, useState } from "react"
import type { SupportLiveProps } from "./support-dialog"

/** The first count of unread answers after page load; then every 30 s (spec §9). */
const firstCountMs = 30_000

/** Without a connection the page stays, if what loads behind it is here to hold it. */
const openWhenReached = (href: string) =>
  import("~/components/shell/connection/keep-page").then(
    ({ openDocument }) => openDocument(href),
    () => location.assign(href),
  )

export type SupportChatProps = Omit<SupportLiveProps, "isOpen" | "onClose">

/**
 * What scripts add to the support chat's button: a press of any link with `data-support` opens a dialog, and on phones the
 * button leaves while one scrolls down. The dialog's code loads on the first press, or when the unread count is due.
 */
export function SupportChat(props: SupportChatProps) {
  const [Live, setLive] = useState<ComponentType<SupportLiveProps>>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void load().then(setLive, () => undefined), firstCountMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const open = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const button = event.target instanceof Element ? event.target.closest("[data-support]") : null
      if (!(button instanceof HTMLAnchorElement)) return
      event.preventDefault()
      load().then(
        (loaded) => {
          setLive(loaded)
          setOpen(true)
        },
        () => openWhenReached(button.href),
      )
    }
    addEventListener("click", open)
    return () => removeEventListener("click", open)
  }, [])
  useEffect(() => {
    const button = document.querySelector(".support-button")
    if (Live) button?.setAttribute("aria-expanded", String(isOpen))
  }, [Live, isOpen])
  return Live ? <Live {...props} isOpen={isOpen} onClose={() => setOpen(false)} /> : null
}

/** As an updater, because a component in a state would be called as one. */
const load = () =>
  import("./support-live").then(
    ({ SupportLive }) =>
      () =>
        SupportLive,
  )
