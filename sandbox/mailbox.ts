import express, { type Response, Router } from "express"
import { html, linkified, type Markup, page, pageHeaders } from "./html"
import type { SentMail } from "./mail"
import { receiveMail } from "./resend/received"
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
    show(response, state, mail.subject, reading(mail, request.query.replied))
  })

  router.post("/:id/reply", express.urlencoded({ extended: false }), async (request, response) => {
    const mail = state.mail.find(request.params.id)
    const to = mail && replyAddressOf(mail)
    if (!mail || !to) return showMissing(response, state)
    const words = String(request.body?.words ?? "").trim()
    if (!words) return response.redirect(303, `/mailbox/${mail.id}`)
    const text = `${words}\n\nOn ${moment(mail.at)}, ${mail.from} wrote:\n${quoted(mail)}`
    const subject = /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`
    const answers = await receiveMail(state, { from: mail.to[0], to, subject, text })
      .then((received) => received.answers)
      .catch(() => [])
    response.redirect(303, `/mailbox/${mail.id}?replied=${answers[0] === 200 ? "yes" : "no"}`)
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
  show(
    response,
    state,
    "Email not found",
    html`<section><p><a href="/mailbox">All email</a></p></section>`,
    404,
  )
}

function listing(mails: SentMail[], to?: string) {
  const filter = to ? html`<p>Email to ${to}. <a href="/mailbox">View all email</a></p>` : ""
  if (!mails.length)
    return html`<section>${filter}<p>No email yet. Everything the app sends appears here.</p></section>`
  return html`<section>${filter}<div class="scroll" role="region" aria-label="Mail" tabindex="0"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>${mails.map(
    (mail) =>
      html`<tr><td><a href="/mailbox/${mail.id}">${mail.subject}</a></td><td>${mail.to.join(", ")}</td><td>${moment(mail.at)}</td></tr>`,
  )}</tbody></table></div></section>`
}

/** Where a reply is received for the app; undefined where an answer goes to a person's own mailbox. */
const replyAddressOf = ({ replyTo }: SentMail) =>
  replyTo.map(bareAddress).find((to) => to.startsWith("reply+"))

/** As a mail program repeats it below an answer. */
const quoted = (mail: SentMail) => (mail.text ?? "").replace(/^/gm, "> ").replace(/ $/gm, "")

/** A field to answer as whoever got the mail; the provider tells the app of it as of any that it receives. */
function answering(mail: SentMail, replied: unknown) {
  if (!replyAddressOf(mail)) return ""
  const said = {
    yes: html`<p role="status">Reply sent. The app took it.</p>`,
    no: html`<p class="notice" role="alert">The app didn’t take this reply. Check that it’s running.</p>`,
  }
  return html`<section><h2>Reply</h2>${replied === "yes" || replied === "no" ? said[replied] : ""}<form method="post" action="/mailbox/${mail.id}/reply"><label for="words">As ${mail.to[0] ?? ""}</label><textarea id="words" name="words" rows="4" required maxlength="20000"></textarea><button class="go">Send reply</button></form></section>`
}

function reading(mail: SentMail, replied: unknown) {
  return html`<p><a href="/mailbox">All email</a></p>
<section><dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to.join(", ")}</dd>
${mail.replyTo.length ? html`<dt>Reply to</dt><dd>${mail.replyTo.join(", ")}</dd>` : ""}
${mail.cc.length ? html`<dt>Cc</dt><dd>${mail.cc.join(", ")}</dd>` : ""}
<dt>Sent</dt><dd>${moment(mail.at)}</dd>
${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></section>
${attachmentList(mail)}
${answering(mail, replied)}
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
