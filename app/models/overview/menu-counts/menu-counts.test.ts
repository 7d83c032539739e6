import { messageReports, messages } from "db/schema/communication"
import { inquiries } from "db/schema/people-inquiries"
import { expect, test } from "vitest"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import { openPayingFamily } from "../../../../tests/support/family"
import { addRows, rowsOf } from "../../../../tests/support/school"
import { countWaiting } from "./menu-counts.server"

test("the menu counts new inquiries and reports of messages, of its own school and right alone", () => {
  const family = openPayingFamily()
  const other = openPayingFamily()
  const schoolId = family.school.school.id
  const asked = {
    schoolId,
    createdAt: 1,
    purpose: "lessons" as const,
    firstName: "Ida",
    email: "i@i.example",
  }
  addRows(inquiries, [
    { ...asked, id: "new", state: "new" },
    { ...asked, id: "contacted", state: "contacted" },
  ])
  const written = startConversation(family.guardian.actor, {
    ...{ to: "office", subject: "Hello", body: "You again", shown: -1, entryId: "entry-1" },
  })
  expect(written.ok).toBe(true)
  const message = rowsOf(messages).at(-1)
  addRows(messageReports, {
    ...{ schoolId, id: "report", createdAt: 1, messageId: message?.id ?? "" },
    ...{ memberId: family.school.memberId ?? "", reason: "other", note: "", isForPlatform: false },
  })
  const all = { attendance: false, corrections: false, requests: false, inquiries: true, reports: true }
  const counted = (school: typeof family.school, may = all) => countWaiting(school, school.userId ?? "", may)
  expect(counted(family.school)).toMatchObject({ inquiries: 1, reports: 1 })
  expect(counted(family.school, { ...all, inquiries: false, reports: false })).toMatchObject({
    inquiries: 0,
    reports: 0,
  })
  expect(counted(other.school)).toMatchObject({ inquiries: 0, reports: 0 })
})
