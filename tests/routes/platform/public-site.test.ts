import { globSync, readFileSync } from "node:fs"
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { findHelpArticle, listHelpArticles } from "~/models/platform/help/help-article.server"
import { indexHelpArticles } from "~/models/platform/help/help-search.server"
import { env } from "~/utils/env.server"
import { Browser, textOf } from "../../support/app"
import { addMember, openSchool } from "../../support/school"

beforeAll(indexHelpArticles)

const visit = (path: string) => new Browser().visit(path)

describe("the landing page", () => {
  test("leads to the demo, the help and the pages about us, and has the contact form", async () => {
    const html = await (await visit("/")).text()
    for (const address of ["/about", "/help", "/contact", "/privacy", "/terms"])
      expect(html).toContain(`<a href="${address}">`)
    expect(html.match(/href="\/demo-request"/g)?.length).toBeGreaterThanOrEqual(3)
    expect(html).toContain('action="/contact"')
    expect(html).toContain("These are sample contact details.")
    expect(html).toContain('rel="manifest"')
    expect(html).toContain('property="og:image" content="http://localhost:3000/share.png"')
  })

  test("has its parts: hero, features, pricing, voices, contact, and a visitor's buttons", async () => {
    const answer = await visit("/")
    const html = await answer.clone().text()
    const text = await textOf(answer)
    for (const id of ["features", "pricing", "contact"]) {
      expect(html).toContain(`id="${id}"`)
      expect(html).toContain(`href="/#${id}"`)
    }
    for (const claim of [
      "Student management",
      "Class scheduling",
      "Attendance and reminders",
      "Payments and invoicing",
      "Teacher management",
      "Analytics and reports",
      "Communication tools",
      "Student and parent portal",
      "Monthly Yearly Save up to 40%",
      "Most Popular",
      "Sample quotes: these people belong to our demo school.",
      "hello@tutti.example",
      "+1 555 010 0199",
      "Instagram",
    ])
      expect(text).toContain(claim)
    expect(text).toContain("Features Pricing About Us Contact Demo Log in Solo Teacher Music School Sign up")
    expect(html).toMatch(/href="\/auth\/login"[^>]*>Log in</)
    expect(html).toMatch(/href="\/register-school"[^>]*>Music School</)
    expect(html).toMatch(/href="\/register-solo-teacher"[^>]*>Solo Teacher</)
    expect(html).toMatch(/class="button phone-only" href="\/register-school"[^>]*>Sign up</)
  })

  test("says that families pay by card, as the page about us does", async () => {
    const text = await textOf(await visit("/"))
    expect(text).toContain("Cards, wallets and bank debits No Yes, through your own Stripe account")
    expect(text).toContain("By card, Apple Pay, Google Pay or bank debit through your own Stripe account")
    expect(text).not.toContain("Cards without")
    expect(await textOf(await visit("/about"))).toContain("Families pay by card or with PayPal")
  })

  test("shows the prices and savings of each plan", async () => {
    const text = await textOf(await visit("/"))
    for (const words of [
      "Solo Teacher $9.99 /month $99 /year 17% saving, Save $20.88 compared to monthly",
      "Standard $29 /month $149 /year Save $199",
      "Professional Most Popular $79 /month $399 /year Save $549",
      "1 teacher account (admin and teacher combined) Unlimited students Full invoicing and scheduling Student and parent portal",
      "1 school administrator account Up to 5 teachers Up to 100 students All core features",
      "1 administrator account Unlimited teachers Unlimited students All core features",
    ])
      expect(text).toContain(words)
  })

  test("has a Dashboard button to the role's home only with an active subscription", async () => {
    const { actor, userId } = openSchool()
    const people: [string, string][] = [
      [userId, "/dashboard"],
      [openSchool({ kind: "solo" }).userId, "/dashboard"],
      [addMember(actor, "teacher", "Leo Marsh").userId, "/dashboard/teacher"],
      [addMember(actor, "student", "Otis Rossi").userId, "/student/dashboard"],
    ]
    for (const [person, home] of people) {
      const html = await (await Browser.of(person)).html("/")
      expect(html).toContain(`href="${home}">Dashboard</a>`)
      expect(html).not.toMatch(/>(Music School|Sign up)</)
    }
    const pending = await Browser.of(openSchool({ active: false }).userId)
    expect(await pending.html("/")).not.toContain(">Dashboard</a>")
  })
})

describe("an address that is not there", () => {
  test("says so with a real 404, for every method and depth", async () => {
    for (const path of ["/no-such-page", "/students/list/too/deep", "/%F0%9F%8E%BB"]) {
      const answer = await visit(path)
      expect(answer.status).toBe(404)
      const html = await answer.clone().text()
      expect(await textOf(answer)).toContain(
        "Page Not Found The page you're looking for doesn't exist or has been moved. Go Home",
      )
      expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Go Home<\/a>/)
    }
    expect((await new Browser().submit("/no-such-page", { a: "b" })).status).toBe(404)
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
    expect(html.match(/class="boxed-letter"/g)).toHaveLength(6)
  })

  test("leads a logged-in user to their dashboard", async () => {
    const browser = await Browser.of(openSchool().userId)
    const html = await browser.html("/about")
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

  test("privacy names everyone else who handles data, and how long backups keep what was erased", async () => {
    const text = await textOf(await visit("/privacy"))
    for (const company of ["PayPal", "Resend", "stores its backups", "maker of your browser or phone"])
      expect(text).toContain(company)
    expect(text).toContain(`stays in our backups for up to ${env().BACKUP_KEEP_DAYS} more days`)
    expect(text).not.toMatch(/[{}]/)
  })

  test("privacy says what each of our cookies is for", async () => {
    const text = await textOf(await visit("/privacy"))
    const told: Record<string, string> = {
      tutti: "keeps you logged in",
      toast: "short message to the next page",
      "tutti-half": "while you enter your code",
      "tutti-device": "remembers for a year that you logged in with this browser",
      "tutti-visits": "remembers for 60 days when you last opened a family’s home page",
      "tutti-form": "restores, for half an hour, a form",
      light: "remembers for a year that you turned on the data saver",
      "reduced-data": "one for a day that your browser asks to save data",
      styles: "remembers for a week that this browser has the pages’ styles",
      storageKey: "one for each says so, for up to 30 days",
    }
    const source = globSync("app/**/*.{ts,tsx}")
      .filter((path) => !path.includes(".test."))
      .map((path) => readFileSync(path, "utf8"))
    const set =
      /(?:ownCookie|createCookie)\("([\w-]+)"|(?:document\.cookie = )?`(?:\$\{)?([\w-]+)\}?=[^`]*Path=\//g
    const names = source.flatMap((code) => [...code.matchAll(set)].map(([, own, written]) => own ?? written))
    expect([...new Set(names)].sort()).toEqual(Object.keys(told).sort())
    for (const words of Object.values(told)) expect(text).toContain(words)
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
      await expect(answer).toAnswer(200, "No articles match these words.")
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

  test("public pages say what they are, once, at one whole address", async () => {
    for (const [path, canonical] of [
      ["/", "/"],
      ["/about", "/about"],
      ["/login", "/auth/login"],
      ["/auth/login", "/auth/login"],
      ["/simple-login", "/simple-login"],
      ["/signup", "/register-school"],
      ["/register", "/auth/register"],
      ["/register-solo-teacher", "/register-solo-teacher"],
      ["/select-plan", "/select-plan"],
      ["/forgot-password", "/auth/forgot-password"],
      ["/subscription", "/subscription"],
    ] as const) {
      const html = await (await visit(path)).text()
      const address = `http://localhost:3000${canonical}`
      expect(html, path).toContain(`<link rel="canonical" href="${address}"/>`)
      expect(html, path).toContain(`property="og:url" content="${address}"`)
      for (const name of ["og:type", "og:title", "og:description"])
        expect(html, path).toContain(`property="${name}"`)
      expect(html.match(/<meta name="description" content="[^"]{20,}"/g), path).toHaveLength(1)
      expect(html, path).not.toContain("noindex")
    }
  })

  test("the manifest's icons are there, at the sizes it says", async () => {
    const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")) as {
      icons: { src: string; sizes: string; purpose?: string }[]
    }
    expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true)
    for (const { src, sizes } of manifest.icons.filter(({ src }) => src.endsWith(".png"))) {
      const { width, height } = await sharp(readFileSync(`public${src}`)).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })
})
