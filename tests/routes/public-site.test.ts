import { beforeAll, describe, expect, test } from "vitest"
import { findHelpArticle, listHelpArticles } from "~/models/help/help-article.server"
import { indexHelpArticles } from "~/models/help/help-search.server"
import { Browser, textOf } from "../support/app"
import { openSchool } from "../support/school"

beforeAll(indexHelpArticles)

const visit = (path: string) => new Browser().visit(path)

describe("the landing page", () => {
  test("leads to the demo, the help and the pages about us, and has the contact form", async () => {
    const html = await (await visit("/")).text()
    for (const address of ["/about", "/help", "/contact", "/privacy", "/terms"])
      expect(html).toContain(`<a href="${address}">`)
    expect(html.match(/href="\/demo-request"/g)?.length).toBeGreaterThanOrEqual(3)
    expect(html).toContain('action="/contact"')
    expect(html).toContain("These details are samples.")
    expect(html).toContain('rel="manifest"')
    expect(html).toContain('property="og:image" content="http://localhost:3000/share.png"')
  })
})

describe("the about page", () => {
  test("says what the specification says it says", async () => {
    const answer = await visit("/about")
    const html = await answer.clone().text()
    const text = await textOf(answer)
    for (const words of [
      "About Us",
      "Our Mission",
      "Global Service Local Support",
      "Our Commitment",
      "Less admin",
      "More music",
      "Global support",
      "24/7",
      "fully cloud-based",
    ])
      expect(text).toContain(words)
    for (const address of ["/#features", "/#pricing", "/#contact", "/auth/login", "/register-school"])
      expect(html).toContain(`href="${address}"`)
    expect(text).toContain("Sign In Get Started")
    expect(html.match(/class="mark"/g)).toHaveLength(6)
  })

  test("leads somebody signed in to their dashboard", async () => {
    const browser = await Browser.of(openSchool().userId)
    const html = await (await browser.visit("/about")).text()
    expect(html).toContain('href="/dashboard">Go to Dashboard</a>')
    expect(html).not.toContain("Sign In")
  })
})

describe("the legal pages", () => {
  test.each(["/privacy", "/terms"])("%s has its text", async (path) => {
    const answer = await visit(path)
    expect(answer.status).toBe(200)
    expect((await textOf(answer)).length).toBeGreaterThan(2000)
  })
})

describe("the help", () => {
  test("lists every article by topic", async () => {
    const html = await (await visit("/help")).text()
    for (const { key } of listHelpArticles()) expect(html).toContain(`href="/help/${key}"`)
    expect(html).toContain("Getting started")
  })

  test("every article is a page", async () => {
    for (const { key, title, summary } of listHelpArticles()) {
      const answer = await visit(`/help/${key}`)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html.match(/<h1/g)).toHaveLength(1)
      const text = await textOf(new Response(html))
      expect(text).toContain(title)
      expect(text).toContain(summary)
    }
  })

  test("an article that is not there is a missing page", async () => {
    for (const key of ["no-such-article", "__proto__", "x".repeat(3000)])
      expect((await visit(`/help/${key}`)).status).toBe(404)
  })

  test("finds what was typed, and shows it as text", async () => {
    const answer = await visit("/help?q=void%20invoice")
    const html = await answer.text()
    expect(html).toContain('href="/help/correct-an-invoice"')
    expect(html).toContain("<mark>")
    expect(html).toContain('value="void invoice"')
    const hostile = await (
      await visit(`/help?q=${encodeURIComponent('<script>alert("1")</script> OR *')}`)
    ).text()
    expect(hostile).not.toContain("<script>alert")
  })

  test("with nothing found says what else to do", async () => {
    for (const typed of ["xylophonist", "***", '"', "x".repeat(5000)]) {
      const answer = await visit(`/help?q=${encodeURIComponent(typed)}`)
      expect(answer.status).toBe(200)
      expect(await textOf(answer)).toContain("No article has these words.")
    }
  })
})

describe("for machines", () => {
  test("robots and site map name the public pages only", async () => {
    const robots = await (await visit("/robots.txt")).text()
    expect(robots).toContain("Disallow: /dashboard")
    expect(robots).toContain("Sitemap: http://localhost:3000/sitemap.xml")
    const answer = await visit("/sitemap.xml")
    expect(answer.headers.get("Content-Type")).toContain("application/xml")
    const addresses = [...(await answer.text()).matchAll(/<loc>http:\/\/localhost:3000(.*?)<\/loc>/g)].map(
      ([, path = ""]) => path,
    )
    expect(addresses).toContain("/help/import-a-roster")
    expect(findHelpArticle("import-a-roster")).toBeDefined()
    for (const path of addresses) expect([path, (await visit(path)).status]).toEqual([path, 200])
  })
})
