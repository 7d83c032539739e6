import { fileOf, pagesIn } from "./address"

// Messages, and the pictures beside names and texts.

const inMessaging = pagesIn("messaging")
const inShell = pagesIn("shell")
const inSupport = pagesIn("support")

export const messaging = {
  messages: inMessaging("/messaging?view&search&page", "messages.tsx", "message:read"),
  newMessage: inMessaging(
    "/messaging/new?to&subject&text&file&name&problem",
    "new-message.tsx",
    "message:read",
    { body: fileOf(10) },
  ),
  shareTarget: inMessaging("/messaging/shared", "share-target.ts", ["message:read", "anyone"], {
    body: fileOf(10),
  }),
  sharedFile: inMessaging("/messaging/shared/:fileId", "shared-file.ts", "message:read"),
  conversation: inMessaging("/messaging/:conversationId?absence=no", "conversation.tsx", "message:read", {
    body: fileOf(10),
  }),
  messageFile: inMessaging("/messaging/:conversationId/files/:messageId", "message-file.ts", "message:read"),
}

export const photos = {
  /** A member's photo, for who is in the same school. */
  photo: inShell("/photos/:memberId", "photo.ts", "preferences:own"),
}

export const supportImages = {
  supportImage: inSupport("/support/images/:imageId", "support-image.ts", "signed-in"),
}
