import { beforeAll, expect, test } from "vitest"
import { Browser, dataOf, locationOf } from "../../support/app"
import { useSeededDatabase } from "../../support/demo"
import type { FormField } from "../../support/forms"
import { type Fields, type Found, filledIn, findForms, withoutIds } from "../../support/found-forms"
import { livesMany } from "../../support/histories/count"
import { rowOf } from "../../support/pages"
import { builtConnection, noteWrites, stopAtWrite } from "../../support/stopped-writes"
import { scriptForms } from "../../support/unlinked-forms"

// Every form that anyone in the demo can find is sent, and stopped before one of its writes: one in the middle, where most is half
// done; before each of them with EVERY_WRITE=1. Then nothing of it is left, the page it stands on is there, and sent again it does
// exactly what it does undisturbed. A new form joins by itself. ACTS=merge-people tries only the forms of that name.

let found: Found[] = []
let browsers = new Map<string, Browser>()
let noted: () => Map<string, number>

beforeAll(async () => {
  useSeededDatabase()
  ;({ found, browsers } = await findForms())
  found.push(...scriptForms())
  noted = noteWrites(builtConnection())
}, 900_000)

const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

/** What counts tries, or says that something changed, isn't a part of the act. */
const besides =
  /^(rate_limits|sign_in_tries|sign_ins|kept_forms|failed_requests|missed_searches|staff_presence) /

const writesNow = () =>
  [...noted()].filter(([what]) => !besides.test(what)).map(([what, n]) => `${what} ×${n}`)

type Answer = { status: number; to: string }

/** A form as a person's browser sends it; as a script does, no page is drawn. */
async function send(each: Found, fields: Fields, isByScript = false): Promise<Answer> {
  const browser = browsers.get(each.person)?.copy() ?? new Browser()
  const sent = Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, Exclude<Fields[string], undefined>] => !!entry[1],
    ),
  )
  const action = each.key.action ?? each.form.action
  const answer = await browser.submit(isByScript ? dataOf(action) : action, sent)
  await answer.body?.cancel()
  return { status: answer.status, to: withoutIds(decodeURIComponent(locationOf(answer))) }
}

/** Another value for what a form holds already. */
function varied({ kind, value, choices }: FormField): string | undefined {
  if (kind === "text" || kind === "textarea") return `${value} again`.trim()
  if (kind === "number") return String(Number(value || 0) + 1)
  if (kind === "select" || kind === "radio") return choices.find((choice) => choice && choice !== value)
  return undefined
}

type Act = { fields: Fields; writes: number; answer: Answer; written: string[] }

const isDone = ({ status }: Answer) => status < 400

/** Whether this does nothing. Asked first of a form that was refused once: most are again, and each refusal's page would be drawn. */
async function isRefused(each: Found, fields: Fields): Promise<boolean> {
  if (!rowOf(each.key.action ?? each.form.action).file.endsWith(".tsx")) return false
  trial("begin")
  try {
    const answer = await send(each, fields, true)
    return !isDone(answer) || writesNow().length === 0
  } finally {
    trial("rollback")
  }
}

/** A form as it does something: as it is filled in at first, or with one of its fields changed. `after` looks at what it did. */
async function findAct(each: Found, after?: () => Promise<void>): Promise<Act | undefined> {
  const good = filledIn(each.form, each.key)
  const others = each.form.fields.flatMap((field) => {
    const value = varied(field)
    return value === undefined || /token|key/i.test(field.name) ? [] : [{ ...good, [field.name]: value }]
  })
  for (const [index, fields] of [good, ...others.slice(0, 6)].entries()) {
    if (index > 0 && (await isRefused(each, fields))) continue
    trial("begin")
    try {
      const { answer, writes } = await stopAtWrite(null, () => send(each, fields))
      const written = writesNow()
      if (!isDone(answer) || written.length === 0) continue
      await after?.()
      return { fields, writes, answer, written }
    } finally {
      trial("rollback")
    }
  }
  return undefined
}

const chosenActs = new RegExp(process.env.ACTS ?? "")
const everyWrite = Boolean(process.env.EVERY_WRITE)

const chosenWrites = (writes: number): number[] =>
  everyWrite ? Array.from({ length: writes }, (_, index) => index + 1) : [Math.ceil((writes + 1) / 2)]

/** Acts of several steps, each of which is whole and stays, with what may be left and why. */
const inSteps: [form: RegExp, left: RegExp, why: string][] = [
  [/bank-transfers\.tsx record /, /./, "each transfer is recorded on its own; sent again, the others are"],
  [/attendance-day\.tsx mark /, /./, "each lesson is marked on its own; sent again, the others are"],
  [
    /new-selection\.ts /,
    /^selections /,
    "what was ticked, before its preview is read; it is forgotten after a day",
  ],
  [
    /bank-columns\.tsx /,
    /^bank_column_choices /,
    "which columns they are stays for the next try; the transfers are kept in turns",
  ],
  [/ file /, /^files insert/, "a file that no record has goes with the next tidying up"],
]
const mayStay = (name: string, what: string) =>
  inSteps.some(([form, left]) => form.test(name) && left.test(what))

/** A demo's copy that failed half way is erased and begun once more: what is left of each table, and what was never made. */
function notErased(name: string, written: readonly string[]): string[] {
  if (!/live-demo\.tsx/.test(name)) return [...written]
  const left = new Map<string, number>()
  for (const what of written) {
    const [table = "", act, times] = what.split(/ (?:×)?/)
    if (act === "insert" || act === "delete")
      left.set(table, (left.get(table) ?? 0) + Number(times) * (act === "insert" ? 1 : -1))
  }
  return [...left].flatMap(([table, rows]) => (rows === 0 ? [] : [`${table} ×${rows}`]))
}

/** A task is carried on by its job, and by the form that started it. */
const isTask = (left: readonly string[]) => left.some((what) => what.startsWith("tasks insert"))

/** A refusal takes back that the form was carried out (tests/routes/sweeps/counts-once.test.ts). */
const withoutToken = (written: readonly string[]) => written.filter((what) => !/^carried_forms /.test(what))

/** In how many steps a task came to its end doesn't matter. */
const withoutSteps = (written: readonly string[]) =>
  withoutToken(written)
    .filter((what) => !/^(tasks|task_items|jobs) /.test(what))
    .join(", ")

async function stopAndRetry(each: Found, act: Act, nth: number): Promise<string[]> {
  const what = `${each.name} of ${each.person} at ${each.page}, stopped at write ${nth} of ${act.writes}`
  trial("begin")
  try {
    const { answer: stopped, writes } = await stopAtWrite(nth, () => send(each, act.fields))
    if (writes < nth) return []
    const left = writesNow()
    const problems = []
    if (isDone(stopped)) {
      // What isn't the act's own, such as the count of a try, may fail without it.
      const [whole, has] = [notErased(each.name, act.written), notErased(each.name, left)]
      if (has.join() !== whole.join())
        problems.push(`${what}: says ${stopped.status}, has ${has.join(", ")} instead of ${whole.join(", ")}`)
    } else if (!isTask(left)) {
      const remaining = notErased(each.name, withoutToken(left)).filter((part) => !mayStay(each.name, part))
      if (remaining.length > 0) problems.push(`${what}: left ${remaining.join(", ").slice(0, 500)}`)
    }
    const browser = browsers.get(each.person)?.copy() ?? new Browser()
    const page = await browser.visit(each.page)
    await page.body?.cancel()
    if (page.status >= 500) problems.push(`${what}: its page answers ${page.status}`)
    const again = await send(each, act.fields)
    if (again.status !== act.answer.status || again.to !== act.answer.to)
      problems.push(
        `${what}: again answers ${again.status} ${again.to}, not ${act.answer.status} ${act.answer.to}`,
      )
    if (!isDone(stopped) && (left.length === 0 || isTask(left))) {
      const [both, undisturbed] = [withoutSteps(writesNow()), withoutSteps(act.written)]
      if (both !== undisturbed)
        problems.push(`${what}: with the retry wrote ${both} instead of ${undisturbed}`)
    }
    return problems
  } finally {
    trial("rollback")
  }
}

test("whatever stops an act in the middle, nothing of it is left, and the same form sent again does it whole", async () => {
  const problems: string[] = []
  let acts = 0
  let stops = 0
  for (const each of found.filter(({ name }) => chosenActs.test(name))) {
    const act = await findAct(each)
    if (!act) continue
    acts += 1
    for (const nth of chosenWrites(act.writes)) {
      stops += 1
      problems.push(...(await stopAndRetry(each, act, nth)))
    }
  }
  console.info(`${found.length} forms, ${acts} acts, ${stops} stops`)
  if (!process.env.ACTS) expect(acts).toBeGreaterThan(150)
  expect(problems).toEqual([])
}, 3_600_000)

// A copy takes half a second after each of some hundred acts: `npm run test:long`, or COPIES=1.
test.runIf(livesMany || process.env.COPIES)(
  "a demo can be opened after each act",
  async () => {
    const demo = found.find(({ name }) => /live-demo\.tsx/.test(name))
    if (!demo) throw new Error("The demo’s form isn’t found.")
    const problems: string[] = []
    let copies = 0
    for (const each of found.filter(({ name }) => chosenActs.test(name))) {
      await findAct(each, async () => {
        copies += 1
        const { status, to } = await send(demo, filledIn(demo.form, demo.key))
        if (status !== 303) problems.push(`${each.name} of ${each.person} at ${each.page}: ${status} ${to}`)
      })
    }
    console.info(`${copies} copies`)
    if (!process.env.ACTS) expect(copies).toBeGreaterThan(150)
    expect(problems).toEqual([])
  },
  7_200_000,
)
