import { readFileSync } from "node:fs"
import { sqlite } from "db/client.server"
import { HtmlValidate } from "html-validate"
import { beforeAll, describe, expect, test } from "vitest"
import { isWritingGet } from "~/http/provider-returns"
import { Browser } from "../../support/app"
import { browserOf, fingerprint, useSeededDatabase } from "../../support/demo"
import { withoutIds } from "../../support/found-forms"
import { joinedWords } from "../../support/joined-words"
import { type Page, pagesOf, patterns } from "../../support/pages"
import { people } from "../../support/walked-demo"

// Everybody in the demo opens every address of the route table that links lead them to, with real records in it. Reads run on
// a connection that refuses writes, as on a replica, so a loader that writes answers 500 here.

type Seen = Page & { person: string }
const seen: Seen[] = []
let before = ""
let after = ""

beforeAll(async () => {
  useSeededDatabase()
  const browsers = new Map<string, Browser>()
  for (const person of people)
    browsers.set(person, person === "nobody" ? new Browser() : await browserOf(person))
  before = fingerprint()
  const mayJoin = ({ file, path }: { file: string; path: string }) => file !== "" && !isWritingGet(path)
  for (const [person, browser] of browsers)
    for await (const page of pagesOf(browser, mayJoin, withoutLinks())) seen.push({ ...page, person })
  after = fingerprint()
}, 600_000)

/** Calls and records to which no link that everybody sees leads. */
function withoutLinks(): string[] {
  const ids = (sql: string) => sqlite().prepare(sql).pluck().all() as string[]
  const reports = ids("select id from reports")
  const schools = ids("select id from schools where name like 'Harmony%'")
  const ofHarmony = "school_id in (select id from schools where name like 'Harmony%') limit 1"
  return [
    "/api/paypal/config",
    "/messaging/shared",
    "/s/harmony",
    "/super-admin/returned-emails",
    // A few of each kind are opened, and the links to these are on others.
    ...ids(`select id from families where ${ofHarmony}`).flatMap((id) => [
      `/billing/families/${id}/payers`,
      `/billing/families/${id}/payers/new`,
      `/billing/families/${id}/refund`,
      `/billing/families/${id}/installments`,
      `/families/${id}/data.zip`,
    ]),
    ...ids(`select invoice_id from installments where ended_at is null and ${ofHarmony}`).map(
      (id) => `/billing/invoices/${id}/plan`,
    ),
    ...ids(
      `select '/students/duplicates/people?noun=student&keep=' || min(id) || '&gone=' || max(id)
       from students where school_id in (select id from schools where name like 'Harmony%')
       group by family_id having count(*) > 1 limit 1`,
    ),
    ...ids(
      `select '/teachers/' || teacher_id || '/payslips/' || id || '/pdf' from pay_slips where ${ofHarmony}`,
    ),
    // The week asks for it while a lesson is carried.
    ...ids(`select id from sessions where ${ofHarmony}`).map((id) => `/schedule/lessons/${id}/check`),
    ...ids(
      "select '/messaging/' || conversation_id || '/files/' || id from messages where file_id is not null limit 1",
    ),
    ...ids("select id from bank_uploads").map((id) => `/billing/manage/bank/${id}`),
    ...schools.flatMap((id) => [
      `/api/school-by-id/${id}`,
      `/api/webhooks/stripe/${id}`,
      `/api/webhooks/twilio/${id}/received`,
      `/api/webhooks/twilio/${id}/status/${id}`,
      `/api/subscription/limits/${id}`,
      `/super-admin/schools/${id}/timeline`,
      `/super-admin/schools/${id}/holds`,
    ]),
    ...reports.flatMap((id) => [`/progress-reports/${id}`, `/progress-reports/${id}/pdf`]),
  ]
}

const hasLoader = (file: string) =>
  /export (async )?function loader/.test(readFileSync(`app/${file}`, "utf8"))

/** Addresses for which the demo has no record, each with the reason; their own tests open them. */
const elsewhere: Record<string, string> = {
  "/billing/families/:familyId/payers/:payerId":
    "the demo's payer is of another family than the one that is opened",
  "/billing/expenses/:expenseId/receipt":
    "the files of the demo aren't copied with its database; expenses.test.ts",
  "/documents/:proofId": "the demo’s documents have no files; required-documents.test.ts",
  "/change-email": "needs a link from an email",
  "/dashboard/teacher/resources/:resourceId/file": "the demo's resources are links and texts",
  "/student/credit-notes/:noteId": "the demo's credit note is of another family than the guardian's",
  "/student/credit-notes/:noteId/pdf": "the demo's credit note is of another family than the guardian's",
  "/student/invoices/:invoiceId/installments": "the demo's guardian has asked for installments already",
  "/student/resources/:resourceId/file": "the demo's resources are links and texts",
  "/feeds/:feedKey": "nobody in the demo has subscribed to a calendar",
  "/invitation": "needs a link from an email",
  "/messaging/:conversationId/edit/:messageId":
    "the demo's messages are older than ten minutes; announcements.test.ts",
  "/messaging/shared/:fileId": "nobody in the demo has shared a file from a phone",
  "/schedule/events/:occasionId/results": "the demo has no exam; exam-and-answers.test.ts",
  "/selections/:selectionId": "the demo has no selection: a list's form makes it",
  "/selections/:selectionId/file.csv": "the demo has no selection: a list's form makes it",
  "/selections/:selectionId/pdfs.zip": "the demo has no selection: a list’s form makes it",
  "/settings/rule-trials/:taskId": "nobody in the demo has tried other rules",
  "/settings/rule-trials/:taskId/absences.csv": "nobody in the demo has tried other rules",
  "/students/import/:importId/problems.csv": "the demo's import had no problems",
  "/logos/:logoKey": "no school of the demo has a logo",
  "/s/:pageKey/confirm": "needs a link from an email",
  "/unsubscribe/:unsubscribeKey": "needs a link from an email; notification-preferences.test.ts",
  "/offers/:offerKey": "needs a link from an email; offers.test.ts",
  "/s/:pageKey/trial": "needs a link from an email; trial-booking.test.ts",
  "/photos/:memberId": "nobody in the demo has a photo",
  "/super-admin/support/files/:fileKey": "nobody in the demo has sent a file by email",
  "/support/images/:imageId": "nobody in the demo has sent an image",
}

/** Screens of one record that a solo teacher sees twice: as the office and as the teacher. */
const twoViews: [string, string][] = [
  ["routes/students/student.tsx", "routes/teacher-area/student.tsx"],
  ["routes/students/student-skills.tsx", "routes/teacher-area/student-skills.tsx"],
  ["routes/classes/class.tsx", "routes/teacher-area/class.tsx"],
]
const areTwoViews = (files: Set<string>) =>
  files.size === 2 && twoViews.some((views) => views.every((file) => files.has(file)))

describe("reading", () => {
  test("opens every address that has a loader, or another test does", () => {
    const opened = new Set(
      seen.filter(({ status }) => status < 400 || status === 405).map(({ file }) => file),
    )
    const missing = patterns
      .filter(({ file, path }) => hasLoader(file) && !opened.has(file) && !isWritingGet(path))
      .map(({ path }) => path)
    expect(missing.sort()).toEqual(Object.keys(elsewhere).sort())
  })

  test("never writes, in no role", () => {
    expect(
      seen.filter(({ status }) => status >= 500).map(({ person, address }) => `${person} at ${address}`),
    ).toEqual([])
    expect(after, "something was changed").toBe(before)
  })
})

const screens = () => seen.filter(({ status, html }) => status === 200 && html !== "")
const titleOf = (html: string) => html.match(/<title>([^<]*)<\/title>/)?.[1]?.trim() ?? ""
const words = ({ person, address }: Seen) => `${address} of ${person}`

describe("a screen", () => {
  test("has a title of its own", () => {
    expect(
      screens()
        .filter(({ html }) => !titleOf(html))
        .map(words),
    ).toEqual([])
    const homes = new Map<string, Set<string>>()
    for (const { person, file, html } of screens()) {
      const title = `${titleOf(html)} (${person})`
      homes.set(title, (homes.get(title) ?? new Set()).add(file))
    }
    const shared = [...homes]
      .filter(([, files]) => files.size > 1 && !areTwoViews(files))
      .map(([title, files]) => [title, ...files])
    expect(shared).toEqual([])
  })

  test("has one main heading, with text in it", () => {
    const headings = (html: string) =>
      [...html.matchAll(/<h1\b[^>]*>([\s\S]*?)<\/h1>/g)].map(([, inside = ""]) =>
        inside.replace(/<[^>]*>/g, "").trim(),
      )
    const odd = screens().filter(({ html }) => headings(html).length !== 1 || !headings(html)[0])
    expect(odd.map(words)).toEqual([])
  })

  test("keeps its words apart without styles", () => {
    const joined = screens().flatMap((page) => joinedWords(page.html).map((each) => `${page.file}: ${each}`))
    expect([...new Set(joined)]).toEqual([])
  })

  test("labels each field", () => {
    const validator = new HtmlValidate({ rules: { "input-missing-label": "error" } })
    const unlabeled = screens()
      .filter(isNewForm())
      .flatMap((page) =>
        validator
          .validateStringSync(page.html)
          .results.flatMap(({ messages }) =>
            messages.map(({ message, line }) => `${words(page)}: ${message}, line ${line}`),
          ),
      )
    expect(unlabeled).toEqual([])
  })
})

/** Whether no earlier page had the same fields: most pages repeat them, and reading a page takes a while. */
function isNewForm(): (page: Seen) => boolean {
  const known = new Set<string>()
  return ({ file, html }) => {
    const fields = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(
      ([tag]) => tag.match(/\sname="([^"]*)"/)?.[1] ?? tag,
    )
    const identity = withoutIds(`${file} ${[...new Set(fields.map(withoutIds))].sort().join(" ")}`)
    if (known.has(identity)) return false
    known.add(identity)
    return true
  }
}
