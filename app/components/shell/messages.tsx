import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Toast, type ToastTone, toastTones } from "~/components/ui/toast"

/** The message the previous page left. */
type Message = {
  title: string
  text?: string
  tone: ToastTone
  /** The records the message is about. */
  links?: { label: string; to: string }[]
  undo?: { to: string; fields: Record<string, string> }
}

/**
 * The one area for messages in the signed-in frame: first in the page, and at the window's top once that position is
 * scrolled out of sight (messages-in-view.tsx). It exists before any message, so that screen readers announce the first one,
 * too.
 */
export function Messages({ message, children }: { message: Message | null; children?: ReactNode }) {
  return (
    <div className="page-messages">
      <div aria-live="polite">
        <LastMessage message={message} />
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
  // Background requests bring no message; the one that came with the page remains until the next.
  if (message) last.current = { message, key }
  const visible =
    last.current?.key === key && last.current.message !== closed ? last.current.message : undefined

  useEffect(() => {
    if (!visible || visible.tone === "bad" || visible.undo) return
    let timer = setTimeout(leave, stayMs(`${visible.title} ${visible.text ?? ""}`))
    function leave() {
      if (document.hidden || band.current?.matches(":hover, :focus-within"))
        timer = setTimeout(leave, laterMs)
      else close(visible)
    }
    return () => clearTimeout(timer)
  }, [visible])

  if (!visible) return null
  return (
    <div ref={band}>
      <Toast
        tone={toastTones[visible.tone]}
        title={visible.title}
        inRegion
        action={visible.undo ? <UndoButton {...visible.undo} /> : undefined}
        onClose={isLive ? () => close(visible) : undefined}
      >
        {visible.text}
        {visible.links?.map(({ label, to }) => (
          <span key={to}>
            {" "}
            <Link to={to}>{label}</Link>
          </span>
        ))}
      </Toast>
    </div>
  )
}

/** Undoes what the message beside it reports. It is a form like any other, so it works without a script. */
function UndoButton({ to, fields }: { to: string; fields: Record<string, string> }) {
  return (
    <PostForm action={to}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton variant="secondary" pending="Undoing…" label="Undo" />
    </PostForm>
  )
}
