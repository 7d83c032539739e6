import { expect, test } from "vitest"
import { readRawMail } from "~/providers/inbound-mail/raw-mail.server"
import { readMail, withFiles } from "./inbound-mail.server"

// Replies as mail servers bring them, byte for byte.

const token = "p0123456789abcdef0123456789abcdef0123456789abcdef0123"
const address = `reply+${token}@reply.tutti.example`

async function read(head: string, body: string | Buffer) {
  const top = `From: Jonas <jonas@x.example>\r\nTo: ${address}\r\nSubject: Re: A lesson\r\n${head}\r\n\r\n`
  const raw = await readRawMail(Buffer.concat([Buffer.from(top), Buffer.from(body)]))
  const mail = raw && readMail(raw.mail)
  return typeof mail === "string" ? mail : mail?.words
}
const plain = "Content-Type: text/plain"

test.each([
  [
    "of Western Europe",
    `${plain}; charset=ISO-8859-15`,
    Buffer.from("Gr\xfc\xdfe, 5 \xa4", "latin1"),
    "Grüße, 5 €",
  ],
  ["that it doesn’t name", plain, Buffer.from("Gr\xfc\xdfe", "latin1"), "Grüße"],
  ["that it names wrongly", `${plain}; charset=us-ascii`, Buffer.from("Grüße"), "Grüße"],
  ["of seven bits", `${plain}; charset=UTF-7`, Buffer.from("Gr+APwA3w-e, 1 +- 1"), "Grüße, 1 + 1"],
  ["of Japan", `${plain}; charset=iso-2022-jp`, Buffer.from("\x1b$B$O$$\x1b(B", "latin1"), "はい"],
])("a reply in letters %s is read", async (_, head, body, words) => {
  expect(await read(head, body)).toBe(words)
})

test.each([
  ["X-Auto-Response-Suppress: All", "automatic"],
  ["X-Autoreply: yes", "automatic"],
  ["Return-Path: <>", "automatic"],
  ["X-Failed-Recipients: a@b.example", "bounced"],
  ["Precedence: list", "I am away"],
])("%s is known by its header", async (header, answer) => {
  expect(await read(`${header}\r\n${plain}`, "I am away")).toBe(answer)
})

test("a receipt that it was read is no message", async () => {
  const receipt =
    "--b\r\nContent-Type: text/plain\r\n\r\nYour message was read\r\n--b\r\nContent-Type: message/disposition-notification\r\n\r\nDisposition: displayed\r\n--b--\r\n"
  const type = 'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"'
  expect(await read(type, receipt)).toBe("bounced")
})

test("a private address never shows: in a link, over two lines, or between marks of direction", async () => {
  const texts = [
    `Is it ${address}?`,
    `https://mail.example/?to=${encodeURIComponent(address)}`,
    `reply+${token.slice(0, 30)}\n${token.slice(30)}@reply.tutti.example`,
    `<\u202a${address.toUpperCase()}\u202c\u200f>`,
  ]
  for (const text of texts) {
    const words = await read(`${plain}; charset=utf-8`, text)
    expect(words).toContain("(private address)")
    expect(words?.toLowerCase()).not.toContain("0123456789abcdef")
  }
})

test("the page is read where the text has nothing but the name of a picture", async () => {
  const parts = `--b\r\n${plain}\r\n\r\n[cid:image001.png]\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Yes</p>\r\n--b--\r\n`
  expect(await read('Content-Type: multipart/alternative; boundary="b"', parts)).toBe("Yes")
})

test("of many files that aren't kept, the first are named and the rest are counted", () => {
  const left = Array.from({ length: 12 }, (_, index) => `photo${index}.jpg`)
  expect(withFiles("See", { kept: [], left })).toMatch(/photo9\.jpg, 2 other files\)$/)
})
