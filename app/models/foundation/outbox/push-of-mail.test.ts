import { expect, test } from "vitest"
import { inBrief } from "./push-of-mail"

// Which emails come to a device as notifications too, and what these say on a locked screen.

const lesson: [string, string] = ["Wed, Nov 25, 4:00 PM", "Otis: Guitar"]
const about = { schoolName: "Harmony School of Music", recipientName: "Grace Okafor" }

test("a moved and a canceled lesson notify, one or many of them", () => {
  const brief = (change: "moved" | "cancelled", lessons: [string, string][]) =>
    inBrief("session-changed", { ...about, change, lessons, reason: null, forTeacher: false })
  expect(brief("moved", [lesson])).toMatchObject({ topic: "changes", title: "Lesson moved" })
  expect(brief("cancelled", [lesson])?.title).toBe("Lesson canceled")
  expect(brief("cancelled", [lesson, lesson])?.title).toBe("2 lessons canceled")
  expect(brief("moved", [lesson])?.pathFor("student")).toBe("/student/schedule")
  expect(brief("moved", [lesson])?.pathFor("teacher")).toBe("/dashboard/teacher/schedule")
})

test("lessons that a teacher’s absence moves or cancels notify as well, and again when they are back", () => {
  const brief = (isUndone: boolean) =>
    inBrief("lessons-arranged", {
      ...about,
      teacherName: "Marcus Whitfield",
      away: "Nov 25 to 27",
      isUndone,
      audience: "family",
      lessons: [lesson],
    })
  expect(brief(false)).toMatchObject({ topic: "changes", title: "Your lessons have changed" })
  expect(brief(true)?.title).toBe("Your lessons are back on")
})

test("a new invoice and a message notify, without a name or an amount; a receipt doesn’t", () => {
  const message = inBrief("new-message", {
    ...about,
    authorName: "Marcus Whitfield",
    subject: "Recital",
    body: "At six.",
    conversationId: "c1",
    hasPages: true,
    answerTo: null,
  })
  expect(message?.title).toBe("New message")
  expect(message?.pathFor("student")).toBe("/messaging/c1")
  expect(inBrief("invoice-issued", { invoiceId: "i1" } as never)?.pathFor("student")).toBe(
    "/student/invoices/i1",
  )
  expect(inBrief("payment-receipt", {} as never)).toBeUndefined()
})
