import { describe, expect, test } from "vitest"
import { readRawMail } from "~/providers/inbound-mail/raw-mail.server"
import { machineKind } from "./automatic-mail"
import { namesOf, readMail } from "./inbound-mail.server"
import { readReplyText } from "./reply-text"

// Kinds of replies beside those of the field.

const ours = `Hi Jonas,

Ruth Castellano wrote:

Please tell us whether January works for both children.

Reply to this email or in Tutti.

Harmony School of Music`
const isOurs = (address: string) => address.endsWith("@reply.tutti.example")
const read = (text: string) => readReplyText(text, { subject: "Re: A lesson", ours: [ours], isOurs })
const gmx = `Gesendet: Freitag, 27. November 2026 um 17:08 Uhr
Von: "Harmony School" <a@reply.tutti.example>
An: jonas@x.example
Betreff: A lesson`

describe("words below the whole letter", () => {
  test.each([
    ["a head of fields", gmx],
    [
      "a line that says who wrote",
      "On Friday, November 27, 2026 at 5:08 PM Harmony <a@reply.tutti.example> wrote:",
    ],
  ])("under %s are the writer’s", (_, head) => {
    expect(read(`${head}\n\n${ours}\n\nJa, das passt.\nJonas`)).toEqual({
      words: "Ja, das passt.\nJonas",
      cut: `${head}\n\n${ours}`,
    })
  })

  test("are no answer where they are an older letter", () => {
    const older =
      "Von: Harmony <a@reply.tutti.example>\nGesendet: Montag, 2. November 2026 09:00\nAn: Jonas\n\nThe concert"
    expect(read(`Ja\n\n${gmx}\n\n${ours}\n\n${older}`).words).toBe("Ja")
  })
})

test.each([
  [
    "-----Original-Nachricht-----\nBetreff: A lesson\nDatum: 2026-11-27T17:08:00+0100\nVon: H <a@reply.tutti.example>\nAn: J",
  ],
  [
    "------- Original Message -------\nOn Friday, November 27th, 2026 at 5:08 PM, H <a@reply.tutti.example> wrote:",
  ],
  ["---- On Fri, 27 Nov 2026 17:08:11 +0100 Harmony <a@reply.tutti.example> wrote ----"],
])("a rule above a head is the program’s, whichever field is first", (head) => {
  const quoted = head.startsWith("-------") ? ours.replace(/^/gm, "> ") : ours
  expect(read(`Yes\n\n${head}\n\n${quoted}`).words).toBe("Yes")
})

test("a short quoted word that our letter has somewhere is the writer’s list", () => {
  const text = "On Monday 3 August 2026 we decided:\n> a\n> works\n> tell\nIt still holds."
  expect(read(text).words).toBe(text)
})

test("what a program puts around a signed text is no part of it", () => {
  const text =
    "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nYes.\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----"
  expect(read(text).words).toBe("Yes.")
  const unfinished = "-----BEGIN PGP SIGNATURE-----\nis what I see"
  expect(read(unfinished).words).toBe(unfinished)
})

describe("no person wrote", () => {
  test.each([
    ["I’m on annual leave: Re: A lesson"],
    ["On maternity leave Re: A lesson"],
    ["תשובה אוטומטית: A lesson"],
    ["رد تلقائي: A lesson"],
    ["Automatski odgovor: A lesson"],
    ["Automatinis atsakymas: A lesson"],
    ["Your email requires verification verify#x1"],
  ])("%s", (subject) => expect(machineKind({ from: "a@x.example", subject })).toBe("automatic"))

  test.each([
    ["Read", "To", "Subject", "was read on Friday."],
    ["Gelesen", "An", "Betreff", "wurde am Freitag gelesen."],
  ])("a receipt (%s)", (word, to, about, rest) => {
    const mail = { from: "a@x.example", subject: `${word}: A lesson` }
    const text = `Your message\n\n   ${to}: Jonas\n   ${about}: A lesson\n\n ${rest}`
    expect(machineKind({ ...mail, text })).toBe("automatic")
    expect(machineKind({ ...mail, text: "Read page 4, please" })).toBeUndefined()
  })

  test.each(["I am on annual leave", "On holiday in May", "I’m away"])("but someone did: %s", (subject) =>
    expect(machineKind({ from: "a@x.example", subject })).toBeUndefined(),
  )
})

const mailOf = async (type: string, body: string, subject = "Re: A lesson") => {
  const raw = `From: Jonas <jonas@x.example>\r\nTo: a@reply.tutti.example\r\nSubject: ${subject}\r\nContent-Type: ${type}; boundary="b"\r\n\r\n${body}\r\n--b--\r\n`
  const mail = (await readRawMail(Buffer.from(raw)))?.mail
  const reply = mail && readMail(mail)
  return { words: typeof reply === "object" ? reply.words : reply, files: mail ? namesOf(mail) : [] }
}
const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}`
const plain = "Content-Type: text/plain"

describe("what comes beside the words", () => {
  test("a signature is no file", async () => {
    const body = [
      part(plain, "Yes"),
      part('Content-Type: application/pkcs7-signature; name="smime.p7s"', "AA"),
    ]
    expect(await mailOf("multipart/signed", body.join("\r\n"))).toEqual({ words: "Yes", files: [] })
  })

  test("a letter that is handed on as a file is named", async () => {
    const letter = "From: Lea <lea@x.example>\r\nSubject: Milo\r\n\r\nMilo is ill"
    const body = [part(plain, "See this"), part("Content-Type: message/rfc822", letter)]
    expect(await mailOf("multipart/mixed", body.join("\r\n"))).toEqual({
      words: "See this",
      files: ["email.eml"],
    })
  })

  test("an answer to an invitation says what its subject says", async () => {
    const body = [part(plain, ""), part("Content-Type: text/calendar; method=REPLY", "BEGIN:VCALENDAR")]
    const { words } = await mailOf("multipart/alternative", body.join("\r\n"), "Declined: A lesson")
    expect(words).toBe("Declined: A lesson")
  })
})

test.each([
  [
    "Hebrew, with marks of direction around it",
    "כן",
    "‫בתאריך יום ו׳, 27 בנוב׳ 2026 ב-17:08 מאת ‪Harmony‬‏ <‪a@reply.tutti.example‬‏>:‬\n",
  ],
  [
    "French, over quoted fields",
    "Oui",
    '> Message du 27/11/26 17:08\n> De : "Harmony" <a@reply.tutti.example>\n> A : jonas@x.example\n> Copie à : \n> Objet : A lesson\n> ',
  ],
  [
    "Arabic",
    "نعم",
    "في الجمعة، 27 نوفمبر 2026 في 5:08 م تمت كتابة ما يلي بواسطة Harmony <a@reply.tutti.example>:\n",
  ],
  ["Finnish", "Kyllä", "pe 27.11.2026 klo 17.08 Harmony (a@reply.tutti.example) kirjoitti:"],
])("a head in %s goes with its quote", (_, words, head) =>
  expect(read(`${words}\n\n${head}\n${ours.replace(/^/gm, "> ")}`).words).toBe(words),
)

describe("our letter as a page", () => {
  const letter = `<table><tr><td><p><img src="cid:logo" alt=""></p><p>Harmony School of Music</p>
<p>Hi Jonas,</p><p>Ruth Castellano wrote:</p><p>Please tell us whether January works for both children.</p>
<p><a href="https://tutti.example/messaging/x">Read and reply</a></p><p>Reply to this email or in Tutti.</p></td></tr></table>`
  const withButton = ours.replace(
    "Reply to this",
    "Read and reply:\nhttps://tutti.example/messaging/x\n\nReply to this",
  )
  const from = "Harmony &lt;a@reply.tutti.example&gt;"
  const attributed = `<div>On Friday, November 27, 2026 at 5:08 PM, ${from} wrote:</div>`
  const fields = `<b>From:</b> ${from}<br><b>Sent:</b> Friday, November 27, 2026 5:08 PM<br><b>To:</b> Jonas<br><b>Subject:</b> A lesson`
  const words = (html: string) => {
    const reply = readMail({ from: "jonas@x.example", subject: "Re: A lesson", html }, [withButton])
    return typeof reply === "string" ? reply : reply.words
  }

  test.each([
    ["Outlook", `<p>Yes</p><hr><div>${fields}</div>${letter}`],
    ["Gmail", `<div>Yes</div><div>${attributed}<blockquote>${letter}</blockquote></div>`],
    ["Gmail, below it", `<div>${attributed}<blockquote>${letter}</blockquote></div><div>Yes</div>`],
    ["Yahoo", `<div>Yes</div><div>${attributed}<div>${letter}</div></div>`],
    [
      "a phone",
      `<div>Yes</div><blockquote>${attributed}<br></blockquote><blockquote>\ufeff${letter}</blockquote>`,
    ],
  ])("is cut with its button’s link below or above the words in %s", (_, html) =>
    expect(words(html)).toBe("Yes"),
  )

  test("stays where someone answers within it", () => {
    const answered = letter.replace("children.", "children.</p><p>THURSDAY")
    expect(words(`<p>See below</p><hr><div>${fields}</div>${answered}`)).toContain("THURSDAY")
  })
})

test.each([
  ["Bulgarian", "От", "Изпратено", "До", "Относно"],
  ["Arabic", "من", "تاريخ الإرسال", "إلى", "الموضوع"],
  ["Vietnamese", "Từ", "Đã gửi", "Đến", "Chủ đề"],
  ["Thai", "จาก", "ส่ง", "ถึง", "เรื่อง"],
  ["Indonesian", "Dari", "Dikirim", "Kepada", "Subjek"],
  ["Latvian", "No", "Nosūtīts", "Kam", "Tēma"],
])("a head of fields in %s is known above a letter in other words", (_, from, sent, to, subject) => {
  const head = `${from}: Harmony <a@reply.tutti.example>\n${sent}: 27.11.2026 17:08\n${to}: Jonas\n${subject}: A lesson`
  expect(read(`Yes\n\n${head}\n\nHallo Jonas, passt der Januar?`).words).toBe("Yes")
})

test("a letter of ours that a program translated goes with a head that has our address, also where that is quoted", () => {
  const translated =
    "> Am 27.11.2026 um 17:08 schrieb Harmony <a@reply.tutti.example>:\n> \n> Hallo Jonas,\n> passt der Januar?"
  expect(read(`Ja\n\n${translated}`)).toEqual({ words: "Ja", cut: translated })
  const others = translated.replace("a@reply.tutti.example", "lea@x.example")
  expect(read(`Ja\n\n${others}`)).toEqual({ words: `Ja\n\n${others}`, cut: "" })
  expect(read(`Ja\n\n${translated}\nGerne`).words).toContain("Gerne")
})

test("our letter within quotation marks, or with marks that take no room, is ours", () => {
  const head =
    "---------- Původní e-mail ----------\nOd: H <a@reply.tutti.example>\nKomu: Jonas\nDatum: 27. 11. 2026\nPředmět: A lesson"
  expect(read(`Ano\n\n${head}\n"${ours}"`).words).toBe("Ano")
  const quoted = ours.replace(/^/gm, "> ").replace("> Hi", "> \ufeffHi")
  expect(read(`Ja\n\n${quoted}`).words).toBe("Ja")
})

test.each([
  ["Re: A lesson - yes, January works", "Re: A lesson - yes, January works"],
  ["Yes, January works. Was: A lesson", "Yes, January works. Was: A lesson"],
  ["Re: A lesson", ""],
  ["[EXTERN] AW: Re: A lesson", ""],
  ["Re: A les…", ""],
  ["Re: Another letter", ""],
  ["Yes, both children. A lesson", "Yes, both children. A lesson"],
  ["Yes, January works", "Yes, January works"],
  ["Re: A lesson (EOM)", "Re: A lesson (EOM)"],
  ["Respuesta: A lesson", ""],
  ["Odpowiedź: A lesson", ""],
  ["***SPAM*** Re: A lesson", ""],
  ["{Spam?} Re: A lesson", ""],
  ["[This message is from outside of us] Re: A lesson [ext]", ""],
  ["Potwierdzenie przeczytania: A lesson", ""],
  ["(kein Betreff)", ""],
  ["No subject", ""],
  ["IMG_1234.jpg", ""],
  ["", ""],
])("a reply without words says what its subject adds to ours: %s", (subject, words) => {
  const reply = readMail({ from: "jonas@x.example", subject, text: " " }, [ours], "A lesson")
  expect(reply).toEqual({ words, cut: "" })
})
