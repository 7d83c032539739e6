import { type Response, Router } from "express"
import { html, linkified, type Markup, page, pageHeaders } from "./html"
import type { SentMail } from "./mail"
import type { State } from "./state"

// A mail's own page can do nothing but show itself and follow a link when a person clicks it.
const mailSandbox = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

/** The mailbox: a list and pages for people, JSON for programs. Newest first. */
export function mailboxRoutes(state: State) {
  const router = Router()

  router.get("/messages.json", (request, response) => {
    response.set("Cache-Control", "no-store").json(messagesFor(state, request.query.to).map(describe))
  })

  router.get("/", (request, response) => {
    const { to } = request.query
    show(response, state, "Mailbox", listing(messagesFor(state, to), typeof to === "string" ? to : undefined))
  })

  router.get("/:id", (request, response) => {
    const mail = state.mail.find(request.params.id)
    if (!mail) return showMissing(response, state)
    show(response, state, mail.subject, reading(mail))
  })

  router.get("/:id/html", (request, response) => {
    const mail = state.mail.find(request.params.id)
    if (!mail?.html) return showMissing(response, state)
    response
      .set({
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": `sandbox ${mailSandbox}; default-src 'none'; img-src data:; style-src 'unsafe-inline'`,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
      })
      .send(`<base target="_top">${mail.html}`)
  })

  router.get("/:id/attachments/:index", (request, response) => {
    const attachment = state.mail.find(request.params.id)?.attachments[Number(request.params.index)]
    if (!attachment) return showMissing(response, state)
    response
      .attachment(attachment.filename)
      .set({ "Content-Type": attachment.contentType, "X-Content-Type-Options": "nosniff" })
      .send(Buffer.from(attachment.content, "base64"))
  })

  return router
}

function messagesFor(state: State, to: unknown) {
  const mails = state.mail.list().reverse()
  if (typeof to !== "string" || !to) return mails
  const recipient = to.toLowerCase()
  return mails.filter((mail) =>
    [...mail.to, ...mail.cc, ...mail.bcc].some((each) => bareAddress(each) === recipient),
  )
}

function bareAddress(address: string) {
  return (/<([^>]+)>/.exec(address)?.[1] ?? address).trim().toLowerCase()
}

function describe(mail: SentMail) {
  return {
    ...mail,
    attachments: mail.attachments.map(({ filename, contentType, size }, index) => ({
      filename,
      contentType,
      size,
      url: `/mailbox/${mail.id}/attachments/${index}`,
    })),
  }
}

function show(response: Response, state: State, title: string, body: Markup, status = 200) {
  response
    .status(status)
    .set(pageHeaders(state.shopOrigin))
    .send(page({ place: "Mailbox (sandbox)", title, body }))
}

function showMissing(response: Response, state: State) {
  show(response, state, "No such mail", html`<section><p><a href="/mailbox">All mail</a></p></section>`, 404)
}

function listing(mails: SentMail[], to?: string) {
  const filter = to ? html`<p>Mail to ${to}. <a href="/mailbox">Show all mail</a></p>` : ""
  if (!mails.length)
    return html`<section>${filter}<p>No mail yet. What the app sends arrives here.</p></section>`
  return html`<section>${filter}<div class="scroll" role="region" aria-label="Mail" tabindex="0"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>${mails.map(
    (mail) =>
      html`<tr><td><a href="/mailbox/${mail.id}">${mail.subject}</a></td><td>${mail.to.join(", ")}</td><td>${moment(mail.at)}</td></tr>`,
  )}</tbody></table></div></section>`
}

function reading(mail: SentMail) {
  return html`<p><a href="/mailbox">All mail</a></p>
<section><dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to.join(", ")}</dd>
${mail.cc.length ? html`<dt>Cc</dt><dd>${mail.cc.join(", ")}</dd>` : ""}
<dt>Sent</dt><dd>${moment(mail.at)}</dd>
${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></section>
${attachmentList(mail)}
${mail.text === null ? "" : html`<section><h2>As text</h2><pre>${linkified(mail.text)}</pre></section>`}
${mail.html === null ? "" : html`<section><h2>As HTML</h2><iframe sandbox="${mailSandbox}" src="/mailbox/${mail.id}/html" title="${mail.subject}"></iframe></section>`}`
}

function attachmentList(mail: SentMail) {
  if (!mail.attachments.length) return ""
  return html`<section><h2>Attachments</h2><ul>${mail.attachments.map(
    ({ filename, contentType, size }, index) =>
      html`<li><a href="/mailbox/${mail.id}/attachments/${index}" download>${filename}</a> <span class="dim">${contentType}, ${size} bytes</span></li>`,
  )}</ul></section>`
}

function moment(at: number) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(at)
}
