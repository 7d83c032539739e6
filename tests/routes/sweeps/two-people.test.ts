import { beforeAll, describe, expect, test } from "vitest"
import { shownName } from "~/utils/form-marks"
import { Browser } from "../../support/app"
import { changesOf, isSame, otherThan, type State, stateOf, trial } from "../../support/changed-forms"
import { useSeededDatabase } from "../../support/demo"
import { type FormField, formsOf, type PageForm } from "../../support/forms"
import { type Fields, type Found, filledIn, findForms, withoutIds } from "../../support/found-forms"
import { livesMany } from "../../support/histories/count"

// Two people open the same page, and save one after the other. Which forms edit something isn't listed: one does that shows what
// was saved when it is opened again.

type Tried = { name: string; problem: string }

let found: Found[] = []
let browsers = new Map<string, Browser>()
const edits: { name: string; others: boolean; same: boolean }[] = []
/** Buttons whose answer shows the form again. */
const answered: string[] = []
const problems: Tried[] = []

/** Forms that show what was saved and are no edit form, each with the reason. */
const excused: [RegExp, string][] = [
  [
    /(session-register|teacher-home)\.tsx (save|next) /,
    "attendance compares two versions itself; register-conflict.test.ts",
  ],
  [/absence\.tsx draft /, "a draft of the sender's own, with the lessons that it was made for"],
  [/welcome-policies\.tsx {2}/, "a preset is chosen and carried out, not changed"],
  [/new-class\.tsx save /, "a class is added, and the form is ready for the next"],
  [/skills\.tsx add /, "a skill is added, and the form is ready for the next"],
  [
    /class-schedule\.tsx save .* scheduleId /,
    "two changes of a weekly time may clash with other lessons; weekly-time-of-two.test.ts",
  ],
  [/student-credits\.tsx extend /, "a credit is chosen and extended, not changed"],
]

beforeAll(async () => {
  useSeededDatabase()
  let newIn: NewIn
  ;({ found, browsers, newIn } = await findForms())
  for (const each of found) await tryWhole(each)
  if (!livesMany) return
  for (const each of found) for (const more of await findBehind(each, newIn)) await tryWhole(more)
}, 1_800_000)

type NewIn = Awaited<ReturnType<typeof findForms>>["newIn"]

async function tryWhole(each: Found) {
  for (const one of [each, ...(await behindPreview(each))]) {
    const changed = await tryOut(one)
    if (changed) for (const key of each.form.keys) await answerAgain({ ...each, key }, one, ...changed)
  }
}

const linksIn = (html: string) =>
  new Set([...html.matchAll(/href="(\/[^"#]+)"/g)].map(([, to]) => (to ?? "").replaceAll("&amp;", "&")))

/**
 * The forms of a record that the demo has none of, such as an own status or a leave: the given form adds one, and they are on the
 * page that it leads to, or a link further.
 */
async function findBehind(each: Found, newIn: NewIn): Promise<Found[]> {
  if (!each.form.fields.some(isBlank)) return []
  const browser = browserFor(each)
  const before = linksIn(await browser.html(each.page))
  const addAndLook = async (isKept: boolean) => {
    const fields = filledIn(each.form, each.key) as Fields & State
    const answer = await browser.submit(each.key.action ?? each.form.action, fields)
    const to = answer.headers.get("Location")
    if (!isAccepted(answer) || !to) return []
    const behind: Found[] = []
    const look = async (page: string) => {
      const opened = await browser.visit(page)
      const html = await opened.text()
      const forms = opened.status === 200 ? formsOf(html, page) : []
      behind.push(...newIn({ person: each.person, page, forms }, isKept))
      return [...linksIn(html)]
    }
    const links = new Set([...(await look(to)), ...(await look(each.page))])
    for (const link of [...links].filter((link) => !before.has(link)).slice(0, 6)) await look(link)
    return behind
  }
  const adds = (await within(() => addAndLook(false))).length > 0
  return adds ? addAndLook(true) : []
}

const browserFor = (each: Found) => browsers.get(each.person)?.copy() ?? new Browser()

/** Sends the form as its page was first opened, with these changes. */
async function send(each: Found, changes: State, form = each.form): Promise<Response> {
  const fields: State = { ...stateOf(form), ...changes }
  if (each.key.name) fields[each.key.name] = [...(fields[each.key.name] ?? []), each.key.value ?? ""]
  return browserFor(each).submit(each.key.action ?? form.action, fields as Fields & State)
}

/** A form's buttons that come only after its preview. */
async function behindPreview(each: Found): Promise<Found[]> {
  if (!/^(preview|check)/.test(each.key.value ?? "")) return []
  const html = await within(async () => (await send(each, {})).text())
  const known = new Set(each.form.keys.map(({ value }) => value))
  const keys = findAgain(each, html)?.keys.filter(({ value }) => !known.has(value)) ?? []
  return keys.map((key) => ({ ...each, key, name: each.name.replace(each.key.value ?? "", key.value ?? "") }))
}

const isAccepted = ({ status }: Response) => status >= 300 && status < 400

const namesOf = (form: PageForm) =>
  [...new Set(form.fields.map(({ name }) => name))]
    .filter((name) => !name.startsWith("keptOf."))
    .sort()
    .join()

const findAgain = (each: Found, html: string) =>
  formsOf(html, each.page).find(
    (form) => form.action === each.form.action && namesOf(form) === namesOf(each.form),
  )

async function openAgain(each: Found): Promise<State | undefined> {
  const page = await browserFor(each).visit(each.page)
  const again = page.status === 200 ? findAgain(each, await page.text()) : undefined
  return again && stateOf(again)
}

async function within<Result>(work: () => Promise<Result>): Promise<Result> {
  trial("begin")
  try {
    return await work()
  } finally {
    trial("rollback")
  }
}

/** Fields that can be changed alone, up to two. */
async function findAlone(each: Found, most: number): Promise<[string, string[]][]> {
  const before = stateOf(each.form)
  const changes = Object.entries(changesOf(each.form)).filter(
    ([name, values]) => !isSame(values, before[name]),
  )
  const alone: [string, string[]][] = []
  for (const [name, values] of changes.slice(0, most)) {
    if (alone.length === 2) break
    const after = await within(async () =>
      isAccepted(await send(each, { [name]: values })) ? openAgain(each) : undefined,
    )
    if (after && isSame(after[name], values)) alone.push([name, values])
  }
  return alone
}

const isBlank = ({ name, kind, value }: FormField) =>
  !value && (kind === "text" || kind === "textarea") && !/search|^find|^fax$/i.test(name)

/** The form with what else it may ask for, such as a reason or a signature. */
const withBlanksFilled = (each: Found): Found => ({
  ...each,
  form: {
    ...each.form,
    fields: each.form.fields.map((field) => (isBlank(field) ? { ...field, value: "Clara Schumann" } : field)),
  },
})

const isShowing = ({ name, kind, value }: FormField) =>
  Boolean(value) && (kind === "radio" || (["text", "number", "tel"].includes(kind) && name !== "fax"))

async function tryOut(given: Found) {
  if (excused.some(([pattern]) => pattern.test(given.name))) return undefined
  let each = given
  let [first, second] = await findAlone(each, 12)
  if (!first && each.form.fields.some(isBlank) && each.form.fields.some(isShowing)) {
    each = withBlanksFilled(given)
    ;[first, second] = await findAlone(each, 4)
  }
  if (!first) return undefined
  const wrong = (problem: string) =>
    problems.push({ name: `${each.name} of ${each.person} at ${each.page}`, problem })
  if (!each.form.fields.some(({ name }) => name === shownName)) {
    wrong("doesn’t say what it shows")
    return undefined
  }
  if (second)
    await within(async () => {
      await send(each, { [first[0]]: first[1] })
      const answer = await send(each, { [second[0]]: second[1] })
      if (!isAccepted(answer)) return wrong(`${answer.status}, though they changed other fields`)
      const after = await openAgain(each)
      for (const [name, values] of [first, second])
        if (!isSame(after?.[name], values))
          wrong(`${withoutIds(name)} of one of them is ${after?.[name]?.join()}`)
    })
  // Pressed twice, or sent again after an answer that was lost: no one else has changed anything.
  await within(async () => {
    await send(each, { [first[0]]: first[1] })
    const { status } = await send(each, { [first[0]]: first[1] })
    if (status === 409) wrong(`409 where ${withoutIds(first[0])} was sent a second time`)
  })
  const theirs = otherThan(each.form, first[0], first[1])
  if (theirs) await within(() => settle(each, first, theirs, wrong))
  edits.push({ name: each.name, others: Boolean(second), same: Boolean(theirs) })
  return theirs && ([first, theirs] as const)
}

/** A second button answers with the form, such as a search or a preview, before or after the other one saves: saving still asks. */
async function answerAgain(
  each: Found,
  saving: Found,
  [name, mine]: [string, string[]],
  theirs: string[],
): Promise<void> {
  if (each.key.value === saving.key.value) return
  const searched = Object.fromEntries(
    each.form.fields.filter((field) => /search|^find/i.test(field.name)).map((field) => [field.name, ["zz"]]),
  )
  const emptied = Object.fromEntries(Object.keys(searched).map((field) => [field, [""]]))
  for (const isBefore of [true, false])
    await within(async () => {
      const other = async () => isAccepted(await send(saving, { [name]: theirs }))
      if (isBefore && !(await other())) return
      const answer = await send(each, { ...searched, [name]: mine })
      if (![200, 400, 409, 422].includes(answer.status)) return
      const html = await answer.text()
      const again = formsOf(html, each.page).find(
        (form) => form.action === each.form.action && isOfSameRecord(form, each.form, name),
      )
      // A choice between both versions is asked for already.
      if (!again || again.fields.some((field) => field.name === `keptOf.${name}`)) return
      if (!isBefore && !(await other())) return
      const saved = await send({ ...saving, form: again }, { ...emptied, [name]: mine }, again)
      answered.push(each.name)
      if (isAccepted(saved)) problems.push({ name: each.name, problem: `${each.page}: replaces ${name}` })
    })
}

/** Whether a form has a field, and names the same record as another. */
const isOfSameRecord = (form: PageForm, other: PageForm, name: string) =>
  form.fields.some((field) => field.name === name) &&
  other.fields
    .filter((field) => field.kind === "hidden" && withoutIds(field.value) === "*")
    .every(({ name: id, value }) => form.fields.some((field) => field.name === id && field.value === value))

/** Both change the same field: the second chooses. */
async function settle(
  each: Found,
  [name, mine]: [string, string[]],
  theirs: string[],
  wrong: (problem: string) => void,
) {
  if (!isAccepted(await send(each, { [name]: theirs }))) return
  const saved = (await openAgain(each))?.[name]
  const answer = await send(each, { [name]: mine })
  if (answer.status !== 409) return wrong(`${answer.status} where both changed ${withoutIds(name)}`)
  const html = await answer.text()
  if (!html.includes("Someone changed this while you were editing"))
    wrong(`says nothing of ${withoutIds(name)}`)
  const again = findAgain(each, html)
  if (!again) return wrong("the refused form isn’t there")
  const choices = again.fields.find((field) => field.name === `keptOf.${name}`)?.choices
  if (choices?.join() !== "yours,theirs") return wrong(`no choice beside ${withoutIds(name)}`)
  if (!isSame(stateOf(again)[name], mine)) wrong(`typed text of ${withoutIds(name)} is lost`)
  for (const [version, values] of [
    ["theirs", saved],
    ["yours", mine],
  ] as const) {
    const done = await send(each, { [`keptOf.${name}`]: [version] }, again)
    if (!isAccepted(done)) wrong(`${done.status} after ${version} was chosen`)
    else if (!isSame((await openAgain(each))?.[name], values)) wrong(`${version} was chosen and isn’t saved`)
    if (version === "theirs") await send(each, { [name]: theirs })
  }
}

describe("two people at one form", () => {
  test("keep what each of them changed", () => {
    console.info(
      `${edits.length} edit forms; other fields of ${edits.filter(({ others }) => others).length}, the same field of ${edits.filter(({ same }) => same).length}`,
    )
    expect(problems).toEqual([])
    expect(edits.length).toBeGreaterThan(60)
    expect(answered.length).toBeGreaterThan(5)
  })
})
