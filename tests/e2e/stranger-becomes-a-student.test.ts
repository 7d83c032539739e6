import { createServer, type Server } from "node:http"
import { drawn, expect, signIn, test } from "./journey"

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

test(
  "a stranger asks for lessons inside the school's website, confirms, and becomes a student with a trial",
  drawn("a frame in another page"),
  async ({ page, otherPage, appUrl, mailbox, look, javaScriptEnabled }) => {
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
      // The frame is as tall as what is in it; without scripts it keeps its height.
      const height = expect(stranger.locator("iframe"))
      if (javaScriptEnabled === false) await height.toHaveAttribute("height", "2400")
      else await height.not.toHaveAttribute("height", "2400")
      await form.getByText("A trial lesson", { exact: true }).click()
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
      await page.getByRole("link", { name: `Ida ${last}`, exact: true }).click()
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
  },
)

test("a stranger books a trial lesson on a phone, and the office makes a student of them", async ({
  page,
  otherPage,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const last = javaScriptEnabled === false ? "Halvorsen" : "Marchetti"
  const email = `nils.${last.toLowerCase()}@newcomer.example`
  await signIn(page, "admin@harmony.example")
  const stranger = await otherPage()
  await stranger.setViewportSize({ width: 360, height: 740 })
  let time = ""

  await test.step("the office opens a form of its own", async () => {
    await page.goto("/settings/public-page")
    await page.getByLabel("Open the page").check()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("link", { name: "Set up forms" }).click()
    await page.getByLabel("Name", { exact: true }).fill(`Try a lesson, ${last}`)
    await page.getByLabel("What it’s for").selectOption("A trial lesson")
    await look(page)
    await page.getByRole("button", { name: "Add form" }).click()
    await page.getByLabel("Let visitors book an open time").check()
    await page.getByLabel("Marcus Whitfield").check()
    await page.getByLabel("Message: answer").selectOption("Required")
    await look(page)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText(`Try a lesson, ${last} saved.`)).toBeVisible()
  })

  await test.step("a stranger picks a time and types", async () => {
    const link = await page.getByLabel("Link", { exact: true }).inputValue()
    await stranger.goto(link)
    const which = stranger.getByRole("heading", { name: "Which instrument?" })
    if (await which.isVisible()) await stranger.locator("main .buttons a").first().click()
    await expect(stranger.getByRole("group", { name: /^Time/ })).toBeVisible()
    const first = stranger.getByRole("radio").nth(javaScriptEnabled === false ? 6 : 2)
    time = (await first.getAttribute("value")) ?? ""
    await first.check()
    await stranger.getByText("My child").click()
    await stranger.getByLabel("Student’s first name").fill("Nils")
    await stranger.getByLabel("Student’s last name").fill(last)
    await stranger.getByLabel("Parent’s or guardian’s name").fill(`Robin ${last}`)
    await stranger.getByLabel("Your email").fill(email)
    await stranger.getByLabel("Anything else?").fill("He whistles.")
    const consent = stranger.getByLabel("I agree: Studio policy")
    if (await consent.isVisible()) await consent.check()
    await look(stranger)
    await stranger.waitForTimeout(3_000)
    await stranger.getByRole("button", { name: "Ask for this time" }).click()
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Check your email")
  })

  await test.step("proves the mailbox, and the time is theirs", async () => {
    const mail = await mailbox.latestTo(email, /^Confirm your trial lesson at/)
    await stranger.goto(/https?:\/\/\S+token=\S+/.exec(mail.text)?.[0] ?? "")
    await look(stranger)
    await stranger.getByRole("button", { name: "Book this time" }).click()
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Trial lesson booked")
    const booked = await mailbox.latestTo(email, /^Trial lesson at/)
    expect(booked.text).toContain("Marcus Whitfield")
    await stranger.goto(/https?:\/\/\S+token=\S+/.exec(booked.text)?.[0] ?? "")
    await expect(stranger.getByRole("button", { name: "Cancel trial lesson" })).toBeVisible()
    await look(stranger)
  })

  await test.step("the office sees it as booked, and makes a student of it", async () => {
    await page.goto("/students/inquiries")
    const row = page.getByRole("row", { name: new RegExp(`Nils ${last}`) })
    await expect(row).toContainText("Trial booked")
    await row.getByRole("link", { name: `Nils ${last}` }).click()
    await expect(page.getByText("He whistles.")).toBeVisible()
    await look(page)
    await page.getByRole("button", { name: `Add Nils ${last}` }).click()
    await expect(page.getByText(`Nils ${last} added.`)).toBeVisible()
    await page.goto(`/schedule?date=${time.slice(0, 10)}`)
    await expect(page.getByText(`Nils ${last}`).first()).toBeVisible()
  })
})
