import { expect, test } from "vitest"
import { readMailEvent } from "~/models/accounts/bounce/take-bounces.server"
import { asWritten, bareAddress, readInboundMessage, textOfHtml } from "./inbound-mail.server"

test("a page of an email becomes its text, without styles, scripts and its head", () => {
  const html =
    "<html><HEAD><title>Re</title><style>p { color: red }</style></HEAD><body><STYLE type='text/css'>b</STYLE >" +
    "<p>Can Ada come<br/>at 4 &amp; not 5?</p><script>alert(1)</script ><div>Thanks</div></body></html>"
  expect(textOfHtml(html)).toBe("Can Ada come\nat 4 & not 5?\n\nThanks")
})

test("the cells of a table are words apart", () => {
  expect(textOfHtml("<table><tr><td>Monday</td><td>5 PM</td></tr></table>")).toBe("Monday 5 PM")
})

test("characters by name and number are read, a link shows its address, and a quote its sign", () => {
  expect(textOfHtml("<p>Gr&uuml;&szlig;e &#8211; &#x1F3BB;&nbsp;&eacute;</p>")).toBe("Grüße – 🎻 é")
  expect(textOfHtml('Here: <a href="https://a.example/plan">the plan</a>')).toBe(
    "Here: the plan [https://a.example/plan]",
  )
  expect(textOfHtml("Yes<blockquote>Would Monday work?</blockquote>")).toBe("Yes\n\n> Would Monday work?")
})

test("what was read in the wrong charset is mended, and what was written so stays", () => {
  expect(asWritten("GrÃ¼Ã\u009fe fÃ¼r ZoÃ«, wir kÃ¶nnen â€“ wirklich")).toBe(
    "Grüße für Zoë, wir können – wirklich",
  )
  for (const right of ["Grüße für Zoë – ja", "Ãrger", "Â£5 ü", "日本語", "plain"])
    expect(asWritten(right)).toBe(right)
})

test("a page of nothing but marks is read all the same", () => {
  for (const part of ["<b>", "<blockquote>", "<style>", "<", "&nbsp;", "</style "])
    expect(textOfHtml(part.repeat(100_000)).length).toBeLessThanOrEqual(400_000)
  expect(textOfHtml(`${"<i>".repeat(30_000)}Dear teacher`)).toContain("Dear teacher")
  expect(bareAddress("Ada <Ada@X.example>")).toBe("ada@x.example")
})

test("a message of the mail provider with a long field is cut, not refused", () => {
  const bounce = { type: "Permanent", message: "550 ".repeat(1000) }
  const event = readMailEvent(JSON.stringify({ type: "email.bounced", data: { email_id: "m1", bounce } }))
  expect(event).toMatchObject({ data: { bounce: { message: bounce.message.slice(0, 2000) } } })
  const to = Array.from({ length: 150 }, (_, index) => `person${index}@x.example`)
  const data = { email_id: "m2", from: "Ada <ada@x.example>", to, subject: "Re: ".repeat(1000) }
  expect(readInboundMessage(JSON.stringify({ type: "email.received", data }))).toMatchObject({
    to,
    subject: data.subject.slice(0, 2000),
  })
})
