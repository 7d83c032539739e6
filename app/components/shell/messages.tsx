import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { TroubleToast } from "~/components/shell/connection/trouble-toast"
import { Link } from "~/components/ui/link"
import { Toast } from "~/components/ui/toast"
import { UndoKey } from "./undo-key"

/** What the page before left to be said. */
type Message = {
  title: string
  text?: string
  tone: "good" | "bad"
  /** The records the message is about. */
  links?: { label: string; to: string }[]
  undo?: { to: string; fields: Record<string, string> }
}

/**
 * The one place of the signed-in frame where messages come: first in the page, and at the window's top once that place is
 * scrolled out of sight. It is there before any message is, so that screen readers hear of the first one, too.
 */
export function Messages({ message, children }: { message: Message | null; children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const isAway = useIsAbove(place)
  return (
    <div ref={place} className={isAway ? "page-messages away" : "page-messages"}>
      <div aria-live="polite">
        <LastMessage message={message} />
        <TroubleToast />
        {children}
      </div>
    </div>
  )
}

/** How long good news stays: ten seconds, and longer for long texts. What failed, and what can be undone, stays. */
const stayMs = (text: string) => Math.max(10_000, text.length * 120)
/** A message that is being read or pointed at is looked at again later. */
const laterMs = 2_000

function LastMessage({ message }: { message: Message | null }) {
  const { key } = useLocation()
  const last = useRef<{ message: Message; key: string }>()
  const [closed, close] = useState<Message>()
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const band = useRef<HTMLDivElement>(null)
  // What the page asks for in the background brings no message; the one that came with the page stands until the next.
  if (message) last.current = { message, key }
  const shown =
    last.current?.key === key && last.current.message !== closed ? last.current.message : undefined

  useEffect(() => {
    if (!shown || shown.tone === "bad" || shown.undo) return
    let timer = setTimeout(leave, stayMs(`${shown.title} ${shown.text ?? ""}`))
    function leave() {
      if (document.hidden || band.current?.matches(":hover, :focus-within"))
        timer = setTimeout(leave, laterMs)
      else close(shown)
    }
    return () => clearTimeout(timer)
  }, [shown])

  if (!shown) return null
  return (
    <div ref={band}>
      <Toast
        tone={shown.tone === "bad" ? "failed" : "done"}
        title={shown.title}
        inRegion
        action={shown.undo ? <UndoKey {...shown.undo} /> : undefined}
        onClose={isLive ? () => close(shown) : undefined}
      >
        {shown.text}
        {shown.links?.map(({ label, to }) => (
          <span key={to}>
            {" "}
            <Link to={to}>{label}</Link>
          </span>
        ))}
      </Toast>
    </div>
  )
}

/** Whether an element's place in the page is above what the window shows. */
function useIsAbove(element: { current: HTMLElement | null }): boolean {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([seen]) => {
      if (seen)
        setAbove(!seen.isIntersecting && seen.boundingClientRect.bottom <= (seen.rootBounds?.top ?? 0))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isAbove
}
