import { members } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { presetRights } from "~/models/foundation/access/rights"
import { Browser } from "../../support/app"
import { formsOf } from "../../support/forms"
import { addMember, changeRows, openSchool } from "../../support/school"

// The settings are text until one of their parts is opened, by an address.

let school: { actor: Actor; browser: Browser }
beforeEach(async () => {
  const { actor, userId } = openSchool()
  school = { actor, browser: await Browser.of(userId) }
})

const at = "/settings/school"

/** The names of the fields of a page's forms that a person types or chooses in, those of a list's entries left out. */
async function fieldsOf(browser: Browser, address: string): Promise<string[]> {
  const html = await browser.html(address)
  const main = html.slice(html.indexOf('id="main"')).replace(/<details class="grow"[\s\S]*?<\/details>/g, "")
  return formsOf(main, address)
    .flatMap(({ fields }) => fields)
    .filter(({ kind }) => kind !== "hidden")
    .map(({ name }) => name)
}

describe("a page of the settings", () => {
  test("is read as text, and opens one part as a form", async () => {
    const text = await school.browser.read(at)
    expect(text).toContain("Time zone America/New York")
    expect(text).toContain("Due 14 days after the invoice is sent")
    expect(text).toContain("Phone Not set")
    expect(await fieldsOf(school.browser, at)).toEqual([])
    const html = await school.browser.html(at)
    expect(html).toContain(`href="${at}?edit=identity#identity"`)
    expect(html).toContain('aria-label="Edit: School details"')
    expect(await fieldsOf(school.browser, `${at}?edit=identity`)).toEqual([
      "name",
      ...["street", "postalCode", "city", "region", "country"].map((part) => `address.${part}`),
      "phone",
      "email",
    ])
    expect(await school.browser.html(`${at}?edit=identity`)).toContain(`href="${at}#identity">Cancel</a>`)
    expect(await fieldsOf(school.browser, `${at}?edit=nowhere`)).toEqual([])
  })

  test("keeps a refused form open with what was typed, and is text again once it’s saved", async () => {
    const refused = await school.browser.submit(`${at}?edit=identity`, {
      intent: "identity",
      name: "Harmony on Main",
      email: "nowhere",
    })
    const html = await refused.text()
    expect(refused.status).toBe(400)
    expect(html).toContain('value="Harmony on Main"')
    expect(html).toContain("Enter a complete email address")
    const saved = await school.browser.submit(`${at}?edit=identity`, {
      intent: "identity",
      name: "Harmony on Main",
    })
    expect(saved.headers.get("Location")).toBe(at)
    expect(await school.browser.read(at)).toContain("Name Harmony on Main")
    expect(await fieldsOf(school.browser, at)).toEqual([])
  })

  test("has no field before it’s asked for, whoever it belongs to", async () => {
    const passwords = ["currentPassword", "password", "confirmPassword"]
    const passwordForm = "/settings/profile?edit=change-password"
    expect(await fieldsOf(school.browser, passwordForm)).toEqual(passwords)
    for (const page of [
      "/settings/profile",
      "/settings/preferences",
      "/settings/fields",
      "/settings/attendance-statuses",
      "/settings/skills",
      "/settings/subscription/address",
      "/settings/admin/support",
      "/settings/admin/data",
    ])
      expect([page, await fieldsOf(school.browser, page)]).toEqual([page, []])
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Helena Novak").userId)
    expect(await fieldsOf(teacher, "/settings/profile")).toEqual([])
    expect(await fieldsOf(teacher, passwordForm)).toEqual(passwords)
    expect(await fieldsOf(teacher, "/settings/preferences")).toEqual([])
  })

  test("offers a member no change that they may not make", async () => {
    const { userId, memberId } = addMember(school.actor, "office", "Ruth Keller")
    const rights = presetRights["read-only"].join(",")
    changeRows(members, { id: memberId }, { rights })
    const browser = await Browser.of(userId)
    const html = await browser.html("/settings/preferences")
    expect(html).not.toContain("Edit: Attendance rules")
    expect(html).toContain("Edit: Notifications")
  })
})
