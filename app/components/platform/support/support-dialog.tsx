import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { callJson } from "~/components/foundation/data/query-client"
import { Toast } from "~/components/ui/toast"
import {
  modeLabels,
  type SupportMessage,
  type SupportMode,
  supportModes,
} from "~/models/platform/support/support"
import { formatDate, formatTime, localDate, localTime } from "~/utils/dates"
import { Composer, messageFieldId } from "./composer"
import { MessageList, type ShownMessage } from "./message-list"
import { useSending } from "./sending"
import { emptyWords, otherName, presenceWords } from "./support-words"

export type SupportLiveProps = {
  isOpen: boolean
  /** Answers of the staff that nobody has seen. */
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
  /** Whether somebody of the staff is there, once that is known. */
  isStaffOnline: boolean | undefined
}

/** The support chat over the page: both talks, asked for every 10 s while it is open (spec §2, §7). */
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

  const shown = [
    ...(messages.data ?? []).map((message) => shownOf(message, mode, timeZone)),
    ...sending.shown,
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
              : presenceWords(isStaffOnline)}
        </p>
      </header>
      <Newest count={shown.length}>
        {shown.length > 0 ? (
          <MessageList messages={shown} onStaff={() => setMode("admin")} />
        ) : (
          <p className="dim">
            {messages.isPending
              ? "Loading the messages…"
              : messages.isError
                ? "The messages cannot be read right now."
                : emptyWords[mode]}
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

function shownOf(
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

/** As the school's clock says it, like every other time in the area; in the person's own where there is no school. */
function whenOf(timestamp: string, schoolZone: string | undefined): string {
  const at = Date.parse(timestamp)
  const zone = schoolZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${formatDate(localDate(at, zone), "day")}, ${formatTime(localTime(at, zone))}`
}

type ModeChoiceProps = { mode: SupportMode; unread: number; onChoose: (mode: SupportMode) => void }

function ModeChoice({ mode, unread, onChoose }: ModeChoiceProps) {
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">Who answers</legend>
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

/** Says that the staff's answers were seen, once they are before the person. */
function useReading(isReading: boolean) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async () => {
      // A count that is under way may be older than the reading.
      await queries.cancelQueries({ queryKey: unreadKey })
      return callJson<{ count: number }>("/api/support/read", { method: "POST", json: {} })
    },
    onSuccess: (counted) => queries.setQueryData(unreadKey, counted),
  })
  useEffect(() => {
    if (isReading) mutate()
  }, [isReading, mutate])
}
