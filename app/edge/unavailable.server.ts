import type { Request } from "express"
import type { BareResponse } from "./bare-response"
import { publicPolicy } from "./content-security.server"
import { type SentForm, sendAgain } from "./sent-form.server"

// The page shown while no machine can write, or this one can't answer: our own, with status 503, for a moment.

export type Trouble =
  /** No node leads, so nothing was started. */
  | "no-primary"
  /** It was begun, and this machine stopped leading or could not keep it. */
  | "not-kept"
  /** The only machine cannot write, as when its disk is full; nothing of it was done. */
  | "cannot-save"
  /** It was sent on, and no answer came: it may have been done. */
  | "unknown-end"

const texts: Record<Trouble, { title: string; text: string; again: string }> = {
  "no-primary": {
    title: "One moment",
    text: "We’re switching servers. What you sent wasn’t saved.",
    again: "Wait a few seconds, go back and send it again.",
  },
  "not-kept": {
    title: "This wasn’t saved",
    text: "We switched servers while you were saving.",
    again: "Wait a few seconds, go back and send it again.",
  },
  "cannot-save": {
    title: "This wasn’t saved",
    text: "Tutti can’t save anything right now. We’re working on it.",
    again: "Go back and try again in a few minutes. You can still look things up.",
  },
  "unknown-end": {
    title: "We can’t tell whether this was saved",
    text: "The server didn’t answer in time.",
    again: "Check the page before you send it again.",
  },
}
const reading = {
  title: "One moment",
  text: "We’re switching servers, so this page can’t load right now.",
  again: "It opens automatically in a few seconds.",
}

/**
 * The page's own, because nothing else may be at hand; the colors are those of `styles/tokens.css`, which a test compares.
 * The app's pages move into the next one: a page that has no part in it leaves an error in the browser's console.
 */
export const styles =
  ":root{--paper:oklch(0.966 0.008 88);--ink:oklch(0.235 0.012 65);color-scheme:light dark}@media(prefers-color-scheme:dark){:root{--paper:oklch(0.178 0.007 75);--ink:oklch(0.925 0.012 86)}}body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto 0;padding:0 1.25rem;color:var(--ink);background:var(--paper)}h1{font:400 1.75rem/1.15 Palatino,serif}"

/** The longest text that a page shows beside what was typed. */
const longestShown = 200

/**
 * Answers 503: JSON for the API, a page for people. A form that was certainly not saved comes back with it. The page's
 * own script keeps what was typed and shows a plain text beside it.
 */
export function answerUnavailable(
  request: Request,
  response: BareResponse,
  trouble: Trouble,
  sent: SentForm = { fields: [], lost: false },
) {
  const isRead = request.method === "GET" || request.method === "HEAD"
  const { title, text, again } = isRead ? reading : texts[trouble]
  response.setHeader("Retry-After", "5")
  response.setHeader("Cache-Control", "no-store")
  const isApi = request.path.startsWith("/api/")
  if (!isRead && isCertain(trouble) && request.path.endsWith(".data")) return answerScript(response, text)
  const form = isCertain(trouble) ? sendAgain(request.originalUrl, sent) : ""
  const next = form
    ? `<p>Nothing you typed is lost: leave this page open and send it again in a few minutes.</p>${form}`
    : `<p>${again}</p>`
  const body = isApi
    ? JSON.stringify({ message: isRead ? text : `${text} ${again}` })
    : `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${
        isRead ? '<meta http-equiv="refresh" content="5">' : ""
      }<title>${title} · Tutti</title><style>${styles}</style></head><body><main><h1>${title}</h1><p>${text}</p>${next}</main></body></html>`
  response.setHeader("Content-Type", isApi ? "application/json; charset=utf-8" : "text/html; charset=utf-8")
  if (!isApi) response.setHeader("Content-Security-Policy", publicPolicy(styles))
  response.setHeader("Content-Length", Buffer.byteLength(body))
  response.writeHead(503)
  response.end(request.method === "HEAD" ? undefined : body)
}

/** Whether nothing was saved for sure. */
const isCertain = (trouble: Trouble) => trouble === "cannot-save" || trouble === "not-kept"

function answerScript(response: BareResponse, text: string) {
  const body = text.slice(0, longestShown)
  response.setHeader("Content-Type", "text/plain; charset=utf-8")
  response.setHeader("Content-Length", Buffer.byteLength(body))
  response.writeHead(403)
  response.end(body)
}
