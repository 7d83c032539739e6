import { beforeAll, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { openSchool } from "../../support/school"

// Requests that none of our pages sends.

let office: Browser

beforeAll(async () => {
  office = await Browser.of(openSchool().userId)
})

test("a form with the name of what every object has is answered like any other", async () => {
  for (const name of ["valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toString"])
    for (const address of ["/students/create", "/classes/create", "/messaging/new"])
      for (let time = 0; time < 2; time += 1) {
        const { status } = await office.submit(address, { firstName: "Ada", [name]: "1" })
        expect(status, `${address} ${name}`).toBeLessThan(500)
      }
})

test("a week doesn’t repeat what it can’t read of its address for each lesson", async () => {
  const page = async (address: string) => (await office.html(address)).length
  const usual = await page("/schedule")
  for (const name of ["date", "teacher", "other"])
    expect(await page(`/schedule?${name}=${"1".repeat(10_000)}`), name).toBeLessThan(usual + 25_000)
})
