import { largestFile } from "~/models/accounts/school-file/school-file"
import { type FileRefusal, uploadRefusals } from "~/texts/accounts/refusals"
import { mostText } from "~/utils/bytes"

// Why something is refused: each code with the text that people read. Models answer the code.

export const assignRefusals = {
  "due-before-today": "Choose today or a later date.",
  "too-many": "There are already 40 assignments to do. Complete or remove some first.",
  nobody: "Choose who it’s for.",
} as const

export const replyRefusals = {
  "not-said": "This lesson has no note to reply to.",
  "too-many": "This conversation is full. Send a message instead.",
} as const

export const practiceRefusals = {
  "from-the-future": "Choose today or an earlier date.",
  "too-old": "Choose a date in the last 60 days.",
  "too-much": "Log at most ten hours a day.",
} as const

/** What keeps a file from being stored. */
export const fileRefusals: Record<FileRefusal, string> = {
  missing: "Choose a file or enter a link.",
  "too-large": `Choose a file under ${mostText(largestFile)}, or share a link to it.`,
  "wrong-type":
    "This file type isn’t supported. Choose a PDF, image, MP3, M4A, WAV, OGG, MIDI, MusicXML, MP4, Office document or plain text.",
  ...uploadRefusals,
  "storage-full": "The school has used all the storage of its plan. Delete unused files, or share a link.",
}

export const shareRefusals = {
  "resource-unknown": "This resource is no longer in the library.",
  "target-unknown": "Choose one of your students, classes or instruments.",
  "shared-already": "It’s already shared there.",
}
export type ShareRefusal = keyof typeof shareRefusals
