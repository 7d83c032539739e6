import { transact } from "db/client.server"
import sharp from "sharp"
import { storeFile } from "~/models/accounts/school-file/store-file.server"
import { listAudiences } from "~/models/communication/messaging/audience-choices.server"
import { type MessageFile, markRead, reply } from "~/models/communication/messaging/conversation.server"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import { saveAnswer } from "~/models/communication/saved-answer/saved-answer.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { memberNamed } from "./library"

const hour = 3_600_000

/** Messages in the two schools: announcements, a question with its answer, one unread. */
export async function seedMessages(present: number) {
  const office = memberNamed("admin@harmony.example")
  const teacher = memberNamed("teacher@harmony.example")
  const guardian = memberNamed("guardian@harmony.example")
  const solo = memberNamed("solo@brightkeys.example")
  fixClock(present - 4 * hour)
  const photo = await storeFile(
    teacher,
    { name: "room-2-guitar.png", bytes: await drawGuitar() },
    "message-file",
  )
  transact(() => {
    fixClock(present - 190 * hour)
    saveAnswer(office, {
      name: "Directions",
      body: "Hi {recipient},\n\nthe entrance is at the back, and the bell says Studio. See you soon!",
      whose: "school",
    })
    write(
      office,
      "families",
      "Winter concert on December 12",
      "The winter concert is on Saturday, December 12, at 4 PM in the hall.\n\nIf you’d like to play, tell your teacher by November 30. Families are welcome, and there’s cake.",
    )
    fixClock(present - 52 * hour)
    const question = write(
      guardian,
      "office",
      "A second lesson in January?",
      "Could we have a second lesson each week starting in January? Thursdays after 5 PM work for us.",
    )
    fixClock(present - 49 * hour)
    reply(office, question, {
      entryId: newId(),
      body: "Of course. Thursday at 5:30 PM is free with the same teacher. Should I schedule it from January 7?",
    })
    fixClock(present - 48 * hour)
    reply(guardian, question, { entryId: newId(), body: "Yes, please. Thanks for the quick reply!" })
    markRead(office, question)
    fixClock(present - 20 * hour)
    write(
      teacher,
      "pupils",
      "Please bring the blue book",
      "Starting next week we’ll play from the blue book. If you don’t have it yet, I have a few copies.",
    )
    fixClock(present - 4 * hour)
    write(
      teacher,
      "office",
      "String set for room 2",
      "The guitar in room 2 lost its low string. Could you order a set? Light ones, please.",
      photo.ok ? { fileId: photo.fileId, fileName: photo.fileName } : null,
    )
    fixClock(present - 70 * hour)
    write(
      solo,
      "families",
      "No lessons on November 26 and 27",
      "I’m away for Thanksgiving. You won’t be charged for these lessons. If you’d like another time instead, message me.",
    )
    fixClock(present)
  })
}

/** Writes to the first audience of a kind that the person may write to; answers the conversation's id. */
function write(
  actor: Actor,
  kind: string,
  subject: string,
  body: string,
  file: MessageFile | null = null,
): string {
  const to = listAudiences(actor).find(({ key }) => key.split(":")[0] === kind)?.key ?? ""
  const sent = startConversation(actor, { to, subject, body, shown: -1, file })
  if (!sent.ok) throw new Error(`${subject}: ${sent.reason}`)
  return sent.conversationId
}

/** A picture as plain as the demo's sheet music. */
const drawGuitar = (): Promise<Buffer> =>
  sharp({ create: { width: 480, height: 240, channels: 3, background: "#5b4630" } })
    .png()
    .toBuffer()
