import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { inHistories } from "../../../../tests/support/histories/count"
import { longestReply, readReplyText } from "./reply-text"

const ours = `Hi Jonas,

Ruth Castellano wrote:

Please tell us whether January works for both children. (field B)

Read and reply:
http://localhost:4520/messaging/x

Reply to this email or in Tutti.

Harmony School of Music`
const isOurs = (address: string) => address.endsWith("@reply.tutti.example")
const read = (text: string, subject = "Re: A second lesson") =>
  readReplyText(text, { subject, ours: [ours], isOurs })
const quoted = ours
  .split("\n")
  .map((line) => `> ${line}`)
  .join("\n")

describe("the writer’s words", () => {
  test.each([
    [
      "a sentence that ends as a head does",
      "Hi Ruth,\nOn the last page you wrote:\nMilo should play with both hands.\nShould he?\nThanks",
    ],
    [
      "an address after From",
      "New address:\nFrom: jonas.new@mail.example\nplease use it from January\nJonas",
    ],
    [
      "a note handed on",
      "See the note from my wife:\n\n---------- Forwarded message ---------\nFrom: Lea <lea@x.example>\nDate: Fri, Nov 27, 2026 at 9:00 AM\nSubject: Milo\nTo: Jonas\n\nMilo has an ear infection until Friday.\n\nOn Thu, Nov 26, 2026 at 8:00 AM School <s@s.example> wrote:\n> Can he come?",
    ],
    [
      "Apple’s way of handing on",
      "See below\n\nBegin forwarded message:\n\nFrom: Grandma <oma@x.example>\nSubject: Piano\n\nI will bring Milo on Monday at five.",
    ],
    [
      "Outlook’s, in German",
      "Siehe unten\n\n-----Weitergeleitete Nachricht-----\nVon: Oma <oma@x.example>\nGesendet: Freitag\nAn: Jonas\nBetreff: Klavier\n\nIch bringe Milo.",
    ],
    [
      "someone else’s letter below a plain head",
      "My wife says:\n\nFrom: Lea <lea@x.example>\nSent: Friday, November 27, 2026 5:08 PM\nTo: Jonas\nSubject: Milo\n\nHe is ill.",
    ],
    ["lines of their own with a sign", "These are my dates\n> Monday\n> Tuesday\nThanks"],
    ["a rule of underscores", "The list\n__________________\nMilo\nAda"],
    ["a head of their own over a list", "At the concert we need:\n- a stand\n- two chairs"],
    [
      "what someone else wrote, below the same kind of head",
      "Hello.\nOn Monday, Nov 23, 2026 the doctor wrote:\n> Rest for two weeks.",
    ],
    [
      "their own lines that look like a letter’s head",
      "The trip\nFrom: Berlin\nTo: Hamburg\nDate: December 3\nSubject: a concert\nMilo is away then",
    ],
    ["a time and a colon", "Free on 12.01.2027 at 17:00:\n\nMonday or Tuesday"],
  ])("stay whole: %s", (_, text) => {
    expect(read(text)).toEqual({ words: text, cut: "" })
  })

  test("leave out the head that a phone quotes with our lines", () => {
    const reply = `Ja gerne\n\nVon meinem iPhone gesendet\n\n> Am 27.11.2026 um 17:08 schrieb Harmony School <\n> s@reply.tutti.example>:\n> \n${quoted}`
    expect(read(reply).words).toBe("Ja gerne\n\nVon meinem iPhone gesendet")
    const own = "From the book:\n> On page 12, 2024 edition:\n> Play it softly.\nShall she?"
    expect(read(own)).toEqual({ words: own, cut: "" })
  })

  test("stay where they answer between our lines without a sign", () => {
    const text = `See below\n\nFrom: Harmony School of Music\nSent: Friday, November 27, 2026 5:08 PM\nTo: Jonas\nSubject: x\n\n${ours.replace("(field B)", "(field B)\nYES IT DOES")}`
    expect(read(text).words).toContain("YES IT DOES")
  })

  test("stay right above the head of a quote", () => {
    const heads = [
      "On Fri, Nov 27, 2026 at 5:08 PM Harmony <a@b.example> wrote:",
      "On Fri, Nov 27, 2026 at 5:08 PM Harmony School of Music <\nreply+p01a2@reply.tutti.example> wrote:",
      "Harmony <reply+p01a2@reply.tutti.example> schrieb am\n27.11.2026 um 17:08:",
    ]
    for (const head of heads)
      for (const words of ["Yes", "See you at 5:08", "Yes, both.\nJonas"])
        expect(read(`${words}\n${head}\n${quoted}`).words).toBe(words)
  })

  test("stay below and between what is quoted; only our lines go", () => {
    expect(
      read(
        `On Fri, Nov 27, 2026 at 5:08 PM Harmony <a@b.example> wrote:\n\n${quoted}\n\nJanuary works.\nJonas`,
      ).words,
    ).toBe("January works.\nJonas")
    const between = `> Please tell us whether January works for both children. (field B)\nYes.\n> My wife asked about February\nNo.`
    expect(read(between).words).toBe("Yes.\n> My wife asked about February\nNo.")
  })

  test("stay with a subject that says they hand something on", () => {
    const text = `FYI\n\nFrom: Harmony School of Music\nSent: Friday\nTo: Jonas\nSubject: x\n\nold`
    expect(read(text, "WG: x")).toEqual({ words: text, cut: "" })
  })
})

describe("the history is cut", () => {
  const heads = {
    "Gmail, one line": "On Fri, Nov 27, 2026 at 5:08 PM Harmony <reply+p01a2@reply.tutti.example> wrote:",
    "Gmail, broken":
      "On Fri, Nov 27, 2026 at 5:08 PM Harmony School of Music <\nreply+p01a2@reply.tutti.example> wrote:",
    German: "Am Fr., 27. Nov. 2026 um 17:08 Uhr schrieb Harmony <\nreply+p01a2@reply.tutti.example>:",
    French: "Le ven. 27 nov. 2026 à 17:08, Harmony <reply+p01a2@reply.tutti.example> a écrit :",
    Spanish: "El vie, 27 nov 2026 a las 17:08, Harmony (<a@b.example>) escribió:",
    Polish: "pt., 27 lis 2026 o 17:08 Harmony <a@b.example> napisał(a):",
    Japanese: "2026年11月27日(金) 17:08 Harmony <a@b.example>:",
    Thunderbird: "Am 27.11.26 um 17:08 schrieb Harmony:",
  }
  test.each(Object.entries(heads))("%s, with signs", (_, head) => {
    expect(read(`That suits us.\n\n${head}\n\n${quoted}`)).toEqual({
      words: "That suits us.",
      cut: expect.stringContaining("January works"),
    })
  })
  test.each(Object.entries(heads))("%s, without signs", (_, head) => {
    expect(read(`That suits us.\n\n${head}\n\n${ours}`).words).toBe("That suits us.")
  })

  const outlook = {
    English: ["From", "Sent", "To", "Subject"],
    German: ["Von", "Gesendet", "An", "Betreff"],
    French: ["De ", "Envoyé ", "À ", "Objet "],
    Dutch: ["Van", "Verzonden", "Aan", "Onderwerp"],
    Italian: ["Da", "Inviato", "A", "Oggetto"],
    Spanish: ["De", "Enviado el", "Para", "Asunto"],
    Portuguese: ["De", "Enviada em", "Para", "Assunto"],
    Swedish: ["Från", "Skickat", "Till", "Ämne"],
    Polish: ["Od", "Wysłano", "Do", "Temat"],
    Bold: ["*From", "*Sent", "*To", "*Subject"],
  }
  test.each(Object.entries(outlook))("Outlook, %s", (language, [from, sent, to, subject]) => {
    const star = language === "Bold" ? "*" : ""
    const head = `${from}:${star} Harmony School of Music\r\n${sent}:${star} 27 November 2026 17:08\r\n${to}:${star} Jonas Haddad\r\n${subject}:${star} A second lesson`
    for (const above of ["", "________________________________\r\n"])
      expect(read(`Sounds good.\r\n\r\n${above}${head}\r\n\r\n${ours}`).words).toBe("Sounds good.")
    expect(readReplyText(`Sounds good.\r\n\r\n${head}\r\n\r\nold text`).words).toBe("Sounds good.")
  })

  test("older Outlook, under a line that says so", () => {
    expect(
      read(
        "Sure.\n\n-----Ursprüngliche Nachricht-----\nVon: Harmony\nGesendet: Freitag\nBetreff: x\n\nold text\n",
      ),
    ).toEqual({
      words: "Sure.",
      cut: "-----Ursprüngliche Nachricht-----\nVon: Harmony\nGesendet: Freitag\nBetreff: x\n\nold text",
    })
    expect(
      read("Oui.\n\n-----Message d'origine-----\nDe : Harmony\nEnvoyé : vendredi\nold text\n").words,
    ).toBe("Oui.")
  })

  test("under a head in a language that we don’t know, where our letter begins", () => {
    expect(read(`Bai.\n\nHarmony igorleak 2026-11-27 17:08 idatzi du:\n\n${ours}`).words).toBe("Bai.")
    expect(read(`Bai.\n\n${ours}`).words).toBe("Bai.")
    // Broken again at another width.
    const narrow = ours.replace("January works for both children", "January works\nfor both children")
    expect(read(`Bai.\n\n${narrow}`).words).toBe("Bai.")
  })

  test.each([
    [
      "Yahoo’s, in the line of its head",
      `On Fri, 27 Nov 2026 at 17:08, Harmony<a@reply.tutti.example> wrote:   ${ours}`,
    ],
    [
      "GMX’s, which begins with the day",
      "Gesendet: Freitag\nVon: a@reply.tutti.example\nAn: Jonas\nBetreff: x\n\nanders",
    ],
    [
      "web.de’s, quoted as a whole",
      `> Gesendet: Freitag\n> Von: a@reply.tutti.example\n> An: Jonas\n> Betreff: x\n>\n${quoted}`,
    ],
    ["Outlook’s, in Greek", "Από: a@reply.tutti.example\nΣτάλθηκε: 27/11\nΠρος: Jonas\nΘέμα: x\n\nάλλα"],
    [
      "Outlook’s, in Croatian",
      "Šalje: a@reply.tutti.example\nPoslano: petak\nPrima: Jonas\nPredmet: x\n\ndrugo",
    ],
  ])("%s", (_, history) => {
    expect(read(`Sounds good.\n\n${history}`)).toEqual({
      words: "Sounds good.",
      cut: expect.stringMatching(/./),
    })
  })

  test("to an empty reply, never to our own words", () => {
    expect(
      read(`\n\nOn Fri, Nov 27, 2026 at 5:08 PM Harmony <a@b.example> wrote:\n\n${quoted}\n`).words,
    ).toBe("")
  })
})

test("what is too long for a message is kept with what was cut", () => {
  const long = "word ".repeat(longestReply / 4)
  const { words, cut } = read(long)
  expect(words.length).toBeLessThanOrEqual(longestReply)
  expect(`${words.slice(0, -1)} ${cut}`.replace(/\s+/g, "")).toBe(long.replace(/\s+/g, ""))
  expect(read("x".repeat(300_000)).cut).toContain("(This email is longer. The rest wasn’t kept.)")
})

test("each line of any reply is in its words or beside them", () => {
  const line = fc.oneof(
    fc.constantFrom(...ours.split("\n"), ...quoted.split("\n")),
    fc.constantFrom(
      "",
      ">",
      "On Fri, Nov 27, 2026 at 5:08 PM H <a@b.example> wrote:",
      "From: Harmony",
      "Sent: Friday",
      "To: Jonas",
      "Subject: x",
      "-----Original Message-----",
      "---------- Forwarded message ---------",
      "Von: a@b.example",
      "________________",
    ),
    fc.string({ maxLength: 60 }).map((text) => text.replace(/[\r\n]/g, " ")),
  )
  inHistories(2000, fc.array(line, { maxLength: 40 }), fc.string({ maxLength: 10 }), (lines, subject) => {
    const { words, cut } = read(lines.join("\n"), subject)
    const sorted = (texts: string[]) =>
      texts
        .flatMap((text) => text.split("\n"))
        .map((text) => text.trim())
        .filter(Boolean)
        .sort()
    expect(sorted([words, cut])).toEqual(sorted(lines))
  })
})

describe("replies as mail programs write them", () => {
  const head = "x@reply.tutti.example"
  test.each([
    [
      "Outlook’s, in German",
      `Ja, gerne.\n\nVon: Harmony <${head}>\nGesendet: Freitag, 27. November 2026 17:08\nAn: Jonas\nBetreff: A second lesson\n\n${ours}`,
      "Ja, gerne.",
    ],
    [
      "Outlook’s, in French",
      `Oui, cela va.\n\nDe : Harmony <${head}>\nEnvoyé : vendredi 27 novembre 2026 17:08\nÀ : Jonas\nObjet : A second lesson\n\n${ours}`,
      "Oui, cela va.",
    ],
    [
      "Outlook’s in bold, in Dutch",
      `Ja hoor\n\n________________________________\n*Van:* Harmony <${head}>\n*Verzonden:* vrijdag 27 november 2026 17:08\n*Aan:* Jonas\n*Onderwerp:* Re: A second lesson\n\n${ours}`,
      "Ja hoor",
    ],
    [
      "Gmail’s, in German",
      `Passt!\n\nAm Fr., 27. Nov. 2026 um 17:08 Uhr schrieb Harmony School of Music <\n${head}>:\n\n${quoted}`,
      "Passt!",
    ],
    [
      "an iPhone’s",
      `Yes works\n\nVon meinem iPhone gesendet\n\nAm 27.11.2026 um 17:08 schrieb Harmony <${head}>:\n\n${quoted}`,
      "Yes works\n\nVon meinem iPhone gesendet",
    ],
    [
      "Gmail’s, in Italian",
      `Va bene.\n\nIl giorno ven 27 nov 2026 alle ore 17:08 Harmony <${head}> ha scritto:\n\n${quoted}`,
      "Va bene.",
    ],
    [
      "Gmail’s, in Polish",
      `Tak.\n\nW dniu pt., 27 lis 2026 o 17:08 Harmony <${head}> napisał(a):\n\n${quoted}`,
      "Tak.",
    ],
    [
      "Yahoo’s",
      `Sounds good\n\n    On Friday, November 27, 2026 at 05:08:00 PM EST, Harmony <${head}> wrote:  \n \n ${ours.replaceAll("\n", "\n ")}`,
      "Sounds good",
    ],
    [
      "below the quote",
      `On Fri, Nov 27, 2026 at 5:08 PM Harmony <${head}> wrote:\n${quoted}\n\nYes, for both.\nJonas`,
      "Yes, for both.\nJonas",
    ],
    [
      "between its lines",
      "> Please tell us whether January works for both children. (field B)\n\nYes, for Milo only.",
      "Yes, for Milo only.",
    ],
    [
      "with a list of the writer’s own",
      `My questions:\n> Does he need a book?\n> Which size of violin?\nThanks\n\nOn Fri, Nov 27, 2026 at 5:08 PM Harmony <${head}> wrote:\n${quoted}`,
      "My questions:\n> Does he need a book?\n> Which size of violin?\nThanks",
    ],
  ])("%s", (_what, text, words) => expect(read(text).words).toBe(words))
})
