import { sqlite } from "db/client.server"
import { expect, test } from "vitest"
import { type Browser, locationOf, openOffice } from "../../support/app"
import { formsOf } from "../../support/forms"

// Rows that stay out for a cell which can’t be read, and how many are added without it.

const roster = (count: number, birthday: string) => {
  const rows = Array.from(
    { length: count },
    (_, n) => `S-${n},Kid${n},Pat${n},p${n}@mail.example,${birthday}`,
  )
  const text = ["Student ID,First Name,Parent Name,Parent Email,Birthday", ...rows].join("\n")
  return new File([text], "list.csv", { type: "text/csv" })
}

/** Sends the form of a page that has this button, as a browser without scripts would. */
async function press(browser: Browser, address: string, intent: string): Promise<string> {
  const forms = formsOf(await browser.html(address), address)
  const form = forms.find(({ keys }) => keys.some(({ value }) => value === intent))
  const typed = (form?.fields ?? []).flatMap(({ name, value }) => (name ? [[name, String(value)]] : []))
  const answer = await browser.submit(address, { ...Object.fromEntries(typed), intent })
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

async function check(browser: Browser, file: File): Promise<string> {
  const uploaded = await browser.submit("/students/import", { file })
  return press(browser, locationOf(uploaded), "columns")
}

test("the import adds as many students as its button says, and none that the school has", async () => {
  const { actor, browser } = await openOffice()
  const students = () =>
    sqlite().prepare("select count(*) from students where school_id = ?").pluck().get(actor.school.id)
  await press(browser, await check(browser, roster(3, "02/25/2012")), "import")
  expect(students()).toBe(3)

  const address = await check(browser, roster(8, "99/99/2012"))
  const text = await browser.read(address)
  expect(text).toContain("5 rows have problems only in optional cells")
  expect(text).toContain("Import 5 students without those cells")
  await press(browser, address, "keep-unreadable")
  await press(browser, address, "import")
  expect(students()).toBe(8)
})
