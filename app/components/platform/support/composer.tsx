import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { NoteHead } from "~/components/ui/note-head"
import { largestImage, longestMessage } from "~/models/platform/support/support"
import { imageRefusals, sendRefusals } from "~/texts/platform/refusals"
import { keepDraft, readDraft } from "./chat-draft"
import type { MessageDraft } from "./sending"

export const messageFieldId = "chat-message"

type ComposerProps = {
  isSending: boolean
  /** Why the server did not take the last message. */
  refusal: string | undefined
  /** Answers whether it was sent; what was not sent comes back to where it was typed. */
  onSend: (message: MessageDraft) => Promise<boolean>
}

/** The message field: Press Enter to send, Shift and Enter starts a line; one image with a preview. */
export function Composer({ isSending, refusal, onSend }: ComposerProps) {
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
