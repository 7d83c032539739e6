import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readMail } from "./inbound-mail.server"

// Each reply of tests/support/mails/replies.txt with the words that a careful person takes from it.

const us = "reply+p0123456789abcdef0123456789abcdef0123456789abcdef0123@reply.tutti.example"
const ours = `Hi Jonas,

Ruth Castellano wrote:

The recital moves to Saturday at four. Can Milo still play his two pieces?

Read and reply:
https://tutti.example/messaging/77

Reply to this email or in Tutti.

Harmony School of Music`

const replies = readFileSync("tests/support/mails/replies.txt", "utf8")
  .split(/^### /m)
  .slice(1)
  .map((each) => {
    const [, name = "", mail = "", wanted = ""] = /^([^\n]*)\n(.*)\n=>\n(.*)$/s.exec(each) ?? []
    const [, subject = "Re: The recital", text = ""] = /^(?:Subject: ([^\n]*)\n?)?(.*)$/s.exec(mail) ?? []
    return { name, subject, text, wanted: wanted.trim() }
  })

test.each(replies)("$name", ({ subject, text, wanted }) => {
  const [written = "", html] = text
    .replaceAll("{us}", us)
    .replaceAll("{ours}", ours)
    .replaceAll("{quoted}", ours.replace(/^/gm, "> ").replace(/ $/gm, ""))
    .split("\n<page>\n")
  const read = readMail({ from: "Jonas <jonas@x.example>", subject, text: written, html }, [ours])
  expect(typeof read === "string" ? read : read.words).toBe(wanted)
})
