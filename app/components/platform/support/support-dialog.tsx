import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { callJson } from "~/components/foundation/data/query-client"
import { MessageList, type ShownMessage } from "~/components/ui/chat/message-list"
import { Toast } from "~/components/ui/toast"
import {
  modeLabels,
  type SupportMessage,
  type SupportMode,
  supportModes,
} from "~/models/platform/support/support"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { localDate, localTime } from "~/utils/zones"
import { Composer, messageFieldId } from "./composer"
import { useSending } from "./sending"
import { emptyTexts, otherName, presenceText } from "./support-texts"

export type SupportLiveProps = {
  isOpen: boolean
  /** Unread answers of the staff. */
  unread: number
  /** The clock that the times follow: the school's. */
  timeZone: string | undefined
  onCount: (count: number) => void
  onClose: () => void
}

/** The query of how many of the staff's answers are unread. */
export const unreadKey = ["/api/support/unread-count"]

const chatKey = (mode: SupportMode) => [`/api/support/${mode}-chat`]

type SupportDialogProps = SupportLiveProps & {
  /** Whether staff are online, once that is known. */
  isStaffOnline: boolean | undefined
}

/** The support chat over the page: both conversations, refreshed every 10 s while it is open (spec §2, §7). */
export function SupportDialog({ unread, timeZone, isStaffOnline, onClose }: SupportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [mode, setMode] = useState<SupportMode>(unread > 0 ? "admin" : "ai")
  const messages = useQuery({
    queryKey: chatKey(mode),
    queryFn: () => callJson<SupportMessage[]>(`/api/support/${mode}-chat`),
    refetchInterval: 10_000,
  })
  const queries = useQueryClient()
  const sending = useSending(mode, () => queries.invalidateQueries({ queryKey: chatKey(mode) }))
  useReading(mode === "admin" && unread > 0 && messages.isSuccess)
  useEffect(() => {
    dialog.current?.showModal()
    document.getElementById(messageFieldId)?.focus()
  }, [])

  const allMessages = [
    ...(messages.data ?? []).map((message) => messageView(message, mode, timeZone)),
    ...sending.messages,
  ]
  return (
    <dialog ref={dialog} className="support-dialog" aria-labelledby="chat-title" onClose={onClose}>
      <header>
        <h2 id="chat-title">Support</h2>
        <button type="button" className="button plain" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <ModeChoice mode={mode} unread={unread} onChoose={setMode} />
        <p className="expression dim" aria-live="polite">
          {mode === "ai"
            ? "answers from the help articles"
            : isStaffOnline === undefined
              ? null
              : presenceText(isStaffOnline)}
        </p>
      </header>
      <Newest count={allMessages.length}>
        {allMessages.length > 0 ? (
          <MessageList messages={allMessages} onStaff={() => setMode("admin")} />
        ) : (
          <p className="dim">
            {messages.isPending
              ? "Loading messages…"
              : messages.isError
                ? "We can’t load your messages right now."
                : emptyTexts[mode]}
          </p>
        )}
      </Newest>
      {sending.failure ? (
        <Toast tone="failed" title="Error">
          {sending.failure}
        </Toast>
      ) : null}
      <Composer isSending={sending.isPending} refusal={sending.reason} onSend={sending.send} />
    </dialog>
  )
}

function messageView(
  { type, ...message }: SupportMessage,
  mode: SupportMode,
  timeZone: string | undefined,
): ShownMessage {
  const isMine = type === "user"
  return {
    ...message,
    isMine,
    name: isMine ? "You" : otherName[mode],
    when: whenOf(message.timestamp, timeZone),
  }
}

/** In the school's time zone, like every other time in the area; in the browser's where there is no school. */
function whenOf(timestamp: string, schoolZone: string | undefined): string {
  const at = Date.parse(timestamp)
  const zone = schoolZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${formatDate(localDate(at, zone), "day")}, ${formatTime(localTime(at, zone))}`
}

type ModeChoiceProps = { mode: SupportMode; unread: number; onChoose: (mode: SupportMode) => void }

function ModeChoice({ mode, unread, onChoose }: ModeChoiceProps) {
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">Chat with</legend>
      {supportModes.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="chat-mode"
            value={each}
            checked={each === mode}
            onChange={() => onChoose(each)}
          />
          {each === "admin" && unread > 0 ? `${modeLabels[each]} (${unread} new)` : modeLabels[each]}
        </label>
      ))}
    </fieldset>
  )
}

/** Keeps the newest message in view. */
function Newest({ count, children }: { count: number; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is what moves the view
  useEffect(() => {
    // The box is laid out from its end, so that images which arrive late move nothing: there 0 is the newest.
    box.current?.scrollTo({ top: 0 })
  }, [count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="scroll" ref={box} tabIndex={0} aria-label="Messages" aria-live="polite">
      {children}
    </section>
  )
}

/** Marks the staff's answers as read once they are visible. */
function useReading(isReading: boolean) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async () => {
      // A running count may be older than the mark.
      await queries.cancelQueries({ queryKey: unreadKey })
      return callJson<{ count: number }>("/api/support/read", { method: "POST", json: {} })
    },
    onSuccess: (counted) => queries.setQueryData(unreadKey, counted),
  })
  useEffect(() => {
    if (isReading) mutate()
  }, [isReading, mutate])
}
