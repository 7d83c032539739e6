import { receivedTexts, textAccounts, textConsents, textMessages } from "db/schema/foundation-text-messages"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { segmentsOf, textFrom } from "~/models/foundation/text-message/text-message"
import { consentWords } from "~/texts/foundation/text-messages"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { seal } from "~/utils/seal.server"

const hour = 3_600_000
/** The stand-in knows any account; a real one has an ID of its own. */
const account = `AC${"5".repeat(32)}`
const key = "5a6b7c8d9e0f5a6b7c8d9e0f5a6b7c8d"
const price = 8300

/** The school has an account for text messages, and a guardian and a teacher have turned them on. */
export function seedTextMessages(school: Actor, guardian: Actor, teacher: Actor, present: number) {
  fixClock(present - 40 * 24 * hour)
  add(school, textAccounts, {
    account,
    number: "+15125550100",
    sealedKey: seal("text-account-key", key),
    keyEnd: key.slice(-4),
    priceMicros: price,
    monthlyLimit: 500,
    checkedAt: present,
  })
  for (const [person, phone] of [
    [guardian, "+15125550142"],
    [teacher, "+15125550171"],
  ] as const)
    if (person.memberId && person.userId)
      add(person, textConsents, {
        memberId: person.memberId,
        phone,
        words: consentWords(school.school.name),
        agreedBy: person.userId,
        confirmedAt: present - 40 * 24 * hour,
      })
  const sent = (
    hoursAgo: number,
    topic: string,
    text: string,
    what: { state: "delivered" } | { state: "failed"; reason: string },
  ) => {
    const at = present - hoursAgo * hour
    fixClock(at)
    const body = textFrom(school.school.name, text)
    const { segments } = segmentsOf(body)
    add(school, textMessages, {
      memberId: guardian.memberId,
      phone: "+15125550142",
      topic,
      event: newId(),
      body,
      segments,
      costMicros: price * segments,
      dueAt: at,
      sentAt: at,
      providerId: `SM${newId().replaceAll("-", "")}`,
      ...what,
    })
  }
  sent(
    70,
    "late",
    "Marcus Whitfield is running about 10 minutes late for Milo Haddad: piano at 4:00 PM today.",
    {
      state: "delivered",
    },
  )
  sent(46, "lessons", "Tomorrow: 4:00 PM: Milo Haddad: piano.", { state: "failed", reason: "unreachable" })
  fixClock(present - 20 * hour)
  add(school, receivedTexts, {
    providerId: `SM${newId().replaceAll("-", "")}`,
    phone: "+15125550188",
    body: "Hi, is there still a spot for violin on Tuesdays?",
  })
  fixClock(present)
}
