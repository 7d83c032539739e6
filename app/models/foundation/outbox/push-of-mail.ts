import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { Role } from "../access/actor"
import type { Topic } from "../notification-preferences/topics"
import type { MailData, MailTemplate, SessionChange } from "./outbox"

/** What a mail says in a few words, and the page it is about. */
export type MailInBrief = { topic: Topic; title: string; pathFor: (role: Role) => string }

const lessonsPath = (role: Role) =>
  role === "student"
    ? paths.studentSchedule()
    : role === "teacher"
      ? paths.teacherSchedule()
      : paths.simpleSchedule()

const changed: Record<SessionChange, [one: string, many: string]> = {
  moved: ["Lesson moved", "moved"],
  added: ["Lesson added", "added"],
  taught: ["Change of teachers", "with other teachers"],
  placed: ["Change of room", "in another room"],
  "taught-and-placed": ["Change of teachers and room", "with other teachers and rooms"],
  changed: ["Lesson changed", "changed"],
  cancelled: ["Lesson canceled", "canceled"],
  restored: ["Lesson is back on", "back on"],
  booked: ["Lesson booked", "booked"],
  guest: ["Guest lesson booked", "with a guest"],
}

const occasionTitles: Record<MailData["occasion"]["what"], string> = {
  invited: "New event",
  changed: "Event changed",
  canceled: "Event canceled",
  removed: "No longer invited",
  results: "New results",
  fee: "Another fee for an event",
  "in-charge": "You’re in charge of an event",
  "not-in-charge": "You’re no longer in charge of an event",
}

export const classChangeTitles: Record<MailData["class-changed"]["what"], string> = {
  teacher: "Change of teacher",
  room: "Change of room",
  both: "Change of teacher and room",
}

function occasionPageOf(what: MailData["occasion"]["what"], occasionId: string): string {
  if (what === "results") return paths.studentReports()
  return what === "removed" ? paths.studentOccasions() : paths.studentOccasion(occasionId)
}

type Brief = { [Template in MailTemplate]?: (data: MailData[Template]) => MailInBrief }

/** The templates that come as notifications too. */
const briefs: Brief = {
  "session-changed": ({ change, lessons }) => ({
    topic: "changes",
    title:
      lessons.length === 1
        ? changed[change][0]
        : `${countOf(lessons.length, "lesson")} ${changed[change][1]}`,
    pathFor: lessonsPath,
  }),
  "class-changed": ({ what }) => ({
    topic: "changes",
    title: classChangeTitles[what],
    pathFor: lessonsPath,
  }),
  "lessons-arranged": ({ isUndone }) => ({
    topic: "changes",
    title: isUndone ? "Your lessons are back on" : "Your lessons have changed",
    pathFor: lessonsPath,
  }),
  "running-late": ({ lessonId }) => ({
    topic: "changes",
    title: "Your lesson starts late",
    pathFor: (role) => (role === "student" ? paths.studentSession(lessonId) : lessonsPath(role)),
  }),
  occasion: ({ what, occasionId }) => ({
    topic: "changes",
    title: occasionTitles[what],
    pathFor: (role) =>
      role === "student"
        ? occasionPageOf(what, occasionId)
        : role === "teacher"
          ? what === "not-in-charge"
            ? paths.teacherOccasions()
            : paths.teacherOccasion(occasionId)
          : paths.occasion(occasionId),
  }),
  "invoice-issued": ({ invoiceId }) => ({
    topic: "invoices",
    title: "New invoice",
    pathFor: (role) => (role === "student" ? paths.studentInvoice(invoiceId) : paths.invoice(invoiceId)),
  }),
  "lessons-tomorrow": ({ isAhead }) => ({
    topic: "lessons",
    title: isAhead ? "Lessons coming up" : "Lessons tomorrow",
    pathFor: lessonsPath,
  }),
  "attendance-missing": () => ({
    topic: "attendance",
    title: "Missing attendance",
    pathFor: () => paths.teacherHome(),
  }),
  "lesson-notes": () => ({
    topic: "notes",
    title: "New lesson notes",
    pathFor: () => paths.studentHome(),
  }),
  "credits-expiring": () => ({
    topic: "credits",
    title: "Make-up credits expire soon",
    pathFor: () => paths.familyCredits(),
  }),
  "freed-time": () => ({
    topic: "credits",
    title: "A lesson time is free",
    pathFor: () => paths.studentFreedTimes(),
  }),
  "inquiry-arrived": ({ inquiryId }) => ({
    topic: "inquiries",
    title: "New inquiry",
    pathFor: () => paths.inquiry(inquiryId),
  }),
  "new-message": ({ conversationId }) => ({
    topic: "messages",
    title: "New message",
    pathFor: () => paths.conversation(conversationId),
  }),
}

export function inBrief<Template extends MailTemplate>(
  template: Template,
  data: MailData[Template],
): MailInBrief | undefined {
  const brief: Brief[Template] = briefs[template]
  return brief?.(data)
}
