import { createHash } from "node:crypto"
import type { RequestHandler } from "express"
import { escapeHtml } from "~/utils/escape-html"
import { publicPolicy } from "./content-security.server"
import { styles as plainStyles } from "./unavailable.server"

// The public status page. It stands before Remix and needs nothing but the database for a moment, twice a minute: it is
// what people look at when the rest is in trouble.

const freshMs = 30_000

type Incident = {
  title: string
  impact: string
  began: string
  ended: string | null
  updates: { state: string; text: string; when: string }[]
}
export type Status = {
  title: string
  tone: "ok" | "warn" | "bad"
  notices: { title: string; text: string }[]
  open: Incident[]
  past: Incident[]
}

const styles = `${plainStyles}body{max-width:44rem;margin:8vh auto 4rem}h2{font:400 1.25rem/1.3 Palatino,serif;margin-top:2.5rem}h3{font-size:1rem;margin:1.5rem 0 0}p{margin:.25rem 0}a{color:inherit}ul{padding:0;list-style:none}li{margin:.5rem 0}.tone{border-inline-start:4px solid;padding:.25rem 1rem}.ok{border-color:oklch(0.6 0.13 150)}.warn{border-color:oklch(0.72 0.15 75)}.bad{border-color:oklch(0.58 0.2 27)}time,.when{opacity:.75}`

/** Answers /status. `find` may throw: then the page says that Tutti has an outage. */
export function showStatus(find: () => Status): RequestHandler {
  let made: { at: number; status: number; body: string; tag: string } | undefined
  return (request, response) => {
    const at = performance.now()
    if (!made || at - made.at >= freshMs) {
      const found = attempt(find)
      const body = pageOf(found)
      made = {
        at,
        status: found ? 200 : 503,
        body,
        tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
      }
    }
    response.locals.routeId = "status page"
    response
      .set("Cache-Control", "public, max-age=30")
      .set("ETag", made.tag)
      .set("Content-Security-Policy", publicPolicy(styles))
    if (made.status === 200 && request.fresh) return void response.status(304).end()
    response.status(made.status).type("html").send(made.body)
  }
}

function attempt(find: () => Status): Status | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

const outage: Status = { title: "Tutti has an outage", tone: "bad", notices: [], open: [], past: [] }

function pageOf(found: Status | undefined): string {
  const { title, tone, notices, open, past } = found ?? outage
  const body = [
    `<p><a href="/">Tutti</a></p><h1 class="tone ${tone}">${escapeHtml(title)}</h1>`,
    ...notices.map(({ title, text }) => `<p><strong>${escapeHtml(title)}</strong> ${escapeHtml(text)}</p>`),
    ...open.map(incidentOf),
    "<h2>Last 90 days</h2>",
    found && past.length === 0 ? "<p>No incidents.</p>" : "",
    found ? "" : "<p>Past incidents can’t be shown right now.</p>",
    ...past.map(incidentOf),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Tutti status</title><style>${styles}</style></head><body><main>${body.join("")}</main></body></html>`
}

function incidentOf({ title, impact, began, ended, updates }: Incident): string {
  const when = ended ? `${began} to ${ended}` : `Since ${began}`
  const list = updates
    .map(
      ({ state, text, when }) =>
        `<li><strong>${escapeHtml(state)}</strong> <span class="when">${escapeHtml(when)}</span><br>${escapeHtml(text)}</li>`,
    )
    .join("")
  return `<article><h3>${escapeHtml(title)}</h3><p class="when">${escapeHtml(impact)}. ${escapeHtml(when)}</p><ul>${list}</ul></article>`
}
