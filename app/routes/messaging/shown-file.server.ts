import { paths } from "~/utils/paths"

type Message = { id: string; fileId: string | null; fileName: string | null; contentType: string | null }

/** How a message shows its file: a picture in its place, another one as a link, one that is gone not at all. */
export function shownFile(conversationId: string, { id, fileId, fileName, contentType }: Message) {
  if (!fileId || !fileName) return { imageUrl: null, file: null }
  const href = paths.messageFile(conversationId, id)
  return contentType?.startsWith("image/")
    ? { imageUrl: href, file: null }
    : { imageUrl: null, file: { href, name: fileName } }
}
