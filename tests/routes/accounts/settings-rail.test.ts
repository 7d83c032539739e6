import { members } from "db/schema/people"
import { beforeAll, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { addMember, changeRows, openSchool } from "../../support/school"

// Every page of the settings shows all of them that someone may open, and marks its own.

let school: ReturnType<typeof openSchool>
beforeAll(() => {
  school = openSchool()
})

/** The rail's entries, the current one with an asterisk; undefined where there is no rail. */
async function railOf(userId: string, path: string): Promise<string[] | undefined> {
  const html = await (await Browser.of(userId)).html(path)
  const rail = html.match(/<nav class="settings-rail[^>]*>(.*?)<\/nav>/s)?.[1]
  const links = rail?.matchAll(/<a ([^>]*)>([^<]*)<\/a>/g)
  return links && [...links].map(([, of, label]) => `${label}${of?.includes("aria-current") ? "*" : ""}`)
}

test.each([
  ["/settings/profile", "Profile"],
  ["/settings/school", "School details"],
  ["/settings/preferences", "Emails"],
  ["/settings/policies", "Policies"],
  ["/settings/attendance-statuses", "Attendance statuses"],
  ["/settings/skills", "Skills"],
  ["/settings/team", "Team"],
  ["/settings/admin/log", "Activity"],
  ["/settings/admin/data", "Import and export"],
  ["/settings/admin/deleted", "Recently deleted"],
  ["/settings/subscription", "Subscription"],
  ["/settings/subscription/address", "Subscription"],
  ["/settings/admin/support", "Administration"],
])("an administrator finds all settings from %s", async (path, label) => {
  const rail = await railOf(school.userId, path)
  expect(rail).toHaveLength(14)
  expect(rail?.join(", ")).toContain("Policies")
  expect(rail).toContain("Public page")
  expect(rail?.filter((entry) => entry.endsWith("*"))).toEqual([`${label}*`])
})

test("a member with rights finds what those open", async () => {
  const { userId, actor } = addMember(school.actor, "office", "Ruth Castellano")
  changeRows(members, { id: actor.memberId ?? "" }, { rights: "see-people,settings" })
  const rail = await railOf(userId, "/settings/school")
  expect(rail).toContain("School details*")
  expect(rail).toContain("Custom fields")
  expect(rail).not.toContain("Team")
  expect(rail).not.toContain("Subscription")
})

test("who has only their own settings needs no way around them", async () => {
  const teacher = addMember(school.actor, "teacher", "Kwame Boateng")
  expect(await railOf(teacher.userId, "/settings/profile")).toBeUndefined()
})

test("a school that hasn't paid has its profile and its subscription alone", async () => {
  const unpaid = openSchool({ active: false })
  expect(await railOf(unpaid.userId, "/settings/profile")).toBeUndefined()
})
