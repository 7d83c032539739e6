import { sqlite } from "db/client.server"
import { beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { leaseMail } from "~/models/foundation/outbox/outbox.server"
import { Browser, rowCount, textOf } from "../../support/app"

const message = {
  name: "Mireille Østergård",
  email: "mireille@nordlys.example",
  subject: "Do you do choirs?",
  message: "We are 40 singers.\n\n<b>And</b> a =SUM(A1) dog. 🎻",
}
const demo = {
  fullName: "Mireille Østergård",
  email: "mireille@nordlys.example",
  countryCode: "+47",
  phone: "2222 3333",
  schoolName: "Nordlys Musikkskole",
  role: "director",
  schoolSize: "51-100",
  numberOfTeachers: "6-10",
  currentSoftware: "",
  preferredTime: "morning",
  timezone: "CET",
  specificInterests: "",
  additionalInfo: "Thursdays are best.",
}

beforeEach(() => {
  sqlite().exec(
    "delete from rate_limits; delete from emails; delete from contact_messages; delete from demo_requests",
  )
})

const lastRow = (table: string) => sqlite().prepare(`select * from ${table}`).get()
const lastMail = async () => {
  const mail = leaseMail()
  if (!mail) throw new Error("No mail waits.")
  return { recipient: mail.recipient, ...(await composeMail(mail)) }
}

describe("a contact message", () => {
  test("is kept, mailed to us, and answered to the visitor", async () => {
    const browser = new Browser()
    expect(await browser.read("/contact")).toContain("A person answers within 24 hours.")
    await expect(browser.submit("/contact", message)).toLead(303, "/contact?sent=yes")
    const text = await browser.read("/contact?sent=yes")
    expect(text).toContain("Message sent successfully! We'll get back to you within 24 hours.")
    expect(lastRow("contact_messages")).toMatchObject(message)
    const mail = await lastMail()
    expect(mail).toMatchObject({
      recipient: "hello@tutti.example",
      replyTo: message.email,
      subject: "Contact: Do you do choirs?",
    })
    expect(mail.html).toContain("&lt;b&gt;And&lt;/b&gt;")
    expect(mail.text).toContain("We are 40 singers.")
  })

  test("needs all four fields, and keeps the others", async () => {
    const answer = await new Browser().submit("/contact", { ...message, subject: " ", message: "" })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("Please fill in all fields All fields are required to send your message.")
    expect(html).toContain('<a href="#contact-message-subject">Enter a subject.</a>')
    expect(html).toContain('<a href="#contact-message-message">Enter your message.</a>')
    expect(html).toContain(`value="${message.email}"`)
    expect(rowCount("contact_messages")).toBe(0)
  })

  test("of invisible letters is empty", async () => {
    const blank = "\u200b\u3164"
    const answer = await new Browser().submit("/contact", { ...message, name: blank, message: blank })
    await expect(answer).toAnswer(400, "Enter your name. Enter your message.")
    const asked = await new Browser().submit("/demo-request", { ...demo, fullName: blank, schoolName: blank })
    expect(await textOf(asked)).toContain("Name must be at least 2 characters")
  })

  test.each(["mireille", "a@b", "a@b.example\nBcc: c@d.example", "<a@b.example>"])(
    "needs an email that can be answered, not %j",
    async (email) => {
      const answer = await new Browser().submit("/contact", { ...message, email })
      await expect(answer).toAnswer(400, "Invalid email address Please enter a valid email address.")
    },
  )

  test("that is far too long is refused with what was typed", async () => {
    const answer = await new Browser().submit("/contact", { ...message, message: "la ".repeat(5000) })
    await expect(answer).toAnswer(400, "Keep this under 10,000 characters.")
  })

  test("sent twice, or by two tabs at once, is one; another one is another", async () => {
    const send = (more = {}) => new Browser().submit("/contact", { ...message, ...more })
    const answers = [await send(), ...(await Promise.all([send(), send()])), await send({ subject: "More" })]
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect([rowCount("contact_messages"), rowCount("emails")]).toEqual([2, 2])
  })

  test("of a program is thanked and forgotten", async () => {
    const answer = await new Browser().submit("/contact", { ...message, fax: "1234" })
    expect(answer.headers.get("Location")).toBe("/contact?sent=yes")
    expect([rowCount("contact_messages"), rowCount("emails")]).toEqual([0, 0])
  })

  test("of one address comes five times an hour", async () => {
    const statuses: number[] = []
    for (let times = 0; times < 6; times += 1)
      statuses.push(
        (await new Browser().submit("/contact", { ...message, subject: `Question ${times}` })).status,
      )
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    expect(rowCount("contact_messages")).toBe(5)
  })

  test("that cannot be kept says whom to write to, and loses nothing", async () => {
    sqlite().exec("alter table contact_messages rename to away")
    const answer = await new Browser().submit("/contact", message)
    sqlite().exec("alter table away rename to contact_messages")
    expect(answer.status).toBe(503)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain(
      "Failed to send message Please try again or contact us directly at hello@tutti.example",
    )
    expect(html).toContain("Do you do choirs?")
    expect(rowCount("emails")).toBe(0)
  })

  test("can be sent by a program that says so", async () => {
    const call = (body: unknown) => new Browser().call("POST", "/api/contact", body)
    const answer = await call(message)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { success: true, message: "Message sent successfully! We'll get back to you within 24 hours." },
    ])
    expect(rowCount("contact_messages")).toBe(1)
    expect(await (await call({ name: "Mireille" })).json()).toEqual({
      message: "All fields are required to send your message.",
    })
    expect(await (await call({ ...message, email: "nobody" })).json()).toEqual({
      message: "Please enter a valid email address.",
    })
    for (const body of [[], 7, "null", { ...message, name: { first: "M" } }, { ...message, message: 7 }])
      expect((await call(body)).status).toBe(400)
    expect(rowCount("contact_messages")).toBe(1)
  })
})

describe("a demo request", () => {
  test("is asked in four sections with the options of the specification", async () => {
    const html = await new Browser().html("/demo-request")
    for (const title of [
      "Contact Information",
      "School Information",
      "Scheduling Preferences",
      "Additional Information",
    ])
      expect(html).toContain(`<h2>${title}</h2>`)
    const optionsOf = (name: string) => {
      const select = html.match(new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?</select>`))?.[0] ?? ""
      return [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)
    }
    expect(optionsOf("role").join(" ")).toBe("owner director administrator principal manager teacher other")
    expect(optionsOf("schoolSize").join(" ")).toBe("1-25 26-50 51-100 101-200 201-500 500+")
    expect(optionsOf("numberOfTeachers").join(" ")).toBe("1-2 3-5 6-10 11-20 21-50 50+")
    expect(optionsOf("preferredTime").join(" ")).toBe("morning afternoon evening flexible")
    expect(optionsOf("timezone").join(" ")).toBe("EST CST MST PST GMT CET JST AEST other")
    expect(optionsOf("countryCode").join(" ")).toBe(
      "+1 +27 +44 +61 +49 +33 +39 +34 +31 +46 +47 +45 +41 +43 +32 +91 +86 +81 +82 +65 +60 +852 +64",
    )
    expect(html).toContain("+1 (US/Canada)")
    expect(html, "nobody is asked for a country unless a service is set").not.toContain("data-geolocation")
    expect(html).toContain(">Request Demo</button>")
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Cancel<\/a>/)
  })

  test.each([
    ["a German browser", { "Accept-Language": "de,en-US;q=0.7,en;q=0.3" }, "+49"],
    ["a British browser", { "Accept-Language": "en-GB" }, "+44"],
    ["what the proxy says over the language", { "Accept-Language": "de", "x-tutti-country": "NZ" }, "+64"],
    ["a language without a country of ours", { "Accept-Language": "uk" }, undefined],
    ["nonsense", { "Accept-Language": "§$%;q=x,,;;" }, undefined],
    ["nothing", {}, undefined],
  ])("begins with the country code of %s", async (_who, headers, code) => {
    const html = await new Browser().html("/demo-request", headers)
    const chosen = html.match(/<select[^>]*name="countryCode"[\s\S]*?<\/select>/)?.[0]
    expect(chosen?.match(/<option value="([^"]+)" selected=""/)?.[1]).toBe(code)
  })

  test("is kept, mailed to us and thanked for", async () => {
    const browser = new Browser()
    await expect(browser.submit("/demo-request", demo)).toLead(303, "/demo-request?sent=yes")
    expect(await browser.read("/demo-request?sent=yes")).toContain(
      "Demo request submitted! We'll contact you within 24 hours to schedule your personalized demo.",
    )
    expect(lastRow("demo_requests")).toMatchObject({
      full_name: demo.fullName,
      timezone: "CET",
    })
    const mail = await lastMail()
    expect(mail).toMatchObject({ replyTo: demo.email, subject: "Demo request: Nordlys Musikkskole" })
    expect(mail.text).toContain("Phone: +47 2222 3333")
  })

  test("sent twice is one", async () => {
    await Promise.all([
      new Browser().submit("/demo-request", demo),
      new Browser().submit("/demo-request", demo),
    ])
    expect([rowCount("demo_requests"), rowCount("emails")]).toEqual([1, 1])
  })

  test("says what is missing, field by field, and keeps the rest", async () => {
    const answer = await new Browser().submit("/demo-request", {
      fullName: "M",
      email: "m",
      phone: "123",
      schoolName: "N",
      currentSoftware: "A notebook",
    })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    for (const words of [
      "Name must be at least 2 characters",
      "Please enter a valid email address",
      "Please select a country code",
      "Please enter a valid phone number",
      "School name must be at least 2 characters",
      "Please select your role",
      "Please select your school size",
      "Please select number of teachers",
      "Please select a preferred time",
      "Please select your timezone",
    ])
      expect(text).toContain(words)
    expect(html).toContain('value="A notebook"')
    expect(rowCount("demo_requests")).toBe(0)
  })

  test.each([
    ["role", "king", "Please select your role"],
    ["schoolSize", "26-50\u0000", "Please select your school size"],
    ["timezone", "__proto__", "Please select your timezone"],
    ["countryCode", "+999", "Please select a country code"],
    ["additionalInfo", "x".repeat(5001), "Keep this under 5,000 characters."],
    ["fullName", "x".repeat(201), "Keep this under 200 characters."],
  ])("with a made-up %s is refused", async (field, value, words) => {
    await expect(new Browser().submit("/demo-request", { ...demo, [field]: value })).toAnswer(400, words)
  })

  test("sent twice, or by two tabs at once, is one; another one is another", async () => {
    const send = (more = {}) => new Browser().submit("/contact", { ...message, ...more })
    const answers = [await send(), ...(await Promise.all([send(), send()])), await send({ subject: "More" })]
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect([rowCount("contact_messages"), rowCount("emails")]).toEqual([2, 2])
  })

  test("of a program is thanked and forgotten", async () => {
    const answer = await new Browser().submit("/demo-request", { ...demo, fax: "1" })
    expect(answer.headers.get("Location")).toBe("/demo-request?sent=yes")
    expect(rowCount("demo_requests")).toBe(0)
  })

  test("that cannot be kept says so", async () => {
    sqlite().exec("alter table demo_requests rename to away")
    const answer = await new Browser().submit("/demo-request", demo)
    sqlite().exec("alter table away rename to demo_requests")
    await expect(answer).toAnswer(
      503,
      "Error Failed to submit demo request. Please try again or contact support.",
    )
  })

  test("can be sent by a program that says so", async () => {
    const { currentSoftware: _, specificInterests: __, ...needed } = demo
    const answer = await new Browser().call("POST", "/api/demo-request", needed)
    expect([answer.status, ((await answer.json()) as { success: boolean }).success]).toEqual([200, true])
    const refusal = await new Browser().call("POST", "/api/demo-request", { ...needed, role: 7 })
    expect([refusal.status, await refusal.json()]).toEqual([400, { message: "Please select your role" }])
    expect(rowCount("demo_requests")).toBe(1)
  })
})
