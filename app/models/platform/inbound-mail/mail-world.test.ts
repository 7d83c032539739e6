import { describe, expect, test } from "vitest"
import { readRawMail } from "~/providers/inbound-mail/raw-mail.server"
import { readMail } from "./inbound-mail.server"

// Replies as mail programs of many countries send them: what a careful person takes for the writer's words.

const us = "reply+p0123456789abcdef0123456789abcdef0123456789abcdef0123@reply.tutti.example"
const ours = `Hi Jonas,

Ruth Castellano wrote:

The recital moves to Saturday at four. Can Milo still play his two pieces?

Read and reply:
https://tutti.example/messaging/77

Reply to this email or in Tutti.

Harmony School of Music`
const quoted = ours.replace(/^/gm, "> ").replace(/ $/gm, "")

type Mail = {
  subject?: string
  text?: string
  html?: string
  headers?: Record<string, unknown>
  from?: string
}
function read({ from = "Jonas <jonas@x.example>", subject = "Re: The recital", ...mail }: Mail) {
  const reply = readMail({ from, subject, ...mail }, [ours])
  if (typeof reply === "string") return reply
  return reply.words.replaceAll("(private address)", us)
}
const words = (text: string, subject?: string) => read({ text, subject })

describe("a line that says who wrote goes with its quote, in the words of", () => {
  test.each([
    ["Gmail, English", `On Fri, Nov 27, 2026 at 5:08 PM Harmony School of Music <${us}>\nwrote:\n\n`],
    ["Gmail, Spanish", `El vie, 27 nov 2026 a las 17:08, Harmony (<${us}>)\nescribió:\n\n`],
    ["Gmail, Portuguese", `Em sex., 27 de nov. de 2026 às 17:08, Harmony <${us}>\nescreveu:\n\n`],
    ["Gmail, French", `Le ven. 27 nov. 2026 à 17:08, Harmony <${us}> a\nécrit :\n\n`],
    ["Gmail, Italian", `Il giorno ven 27 nov 2026 alle ore 17:08 Harmony <${us}>\nha scritto:\n\n`],
    ["Gmail, Polish", `pt., 27 lis 2026 o 17:08 Harmony <${us}> napisał(a):\n\n`],
    ["Gmail, Russian", `пт, 27 нояб. 2026 г. в 17:08, Harmony <${us}>:\n\n`],
    ["Gmail, Ukrainian", `пт, 27 лист. 2026 р. о 17:08 Harmony <${us}> пише:\n\n`],
    ["Gmail, Japanese", `2026年11月27日(金) 17:08 Harmony <${us}>:\n\n`],
    ["Gmail, Chinese of Taiwan", `Harmony <${us}> 於 2026年11月27日 週五 下午5:08寫道：\n\n`],
    ["Gmail, Korean", `2026년 11월 27일 (금) 오후 5:08, Harmony <${us}>님이 작성:\n\n`],
    ["Gmail, Turkish", `Harmony <${us}>, 27 Kas 2026 Cum, 17:08 tarihinde\nşunu yazdı:\n\n`],
    ["Gmail, Hungarian", `Harmony <${us}> ezt írta (időpont: 2026.\nnov. 27., P, 17:08):\n\n`],
    ["Gmail, Czech", `pá 27. 11. 2026 v 17:08 odesílatel Harmony <${us}>\nnapsal:\n\n`],
    ["Gmail, Danish", `Den fre. 27. nov. 2026 kl. 17.08 skrev Harmony <${us}>:\n\n`],
    ["Gmail, Dutch", `Op vr 27 nov 2026 om 17:08 schreef Harmony <${us}>:\n\n`],
    ["Gmail, Romanian", `În vin., 27 nov. 2026 la 17:08, Harmony <${us}> a\nscris:\n\n`],
    ["Gmail, Greek", `Στις Παρ 27 Νοε 2026 στις 5:08 μ.μ., ο χρήστης Harmony <${us}> έγραψε:\n\n`],
    ["Gmail, Thai", `ในวันที่ ศ. 27 พ.ย. 2026 เวลา 17:08 Harmony <${us}> เขียนว่า:\n\n`],
    ["Gmail, Vietnamese", `Vào Th 6, 27 thg 11, 2026 vào lúc 17:08 Harmony <${us}>\nđã viết:\n\n`],
    ["Gmail, Hindi", `शुक्र, 27 नव॰ 2026 को 5:08 pm बजे को Harmony <${us}> ने\nलिखा:\n\n`],
    ["Gmail, Persian", `در تاریخ جمعه ۲۷ نوامبر ۲۰۲۶،‏ ۱۷:۰۸ Harmony <‎${us}‎> نوشت:\n\n`],
    ["Thunderbird", "On 11/27/26 17:08, Harmony School of Music wrote:\n"],
    ["Thunderbird, German", "Am 27.11.26 um 17:08 schrieb Harmony School of Music:\n"],
    ["Thunderbird, Swedish", "Den 2026-11-27 kl. 17:08, skrev Harmony:\n"],
    ["Thunderbird, Slovak", "Dňa 27. 11. 2026 o 17:08 Harmony napísal(a):\n"],
    ["Apple Mail without an address", "On 27 Nov 2026, at 17:08, Harmony School of Music wrote:\n\n"],
    ["Apple Mail, Portuguese", `> Em 27 de nov. de 2026, à(s) 17:08, Harmony <${us}> escreveu:\n> \n`],
    ["a program without a day or address", "On Friday, Harmony School of Music wrote:\n\n"],
    ["a program that names no one but us", "Harmony School of Music wrote:\n"],
    ["one in German without a day", "Harmony School of Music schrieb:\n"],
    ["Evolution", "On Fri, 2026-11-27 at 17:08 +0000, Harmony wrote:\n"],
    ["mutt", "On Fri, Nov 27, 2026 at 05:08:11PM +0100, Harmony wrote:\n"],
    ["Fastmail", "On Fri, Nov 27, 2026, at 5:08 PM, Harmony School of Music wrote:\n"],
    ["Roundcube", "Am 2026-11-27 17:08, schrieb Harmony:\n"],
    ["Spark", `On Nov 27, 2026, 5:08 PM +0100, Harmony <${us}>, wrote:\n`],
    ["Yandex", `27.11.2026, 17:08, "Harmony" <${us}>:\n`],
    ["163", `在 2026-11-27 17:08:11，"Harmony" <${us}> 写道：\n\n`],
    ["Hey", `On November 27, 2026, Harmony <${us}> wrote:\n\n`],
    ["K-9", `On November 27, 2026 5:08:11 PM GMT+01:00, Harmony <${us}> wrote:\n`],
    ["Proton", `On Friday, November 27th, 2026 at 5:08 PM, Harmony <${us}> wrote:\n\n`],
  ])("%s", (_, head) => {
    expect(words(`Yes, he can.\n\nJonas\n\n${head}${quoted}\n`)).toBe("Yes, he can.\n\nJonas")
    // Who answers below it.
    expect(words(`${head}${quoted}\n\nYes, he can.\nJonas`)).toBe("Yes, he can.\nJonas")
  })
})

const fields = (from: string, sent: string, to: string, subject: string) =>
  `${from} Harmony School of Music <${us}>\n${sent}\n${to} Jonas <jonas@x.example>\n${subject} The recital`

describe("a head of fields above a letter without signs goes with it, as it is in", () => {
  test.each([
    [
      "Outlook, Spanish",
      fields("De:", "Enviado: viernes, 27 de noviembre de 2026 17:08", "Para:", "Asunto:"),
    ],
    ["Outlook, Portuguese", fields("De:", "Enviado: 27 de novembro de 2026 17:08", "Para:", "Assunto:")],
    ["Outlook, Italian", fields("Da:", "Inviato: venerdì 27 novembre 2026 17:08", "A:", "Oggetto:")],
    ["Outlook, Polish", fields("Od:", "Wysłano: piątek, 27 listopada 2026 17:08", "Do:", "Temat:")],
    ["Outlook, Swedish", fields("Från:", "Skickat: den 27 november 2026 17:08", "Till:", "Ämne:")],
    [
      "Outlook, Finnish",
      fields("Lähettäjä:", "Lähetetty: perjantai 27. marraskuuta 2026 17.08", "Vastaanottaja:", "Aihe:"),
    ],
    ["Outlook, Czech", fields("Od:", "Odesláno: pátek 27. listopadu 2026 17:08", "Komu:", "Předmět:")],
    [
      "Outlook, Hungarian",
      fields("Feladó:", "Elküldve: 2026. november 27., péntek 17:08", "Címzett:", "Tárgy:"),
    ],
    ["Outlook, Turkish", fields("Kimden:", "Gönderildi: 27 Kasım 2026 Cuma 17:08", "Kime:", "Konu:")],
    ["Outlook, Russian", fields("От:", "Отправлено: 27 ноября 2026 г. 17:08", "Кому:", "Тема:")],
    ["Outlook, Greek", fields("Από:", "Στάλθηκε: Παρασκευή, 27 Νοεμβρίου 2026 5:08 μμ", "Προς:", "Θέμα:")],
    ["Outlook, Japanese", fields("差出人:", "送信日時: 2026年11月27日 17:08", "宛先:", "件名:")],
    ["Outlook, Hebrew", fields("מאת:", "נשלח: יום שישי 27 נובמבר 2026 17:08", "אל:", "נושא:")],
    ["Outlook, Norwegian", fields("Fra:", "Sendt: fredag 27. november 2026 17:08", "Til:", "Emne:")],
    [
      "Outlook, Korean",
      fields("보낸 사람:", "보낸 날짜: 2026년 11월 27일 금요일 오후 5:08", "받는 사람:", "제목:"),
    ],
    [
      "old Outlook",
      `From: Harmony [mailto:${us}] \nSent: Friday, November 27, 2026 5:08 PM\nTo: Jonas\nSubject: The recital`,
    ],
    [
      "Outlook on a phone",
      `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${fields("From:", "Sent: Friday, November 27, 2026 5:08:11 PM", "To:", "Subject:")}`,
      "Get Outlook for iOS<https://aka.ms/o0ukef>",
    ],
    [
      "Samsung",
      `-------- Original message --------\n${fields("From:", "Date: 27/11/2026 17:08 (GMT+01:00)", "To:", "Subject:")}`,
    ],
    [
      "Samsung, German",
      `-------- Ursprüngliche Nachricht --------\n${fields("Von:", "Datum: 27.11.26 17:08 (GMT+01:00)", "An:", "Betreff:")}`,
    ],
    [
      "AOL",
      `-----Original Message-----\nFrom: Harmony <${us}>\nTo: jonas@x.example\nSent: Fri, Nov 27, 2026 5:08 pm\nSubject: The recital`,
    ],
    [
      "Naver",
      `-----Original Message-----\nFrom: "Harmony" <${us}>\nTo: <jonas@x.example>; \nCc: \nSent: 2026-11-27 (금) 17:08:11 (GMT+09:00)\nSubject: The recital`,
    ],
    [
      "QQ",
      `------------------ 原始邮件 ------------------\n发件人: "Harmony" <${us}>;\n发送时间: 2026年11月27日(星期五) 下午5:08\n收件人: "Jonas"<jonas@x.example>;\n\n主题: The recital`,
    ],
    [
      "QQ abroad",
      `------------------ Original ------------------\nFrom: "Harmony" <${us}>;\nDate: Fri, Nov 27, 2026 05:08 PM\nTo: "Jonas"<jonas@x.example>;\nSubject: The recital`,
    ],
    [
      "web.de",
      `Gesendet: Freitag, 27. November 2026 um 17:08\nVon: Harmony <${us}>\nAn: jonas@x.example\nBetreff: The recital`,
    ],
    [
      "Orange",
      `> Message du 27/11/26 17:08\n> De : "Harmony" <${us}>\n> A : jonas@x.example\n> Objet : The recital`,
    ],
    ["Libero", `Il 27/11/2026 17:08 Harmony <${us}> ha scritto:`],
    ["Yahoo", `    On Friday, November 27, 2026 at 05:08:11 PM EST, Harmony <${us}> wrote:  `],
    ["Yahoo, Spanish", `    En viernes, 27 de noviembre de 2026, 17:08:11 CET, Harmony <${us}> escribió:  `],
    ["mail.ru", `Пятница, 27 ноября 2026, 17:08 +03:00 от Harmony <${us}>:\n `],
    ["Airmail", `On 27 November 2026 at 17:08:11, Harmony (${us}) wrote:`],
    ["Superhuman", `On Fri, Nov 27, 2026 at 5:08 PM, Harmony < ${us} > wrote:`],
    ["Notes", `Von:\tHarmony <${us}>\nAn:\tjonas@x.example\nDatum:\t27.11.2026 17:08\nBetreff:\tThe recital`],
  ])("%s", (_, head, more = "") => {
    const above = `Yes, he can.\nJonas`
    const wanted = [above, more].filter(Boolean).join("\n\n")
    expect(words(`${above}\n\n${head}\n\n${ours}`)).toBe(wanted)
    // The letter translated by their program: the head alone proves it.
    const other = ours.replace(/^.*(recital|Reply|Read|Hi |wrote).*$/gm, "Übersetzt")
    if (!/^[>\s]*(Message|Il|On|En|Пятница)/.test(head))
      expect(words(`${above}\n\n${head}\n\n${other}`)).toBe(wanted)
  })
})

describe("the writer’s words stay", () => {
  const head = `On Fri, Nov 27, 2026 at 5:08 PM Harmony <${us}> wrote:`
  test.each([
    ["a sentence of ours that they repeat", "Can Milo still play his two pieces? Yes, he can, gladly."],
    ["what someone said on a day", "On 27.11.2026 at 17:30 the doctor said:\nTwo weeks of rest.\nSo no."],
    [
      "a day and times of theirs",
      "He can come:\nMon 30.11.2026 17:00:\nwith Ada\nTue 1.12.2026 16:00:\nalone",
    ],
    [
      "a signature with rules and fields",
      "Yes.\n\n-- \nJonas Haddad\n________________\nFrom: Harbor Lane 4\nTo: call 555 0100",
    ],
    ["what they ask and answer", "Subject: the recital\nTo: Ruth\nHe plays both pieces."],
    [
      "a list that they mark as quotes are",
      "I have three questions:\n> Which hall?\n> Which door?\n> Who tunes it?",
    ],
    [
      "someone else’s letter",
      "My sister wrote on Nov 20, 2026:\n> I can drive Milo on Saturday.\nIs that fine?",
    ],
    ["a poem of another", "Ruth Castellano wrote:\n> Music is the space between the notes.\nLovely!"],
    ["what the grandmother wrote", "Oma schrieb:\n> Ich fahre ihn.\n\nPasst das?"],
    [
      "words beside a disclaimer",
      "Yes.\n\nThis email and any files with it are confidential. If you have received it in error, delete it.",
    ],
    ["one word", "Ok"],
    ["a sign", "👍"],
    ["Arabic", "نعم، سيعزف ميلو القطعتين.\nشكراً"],
    ["a time with colons", "Which of these?\n16:00:\n17:00:"],
  ])("%s", (_, text) => expect(words(text)).toBe(text))

  test("below the quote, where a disclaimer is", () =>
    expect(words(`Yes.\n\n${head}\n${quoted}\n\nThis email is confidential.`)).toBe(
      "Yes.\n\nThis email is confidential.",
    ))

  test("below our whole letter, over a signature between bars", () => {
    const above = fields("From:", "Sent: Friday, November 27, 2026 5:08 PM", "To:", "Subject:")
    expect(words(`${above}\n\n${ours}\n\nYes.\n| Jonas | 555 0100 |`)).toBe("Yes.\n| Jonas | 555 0100 |")
  })

  test.each([
    "| Mon | 4:00 |\n| Tue | 5:00 |",
    "| Mon | 4:00 |\n| Harmony School of Music | yes |",
    "| Can Milo still play his two pieces?\n| Both, yes.",
  ])("in a table of theirs below our letter: %j", (table) => {
    expect(words(`${head}\n${quoted}\n\n${table}`)).toBe(table)
    expect(words(`${table}\n\n${head}\n${quoted}`)).toBe(table)
    expect(words(`${head}\n${quoted}\n${table}`)).toContain(table)
  })

  // Each took many seconds where a line was compared with all below it.
  test.each([
    "| a b c\n",
    "> x:\n",
    "> a: b\n",
    "12:00:\n\n",
    "From: a\nSent: 1.1.2026\nTo: c\n",
    "Harmony School of Music\nx\n",
    "|",
    "-",
    "_",
    " ",
    "> a@b.example:\n",
  ])("in a very long text of %j", (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length))
    expect(read({ text: `Yes.\n${text}\nJonas` })).toMatch(/^Yes\./)
  })

  test("between the lines of a quote", () =>
    expect(words(`${head}\n${quoted.replace(/(pieces\?)/, "$1\n\nBoth, yes.\n")}`)).toBe("Both, yes."))

  test("between the lines of a letter without signs", () => {
    const said = words(
      `See below.\n\n${fields("From:", "Sent: Friday, November 27, 2026 5:08 PM", "To:", "Subject:")}\n\n${ours.replace(/(pieces\?)/, "$1\nBoth, yes.")}`,
    )
    expect(said).toContain("See below.")
    expect(said).toContain("Both, yes.")
  })

  test("of a letter that is handed on, with a head like ours", () => {
    const handed = `Please see below.\n\n________________________________\nFrom: Lea <lea@x.example>\nSent: Friday, November 27, 2026 5:08 PM\nTo: Jonas\nSubject: Milo\n\nHe is ill.`
    expect(words(handed, "Fwd: Milo")).toBe(handed)
    expect(words(handed)).toBe(handed)
  })

  test("of more than fits, beside the rest", () => {
    const long = Array.from({ length: 3000 }, (_, line) => `Line ${line} of a long report`).join("\n")
    const reply = readMail({ from: "jonas@x.example", subject: "Re: The recital", text: long }, [ours])
    if (typeof reply === "string") throw new Error(reply)
    expect(reply.words.length).toBeLessThanOrEqual(20_000)
    for (const line of long.split("\n"))
      expect(reply.words.includes(line) || reply.cut.includes(line)).toBe(true)
  })
})

const letters: [string, string, string][] = [
  [
    "a quote with other signs",
    `Yes.\n\nOn Fri, Nov 27, 2026 at 5:08 PM Harmony <${us}> wrote:\n${ours.replace(/^/gm, "| ")}`,
    "Yes.",
  ],
  ["initials as signs", `Yes.\n\nHarmony <${us}> 27.11.2026 17:08 >>>\n${ours}`, "Yes."],
  [
    "a nested thread",
    `Yes.\n\nOn Fri, Nov 27, 2026 Harmony <${us}> wrote:\n${quoted}\n>\n>> On Thu, Nov 26, 2026 Jonas <jonas@x.example> wrote:\n>> Is there a recital?`,
    "Yes.",
  ],
  [
    "a quote whose lines were wrapped",
    `Yes.\n\nOn Fri, Nov 27, 2026 at 5:08 PM Harmony <${us}> wrote:\n> Hi Jonas,\n>\n> Ruth Castellano wrote:\n>\n> The recital moves to Saturday at four. Can Milo still play his two\n> pieces?\n>\n> Read and reply:\n> https://tutti.example/messaging/77\n>\n> Reply to this email or in Tutti.\n>\n> Harmony School of Music`,
    "Yes.",
  ],
  [
    "a quote with lost signs on wrapped lines, and words below",
    `On Fri, Nov 27, 2026 at 5:08 PM Harmony <${us}> wrote:\n> The recital moves to Saturday at four. Can Milo still play his two\npieces?\n>\n> Harmony School of Music\n\nYes.`,
    "Yes.",
  ],
  [
    "top and bottom at once",
    `Hello Ruth,\n\nOn Fri, Nov 27, 2026 at 5:08 PM Harmony <${us}> wrote:\n${quoted}\n\nYes, he can.\nJonas`,
    "Hello Ruth,\n\nYes, he can.\nJonas",
  ],
  [
    "Sent from a phone below the head",
    `Yes.\n\nSent from my iPhone\n\n> On Nov 27, 2026, at 5:08 PM, Harmony <${us}> wrote:\n> \n${quoted}`,
    "Yes.\n\nSent from my iPhone",
  ],
  [
    "BlackBerry",
    `Yes.\nSent from my BlackBerry\n-----Original Message-----\nFrom: "Harmony" <${us}>\nDate: Fri, 27 Nov 2026 17:08:11 \nTo: <jonas@x.example>\nReply-To: <${us}>\nSubject: The recital\n\n${ours}`,
    "Yes.\nSent from my BlackBerry",
  ],
  [
    "a history with a line of stars",
    `Yes.\n\n*From:* Harmony <${us}>\n*Sent:* Friday, November 27, 2026 5:08 PM\n*To:* Jonas <jonas@x.example>\n*Subject:* The recital\n\n${ours}`,
    "Yes.",
  ],
  [
    "Importance and Cc in the head",
    `Yes.\n\nFrom: Harmony <${us}>\nSent: Friday, November 27, 2026 5:08 PM\nTo: Jonas <jonas@x.example>\nCc: Lea <lea@x.example>; Oma <oma@x.example>\nSubject: The recital\nImportance: High\n\n${ours}`,
    "Yes.",
  ],
  [
    "a warning of a company above the words",
    `CAUTION: This email originated from outside of the organization.\n\nYes.\n\nFrom: Harmony <${us}>\nSent: Friday, November 27, 2026 5:08 PM\nTo: Jonas\nSubject: The recital\n\n${ours}`,
    "CAUTION: This email originated from outside of the organization.\n\nYes.",
  ],
  [
    "Swiss French",
    `Oui.\n\nDe : Harmony <${us}>\nDate : vendredi, 27 novembre 2026 à 17:08\nÀ : Jonas <jonas@x.example>\nObjet : The recital\n\n${ours}`,
    "Oui.",
  ],
  [
    "Mac Outlook German",
    `Ja.\n\nVon: Harmony <${us}>\nDatum: Freitag, 27. November 2026 um 17:08\nAn: Jonas <jonas@x.example>\nBetreff: The recital\n\n${ours}`,
    "Ja.",
  ],
  [
    "T-Online",
    `Ja.\n\n-----Original-Nachricht-----\nBetreff: The recital\nDatum: 2026-11-27T17:08:11+0100\nVon: "Harmony" <${us}>\nAn: "jonas@x.example" <jonas@x.example>\n\n${ours}`,
    "Ja.",
  ],
  [
    "Seznam",
    `Ano.\n\n---------- Původní e-mail ----------\nOd: Harmony <${us}>\nKomu: jonas@x.example\nDatum: 27. 11. 2026 17:08:11\nPředmět: The recital\n${quoted}`,
    "Ano.",
  ],
  ["Onet", `Tak.\n\nW dniu 2026-11-27 17:08:11 użytkownik Harmony <${us}> napisał:\n${quoted}`, "Tak."],
  ["WP", `Tak.\n\nDnia 27 listopada 2026 17:08 Harmony <${us}> napisał(a):\n\n${ours}`, "Tak."],
  ["Freemail", `Igen.\n\nHarmony <${us}> írta:\n${quoted}`, "Igen."],
  [
    "Virgilio",
    `Sì.\n\n----Messaggio originale----\nDa: ${us}\nData: 27-nov-2026 17.08\nA: <jonas@x.example>\nOgg: The recital\n\n${ours}`,
    "Sì.",
  ],
  ["UOL", `Sim.\n\nEm 2026-11-27 17:08, Harmony escreveu:\n${quoted}`, "Sim."],
  [
    "Zimbra",
    `Oui.\n\n----- Mail original -----\nDe: "Harmony" <${us}>\nÀ: "Jonas" <jonas@x.example>\nEnvoyé: Vendredi 27 Novembre 2026 17:08:11\nObjet: The recital\n\n${ours}`,
    "Oui.",
  ],
  [
    "Yahoo Japan",
    `はい。\n\n----- Original Message -----\nFrom: Harmony <${us}>\nTo: jonas@x.example\nDate: 2026/11/27, Fri 17:08\nSubject: The recital\n\n${ours}`,
    "はい。",
  ],
  [
    "Outlook Chinese",
    `可以。\n\n发件人: Harmony <${us}>\n发送时间: 2026年11月27日 17:08\n收件人: Jonas\n主题: The recital\n\n${ours}`,
    "可以。",
  ],
  [
    "a letter pasted whole, with an answer at the end of each line",
    ours.replace("pieces?", "pieces? YES"),
    ours.replace("pieces?", "pieces? YES").replace(/\n\nRead and[\s\S]*/, ""),
  ],
  [
    "an answer on the quoted line itself",
    `On Fri, Nov 27, 2026 Harmony <${us}> wrote:\n> The recital moves to Saturday at four. Can Milo still play his two pieces? YES HE CAN`,
    `On Fri, Nov 27, 2026 Harmony <${us}> wrote:\n> The recital moves to Saturday at four. Can Milo still play his two pieces? YES HE CAN`,
  ],
  [
    "only our letter, unanswered",
    `On Fri, Nov 27, 2026 at 5:08 PM Harmony <${us}> wrote:\n${quoted}`,
    "(An empty reply)",
  ],
  ["a price with a sign", "It costs\n> 20 a lesson, right?", "It costs\n> 20 a lesson, right?"],
  ["a code of theirs", "The code is\n    12 34\n    56", "The code is\n    12 34\n    56"],
  [
    "Japanese with a full-width colon",
    `はい。\n\n2026年11月27日(金) 17:08 Harmony <${us}>：\n${quoted}`,
    "はい。",
  ],
  ["Thunderbird Polish", `Tak.\n\nW dniu 27.11.2026 o 17:08, Harmony pisze:\n${quoted}`, "Tak."],
  [
    "Gmail Arabic",
    `نعم\n\nفي الجمعة، ٢٧ نوفمبر ٢٠٢٦ في ٥:٠٨ م تمت كتابة ما يلي بواسطة Harmony <‪${us}‬‏>:\n\n${quoted}`,
    "نعم",
  ],
  [
    "Outlook Arabic",
    `نعم\n\nمن: Harmony <${us}>\nتم الإرسال: الجمعة، 27 نوفمبر 2026 05:08 م\nإلى: Jonas\nالموضوع: The recital\n\n${ours}`,
    "نعم",
  ],
  [
    "Outlook Hungarian on the web",
    `Igen\n\nFeladó: Harmony <${us}>\nDátum: 2026. november 27., péntek 17:08\nCímzett: Jonas\nTárgy: The recital\n\n${ours}`,
    "Igen",
  ],
  [
    "Outlook Romanian",
    `Da\n\nDe la: Harmony <${us}>\nTrimis: vineri, 27 noiembrie 2026 17:08\nCătre: Jonas\nSubiect: The recital\n\n${ours}`,
    "Da",
  ],
  [
    "Outlook Ukrainian",
    `Так\n\nВід: Harmony <${us}>\nНадіслано: 27 листопада 2026 р. 17:08\nКому: Jonas\nТема: The recital\n\n${ours}`,
    "Так",
  ],
  [
    "Outlook Catalan",
    `Sí\n\nDe: Harmony <${us}>\nEnviat el: divendres, 27 de novembre de 2026 17:08\nPer a: Jonas\nTema: The recital\n\n${ours}`,
    "Sí",
  ],
  [
    "Outlook Hindi-like fields unknown",
    `ஆம்\n\nஅனுப்புநர்: Harmony <${us}>\nஅனுப்பியது: 27 நவம்பர் 2026 17:08\nபெறுநர்: Jonas\nபொருள்: The recital\n\n${ours}`,
    "ஆம்",
  ],
  [
    "a line of Notes over its fields",
    `Yes.\n\nHarmony ---11/27/2026 05:08:11 PM---Hi Jonas, Ruth Castellano wrote:\n\nFrom:\tHarmony <${us}>\nTo:\tjonas@x.example\nDate:\t11/27/2026 05:08 PM\nSubject:\tThe recital\n\n${ours}`,
    "Yes.",
  ],
  [
    "a head over three lines",
    `Yes.\n\nOn Nov 27, 2026,\nat 17:08,\nHarmony School of Music <${us}> wrote:\n\n${quoted}`,
    "Yes.",
  ],
  [
    "Lithuanian",
    `Taip\n\nNuo: Harmony <${us}>\nIšsiųsta: 2026 m. lapkričio 27 d., penktadienis 17:08\nKam: Jonas\nTema: The recital\n\n${ours}`,
    "Taip",
  ],
]

test.each(letters)("a reply with %s", (_, text, wanted) => expect(words(text)).toBe(wanted))

describe("a page", () => {
  const letter = ours
    .split("\n\n")
    .map((part) => `<p>${part.replace(/\n/g, "<br>")}</p>`)
    .join("")
  const from = `Harmony &lt;<a href="mailto:${us}">${us}</a>&gt;`
  test.each([
    [
      "of Gmail",
      `<div dir="ltr">Yes, he can.<div><br></div><div>Jonas</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 27, 2026 at 5:08 PM ${from} wrote:<br></div><blockquote class="gmail_quote">${letter}</blockquote></div>`,
      "Yes, he can.\n\nJonas",
    ],
    [
      "of Gmail in Hebrew",
      `<div dir="rtl">כן, הוא יכול.</div><br><div class="gmail_quote"><div dir="rtl">‫בתאריך יום ו׳, 27 בנוב׳ 2026 ב-17:08 מאת ‪Harmony‬‏ &lt;‪<a href="mailto:${us}">${us}</a>‬‏&gt;:‬<br></div><blockquote>${letter}</blockquote></div>`,
      "כן, הוא יכול.",
    ],
    [
      "of Outlook",
      `<html><head><style>p.MsoNormal{margin:0}</style><title>x</title></head><body><div class="WordSection1"><p class="MsoNormal">Yes, he can.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Harmony &lt;${us}&gt; <br><b>Sent:</b> Friday, November 27, 2026 5:08 PM<br><b>To:</b> Jonas<br><b>Subject:</b> The recital</p></div>${letter}</div></body></html>`,
      "Yes, he can.",
    ],
    [
      "of Outlook on the web",
      `<div>Yes, he can.</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><font><b>De :</b> Harmony &lt;${us}&gt;<br><b>Envoyé :</b> vendredi 27 novembre 2026 17:08<br><b>À :</b> Jonas<br><b>Objet :</b> The recital</font><div>&nbsp;</div></div><div>${letter}</div>`,
      "Yes, he can.",
    ],
    [
      "of Apple Mail",
      `<body>Yes, he can.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 27 Nov 2026, at 17:08, ${from} wrote:</div><br><div>${letter}</div></blockquote></div></body>`,
      "Yes, he can.",
    ],
    [
      "of Thunderbird, answered below",
      `<div class="moz-cite-prefix">Am 27.11.26 um 17:08 schrieb Harmony:<br></div><blockquote type="cite">${letter}</blockquote><p>Yes, he can.</p>`,
      "Yes, he can.",
    ],
    [
      "with entities and a picture",
      `<p>J&ouml;rg &amp; Ad&auml;: 5&nbsp;&euro; &#128512;</p><img src="cid:a" alt="x"><!-- hidden -->`,
      "Jörg & Adä: 5 € 😀",
    ],
    [
      "with a table of theirs",
      `<p>Times:</p><table><tr><td>Mon</td><td>4 PM</td></tr><tr><td>Tue</td><td>5 PM</td></tr></table>`,
      "Times:\n\nMon 4 PM\nTue 5 PM",
    ],
    [
      "of Yahoo",
      `<div>Yes, he can.</div><div id="yahoo_quoted_1"><div><div>On Friday, November 27, 2026 at 05:08:11 PM EST, ${from} wrote: </div><div><br></div><div>${letter}</div></div></div>`,
      "Yes, he can.",
    ],
    [
      "of QQ",
      `<div>可以。</div><div><br></div><div style="font-size:12px"><div>------------------&nbsp;原始邮件&nbsp;------------------</div><div><b>发件人:</b>&nbsp;"Harmony"&lt;${us}&gt;;</div><div><b>发送时间:</b>&nbsp;2026年11月27日(星期五) 下午5:08</div><div><b>收件人:</b>&nbsp;"Jonas"&lt;jonas@x.example&gt;;</div><div><b>主题:</b>&nbsp;The recital</div></div><div>${letter}</div>`,
      "可以。",
    ],
    [
      "without a day in its head",
      `<p>Yes, he can.</p><p>On Friday, Harmony School of Music wrote:</p><blockquote>${letter}</blockquote>`,
      "Yes, he can.",
    ],
  ])("%s", (_, html, wanted) => expect(read({ html })).toBe(wanted))

  test("with answers in their own color stays", () => {
    const html = `<p>In red:</p><p>From: Harmony &lt;${us}&gt;<br>Sent: Friday, November 27, 2026 5:08 PM<br>To: Jonas<br>Subject: The recital</p>${letter.replace("pieces?", `pieces?</p><p style="color:red">Both of them`)}`
    expect(read({ html })).toContain("Both of them")
  })
})

async function raw(head: string, body: string | Buffer, top = "Subject: Re: The recital") {
  const bytes = Buffer.concat([
    Buffer.from(
      `From: Jonas <jonas@x.example>\r\nTo: ${us}\r\n${top}\r\nMIME-Version: 1.0\r\n${head}\r\n\r\n`,
    ),
    Buffer.from(body),
  ])
  const found = await readRawMail(bytes)
  return (
    found && {
      words: read(found.mail as Mail),
      files: (found.mail.attachments ?? []).map(({ filename }) => filename),
    }
  )
}
const base64 = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex")
const part = (boundary: string, head: string, body: string) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`

describe("bytes", () => {
  test.each([
    ["gb18030", base64("bfc9d2d4a1a3"), "可以。"],
    ["GB2312", base64("bfc9d2d4a1a3"), "可以。"],
    ["koi8-r", base64("e4c12e"), "Да."],
    ["windows-1251", base64("c4e02e"), "Да."],
    ["windows-1255", base64("ebef"), "כן"],
    ["windows-1256", base64("e4daE3".toLowerCase()), "نعم"],
    ["euc-kr", base64("b3d7"), "네"],
    ["ks_c_5601-1987", base64("b3d7"), "네"],
    ["big5", base64("a569a548"), "可以"],
    ["shift_jis", base64("82cd82a2"), "はい"],
    ["iso-2022-jp", base64("1b24422439241b2842".replace("2439", "244f").replace("241b", "24241b")), "はい"],
    ["windows-874", base64("e4b4e9"), "ได้"],
    ["tis-620", base64("e4b4e9"), "ได้"],
    ["iso-8859-2", base64("5461 6b2c 20 b6 77 6965746e 6965".replaceAll(" ", "")), "Tak, świetnie"],
    ["windows-1250", base64("44 6f 62 f8 65".replaceAll(" ", "")), "Dobře"],
    ["cp1252", base64("8093 6f6b 94".replaceAll(" ", "")), "€“ok”"],
    ["utf8", Buffer.from("Schön"), "Schön"],
    ["ansi_x3.4-1968", Buffer.from("Fine"), "Fine"],
    ["x-unknown", Buffer.from("Schön"), "Schön"],
    ["iso-8859-8-i", base64("ebef"), "כן"],
    ["windows-1258", base64("56e2 6e67".replaceAll(" ", "")), "Vâng"],
    ["iso-8859-9", base64("45 76 65 74 2c 20 f6 f0 6c 65".replaceAll(" ", "")), "Evet, öğle"],
    ["macintosh", base64("53 63 68 9a 6e".replaceAll(" ", "")), "Schön"],
  ])("in %s", async (charset, body, wanted) => {
    const type = `Content-Type: text/plain; charset=${charset}`
    expect((await raw(type, body))?.words).toBe(wanted)
    const coded = await raw(`${type}\r\nContent-Transfer-Encoding: base64`, body.toString("base64"))
    expect(coded?.words).toBe(wanted)
  })

  test.each([
    [
      "quoted-printable, with a letter broken over two lines",
      "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable",
      "Sch=C3=\r\n=B6n, wir kommen um vier, und Milo spielt beide St=C3=BCcke, auch das lan=\r\nge.",
      "Schön, wir kommen um vier, und Milo spielt beide Stücke, auch das lange.",
    ],
    [
      "flowed lines",
      "Content-Type: text/plain; charset=utf-8; format=flowed",
      "Yes, he can play both pieces, \r\nand his sister comes along.\r\n\r\n From Monday on we have more time.",
      "Yes, he can play both pieces, and his sister comes along.\n\nFrom Monday on we have more time.",
    ],
    [
      "flowed lines whose spaces go",
      "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes",
      "はい、二曲とも弾 \r\nけます。",
      "はい、二曲とも弾けます。",
    ],
    ["no type at all", "X-Mailer: old", "Yes, he can.", "Yes, he can."],
    ["a type in capitals and quotation marks", 'CONTENT-TYPE: TEXT/PLAIN; CHARSET="UTF-8"', "Schön", "Schön"],
  ])("%s", async (_, head, body, wanted) => expect((await raw(head, body))?.words).toBe(wanted))

  test("parts within parts", async () => {
    const alternative = `${part("a", "Content-Type: text/plain; charset=utf-8", "Yes, he can.")}${part("a", "Content-Type: text/html; charset=utf-8", "<p>Yes, he can.</p>")}--a--\r\n`
    const related = `${part("r", "Content-Type: multipart/alternative; boundary=a", alternative)}${part("r", "Content-Type: image/png; name=logo.png\r\nContent-ID: <logo>\r\nContent-Disposition: inline; filename=logo.png\r\nContent-Transfer-Encoding: base64", "AAAA")}--r--\r\n`
    const mixed = `${part("m", "Content-Type: multipart/related; boundary=r", related)}${part("m", "Content-Type: application/pdf; name=form.pdf\r\nContent-Disposition: attachment; filename=form.pdf\r\nContent-Transfer-Encoding: base64", "AAAA")}--m--\r\n`
    const found = await raw("Content-Type: multipart/mixed; boundary=m", mixed)
    expect(found?.words).toBe("Yes, he can.")
    expect(found?.files).toContain("form.pdf")
  })

  test("text before and after a picture", async () => {
    const body = `${part("m", "Content-Type: text/plain", "Here it is:")}${part("m", "Content-Type: image/jpeg; name=a.jpg\r\nContent-Disposition: inline; filename=a.jpg\r\nContent-Transfer-Encoding: base64", "AAAA")}${part("m", "Content-Type: text/plain", "Can you read it?")}--m--\r\n`
    const found = await raw("Content-Type: multipart/mixed; boundary=m", body)
    expect(found?.words).toMatch(/^Here it is:\s+Can you read it\?$/)
    expect(found?.files).toEqual(["a.jpg"])
  })

  test("a note as a file isn’t the message", async () => {
    const body = `${part("m", "Content-Type: text/plain", "See the note.")}${part("m", "Content-Type: text/plain; name=note.txt\r\nContent-Disposition: attachment; filename=note.txt", "Private")}--m--\r\n`
    const found = await raw("Content-Type: multipart/mixed; boundary=m", body)
    expect(found).toEqual({ words: "See the note.", files: ["note.txt"] })
  })

  test("a file with a name in other letters is named", async () => {
    const body = `${part("m", "Content-Type: text/plain", "See")}${part("m", "Content-Type: application/pdf; name=\"=?UTF-8?B?WmV1Z25pcyBmw7xyIE1pbG8ucGRm?=\"\r\nContent-Disposition: attachment; filename*=UTF-8''Zeugnis%20f%C3%BCr%20Milo.pdf", "AA")}--m--\r\n`
    expect((await raw("Content-Type: multipart/mixed; boundary=m", body))?.files).toEqual([
      "Zeugnis für Milo.pdf",
    ])
  })

  test.each([
    ["Zugesagt: Konzert", "Wir kommen gern.", "Wir kommen gern."],
    ["Abgelehnt: Konzert", "", "Abgelehnt: Konzert"],
    ["Aceptado: Recital", "", "Aceptado: Recital"],
    ["Zaakceptowane: Koncert", "", "Zaakceptowane: Koncert"],
    ["Accepterat: Konsert", "", "Accepterat: Konsert"],
    ["Hyväksytty: Konsertti", "", "Hyväksytty: Konsertti"],
    ["Přijato: Koncert", "", "Přijato: Koncert"],
    ["Odmítnuto: Koncert", "", "Odmítnuto: Koncert"],
    ["Elfogadva: Hangverseny", "", "Elfogadva: Hangverseny"],
    ["Принято: Концерт", "", "Принято: Концерт"],
    ["Kabul Edildi: Konser", "", "Kabul Edildi: Konser"],
  ])("an answer to an invitation (%s)", async (subject, text, wanted) => {
    const body = `${part("m", "Content-Type: text/plain; charset=utf-8", text)}${part("m", "Content-Type: text/calendar; method=REPLY; charset=utf-8", "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR")}--m--\r\n`
    const top = `Subject: =?UTF-8?B?${Buffer.from(subject).toString("base64")}?=`
    expect((await raw("Content-Type: multipart/alternative; boundary=m", body, top))?.words).toBe(wanted)
  })
})

describe("no person wrote", () => {
  test.each([
    "[EXTERNAL] Automatic reply: The recital",
    "[EXT] Out of office: The recital",
    "EXTERN: Automatische Antwort: The recital",
    "Auto-Reply: The recital",
    "Autoreply: The recital",
    "Auto Response: The recital",
    "[Auto-Reply] The recital",
    "Auto: Re: The recital",
    "Automaticky vygenerovaná odpověď: The recital",
    "Neprítomnosť: Re: The recital",
    "Mimo kancelář: The recital",
    "Irodán kívül: The recital",
    "Brak w biurze: The recital",
    "Jestem poza biurem: The recital",
    "Réponse automatique : Re: The recital",
    "Estoy fuera de la oficina: Re: The recital",
    "Estou de férias: Re: The recital",
    "Sono in ferie: Re: The recital",
    "Ik ben afwezig: Re: The recital",
    "Jag är på semester: Re: The recital",
    "Olen lomalla: Re: The recital",
    "İzindeyim: Re: The recital",
    "Я в отпуске: Re: The recital",
    "Λείπω από το γραφείο: Re: The recital",
    "Отсутствую: Re: The recital",
    "휴가 중: Re: The recital",
    "外出中: Re: The recital",
    "休假: Re: The recital",
    "Out of the Office – back on Dec 1: The recital",
    "Abwesend bis 5. Dezember: Re: The recital",
    "Nicht im Büro bis 05.12.2026 - Re: The recital",
    "On maternity leave - Re: The recital",
    "Please confirm your email to jonas@x.example",
    "Your message to jonas@x.example awaits confirmation",
    "AUTO: Jonas Haddad ist außer Haus (Rückkehr am 01.12.2026)",
    "Automatische Antwort auf Ihre E-Mail: The recital",
    "Réponse automatique à votre message : The recital",
  ])("%s", (subject) => expect(read({ subject, text: "I am away." })).toBe("automatic"))

  test.each([
    ["Undelivered Mail Returned to Sender", "Mail Delivery System <MAILER-DAEMON@mx.example>"],
    ["failure notice", "MAILER-DAEMON@qmail.example"],
    ["系统退信/Systems bounce", "PostMaster@qq.example"],
    ["Mail failure.", "mailer-daemon@corp.example"],
    ["Delivery Status Notification (Failure)", "Mail Delivery Subsystem <mailer-daemon@googlemail.example>"],
    [
      "Unzustellbar: The recital",
      "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@corp.example>",
    ],
    ["Undelivered Mail Returned to Sender", "Mailer Daemon <noreply@mx.example>"],
    ["Mail Delivery Failure", "System <bounce@mx.example>"],
    ["Delivery Failure Notification", "System <system@mx.example>"],
    ["Re: The recital", "post_master@vtext.example"],
    ["メールエラー通知", "no-reply@dion.example"],
  ])("a letter came back: %s", (subject, from) =>
    expect(read({ subject, from, text: "could not be delivered" })).toBe("bounced"),
  )

  test.each([
    { "auto-submitted": "auto-replied; owner-email=jonas@x.example" },
    { "x-autoreply": "yes", precedence: "auto_reply" },
    { "x-auto-response-suppress": "All" },
    { "x-ms-exchange-generated-message-source": "Mailbox Rules Agent" },
    { "x-mailer-autoresponder": "1" },
    { "x-sieve-vacation": "yes" },
    { "x-dovecot-vacation": "1" },
    { precedence: "bulk" },
  ])("its header says so: %j", (headers) => expect(read({ headers, text: "I am away." })).toBe("automatic"))

  test.each([
    [{ subject: "Out of tune: the piano" }],
    [{ subject: "Vacation plans" }],
    [{ subject: "Absence of Milo" }],
    [{ subject: "Abwesenheit von Milo am Freitag" }],
    [{ subject: "Ausencia de Milo" }],
    [{ subject: "Absent: Milo on Friday" }],
    [{ subject: "Absent Friday - Re: The recital" }],
    [{ subject: "Abwesenheit bis 05.12.2026" }],
    [{ subject: "Milo’s leave until May: Re: The recital" }],
    [{ subject: "Re: Out of office hours, can we call?" }],
    [{ subject: "Auto broke down, Milo is late" }],
    [{ subject: "Urlaub: Milo fehlt zwei Wochen" }],
    [{ subject: "Férias: o Milo volta em janeiro" }],
    [{ subject: "Confirm your message about Saturday?" }],
    [{ subject: "Returned music stand" }],
    [{ subject: "Delivery of the piano" }],
    [{ headers: { precedence: "list", "list-id": "<family.x.example>" } }],
    [{ headers: { "x-auto-response-suppress": "DR, RN, NRN" } }],
    [{ headers: { "auto-submitted": "no" } }],
    // A server's own marks, and marks that say the opposite.
    [{ headers: { "x-ms-exchange-transport-rules-loop": "1" } }],
    [{ headers: { "x-autoreply-allowed": "true" } }],
    [{ headers: { "x-no-auto-reply": "yes" } }],
    [{ headers: { "x-autoresponder-suppress": "all" } }],
    [{ headers: { "x-auto-response": "none" } }],
    [{ subject: "Semester re: fees" }],
    [{ subject: "Semester: Re: Zahlung" }],
    [{ subject: "Study leave re: Anna" }],
    [{ subject: "Maternity leave - Re: The recital" }],
    [{ subject: "Holidays - RE: dates" }],
    [{ subject: "Leave: Re: lesson" }],
    [{ subject: "Urlop: Re: The recital" }],
    [{ subject: "[EXTERNAL] Re: The recital" }],
  ] as { subject?: string; headers?: Record<string, string> }[][])("but someone did: %j", (mail) =>
    expect(read({ text: "Milo is ill.", ...mail })).toBe("Milo is ill."),
  )
})
