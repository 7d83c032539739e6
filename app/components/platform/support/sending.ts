import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { CallError, callJson } from "~/components/foundation/data/query-client"
import type { ShownMessage } from "~/components/ui/chat/message-list"
import { type SupportMode, sendFailed, uploadFailed } from "~/models/platform/support/support"

export type MessageDraft = { content: string; image: File | undefined }

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
export function useSending(mode: SupportMode, onSent: () => Promise<unknown>) {
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
