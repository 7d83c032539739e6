import { createServer, type Server } from "node:http"
import { expect, signIn, test } from "./journey"

/** The school's website: another host, so that the browser keeps no cookie of ours in its frame. */
async function siteWith(code: string): Promise<string> {
  const page = `<!doctype html><html lang="en"><title>Harmony</title>${code}</html>`
  site = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(page))
  await new Promise<void>((listening) => site?.listen(0, "127.0.0.1", listening))
  const address = site.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`
}
let site: Server | undefined
test.afterEach(() => void site?.close())

// From a stranger on the school's own website to a student. tests/routes/people/enrollment.test.ts has what is refused.

test("a stranger asks for lessons inside the school's website, confirms, and becomes a student with a trial", async ({
  page,
  otherPage,
  appUrl,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const last = javaScriptEnabled === false ? "Lindgren" : "Castillo"
  const email = `ida.${last.toLowerCase()}@newcomer.example`
  await signIn(page, "admin@harmony.example")

  await test.step("the office opens its public page", async () => {
    await page.goto("/settings/public-page")
    await page.getByLabel("Open the page").check()
    await page.getByLabel("Address", { exact: true }).fill("harmony-music")
    await page.getByLabel("Introduction").fill("Private lessons for every age since 1987.")
    await page.getByLabel("Prices").fill("45 minutes: $52")
    await page.getByLabel("Helena Novak").check()
    await look(page)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText("Public page saved. It’s open.")).toBeVisible()
    await expect(page.getByLabel("Link", { exact: true })).toHaveValue(`${appUrl}/s/harmony-music`)
    await look(page)
  })

  const stranger = await otherPage()
  await test.step("a stranger finds it on the school's website and asks", async () => {
    const code = await page.getByLabel("Code for your website").inputValue()
    await stranger.goto(await siteWith(code))
    const form = stranger.frameLocator("iframe")
    await expect(form.getByRole("heading", { level: 1 })).toContainText("Lessons at")
    await expect(form.getByText("Helena Novak")).toBeVisible()
    await form.getByText("A trial lesson").click()
    await form.getByText("My child").click()
    await form.getByLabel("Student’s first name").fill("Ida")
    await form.getByLabel("Student’s last name").fill(last)
    await form.getByLabel("Student’s birth date").fill("2017-05-01")
    await form.getByLabel("Parent’s or guardian’s name").fill(`Robin ${last}`)
    await form.getByLabel("Your email").fill(email)
    await form.getByLabel("Instrument", { exact: true }).selectOption("Piano")
    await form.getByLabel("Wed evenings").check()
    await form.getByLabel("Anything else?").fill("She sings all day.")
    await form.getByLabel("I agree: Studio policy").check()
    // No one reads the form as fast as this does.
    await stranger.waitForTimeout(3_000)
    await form.getByRole("button", { name: "Ask for lessons" }).click()
    await expect(form.getByRole("heading", { level: 1 })).toHaveText("Check your email")
    expect(await stranger.context().cookies()).toEqual([])
  })

  await test.step("and proves the mailbox", async () => {
    await stranger.goto("/s/harmony-music")
    await look(stranger)
    const mail = await mailbox.latestTo(email, /^Confirm your request to/)
    expect(mail.text).not.toContain("sings")
    await stranger.goto(/https?:\/\/\S+token=\S+/.exec(mail.text)?.[0] ?? "")
    await look(stranger)
    await stranger.getByRole("button", { name: "Confirm request" }).click()
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Request sent")
    await mailbox.latestTo(email, /got your request$/)
    await mailbox.latestTo("admin@harmony.example", new RegExp(`^New inquiry: Ida ${last}`))
  })

  await test.step("the office makes a student of it and books the trial", async () => {
    await page.goto("/students")
    await page.getByRole("navigation", { name: "Students and families" }).getByText("Inquiries").click()
    await look(page)
    await page.getByRole("link", { name: `Ida ${last}` }).click()
    await expect(page.getByText("She sings all day.")).toBeVisible()
    await expect(page.getByText("Studio policy, version 1")).toBeVisible()
    await look(page)
    await page.getByRole("button", { name: `Add Ida ${last}` }).click()
    await expect(page.getByText(`Ida ${last} added.`)).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book a trial lesson")
    await page.getByLabel("Teacher", { exact: true }).selectOption({ label: "Helena Novak" })
    // A time that no other journey takes.
    await page.getByLabel("Date", { exact: true }).fill("2026-11-20")
    await page.getByLabel("Start", { exact: true }).fill(javaScriptEnabled === false ? "12:45" : "12:15")
    await page.getByRole("button", { name: "Book trial lesson" }).click()
    await expect(page.getByText(`Trial lesson booked for Ida ${last}`)).toBeVisible()
    await expect(page.getByText("She sings all day.")).toBeVisible()
    await page.goto("/students/inquiries")
    await expect(page.getByRole("row", { name: new RegExp(`Ida ${last}`) })).toContainText("Trial booked")
  })
})
