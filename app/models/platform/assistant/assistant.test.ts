import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../../../../sandbox/sandbox"
import { everydayQuestions } from "../../../../tests/support/everyday-questions"
import { findHelpArticle, listHelpArticles } from "../help/help-article.server"
import { indexHelpArticles } from "../help/help-search.server"
import { answerFromHelp, findPassages, meaningOf } from "./answer.server"
import { findNotYet, notYets } from "./not-yet"

beforeAll(indexHelpArticles)

const ask = (question: string, hasImage = false) => answerFromHelp({ question, hasImage })

describe("finding the article", () => {
  test.each([
    ["How do I import my students from Excel?", "import-a-roster"],
    ["How do I import students from a file?", "import-a-roster"],
    ["Import a file with my students", "import-a-roster"],
    ["I forgot my password, what now?", "forgotten-password"],
    ["how can i void an invoice that is wrong", "correct-an-invoice"],
    ["Where can a guardian pay with PayPal?", "pay-an-invoice"],
    ["What happens to lessons when the clocks change (daylight saving)?", "time-zones"],
    ["When do make-up credits expire?", "make-up-credits"],
  ])("%s", (question, key) => {
    expect(findPassages(question).map((passage) => passage.key)).toContain(key)
    expect(findPassages(question)[0]?.fit).toBeGreaterThanOrEqual(0.5)
  })

  test("leaves out the words that every question has and takes synonyms for one", () => {
    expect(meaningOf("How do I import the roster, please?")).toEqual(["import", "roster"])
    expect(meaningOf("Can I remove my kid's sessions?")).toEqual(meaningOf("delete a student's lesson"))
    expect(meaningOf("signing in")).toEqual(meaningOf("log in"))
  })

  test.each(['"', "title:x OR *", "NEAR(", "'; drop table help_articles", "🎻🎻", "\u0000"])(
    "reads %j as words",
    (typed) => {
      expect(() => findPassages(typed)).not.toThrow()
    },
  )
})

describe("everyday questions", () => {
  test("find their article, and none is answered with another's steps", async () => {
    const answers = await Promise.all(
      everydayQuestions.map(async ([question, key]) => ({ question, key, answer: await ask(question) })),
    )
    const articleOf = (answer: string) => answer.match(/Read more: .*\/help\/([a-z-]+)/)?.[1] ?? null
    const wrong = answers.filter(({ key, answer }) => ![key, null].includes(articleOf(answer)))
    expect(wrong.map(({ question, answer }) => `${question} → ${articleOf(answer)}`)).toEqual([])
    const right = answers.filter(({ key, answer }) => articleOf(answer) === key)
    expect(everydayQuestions.length).toBeGreaterThanOrEqual(60)
    expect(right.length / everydayQuestions.length).toBeGreaterThanOrEqual(54 / 60)
  })

  test("are answered with the whole part that has the steps", async () => {
    const answer = await ask("how do I void an invoice")
    expect(answer).toContain("Open the invoice and choose Void.")
    expect(await ask("how do I add a teacher")).toMatch(/1\. Open Teachers[\s\S]*5\. Save/)
  })
})

describe("the assistant of the house", () => {
  test("quotes an article and links to it", async () => {
    const answer = await ask("How do I import a roster from a CSV file?")
    expect(answer).toMatch(/^From the help article “Import your roster”:\n\n/)
    expect(answer).toContain("CSV")
    expect(answer).toContain("Read more: Import your roster, /help/import-a-roster")
    expect(answer).not.toMatch(/\*\*|\]\(/)
  })

  test.each(["What is the weather in Paris tomorrow?", "How do I cook spaghetti carbonara?", "xylophonist"])(
    "says that it does not know: %s",
    async (question) => {
      const answer = await ask(question)
      expect(answer).toMatch(/^I don’t know that: no help article answers it\./)
      expect(answer).toContain("A person answers in the admin chat: /support?mode=admin")
    },
  )

  test.each([
    ["Can you send WhatsApp messages to parents?", "WhatsApp", "text-messages"],
    ["Can families pay with Klarna or SEPA?", "by card through Stripe", "card-payments"],
    ["How do I export to QuickBooks?", "Xero", "month-end"],
    ["Is there an iPhone app?", "app stores", "family-pages"],
    ["Can I use Tutti in Spanish?", "only in English", "school-settings"],
    ["Do you write XRechnung?", "Peppol", "write-an-invoice"],
    ["Can I log in with Google?", "another company", "two-factor-login"],
  ])("says “not yet” of what Tutti doesn't do: %s", async (question, what, article) => {
    const answer = await ask(question)
    expect(answer).toMatch(/^Not yet\. /)
    expect(answer).toContain(what)
    expect(answer).toContain(`/help/${article}`)
    expect(answer).toContain("A person answers in the admin chat: /support?mode=admin")
  })

  test.each([
    "Do you support Venmo?",
    "Can I change the language to Spanish?",
    "Can I run payroll?",
    "Can I record a video of a lesson?",
    "Can I scan a QR code for attendance?",
    "Can I sell recital tickets?",
    "Can I call parents from Tutti?",
    "Can teachers clock in?",
    "Can I use my own domain?",
    "Can I post to Instagram?",
  ])("quotes no article of something else: %s", async (question) => {
    expect(await ask(question)).toMatch(/^Not yet\. /)
  })

  test("says so of nothing that an everyday question asks, and names articles that exist", () => {
    expect(everydayQuestions.filter(([question]) => findNotYet(question))).toEqual([])
    const asked = listHelpArticles().flatMap(({ title, sections }) => [
      title,
      ...sections.flatMap(({ heading, questions }) => [heading, ...questions]),
    ])
    expect(asked.filter((question) => findNotYet(question))).toEqual([])
    const missing = notYets.filter(({ article }) => article && !findHelpArticle(article))
    expect(missing).toEqual([])
  })

  test("says what it is for when nothing was asked, and that it sees no images", async () => {
    expect(await ask("hello")).toContain("Ask me how something works in Tutti")
    expect(await ask("", true)).toMatch(/^I can’t see images/)
    expect(await ask("How do I import a roster?", true)).toMatch(/^I can’t see images[\s\S]*From the help/)
  })
})

describe("with a language model", () => {
  let sandbox: Sandbox
  const control = (path: string, body: unknown) =>
    fetch(`${sandbox.url}/__control${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
  const calls = async () =>
    (await (await fetch(`${sandbox.url}/assistant/calls.json`)).json()) as {
      authorization: string
      body: { model: string; messages: { role: string; content: string }[] }
    }[]

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
    const { env } = await import("~/utils/env.server")
    Object.assign(env(), {
      ASSISTANT_API_URL: `${sandbox.url}/assistant/v1`,
      ASSISTANT_API_KEY: "practice-key",
      ASSISTANT_MODEL: "practice-model",
    })
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => sandbox.close())

  test("it answers from the articles found, with the sources below", async () => {
    const answer = await ask("How do I import a roster from a CSV file?")
    expect(answer).toMatch(/^In short: /)
    expect(answer).toContain("Read more: Import your roster, /help/import-a-roster")
    const [call] = await calls()
    expect(call?.authorization).toBe("Bearer practice-key")
    expect(call?.body.model).toBe("practice-model")
    expect(call?.body.messages.map(({ role }) => role)).toEqual(["system", "user"])
    expect(call?.body.messages[0]?.content).toContain("--- Article: Import your roster ---")
    expect(call?.body.messages[1]?.content).toBe("How do I import a roster from a CSV file?")
  })

  test("it is not asked when no article was found", async () => {
    expect(await ask("How do I cook spaghetti carbonara?")).toMatch(/^I don’t know that/)
    expect(await calls()).toEqual([])
  })

  test.each([
    ["answers an error", { kind: "status", status: 500 }],
    ["is out of breath", { kind: "status", status: 429 }],
    ["answers half a sentence", { kind: "malformed" }],
    ["hangs up", { kind: "reset" }],
    ["answers something else", { kind: "status", status: 400, body: { choices: [] } }],
  ])("when it %s, the article is quoted", async (_, fault) => {
    await control("/faults", { target: "assistant", ...fault })
    expect(await ask("How do I import a roster from a CSV file?")).toMatch(/^From the help article/)
  })
})
