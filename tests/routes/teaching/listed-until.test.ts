import { expect, test } from "vitest"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addMember } from "../../support/school"

// Weekly lessons are made twelve weeks ahead. Today is Wednesday, November 18, 2026.

test("days beyond the lessons that are made are said to be so, for families, teachers and the office", async () => {
  const { school, guardian } = openPayingFamily()
  const teacher = addMember(school, "teacher", "Helena Novak")
  const said = "Weekly lessons are listed until February 10, 2027. Later ones aren’t listed yet."
  for (const [userId, pages] of [
    [guardian.userId, ["/student/schedule?", "/student/schedule?view=month"]],
    [teacher.userId, ["/dashboard/teacher/schedule?", "/dashboard/teacher/schedule?view=month"]],
    [
      school.userId ?? "",
      [
        "/schedule?",
        "/schedule?view=day",
        "/schedule?view=month",
        "/schedule?view=agenda",
        "/schedule/simple?",
      ],
    ],
  ] as const) {
    const browser = await Browser.of(userId)
    for (const page of pages) {
      expect(await browser.read(`${page}&date=2027-03-10`), page).toContain(said)
      expect(await browser.read(`${page}&date=2026-12-02`), page).not.toContain("are listed until")
    }
  }
})
