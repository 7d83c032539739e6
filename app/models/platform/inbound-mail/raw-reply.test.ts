import fc from "fast-check"
import { expect, test } from "vitest"
import { readRawMail } from "~/providers/inbound-mail/raw-mail.server"
import { readTnef } from "~/providers/inbound-mail/tnef"
import { namesOf, readMail, withFiles } from "./inbound-mail.server"

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
const page = "Content-Type: text/html"

test.each([
  [
    "of Western Europe",
    `${plain}; charset=ISO-8859-15`,
    Buffer.from("Gr\xfc\xdfe, 5 \xa4", "latin1"),
    "Grüße, 5 €",
  ],
  ["that it doesn’t name", plain, Buffer.from("Gr\xfc\xdfe", "latin1"), "Grüße"],
  ["that its page names", page, Buffer.from('<meta charset="windows-1251"><p>\xc4\xe0', "latin1"), "Да"],
  [
    "of Russia that it doesn’t name",
    plain,
    Buffer.from("\xc4\xe0, \xf1\xef\xe0\xf1\xe8\xe1\xee \xe7\xe0 \xef\xe8\xf1\xfc\xec\xee", "latin1"),
    "Да, спасибо за письмо",
  ],
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

test("a reaction is its sign, and no file", async () => {
  const reaction =
    "--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n👍\r\n--b\r\nContent-Type: text/vnd.google.email-reaction+json\r\n\r\n{}\r\n--b--\r\n"
  const head = `From: J <j@x.example>\r\nTo: ${address}\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n`
  const raw = await readRawMail(Buffer.from(head + reaction))
  expect(raw && readMail(raw.mail)).toMatchObject({ words: "👍" })
  expect(raw && namesOf(raw.mail)).toEqual([])
})

test("of many files that aren't kept, the first are named and the rest are counted", () => {
  const left = Array.from({ length: 12 }, (_, index) => `photo${index}.jpg`)
  expect(withFiles("See", { kept: [], left })).toMatch(/photo9\.jpg, 2 other files\)$/)
})

/** Attributes of a `winmail.dat`, each with its data. */
function winmail(attributes: readonly (readonly [tag: number, data: Buffer])[]): Buffer {
  const head = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0])
  const parts = attributes.map(([tag, data]) => {
    const front = Buffer.alloc(9, 1)
    front.writeUInt32LE(tag, 1)
    front.writeUInt32LE(data.length, 5)
    return Buffer.concat([front, data, Buffer.alloc(2)])
  })
  return Buffer.concat([head, ...parts])
}
const longName = (name: string) => {
  const text = Buffer.from(`${name}\0`, "utf16le")
  const front = Buffer.alloc(32)
  // an icon's size first, then the name
  for (const [at, value] of [2, 0x37020003, 7, 0x3707001f, 1, text.length].entries())
    front.writeUInt32LE(value, at * 4)
  return Buffer.concat([front.subarray(0, 24), text, Buffer.alloc((4 - (text.length % 4)) % 4)])
}
const wrapped = winmail([
  [0x00069007, Buffer.from([0xe4, 0x04, 0, 0, 0, 0, 0, 0])],
  [0x0002800c, Buffer.from("Gr\xfc\xdfe\0", "latin1")],
  [0x00069002, Buffer.alloc(14)],
  [0x00018010, Buffer.from("STUCK~1.PDF\0")],
  [0x0006800f, Buffer.from("%PDF-1.7")],
  [0x00069005, longName("Stück für Milo.pdf")],
  [0x00069002, Buffer.alloc(14)],
  [0x00018010, Buffer.from("note.txt\0")],
  [0x0006800f, Buffer.from("hello")],
])

test("Outlook’s wrapping is opened: its files by their long names, and its text where there is no other", async () => {
  expect(readTnef(wrapped)).toEqual({
    isWhole: true,
    text: "Grüße",
    files: [
      { name: "Stück für Milo.pdf", bytes: Buffer.from("%PDF-1.7") },
      { name: "note.txt", bytes: Buffer.from("hello") },
    ],
  })
  const mail = (text: string) =>
    readRawMail(
      Buffer.from(
        `From: J <j@x.example>\r\nTo: ${address}\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped.toString("base64")}\r\n--b--\r\n`,
      ),
    )
  for (const [text, words] of [
    ["", "Grüße"],
    ["Yes", "Yes"],
  ] as const) {
    const read = await mail(text)
    expect(read && readMail(read.mail)).toMatchObject({ words })
    expect(read && namesOf(read.mail)).toEqual(["Stück für Milo.pdf", "note.txt"])
  }
})

test("what isn’t read of a wrapping is named: a letter within it, very many files, or itself where it has none", async () => {
  const named = async (bytes: Buffer) => {
    const head = `From: J <j@x.example>\r\nTo: ${address}\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n`
    const file = `--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n--b--\r\n`
    const raw = await readRawMail(Buffer.from(head + file))
    return raw && namesOf(raw.mail)
  }
  expect(await named(winmail([[0x0002800c, Buffer.from("Hi\0")]]))).toEqual(["winmail.dat"])
  const begins = [0x00069002, Buffer.alloc(14)] as const
  expect(await named(winmail([begins, [0x00018010, Buffer.from("Re Milo\0")]]))).toEqual(["Re Milo"])
  expect(await named(winmail(Array.from({ length: 130 }, () => begins)))).toHaveLength(101)
})

test("a wrapping that is cut off, or made to mislead, is read as far as it goes", () => {
  const cut = readTnef(wrapped.subarray(0, wrapped.length - 10))
  expect(cut).toMatchObject({
    isWhole: false,
    files: [{ name: "Stück für Milo.pdf" }, { name: "note.txt", bytes: undefined }],
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(wrapped.length - 1), fc.nat(255)), { maxLength: 30 }), (changes) => {
      const bytes = Uint8Array.from(wrapped)
      for (const [at, byte] of changes) if (at > 5) bytes[at] = byte
      const read = readTnef(bytes)
      const size = (read?.files ?? []).reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0)
      expect(size).toBeLessThanOrEqual(bytes.length)
    }),
    { numRuns: 2000 },
  )
})
