import { largestFile } from "~/models/accounts/school-file/school-file"
import { editMinutes } from "~/models/communication/messaging/messaging"
import { uploadRefusals } from "~/texts/accounts/refusals"
import { mostText } from "~/utils/bytes"

// Why something is refused: each code with the text that people read. Models answer the code.

/** Beside the field, when a file isn't taken. */
export const messageFileRefusals = {
  missing: "This file is empty.",
  "too-large": `Choose a file under ${mostText(largestFile)}.`,
  "wrong-type": "Choose a photo, PDF or audio file.",
  ...uploadRefusals,
  "storage-full": "Your school has used all the storage of its plan. Send the message without the file.",
} as const

export const messagingRefusals = {
  "no-audience": "Choose recipients.",
  "nobody-to-reach": "None of these people has a login or an email that arrives. Choose other recipients.",
  "other-people": "The recipients have changed. Review the list, then send.",
  "too-many-mails":
    "This is more than your school can email today. Choose fewer people, or send it tomorrow.",
  "no-conversation": "You’re not in this conversation.",
  empty: "Enter a message. You can also send only a file.",
  announcement: "Only the sender can add to an announcement.",
  left: "You’re no longer in this conversation. You can read what was written while you were.",
}
export type MessagingRefusal = keyof typeof messagingRefusals

/** Why a message isn’t changed. */
export const editRefusals = {
  "too-late": `A message can be changed for ${editMinutes} minutes after it’s sent. Send a new one instead.`,
  empty: messagingRefusals.empty,
  hidden: "The office hid this message, so it can’t be changed.",
}
export type EditRefusal = keyof typeof editRefusals

/** Beside the button, when someone confirms what they haven't seen. */
export const editedMeanwhile = "This announcement was edited. Read it again, then confirm."

/** Why those who haven't read an announcement aren't reminded. */
export const remindRefusals = {
  reminded: "A reminder was sent in the last 24 hours. You can send another one after that.",
  "all-read": "No one with a login is left to remind.",
  "none-reached": "Everyone left to remind has turned off emails about messages.",
  "too-many-mails": messagingRefusals["too-many-mails"],
  hidden: "The office hid its last message, so it isn’t sent again.",
}
export type RemindRefusal = keyof typeof remindRefusals | "not-found"

export const savedAnswerRefusals = {
  "name-taken": "You have an answer with this title already.",
  "too-many": "You can save up to 100 answers. Remove one you don’t need.",
  "not-yours": "Only those who can message everyone keep answers for everyone.",
}

/** What the form says when a file that another app shared isn't in it as expected. */
export const shareProblems = {
  ...messageFileRefusals,
  several: "A message carries one file, so only the first is attached. Share the others separately.",
  gone: "The shared file is no longer available. Share it again, or choose it below.",
} as const
export type ShareProblem = keyof typeof shareProblems

/** Why a report isn’t closed with an answer. */
export const closeReportRefusals = {
  ...messagingRefusals,
  "nobody-to-reach": "The person who reported it no longer has a login. Close the report without an answer.",
  closed: "Someone closed this report already. Nothing was sent.",
}
