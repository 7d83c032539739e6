import { useLocation } from "@remix-run/react"
import { type ComponentType, useEffect, useState } from "react"
import { paths } from "~/utils/paths"
import type { SupportLiveProps } from "./support-dialog"

/** The first count of unread answers after page load; then every 30 s (spec §9). */
const firstCountMs = 30_000

/** Without a connection the page stays, if what loads behind it is here to hold it. */
const openWhenReached = (href: string) =>
  import("~/components/shell/connection/keep-page").then(
    ({ openDocument }) => openDocument(href),
    () => location.assign(href),
  )

/**
 * The support chat's button, on every screen but the chat's own. Without a script it is a link; with one it opens a
 * dialog, as every link with `data-support` does. The dialog's code loads on the first press, or when the unread count
 * is due.
 */
export function SupportButton({ unread: unreadAtFirst, timeZone }: { unread: number; timeZone?: string }) {
  const { pathname } = useLocation()
  const [Live, setLive] = useState<ComponentType<SupportLiveProps>>()
  const [isOpen, setOpen] = useState(false)
  const [counted, setCounted] = useState<number>()
  const unread = counted ?? unreadAtFirst
  const isElsewhere = pathname !== paths.support()

  useEffect(() => {
    if (!isElsewhere) return
    const timer = setTimeout(() => void load().then(setLive, () => undefined), firstCountMs)
    return () => clearTimeout(timer)
  }, [isElsewhere])

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

  if (!isElsewhere) return null
  const href = paths.support(unread > 0 ? "admin" : undefined)
  return (
    <aside aria-label="Help">
      <a
        className="button support-button"
        data-support=""
        href={href}
        aria-expanded={Live ? isOpen : undefined}
      >
        Support{unread > 0 ? <span className="badge"> {unread} new</span> : null}
      </a>{" "}
      {Live ? (
        <Live
          isOpen={isOpen}
          unread={unread}
          timeZone={timeZone}
          onCount={setCounted}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </aside>
  )
}

/** As an updater, because a component in a state would be called as one. */
const load = () =>
  import("./support-live").then(
    ({ SupportLive }) =>
      () =>
        SupportLive,
  )
