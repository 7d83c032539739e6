import type { Actor } from "~/models/foundation/access/actor"
import { gatherMail } from "~/models/foundation/outbox/gather-mail.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import type { Term } from "~/models/foundation/term/term.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { formatDate } from "~/utils/date-text"
import { inFormats } from "~/utils/formats.server"
import { findClass, listRulesOf } from "../class/find-class.server"
import { patternWithOwnTime } from "../session/own-pattern"
import { patternText } from "../session/pattern"
import { heldMs } from "../session/tell-rule-change.server"

// One email per person, however many classes and children, held for two minutes so that a roll-over can be undone without a
// word to anyone.

type Asking = {
  taskId: string
  classId: string
  term: Term
  answerBy: string
  students: readonly { id: string; name: string }[]
}

/** Asks the families of a class whether their children continue. */
export function askFamilies(actor: Actor, { taskId, classId, term, answerBy, students }: Asking) {
  const { school } = actor
  const contacts = listContacts(
    actor,
    students.map(({ id }) => id),
  )
  const found = findClass(actor, classId)
  const className = `${found?.name ?? ""}${found?.teacherName ? ` with ${found.teacherName}` : ""}`
  const rules = listRulesOf(actor, classId)
  const lessonsFor = (zone: string | null) => {
    const reader = { schoolZone: school.timeZone, zone, from: term.startsOn }
    const times = rules.map((rule) => patternWithOwnTime(patternText(rule), rule, reader)).join("; ")
    return `${className}${times ? `, ${times}` : ""}`
  }
  for (const { id, name } of students)
    for (const contact of contacts.get(id) ?? [])
      gatherMail(
        taskId,
        {
          template: "next-term",
          schoolId: school.id,
          recipient: contact.email,
          data: {
            schoolName: school.name,
            recipientName: contact.name,
            termName: term.name,
            startsOn: formatDate(term.startsOn, "medium", school),
            answerBy: formatDate(answerBy, "medium", school),
            lessons: [[name, inFormats(school, () => lessonsFor(contact.zone))]],
            hasPages: contact.hasPages,
          },
        },
        (waiting, more) => ({ ...waiting, lessons: [...waiting.lessons, ...more.lessons] }),
      )
}

/** Sends some of what a roll-over has gathered; false when nothing was left. */
export const releaseRenewalMail = (taskId: string): boolean => releaseMail(taskId, 50, heldMs) > 0
