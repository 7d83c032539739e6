import { subscriptions } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { inquiries, inquiryDrafts } from "db/schema/people-inquiries"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { addDocument } from "~/models/people/consent/documents.server"
import { addForm, listForms, saveForm } from "~/models/people/enrollment-form/enrollment-form.server"
import { addFamily } from "~/models/people/family/family.server"
import { inviteGuardian } from "~/models/people/invitation/invite.server"
import { saveSchoolPage } from "~/models/people/school-page/school-page.server"
import { SchoolPageForm } from "~/models/people/school-page/school-page-form"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addScheduleRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../support/school"

// From the settings of a school's public page to a student: what a stranger sees and sends, and what the office makes of it.

type School = ReturnType<typeof openSchool>
let harmony: School
let office: Browser
const morning = Date.UTC(2026, 10, 18, 15)
let count = 0
let address = ""
/** Each test has its own: what an hour and a day allow is counted by the clock on the wall. */
let email = ""
const later = (ms: number) => fixClock(now() + ms)

beforeEach(async () => {
  fixClock(morning + count * 86_400_000)
  harmony = openSchool()
  office = await Browser.of(harmony.userId)
  address = `harmony-${++count}`
  email = `Ana.Berg.${count}@Example.com`
})
afterEach(() => fixClock(morning))

const open = (facts: Record<string, unknown> = {}) =>
  saveSchoolPage(
    harmony.actor,
    SchoolPageForm.parse({
      address,
      isOpen: true,
      instruments: ["Piano", "Violin"],
      ...facts,
    }),
  )
const begunIn = (html: string) => /name="begun" value="([^"]+)"/.exec(html)?.[1] ?? ""
const answers = {
  purpose: "trial",
  forWhom: "child",
  firstName: "Milo",
  lastName: "Berg",
  birthDate: "2017-05-01",
  guardianName: "Ana Berg",
  phone: "+1 555 010 0199",
  instrument: "Piano",
  level: "Beginner",
  times: ["1-evening", "6-morning"],
  message: "<b>He</b> loves it",
  source: "friend",
}

/** As someone who takes a minute to fill it in. */
async function send(visitor: Browser, facts: Record<string, string | string[]> = {}) {
  const begun = begunIn(await visitor.html(`/s/${address}`))
  later(60_000)
  return visitor.submit(`/s/${address}`, { begun, ...answers, email, ...facts })
}
const visitor = () => new Browser(`203.0.113.${++count % 250}`)
const mails = () => rowsOf(emails, { schoolId: harmony.actor.school.id })
const linkIn = async () => {
  const mail = mails()
    .filter(({ template }) => template === "inquiry-confirmation")
    .at(-1)
  if (!mail) throw new Error("No email was queued.")
  const { text } = await composeMail({ ...mail, leaseUntil: null })
  return /\/s\/\S+token=[\w-]+/.exec(text)?.[0] ?? ""
}
const rows = () => rowsOf(inquiries, { schoolId: harmony.actor.school.id })
const drafts = () => rowsOf(inquiryDrafts, { schoolId: harmony.actor.school.id })

describe("the settings of the public page", () => {
  test("open it at an address, and show the link and the code for a website", async () => {
    expect(await office.read("/settings/public-page")).toContain("Open the page")
    const saved = await office.submit("/settings/public-page", {
      ...{ isOpen: "on", address: address.toUpperCase(), intro: "We love music." },
      ...{ instruments: ["Piano"], prices: "45 minutes: $52" },
    })
    expect(saved.status).toBe(303)
    const html = await office.html("/settings/public-page")
    expect(html).toContain(`/s/${address}`)
    expect(html).toContain("&lt;iframe src=&quot;")
    const page = await visitor().read(`/s/${address}`)
    expect(page).toContain("We love music.")
    expect(page).toContain("45 minutes: $52")
    expect(page).toContain("Your phone")
  })

  test("refuse an address beside its field and keep what was typed", async () => {
    open()
    const bright = openSchool({ name: "Bright Keys" })
    const answer = await (await Browser.of(bright.userId)).submit("/settings/public-page", {
      ...{ isOpen: "on", address, intro: "Typed with care" },
    })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain("This address is taken. Choose another.")
    expect(html).toContain("Typed with care")
    for (const wrong of ["", "a", "log in", "admin", "-x-"]) {
      const refused = await office.submit("/settings/public-page", { address: wrong })
      expect(refused.status, wrong).toBe(400)
    }
  })

  test("are the office’s alone", async () => {
    const teacher = await Browser.of(addMember(harmony.actor, "teacher", "Helena Novak").userId)
    expect((await teacher.visit("/settings/public-page")).status).toBe(302)
    expect((await teacher.submit("/settings/public-page", { address })).status).toBe(302)
    expect((await teacher.visit("/students/inquiries")).status).toBe(302)
  })
})

describe("the page at its address", () => {
  test("is not found while it is off, unknown, or its school isn’t in business", async () => {
    expect((await visitor().visit("/s/no-such-school")).status).toBe(404)
    open({ isOpen: false })
    expect((await visitor().visit(`/s/${address}`)).status).toBe(404)
    expect((await visitor().submit(`/s/${address}`, { ...answers, email })).status).toBe(404)
    expect((await visitor().visit(`/s/${address}/confirm?token=x`)).status).toBe(404)
    open()
    expect((await visitor().visit(`/s/${address}`)).status).toBe(200)
    changeRows(subscriptions, { schoolId: harmony.actor.school.id }, { status: "expired" })
    expect((await visitor().visit(`/s/${address}`)).status).toBe(404)
    expect((await visitor().submit(`/s/${address}`, { ...answers, email })).status).toBe(404)
  })

  test("is shown to its own office before it opens, and to no other", async () => {
    open({ isOpen: false })
    await expect(office.visit(`/s/${address}`)).toAnswer(200, "Preview: only you")
    expect((await office.submit(`/s/${address}`, { ...answers, email })).status).toBe(404)
    const others = await Browser.of(openSchool({ name: "Bright Keys" }).userId)
    expect((await others.visit(`/s/${address}`)).status).toBe(404)
  })

  test("leads on from an earlier address", async () => {
    open()
    const earlier = address
    address = `${address}-new`
    open()
    await expect(visitor().visit(`/s/${earlier}`)).toLead(301, `/s/${address}`)
    expect((await visitor().visit(`/s/${address.toUpperCase()}`)).headers.get("Location")).toBe(
      `/s/${address}`,
    )
  })

  test("may be inside another page; the confirmation and a refused address may not", async () => {
    open()
    const policy = async (path: string) =>
      (await visitor().visit(path)).headers.get("Content-Security-Policy")
    expect(await policy(`/s/${address}`)).toContain("frame-ancestors *")
    expect(await policy(`/s/${address}?sent=yes`)).toContain("frame-ancestors *")
    for (const path of [`/s/${address}/confirm?token=x`, "/s/no-such-school", "/contact", "/auth/login"])
      expect(await policy(path), path).toContain("frame-ancestors 'none'")
    expect((await office.visit("/students/inquiries")).headers.get("Content-Security-Policy")).toContain(
      "frame-ancestors 'none'",
    )
  })

  test("needs no cookie: none is set, and the form works without", async () => {
    open()
    const page = await new Browser().visit(`/s/${address}`)
    expect(page.headers.getSetCookie()).toEqual([])
    const sent = await send(visitor())
    expect([sent.status, sent.headers.getSetCookie()]).toEqual([303, []])
  })
})

test("the queue says how many are at each stage, who waits how long, and what is best next", async () => {
  open()
  const guest = visitor()
  await send(guest)
  await guest.submit(await linkIn(), {})
  later(3 * 86_400_000)
  office = await Browser.of(harmony.userId)
  const queue = await office.read("/students/inquiries?stage=new")
  expect(queue).toMatch(/New\s+1\s+waiting up to 3 days/)
  expect(queue).toMatch(/Offered\s+0/)
  expect(queue).toMatch(/Milo Berg\s+9\s+from Ana Berg, waiting 3 days/)
  expect(queue).toContain("Sat mornings; Mon evenings")
  expect(queue).toMatch(/Answer\s+Milo Berg/)
  changeRows(inquiries, { schoolId: harmony.actor.school.id }, { state: "contacted" })
  expect(await office.read("/students/inquiries?stage=new")).toContain("No inquiries at this stage.")
  expect(await office.read("/students/inquiries?stage=contacted")).toMatch(/Make an offer\s+Milo Berg/)
})

describe("a campaign", () => {
  const inQueue = async (campaign: string) =>
    office.read(`/students/inquiries?campaign=${encodeURIComponent(campaign)}`)

  test("goes with its link through the form to the queue and the numbers, without cookies or scripts", async () => {
    open()
    const guest = visitor()
    const html = await guest.html(`/s/${address}?campaign=Open+day%00%0A2026&utm_source=flyer`)
    expect(html).toContain('name="campaign" value="Open day 2026"')
    const begun = begunIn(html)
    later(60_000)
    const typed = { begun, ...answers, email, campaign: "Open day 2026" }
    const refused = await guest.submit(`/s/${address}`, { ...typed, firstName: "" })
    expect(await refused.text()).toContain('name="campaign" value="Open day 2026"')
    expect((await guest.submit(`/s/${address}`, typed)).status).toBe(303)
    await guest.submit(await linkIn(), {})
    expect(rows()).toMatchObject([{ campaign: "Open day 2026", source: "friend" }])
    expect(await inQueue("Open day 2026")).toContain("Milo Berg")
    expect(await inQueue("Flyer")).toContain("No inquiries match these filters.")
    const numbers = await office.read("/students/inquiries/numbers?by=campaign")
    expect(numbers).toMatch(/Open day 2026\s+1\s/)
    expect(await office.read(`/students/inquiries/${rows()[0]?.id}`)).toContain("Open day 2026")
  })

  test("is what the advertisement's own words say where the link names none, and goes on to other forms", async () => {
    open()
    const bare = await visitor().html(`/s/${address}`)
    expect(bare).not.toContain('name="campaign"')
    const carried = async (query: string) =>
      /name="campaign" value="([^"]*)"/.exec(await visitor().html(`/s/${address}?${query}`))?.[1]
    expect(await carried("utm_source=flyer")).toBe("flyer")
    expect(await carried("utm_source=ads&utm_campaign=fall")).toBe("fall")
    expect(await carried(`campaign=${"x".repeat(500)}`)).toBe("x".repeat(60))
    addForm(harmony.actor, { name: "Summer camp", purpose: "camp" })
    const form = listForms(harmony.actor).find(({ isMain }) => !isMain)
    if (!form) throw new Error("No form was added.")
    saveForm(harmony.actor, form.id, { ...form, intro: undefined, isListed: true, consents: [] })
    const page = await visitor().html(`/s/${address}?campaign=fall`)
    expect(page).toContain(`/s/${address}/${form.path}?campaign=fall`)
    const made = await office.visit(`/settings/public-page/forms/${form.id}?campaign=Open+day`)
    expect(await made.text()).toMatch(new RegExp(`/s/${address}/${form.path}\\?campaign=Open(?:\\+|%20)day`))
  })
})

test("each of the numbers opens as many inquiries as it says", async () => {
  open()
  const ask = async (firstName: string, facts: Record<string, string> = {}) => {
    expect((await send(visitor(), { firstName, ...facts })).status).toBe(303)
    await visitor().submit(await linkIn(), {})
    return `/students/inquiries/${rows().find((row) => row.firstName === firstName)?.id}`
  }
  const admitted = await ask("Milo")
  expect((await office.submit(admitted, { intent: "admit", status: "active" })).status).toBe(303)
  const lost = await ask("Otis", { source: "", instrument: "Violin" })
  expect((await office.submit(lost, { intent: "lose", lostReason: "Too far away" })).status).toBe(303)
  await ask("Ida", { instrument: "" })
  const numbers: Record<string, number> = {}
  for (const by of ["source", "campaign", "form", "teacher", "instrument"]) {
    const html = await office.html(`/students/inquiries/numbers?by=${by}`)
    for (const [, to = "", said = ""] of html.matchAll(
      /<a[^>]*href="(\/students\/inquiries\?[^"]*)"[^>]*>(\d+)<\/a>/g,
    ))
      numbers[to.replaceAll("&amp;", "&")] = Number(said)
  }
  const held: Record<string, number> = {}
  for (const to of Object.keys(numbers)) {
    const [body = ""] = /<tbody[\s\S]*<\/tbody>/.exec(await office.html(to)) ?? []
    held[to] = body.match(/<tr/g)?.length ?? 0
  }
  expect(held).toEqual(numbers)
  expect(numbers).toMatchObject({
    "/students/inquiries?stage=answered": 2,
    "/students/inquiries?stage=waiting": 1,
    "/students/inquiries?stage=lost&by=instrument&of=Violin": 1,
    "/students/inquiries?stage=won&by=source&of=friend": 1,
    "/students/inquiries?stage=all&by=teacher": 3,
  })
  const ofViolin = await office.read("/students/inquiries?stage=lost&by=instrument&of=Violin")
  expect(ofViolin).toContain("Instrument: Violin.")
  expect(ofViolin).toContain("Otis Berg")
  expect(await office.read("/students/inquiries?stage=won&by=instrument&of=Violin")).toContain(
    "Clear filters",
  )
})

describe("a class with free spots", () => {
  /** A group class with a weekly time and room for two, of whom `enrolled` came. */
  const choir = (name: string, enrolled: readonly string[]) => {
    const facts = { class: { name, capacity: 2 }, pupils: enrolled }
    const { classId } = openClass(harmony.actor, facts)
    addScheduleRow(harmony.actor, classId)
    return classId
  }

  test("is listed where the school shows them, and none that is full or has no time", async () => {
    choir("Little choir", ["Ana Ek"])
    choir("Full choir", ["Bo Ek", "Cy Ek"])
    openClass(harmony.actor, { class: { name: "Some day choir" }, pupils: [] })
    open()
    expect(await visitor().read(`/s/${address}`)).not.toContain("Little choir")
    open({ showsClasses: true })
    const page = await visitor().read(`/s/${address}`)
    expect(page).toContain("Wed 4:00 PM, weekly. 1 spot left.")
    for (const hidden of ["Full choir", "Some day choir"]) expect(page).not.toContain(hidden)
  })

  test("is asked for, and leads from the inquiry to its enrollment", async () => {
    const classId = choir("Little choir", [])
    const others = openSchool({ name: "Bright Keys" })
    const foreign = openClass(others.actor, { pupils: [] }).classId
    open({ showsClasses: true })
    for (const [wrong, said] of [
      ["", "Choose a class from the list."],
      [foreign, "Choose a class from the list."],
    ] as const) {
      const refused = await send(visitor(), { purpose: "class", classId: wrong })
      expect([refused.status, (await refused.text()).includes(said)], wrong).toEqual([400, true])
    }
    expect((await send(visitor(), { purpose: "class", classId })).status).toBe(303)
    await visitor().submit(await linkIn(), {})
    const [inquiry] = rows()
    expect(inquiry).toMatchObject({ purpose: "class", className: "Little choir" })
    const page = `/students/inquiries/${inquiry?.id}`
    expect(await office.read(page)).toContain("A class: Little choir")
    const added = await office.submit(page, { intent: "admit", status: "active" })
    expect(added.headers.get("Location")).toBe(`/classes/${classId}/students?q=Milo+Berg`)
  })
})

describe("what a stranger sends", () => {
  test("is refused beside its fields with everything typed", async () => {
    open()
    const policy = { title: "Policy", kind: "policy", per: "adult", atEnrollment: "must" } as const
    addDocument(harmony.actor, { ...policy, body: "I agree to the policy.", asksAgain: false })
    const refused = await send(visitor(), {
      ...{ birthDate: "2030-01-01", email: "ana@", guardianName: "", message: "Kept <text>" },
    })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    for (const said of [
      "Enter a birth date in the past.",
      "Enter a complete email address",
      "Students under 18 need one.",
      "Check this box to go on.",
    ])
      expect(html).toContain(said)
    expect(html).toContain("Kept &lt;text&gt;")
    expect(html).toContain('value="Milo"')
    expect(html).toMatch(/value="6-morning"[^>]*checked|checked[^>]*value="6-morning"/)
    expect(html).toMatch(/<option value="Piano" selected/)
    expect(drafts()).toEqual([])
  })

  test("names what is wrong in the order of the page, also choices that weren’t made and so aren’t sent", async () => {
    open({ showsClasses: true })
    const { classId } = openClass(harmony.actor, { class: { name: "Little choir", capacity: 2 }, pupils: [] })
    addScheduleRow(harmony.actor, classId)
    const [form] = listForms(harmony.actor)
    if (!form) throw new Error("The page has no form.")
    const asked = (["source", "times", "phone", "homeAddress"] as const).map((key) => ({
      ...{ key, isRequired: true },
    }))
    saveForm(harmony.actor, form.id, { ...form, intro: undefined, fields: asked, consents: [] })
    const policy = { title: "Policy", kind: "policy", per: "adult", atEnrollment: "must" } as const
    addDocument(harmony.actor, { ...policy, body: "I agree to the policy.", asksAgain: false })
    const empty = { firstName: "", lastName: "", guardianName: "", email: "", source: "", phone: "" }
    for (const sent of [
      { ...empty, purpose: "class", classId: "", "homeAddress.street": "" },
      { ...empty, guardianName: "", email: "ana@", purpose: "class", classId: "", forWhom: "child" },
    ]) {
      const html = await (await visitor().submit(`/s/${address}`, sent)).text()
      const summary = /error-summary[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ""
      const named = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? "")
      expect(named.length).toBeGreaterThan(7)
      expect(named).toEqual([...named].sort((a, b) => html.indexOf(`id="${a}"`) - html.indexOf(`id="${b}"`)))
      expect(named).toEqual(
        expect.arrayContaining([
          "inquiry-classId",
          "inquiry-times",
          "inquiry-homeAddress",
          "inquiry-consents",
        ]),
      )
    }
  })

  test("that is corrected at once isn’t asked to wait: its writer has read it", async () => {
    open()
    const page = visitor()
    const refused = await send(page, { email: "" })
    expect(refused.status).toBe(400)
    later(1_000)
    const begun = begunIn(await refused.text())
    expect((await page.submit(`/s/${address}`, { begun, ...answers, email })).status).toBe(303)
  })

  test("is nothing when a program fills in the trap, and asked again when it comes at once or without a page", async () => {
    open()
    await expect(send(visitor(), { fax: "1" })).toAnswer(303)
    const begun = begunIn(await visitor().html(`/s/${address}`))
    const quick = await visitor().submit(`/s/${address}`, { begun, ...answers, email })
    expect(quick.status).toBe(400)
    const html = await quick.text()
    expect(html).toContain("wait a few seconds, then send it again.")
    expect(html).toContain('value="Milo"')
    await expect(visitor().submit(`/s/${address}`, { ...answers, email })).toAnswer(400)
    expect(mails()).toEqual([])
    expect(drafts()).toEqual([])
  })

  test("ten in an hour is the most from one address, and others are not held up", async () => {
    open()
    const busy = new Browser("198.51.100.7")
    for (let each = 0; each < 10; each += 1)
      expect((await send(busy, { email: `a${each}.${count}@example.com` })).status).toBe(303)
    const over = await send(busy, { email: `b${count}@example.com`, message: "Still here" })
    expect([over.status, over.headers.has("Retry-After")]).toEqual([429, true])
    expect(await over.text()).toContain("Still here")
    expect((await send(visitor(), { email: `b${count}@example.com` })).status).toBe(303)
  })

  test("floods no mailbox: five in a day, from wherever", async () => {
    open()
    for (let each = 0; each < 5; each += 1)
      expect((await send(visitor(), { message: `Word ${each}` })).status).toBe(303)
    expect((await send(visitor(), { message: "Word 6" })).status).toBe(429)
    expect(mails()).toHaveLength(5)
  })

  test("may be about an instrument that the school has just taken off: said beside the field", async () => {
    open()
    const begun = begunIn(await visitor().html(`/s/${address}`))
    open({ instruments: ["Violin"] })
    later(60_000)
    const refused = await visitor().submit(`/s/${address}`, { begun, ...answers, email })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain("Choose an instrument from the list.")
  })

  test("of any kind breaks nothing", async () => {
    open()
    const odd: Record<string, string | string[]>[] = [
      { purpose: ["trial", "lessons"] },
      { times: Array.from({ length: 60 }, () => "1-evening") },
      { times: "9-night" },
      { firstName: "x".repeat(5000) },
      { "firstName[0]": "x" },
      { email: "a@b.example\r\nBcc: c@d.example" },
      { begun: "9".repeat(3000) },
      { birthDate: "0000-00-00" },
      { consents: "no" },
      { "consents[9999]": "x" },
      { lastName: "\u202e\u0000" },
    ]
    for (const facts of odd) {
      const answer = await send(visitor(), { email: `odd${++count}@example.com`, ...facts })
      expect([303, 400], JSON.stringify(facts).slice(0, 60)).toContain(answer.status)
    }
    expect(mails().every(({ recipient }) => !recipient.includes("\n"))).toBe(true)
  })
})

describe("the link in the email", () => {
  test("confirms by its button, not by being opened, and once", async () => {
    open()
    await send(visitor())
    expect(rows()).toEqual([])
    const link = await linkIn()
    const opened = await visitor().visit(link)
    expect(opened.headers.get("Referrer-Policy")).toBe("same-origin")
    expect(await textOf(opened)).toContain("Confirm request")
    expect(rows()).toEqual([])
    for (const said of ["Request sent", "Confirmed already"]) {
      await expect(visitor().submit(link, {})).toAnswer(200, said)
    }
    expect(rows()).toMatchObject([{ firstName: "Milo", email: email.toLowerCase(), state: "new" }])
    expect(await visitor().read(link)).toContain("Confirmed already")
    expect(mails().map(({ template }) => template)).toEqual([
      "inquiry-confirmation",
      "inquiry-receipt",
      "inquiry-arrived",
    ])
  })

  test("works after the address changed, ends after a week, and says so", async () => {
    open()
    await send(visitor())
    const link = await linkIn()
    address = `${address}-new`
    open()
    expect((await visitor().visit(link)).status).toBe(200)
    later(8 * 86_400_000)
    await expect(visitor().visit(link)).toAnswer(410, "This link no longer works")
    expect((await visitor().submit(link, {})).status).toBe(410)
    expect(rows()).toEqual([])
  })

  test("tells a stranger nothing of a family that the school has", async () => {
    open()
    addFamily(harmony.actor, {
      name: "Berg family",
      guardians: [{ name: "Ana Berg", email: email.toLowerCase(), payerShare: 10_000 }],
    })
    const known = await send(visitor())
    const link = await linkIn()
    const unknown = await send(visitor(), { email: `someone${count}@example.com` })
    expect(known.headers.get("Location")).toBe(unknown.headers.get("Location"))
    expect(await textOf(await visitor().submit(link, {}))).not.toContain("Berg")
    expect(await office.read("/students/inquiries")).toContain("Berg family")
  })
})

describe("the office’s inquiries", () => {
  async function arrive(facts: Record<string, string | string[]> = {}) {
    await send(visitor(), facts)
    await visitor().submit(await linkIn(), {})
    return rows().at(-1)?.id ?? ""
  }

  test("begin empty and say what comes there", async () => {
    expect(await office.read("/students/inquiries")).toContain("No open inquiries.")
    expect((await office.visit("/students/inquiries?page=9&stage=x")).status).toBe(302)
  })

  test("become a student with one press, and the trial is booked next", async () => {
    open()
    const id = await arrive()
    const page = await office.html(`/students/inquiries/${id}`)
    expect(page).toContain("&lt;b&gt;He&lt;/b&gt; loves it")
    const seen = /name="seen" value="([^"]*)"/.exec(page)?.[1] ?? ""
    const added = await office.submit(`/students/inquiries/${id}`, {
      ...{ intent: "admit", status: "trial", family: "new", seen },
    })
    const [student] = rowsOf(students, { schoolId: harmony.actor.school.id })
    await expect(added).toLead(303, `/schedule/trial-lesson?student=${student?.id}`)
    expect(student).toMatchObject({
      firstName: "Milo",
      lastName: "Berg",
      birthDate: "2017-05-01",
      instrument: "Piano",
    })
    expect(rowsOf(guardians, { schoolId: harmony.actor.school.id })).toMatchObject([
      { name: "Ana Berg", email: email.toLowerCase() },
    ])
    expect(await office.read(`/students/inquiries/${id}`)).toContain("Contacted")
    expect(await office.read("/students/inquiries")).toContain("Trial booked 0")
    const again = await office.submit(`/students/inquiries/${id}`, {
      ...{ intent: "admit", status: "trial", family: "new", seen },
    })
    expect(again.status).toBe(409)
  })

  test("name a known family first, and are lost with a reason", async () => {
    open()
    addFamily(harmony.actor, {
      name: "Berg family",
      guardians: [{ name: "Ana Berg", email: email.toLowerCase(), payerShare: 10_000 }],
    })
    const id = await arrive()
    const text = await office.read(`/students/inquiries/${id}`)
    expect(text).toContain("Looks like the Berg family")
    expect(text.indexOf("Looks like")).toBeLessThan(text.indexOf("Add as a student"))
    const bare = await office.submit(`/students/inquiries/${id}`, { intent: "lose", lostReason: "" })
    expect(bare.status).toBe(400)
    expect(await bare.text()).toContain("Enter why they aren’t coming.")
    await office.submit(`/students/inquiries/${id}`, {
      intent: "plan",
      nextStep: "Call",
      nextOn: "2026-12-01",
    })
    expect(await office.read("/students/inquiries")).toContain("Call, Dec 1, 2026")
    await expect(
      office.submit(`/students/inquiries/${id}`, { intent: "lose", lostReason: "Too far" }),
    ).toAnswer(303)
    expect(await office.read("/students/inquiries?stage=lost")).toContain("Too far")
  })

  test("of another school are not found, whatever is pressed", async () => {
    open()
    const id = await arrive()
    const others = await Browser.of(openSchool({ name: "Bright Keys" }).userId)
    expect((await others.visit(`/students/inquiries/${id}`)).status).toBe(404)
    for (const intent of ["contacted", "reopen", "plan", "lose", "remove", "link", "admit"])
      expect(
        (await others.submit(`/students/inquiries/${id}`, { intent, lostReason: "x", status: "lead" }))
          .status,
      ).toBe(404)
    expect(rows()).toHaveLength(1)
  })
})

describe("a guardian of two schools", () => {
  test("is known at each by its own records, and reads both with one login", async () => {
    const home = openPayingFamily()
    const [guardianId = ""] = home.guardianIds
    const { email: known, userId } = { userId: home.guardian.userId, ...rowOf(guardians, { id: guardianId }) }
    email = known ?? ""
    open()
    saveSchoolPage(
      home.school,
      SchoolPageForm.parse({ address: `${address}-home`, isOpen: true, instruments: ["Piano", "Violin"] }),
    )
    const homeOffice = await Browser.of(home.school.userId ?? "")
    /** Asks at a school and confirms; answers the page of the inquiry. */
    const ask = async (at: string, school: School["actor"]) => {
      const page = `/s/${at}`
      const begun = begunIn(await visitor().html(page))
      later(60_000)
      expect((await visitor().submit(page, { begun, ...answers, lastName: "Haddad", email })).status).toBe(
        303,
      )
      const mail = rowsOf(emails, { schoolId: school.school.id, template: "inquiry-confirmation" }).at(-1)
      if (!mail) throw new Error("No email was queued.")
      const { text } = await composeMail({ ...mail, leaseUntil: null })
      await visitor().submit(/\/s\/\S+token=[\w-]+/.exec(text)?.[0] ?? "", {})
      const [row] = rowsOf(inquiries, { schoolId: school.school.id })
      return `/students/inquiries/${row?.id}`
    }
    const here = await ask(address, harmony.actor)
    const there = await ask(`${address}-home`, home.school)
    expect(await office.read(here)).not.toContain("Looks like")
    const theirs = await homeOffice.read(there)
    expect(theirs).toContain("the same email")
    expect(theirs).toContain("Possible duplicate: Milo Haddad")
    expect((await office.visit(there)).status).toBe(404)
    const [milo] = rowsOf(students, { familyId: home.familyId }).filter(
      ({ firstName }) => firstName === "Milo",
    )
    changeRows(students, { id: milo?.id ?? "" }, { status: "former" })
    expect((await homeOffice.submit(there, { intent: "link", studentId: milo?.id ?? "" })).status).toBe(303)
    expect(rowOf(students, { id: milo?.id ?? "" })?.status).toBe("lead")
    changeRows(students, { id: milo?.id ?? "" }, { status: "former" })
    expect(await homeOffice.read(there)).toContain("They’ve left the school. If they come back")
    expect((await office.submit(here, { intent: "admit", status: "active" })).status).toBe(303)
    const [added] = rowsOf(guardians, { schoolId: harmony.actor.school.id })
    const invited = orFail(inviteGuardian(harmony.actor, added?.id ?? ""))
    const browser = await Browser.of(userId)
    const link = `/invitation?token=${tokenOf(invited.linkId)}`
    expect(await browser.read(link)).toContain("Accept to add this school to your account")
    await browser.submit(link, { intent: "accept", schoolId: harmony.actor.school.id })
    const portal = await browser.read("/student/dashboard")
    expect(portal).toContain("Milo")
    expect(portal).not.toContain("Otis")
    expect(portal).toContain(`Go to ${home.school.school.name}`)
  })
})
