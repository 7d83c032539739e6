import type { Actor } from "~/models/foundation/access/actor"
import { gatherMail } from "~/models/foundation/outbox/gather-mail.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { heldMs, releaseMail } from "~/models/foundation/outbox/outbox.server"
import type { Term } from "~/models/foundation/term/term.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { formatDate } from "~/utils/date-text"
import { inFormats } from "~/utils/formats.server"
import { findClass, listRulesOf } from "../class/find-class.server"
import { patternWithOwnTime } from "../session/own-pattern"
import { patternText } from "../session/pattern"
import { listTermPrices } from "./renewal-prices.server"

// One email per person, however many classes and children, held for two minutes so that a roll-over can be undone without a
// word to anyone.

type Asking = {
  classId: string
  term: Pick<Term, "name" | "startsOn">
  answerBy: string
  students: readonly { id: string; name: string }[]
  isReminder?: boolean
}

type Letter = { recipient: string; data: MailData["next-term"] }

/** Asks the families of a class whether their children continue. */
export function askFamilies(actor: Actor, { taskId, ...asking }: Asking & { taskId: string }) {
  const about = { template: "next-term", schoolId: actor.school.id } as const
  for (const letter of lettersOf(actor, asking)) gatherMail(taskId, { ...about, ...letter }, addLessons)
}

/** What each person reads about the students of a class. */
export function lettersOf(actor: Actor, { classId, term, answerBy, students, isReminder }: Asking): Letter[] {
  const { school } = actor
  const contacts = listContacts(
    actor,
    students.map(({ id }) => id),
  )
  const found = findClass(actor, classId)
  const className = `${found?.name ?? ""}${found?.teacherName ? ` with ${found.teacherName}` : ""}`
  const rules = listRulesOf(actor, classId)
  const lessonsFor = (zone: string | null, price: string) => {
    const reader = { schoolZone: school.timeZone, zone, from: term.startsOn }
    const times = rules.map((rule) => patternWithOwnTime(patternText(rule), rule, reader)).join("; ")
    return [className, times, price].filter(Boolean).join(", ")
  }
  const spotOf = (studentId: string) => ({ classId, studentId, startsOn: term.startsOn })
  const priceOf = listTermPrices(
    actor,
    students.map(({ id }) => spotOf(id)),
  )
  return students.flatMap(({ id, name }) =>
    (contacts.get(id) ?? []).map((contact) => ({
      recipient: contact.email,
      data: {
        schoolName: school.name,
        recipientName: contact.name,
        termName: term.name,
        startsOn: formatDate(term.startsOn, "medium", school),
        answerBy: formatDate(answerBy, "medium", school),
        lessons: [
          [
            name,
            inFormats(school, () => lessonsFor(contact.zone, contact.seesMoney ? priceOf(spotOf(id)) : "")),
          ],
        ],
        hasPages: contact.hasPages,
        ...(isReminder ? { isReminder } : {}),
      },
    })),
  )
}

/** One email with the lessons of both. */
export const addLessons = (waiting: Letter["data"], more: Letter["data"]): Letter["data"] => ({
  ...waiting,
  lessons: [...waiting.lessons, ...more.lessons],
})

/** Sends some of what a roll-over has gathered; false when nothing was left. */
export const releaseRenewalMail = (taskId: string): boolean => releaseMail(taskId, 50, heldMs) > 0
