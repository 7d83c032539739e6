import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { CallError, callJson } from "~/components/foundation/data/query-client"
import { MessageList, type ShownMessage } from "~/components/ui/chat/message-list"
import { NoteHead } from "~/components/ui/note-head"
import { Toast } from "~/components/ui/toast"
import {
  largestImage,
  longestMessage,
  modeLabels,
  type SupportMessage,
  type SupportMode,
  sendFailed,
  supportModes,
  uploadFailed,
} from "~/models/platform/support/support"
import { imageRefusals, sendRefusals } from "~/texts/platform/refusals"
import { formatDate, formatTime } from "~/utils/formats"
import { localDate, localTime } from "~/utils/zones"
import { emptyTexts, otherName, presenceText } from "./support-texts"

const messageFieldId = "chat-message"

type ComposerProps = {
  isSending: boolean
  /** Why the server did not take the last message. */
  refusal: string | undefined
  /** Answers whether it was sent; what was not sent comes back to where it was typed. */
  onSend: (message: MessageDraft) => Promise<boolean>
}

/** The message field: Press Enter to send, Shift and Enter starts a line; one image with a preview. */
function Composer({ isSending, refusal, onSend }: ComposerProps) {
  const [content, setContent] = useState(readDraft)
  useEffect(() => keepDraft(content), [content])
  const [image, setImage] = useState<File>()
  const [emptyMessage, setEmptyMessage] = useState<string>()
  const input = useRef<HTMLTextAreaElement>(null)
  const isEmpty = content.trim() === "" && !image
  const problem = emptyMessage ?? refusal

  async function send() {
    if (isSending) return
    setEmptyMessage(isEmpty ? sendRefusals.empty : undefined)
    if (isEmpty) return
    const written = { content: content.trim(), image }
    setContent("")
    setImage(undefined)
    input.current?.focus()
    if (await onSend(written)) return
    // A message that failed comes back, unless the person started another one.
    setContent((begun) => begun || written.content)
    setImage((begun) => begun ?? written.image)
  }

  function attach(file: File | undefined) {
    if (!file) return
    const wrong = !file.type.startsWith("image/")
      ? imageRefusals["wrong-type"]
      : file.size > largestImage
        ? imageRefusals["too-large"]
        : undefined
    setEmptyMessage(wrong)
    if (!wrong) setImage(file)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"))
    if (!file) return
    event.preventDefault()
    attach(file)
  }
  const onChoose = (event: ChangeEvent<HTMLInputElement>) => {
    attach(event.target.files?.[0])
    event.target.value = ""
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {image ? <Preview image={image} onRemove={() => setImage(undefined)} /> : null}
      {problem ? (
        <p className="bad small" role="alert">
          <NoteHead kind="x" />
          {problem}
        </p>
      ) : null}
      <label className="visually-hidden" htmlFor={messageFieldId}>
        Message
      </label>
      <textarea
        id={messageFieldId}
        ref={input}
        rows={2}
        maxLength={longestMessage}
        value={content}
        placeholder="Write a message"
        aria-describedby="chat-hint"
        onChange={(event) => setContent(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <p className="buttons between">
        <label className="button attach-image">
          Attach image
          <input type="file" accept="image/*" className="visually-hidden" onChange={onChoose} />
        </label>
        <span className="dim small" id="chat-hint">
          Press Enter to send
        </span>
        <button type="submit" className="button primary">
          {isSending ? "Sending…" : "Send"}
        </button>
      </p>
    </form>
  )
}

function Preview({ image, onRemove }: { image: File; onRemove: () => void }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(image)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  return (
    <p className="image-preview">
      {address ? <img src={address} alt={`Attached: ${image.name}`} /> : null}
      <button type="button" className="button plain danger" onClick={onRemove}>
        Remove image
      </button>
    </p>
  )
}

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

// What is being typed into the support chat stays in the tab for the person who typed it: when they close the chat, load the
// page again, or when a phone has thrown the tab away meanwhile.

function keyOf(): string | undefined {
  const owner = document.querySelector<HTMLElement>("[data-kept-owner]")?.dataset.keptOwner
  return owner && `support-draft ${owner}`
}

function readDraft(): string {
  const key = keyOf()
  try {
    return (key && sessionStorage.getItem(key)) || ""
  } catch {
    // Without storage nothing is restored; the chat works all the same.
    return ""
  }
}

function keepDraft(text: string) {
  const key = keyOf()
  if (!key) return
  try {
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

type MessageDraft = { content: string; image: File | undefined }

/** A failure with the specification's text (§8); the server's own reason is shown below it. */
class SendingFailed extends Error {
  constructor(
    text: string,
    readonly reason: string | undefined,
  ) {
    super(text)
  }
}

/** The server's reason when it concerns this message, such as its length, and not an outage. */
const reasonOf = (error: unknown) =>
  error instanceof CallError && error.status < 500 && error.status !== 401 ? error.message : undefined

const failingAs = (text: string) => (error: unknown) => {
  throw new SendingFailed(text, reasonOf(error))
}

/**
 * Sends a message: first its image, then the text with the image's address. A failed upload stops the message. It is
 * shown while it is on its way.
 */
function useSending(mode: SupportMode, onSent: () => Promise<unknown>) {
  const upload = useMutation({
    mutationFn: (image: File) => {
      const form = new FormData()
      form.set("image", image)
      return callJson<{ imageUrl: string }>("/api/support/upload-image", { method: "POST", form })
    },
  })
  const post = useMutation({
    mutationFn: (message: { content: string; imageUrl: string | null }) =>
      callJson(`/api/support/${mode}-chat/send`, { method: "POST", json: message }),
  })
  const [failed, setFailed] = useState<SendingFailed>()
  const [underway, setUnderway] = useState<ShownMessage>()

  /** Whether it was sent. */
  async function send({ content, image }: MessageDraft): Promise<boolean> {
    setFailed(undefined)
    setUnderway({
      id: "underway",
      isMine: true,
      name: "You",
      when: "sending…",
      timestamp: new Date().toISOString(),
      content,
      imageUrl: null,
    })
    try {
      const uploaded = image ? await upload.mutateAsync(image).catch(failingAs(uploadFailed)) : undefined
      await post.mutateAsync({ content, imageUrl: uploaded?.imageUrl ?? null }).catch(failingAs(sendFailed))
      await onSent()
      return true
    } catch (error) {
      setFailed(error instanceof SendingFailed ? error : new SendingFailed(sendFailed, undefined))
      return false
    } finally {
      setUnderway(undefined)
    }
  }

  return {
    send,
    isPending: underway !== undefined,
    failure: failed?.message,
    reason: failed?.reason,
    messages: underway ? [underway] : [],
  }
}
