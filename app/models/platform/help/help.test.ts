import { readdirSync, readFileSync } from "node:fs"
import { sqlite } from "db/client.server"
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { routeTable } from "../../../../tests/support/route-table"
import { listHelpArticles } from "./help-article.server"
import { withoutPictures, withPictures } from "./help-pictures.server"
import { indexHelpArticles, searchHelp } from "./help-search.server"
import { helpTopics } from "./help-topics"
import { pictures } from "./pictures"

const keysFor = (typed: string) => searchHelp(typed).map(({ key }) => key)

test("a word counts once, and a letter beside others is a word", () => {
  expect(searchHelp("invoice Invoice invoice")).toEqual(searchHelp("invoice"))
  expect(searchHelp("a a a a a a a a a a a a")).toEqual(searchHelp("a"))
  expect(keysFor("a b c d e f g h i j k l").length).toBeLessThan(13)
})

describe("the help articles", () => {
  const articles = listHelpArticles()

  test("are many, and every shelf has some", () => {
    expect(articles.length).toBeGreaterThanOrEqual(25)
    for (const topic of Object.keys(helpTopics))
      expect(articles.some((article) => article.topic === topic)).toBe(true)
  })

  test("have a title, a sentence and a text worth opening", () => {
    for (const { key, title, summary, body } of articles) {
      expect(key).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(title.length, key).toBeLessThanOrEqual(60)
      expect(summary, key).toMatch(/^[A-Z].*\.$/)
      expect(body.split(/\s+/).length, key).toBeGreaterThan(60)
    }
  })

  test("link only to places that exist", () => {
    const patterns = routeTable()
      .filter(({ path }) => path !== "/*")
      .map(({ path }) => new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`))
    const keys = new Set(articles.map(({ key }) => key))
    const broken = articles.flatMap(({ key, body }) =>
      [...body.matchAll(/\]\(([^)]*)\)/g)]
        .map(([, to = ""]) => to.split("#")[0] ?? "")
        .filter((to) =>
          to.startsWith("/help/") ? !keys.has(to.slice(6)) : !patterns.some((pattern) => pattern.test(to)),
        )
        .map((to) => `${key} → ${to}`),
    )
    expect(broken).toEqual([])
  })
})

describe("the pictures of real screens", () => {
  const folder = "app/assets/pictures"
  const files = readdirSync(folder)

  test("are there in both schemes, as large as the table says, and small", async () => {
    const named = Object.keys(pictures).flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
    expect(files.sort()).toEqual(named.sort())
    const sizes: number[] = []
    for (const [name, { width, height, density }] of Object.entries(pictures))
      for (const scheme of ["light", "dark"]) {
        const file = `${folder}/${name}-${scheme}.webp`
        // From memory: in one process with the photos' tests no picture is read from a path.
        const bytes = readFileSync(file)
        const found = await sharp(bytes).metadata()
        expect([found.width, found.height], file).toEqual(
          [width, height].map((side) => Math.round(side * density)),
        )
        expect(bytes.length, file).toBeLessThanOrEqual(32_000)
        sizes.push(bytes.length)
      }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000)
  })

  test("are each in an article, fetched late, with a text, and no place is left empty", () => {
    const shown = listHelpArticles().flatMap(({ key, illustrated, body }) => {
      expect(illustrated, key).not.toMatch(/^!\[/m)
      expect(body, key).not.toMatch(/!\[|<figure/)
      return [
        ...illustrated.matchAll(
          /<img src="[^"]*?\/([a-z-]+)-light\.[^"]*" alt="([^"]+)" [^>]*loading="lazy">/g,
        ),
      ]
    })
    expect(shown.map(([, name]) => name).sort()).toEqual(Object.keys(pictures).sort())
    for (const [, name, alt] of shown) expect(alt, name).toMatch(/^[A-Z].{30,}\.$/)
    expect(() => withPictures("![A screen.](no-such-screen)\n")).toThrow("No picture")
    // What is searched and quoted has the article's own words alone.
    expect(withoutPictures('One.\n\n![A screen.](week "Below.")\n\nTwo.')).toBe("One.\n\nTwo.")
  })
})

describe("searching the help", () => {
  beforeAll(indexHelpArticles)

  test("make-up lessons are five articles, each first for its own words", () => {
    for (const [typed, key] of [
      ["what is a make-up credit", "make-up-credits"],
      ["offer freed times", "freed-times"],
      ["lesson swaps", "lesson-swaps"],
      ["open times", "open-times"],
      ["try make-up rules", "try-make-up-rules"],
    ])
      expect(keysFor(typed ?? "")[0], typed).toBe(key)
  })

  test("finds an article by its words, the title first", () => {
    expect(keysFor("import roster")[0]).toBe("import-a-roster")
    expect(keysFor("forgotten password")[0]).toBe("forgotten-password")
    expect(keysFor("daylight saving")[0]).toBe("time-zones")
  })

  test("takes other forms and beginnings of a word", () => {
    expect(keysFor("printed calendars")).toContain("printing")
    expect(keysFor("voiding")).toContain("correct-an-invoice")
    expect(keysFor("overd")).toContain("overdue-invoices")
  })

  test("shows the words around the match", () => {
    const [hit] = searchHelp("Windows-1252")
    expect(hit?.key).toBe("import-a-roster")
    expect(hit?.excerpt.filter((_, index) => index % 2 === 1).join(" ")).toMatch(/Windows.*1252/)
  })

  test("with words that no article joins falls back to any of them", () => {
    expect(keysFor("paypal saxophone").length).toBeGreaterThan(0)
    expect(keysFor("xylophonist")).toEqual([])
  })

  test.each([
    '"',
    "'; drop table help_articles; --",
    "title:x",
    "a OR b",
    "NEAR(",
    "*",
    "-",
    "(((",
    "\u0000",
    "🎻",
  ])("reads %j as words, not as a language", (typed) => {
    expect(() => searchHelp(typed)).not.toThrow()
  })

  test("the index is written once, and again when an article has changed", () => {
    const changes = () => (sqlite().prepare("select total_changes() as n").get() as { n: number }).n
    const before = changes()
    indexHelpArticles()
    expect(changes()).toBe(before)
    sqlite().exec("update help_articles set body = 'old' where article_key = 'marks'")
    indexHelpArticles()
    expect(keysFor("percentage")).toContain("marks")
    expect(keysFor("old").includes("marks")).toBe(false)
  })
})
