import { readdirSync, readFileSync } from "node:fs"
import { brotliCompressSync, constants } from "node:zlib"
import { teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { teacherAvailability } from "db/schema/teaching-teacher-time"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { listNewestLinks, tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { longestBody } from "~/models/people/consent/consent"
import { addDocument, listDocuments } from "~/models/people/consent/documents.server"
import { askKeys } from "~/models/people/enrollment-form/enrollment-form"
import { addForm, saveForm } from "~/models/people/enrollment-form/enrollment-form.server"
import { saveSchoolPage } from "~/models/people/school-page/school-page.server"
import { SchoolPageForm } from "~/models/people/school-page/school-page-form"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { listHelpArticles } from "~/models/platform/help/help-article.server"
import { indexHelpArticles } from "~/models/platform/help/help-search.server"
import { findLastOffer, makeOffer } from "~/models/teaching/offer/make-offer.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { Browser } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { addMember, changeRows, openSchool } from "../../support/school"

// What a public page weighs: HTML with its inline CSS in one answer that fits the first round trip, and at most one
// small deferred script on top of it.

const oneRoundTrip = 14_600
const scriptLimit = 6 * 1024
const packed = (bytes: string | Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

let paypal: Awaited<ReturnType<typeof startPayPal>>
let pending: Browser
let active: Browser
let paused: Browser
let begun = ""
let documentId = ""
let offerPath = ""
beforeAll(async () => {
  indexHelpArticles()
  paypal = await startPayPal()
  const unpaid = openSchool({ active: false })
  pending = await Browser.of(unpaid.userId)
  paused = await Browser.of(addMember(unpaid.actor, "teacher", "Helena Novak").userId)
  active = await Browser.of(openSchool().userId)
  openPage()
  begun = /name="begun" value="([^"]+)"/.exec(await visitor().html("/s/harmony"))?.[1] ?? ""
})
afterAll(() => paypal.close())

const visitor = () => new Browser()

/** All that a school's page can show and ask, as long as schools write it. */
function openPage() {
  const { actor } = openSchool()
  const names = ["Helena Novak", "Otis Reyes", "Wei Zhang", "Ida Lund", "Tomás Singh", "Nadia Haddad"]
  const about = "Studied in Vienna and Boston, plays in two orchestras, and teaches beginners of every age."
  const form = SchoolPageForm.parse({
    ...{ address: "harmony", isOpen: true },
    intro: "We’ve taught music on Elm Street since 1987.\n".repeat(8),
    prices: "30 minutes: $38\n45 minutes: $52\n60 minutes: $66",
    instruments: [
      "Piano",
      "Violin",
      "Viola",
      "Cello",
      "Guitar",
      "Drums",
      "Voice",
      "Flute",
      "Clarinet",
      "Trumpet",
    ],
    teachers: names.map((name) => {
      const { teacherId } = addMember(actor, "teacher", name)
      changeRows(teachers, { id: teacherId }, { about })
      return teacherId
    }),
  })
  saveSchoolPage(actor, form)
  openTrialForm(actor)
  const asked = { kind: "policy", per: "adult", atEnrollment: "must", asksAgain: true } as const
  const paragraphs = Array.from({ length: 200 }, (_, n) => `${n}. ${longWords(n)}`)
  for (const title of ["Studio policy", "Photos and videos", "Data protection", "Medical care"]) {
    const body = `# ${title}\n\n${paragraphs.join("\n\n")}`.slice(0, longestBody)
    const added = addDocument(actor, { ...asked, title, body })
    documentId = added.ok ? added.id : ""
  }
  offerPath = openOffer(actor, paragraphs.join(" ").slice(0, 2000))
}

/** An offer of a weekly time with all documents and terms as long as they can be. Answers its address. */
function openOffer(actor: Actor, terms: string): string {
  const inquiryId = add(actor, inquiries, {
    ...{ state: "new", purpose: "lessons", firstName: "Ottilie", lastName: "Ravensbrook-Achterberg" },
    email: "ottilie@newcomer.example",
  })
  const day = todayOf(actor)
  const made = makeOffer(actor, inquiryId, {
    ...{ date: addDays(day, 9), answerBy: addDays(day, 7), startTime: "15:00", minutes: 45, amount: 4_000 },
    ...{ billing: "per_session", deposit: 5_000, terms },
    documents: listDocuments(actor).map(({ id }) => id),
  })
  const offer = findLastOffer(actor, inquiryId)
  const link = offer && listNewestLinks("offer", [offer.id]).get(offer.id)
  if (!made.ok || !link) throw new Error("No offer was made.")
  return `/offers/${tokenOf(link.id)}`
}

/** A form for trial lessons with a week full of open times of six teachers, who all teach everything. */
function openTrialForm(actor: Actor) {
  const teacherIds = listTeachers(actor).map(({ id }) => id)
  for (const teacherId of teacherIds)
    for (let weekday = 1; weekday <= 7; weekday += 1)
      add(actor, teacherAvailability, { teacherId, weekday, fromTime: "08:00", toTime: "20:00" })
  const added = addForm(actor, { name: "Trial lesson", purpose: "trial" })
  if (!added.ok) throw new Error(added.reason)
  const fields = askKeys.map((key) => ({ key, isRequired: true }))
  saveForm(actor, added.id, {
    ...{
      path: "trial-lesson",
      name: "Trial lesson",
      purpose: "trial",
      forWhom: "any",
      fields,
      isListed: true,
    },
    intro: "Half an hour to get to know us.\n".repeat(8),
    consents: [],
    trial: { minutes: 30, noticeHours: 0, daysAhead: 42, priceMinor: 2000, teacherIds },
  })
}

/** A sentence of words that don’t repeat, as no policy is longer. */
const longWords = (n: number) =>
  Array.from({ length: 8 }, (_, at) => ((n * 8 + at + 7) ** 3).toString(36).padStart(7, "a")).join(" ")

type Page = [name: string, status: number, ask: () => Promise<Response>]
const pages: Page[] = [
  ["/", 200, () => visitor().visit("/")],
  ["/ signed in", 200, () => active.visit("/")],
  ["/auth/login", 200, () => visitor().visit("/auth/login")],
  ["/auth/login refused", 400, () => visitor().submit("/auth/login", {})],
  ["/simple-login", 200, () => visitor().visit("/simple-login")],
  ["/register-school", 200, () => visitor().visit("/register-school?plan=standard")],
  ["/register-school refused", 400, () => visitor().submit("/register-school", { name: "x" })],
  ["/register-solo-teacher", 200, () => visitor().visit("/register-solo-teacher")],
  ["/register-solo-teacher refused", 400, () => visitor().submit("/register-solo-teacher", {})],
  ["/select-plan", 200, () => visitor().visit("/select-plan")],
  ["/select-plan signed in", 200, () => pending.visit("/select-plan?plan=professional")],
  ["/select-plan refused", 400, () => pending.submit("/select-plan", {})],
  ["/payment-success", 200, () => active.visit("/payment-success?subscription=I-1")],
  ["/payment-success, not confirmed", 200, () => pending.visit("/payment-success")],
  ["/about", 200, () => visitor().visit("/about")],
  ["/contact", 200, () => visitor().visit("/contact")],
  ["/contact refused", 400, () => visitor().submit("/contact", {})],
  ["/demo-request", 200, () => visitor().visit("/demo-request")],
  ["/demo-request refused", 400, () => visitor().submit("/demo-request", {})],
  ["/auth/forgot-password", 200, () => visitor().visit("/auth/forgot-password")],
  ["/auth/forgot-password refused", 400, () => visitor().submit("/auth/forgot-password", {})],
  ["/reset-password", 200, () => visitor().visit("/reset-password?token=x&email=y")],
  ["/privacy", 200, () => visitor().visit("/privacy")],
  ["/terms", 200, () => visitor().visit("/terms")],
  ["/help", 200, () => visitor().visit("/help")],
  ["/help, searched", 200, () => visitor().visit("/help?q=invoice")],
  ...listHelpArticles().map(({ key }): Page => [`/help/${key}`, 200, () => visitor().visit(`/help/${key}`)]),
  ["/s/harmony", 200, () => visitor().visit("/s/harmony")],
  ["/s/harmony refused", 400, () => visitor().submit("/s/harmony", { begun })],
  ["/s/harmony sent", 200, () => visitor().visit("/s/harmony?sent=yes")],
  ["/s/harmony/trial-lesson", 200, () => visitor().visit("/s/harmony/trial-lesson")],
  ["/s/harmony/trial-lesson, times", 200, () => visitor().visit("/s/harmony/trial-lesson?instrument=Piano")],
  [
    "/s/harmony/trial-lesson refused",
    400,
    () => visitor().submit("/s/harmony/trial-lesson?instrument=Piano", { begun, time: "2020-01-01 10:00 x" }),
  ],
  ["/s/harmony/trial", 410, () => visitor().visit("/s/harmony/trial?token=x")],
  ["/s/harmony/documents, the longest", 200, () => visitor().visit(`/s/harmony/documents/${documentId}`)],
  ["/s/harmony/confirm", 410, () => visitor().visit("/s/harmony/confirm?token=x")],
  ["/offers, with all that one can have", 200, () => visitor().visit(offerPath)],
  ["/account-paused", 200, () => paused.visit("/account-paused")],
  ["a page that is not there", 404, () => visitor().visit("/no-such-page")],
]

describe("a public page", () => {
  for (const [name, status, ask] of pages)
    test(name, async () => {
      const answer = await ask()
      expect(answer.status).toBe(status)
      const html = await answer.text()
      expect(packed(html)).toBeLessThanOrEqual(oneRoundTrip)
      expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/enhance.js" defer="">'])
      expect(html).not.toMatch(/rel="(stylesheet|preload|modulepreload)"/)
      // A picture of a screen is fetched once the reader comes near it, and holds its place before.
      const lazy = /<picture><source [^>]*><img [^>]*width="\d+" height="\d+" loading="lazy"\/?><\/picture>/g
      expect(html.replace(lazy, "").match(/<(?!script)[a-z]+[^>]*\ssrc(set)?=/g)).toBeNull()
      expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/)
    })

  test("the enhancement script is small, together with all that it may fetch of ours", () => {
    // Public pages never register the service worker: only the screens behind the login do.
    const scripts = readdirSync("build/client").filter(
      (name) => name.endsWith(".js") && name !== "service-worker.js",
    )
    expect(scripts).toContain("enhance.js")
    const weights = scripts.map((name) => readFileSync(`build/client/${name}.br`).length)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(scriptLimit)
  })
})
