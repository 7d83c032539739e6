import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cellCountProblem, decodeText, detectDelimiter, refuseBytes, refuseText } from "./csv"
import { escapeFormula, MOST_ROWS, readCsv, readRecords, writeCsv } from "./csv.server"
import { usualFormats } from "./formats"
import { decodeLetters, oddWordIn } from "./letter-tables"

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...values: number[]) => new Uint8Array(values)

describe("the letters in a file", () => {
  it("are UTF-8 when every byte fits, with and without a mark", () => {
    expect(decodeText(utf8("Zoë"))).toEqual({ text: "Zoë", encoding: "utf-8" })
    expect(decodeText(utf8("\ufeffZoë"))).toEqual({ text: "Zoë", encoding: "utf-8" })
  })

  it("are Windows-1252 otherwise, with its own quotation marks and the euro", () => {
    expect(decodeText(bytes(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72))).toEqual({
      text: "Müller",
      encoding: "windows-1252",
    })
    expect(decodeText(bytes(0x80, 0x20, 0x93, 0x92, 0x94, 0x96, 0xe9)).text).toBe("€ “’”–é")
  })

  it("are UTF-16 when the mark or every second byte says so", () => {
    const text = "Vorname;Nachname\r\nJörg;Müller"
    const little = new Uint8Array(Buffer.from(text, "utf16le"))
    expect(decodeText(bytes(0xff, 0xfe, ...little))).toEqual({ text, encoding: "utf-16le" })
    expect(decodeText(little)).toEqual({ text, encoding: "utf-16le" })
    const big = new Uint8Array(Buffer.from(text, "utf16le").swap16())
    expect(decodeText(bytes(0xfe, 0xff, ...big))).toEqual({ text, encoding: "utf-16be" })
    expect(decodeText(big)).toEqual({ text, encoding: "utf-16be" })
    expect(refuseBytes(little)).toBeNull()
  })

  it("are read from any bytes without throwing", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (any) => {
        const { text } = decodeText(any)
        readCsv(text, detectDelimiter(text))
        refuseBytes(any)
      }),
    )
  })

  it("are refused in files that are no text, saying what to do", () => {
    expect(refuseBytes(bytes())).toBe("The file is empty.")
    expect(refuseBytes(bytes(0x50, 0x4b, 0x03, 0x04, 0x14))).toContain("save it as CSV")
    expect(refuseBytes(bytes(0xd0, 0xcf, 0x11, 0xe0))).toContain("save it as CSV")
    expect(refuseBytes(utf8("%PDF-1.7"))).toContain("This is a PDF")
    const picture = bytes(
      0x89,
      0x50,
      0x4e,
      0x47,
      0x0d,
      0x0a,
      0x1a,
      0x0a,
      0,
      0,
      0,
      0x0d,
      0x49,
      0x48,
      0x44,
      0x52,
      0,
      0,
      1,
    )
    expect(refuseBytes(picture)).toContain("not a text file")
    expect(refuseBytes(utf8("Name\r\nLena"))).toBeNull()
  })
})

describe("the delimiter", () => {
  it.each([
    ["Name,Notes\nAmara,a;b;c\nFreya,d", ","],
    ["Name;Preis\nLena;27,50\nMia;27,50", ";"],
    ["Name\tPrice\nLena\t1,000", "\t"],
    ["Name|Notes\nLena|a,b", "|"],
    ['"Day, time";Name\n"Monday, 2:00";Lena', ";"],
    ['Name;"Notes, all;of them"\nLena;x', ";"],
    ['Name,Address\nAmara,"0 High Street\nFlat; 0"', ","],
    ["sep=;\nName;Price, net, gross, paid\nLena;1", ";"],
    ["Name\nLena", ","],
    ["", ","],
  ])("of %j is %j", (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter)
  })
})

describe("a file read", () => {
  it("keeps line breaks, quotation marks and delimiters inside cells, and numbers rows as a spreadsheet does", () => {
    const text = 'Name,Notes\r\nAmara,"two\nlines"\r\n\r\nLiam,"a ""b"", c"\r\nMia,5" tall\r\n'
    expect(readCsv(text, ",")).toEqual({
      headers: ["Name", "Notes"],
      rows: [
        { rowNumber: 2, cells: ["Amara", "two\nlines"] },
        { rowNumber: 4, cells: ["Liam", 'a "b", c'] },
        { rowNumber: 5, cells: ["Mia", '5" tall'] },
      ],
      problems: [],
    })
  })

  it("reads every kind of line end, even mixed", () => {
    expect(readCsv("a,b\r\n1,2\n3,4\r5,6", ",").rows.map((row) => row.cells)).toEqual([
      ["1", "2"],
      ["3", "4"],
      ["5", "6"],
    ])
    expect(readCsv("sep=;\r\na;b\r\n1;2", ";").headers).toEqual(["a", "b"])
  })

  it("names rows with too many or too few cells and keeps what they have", () => {
    const table = readCsv("a,b,c,,\n1,2\n1,2,3,4\n1,2,3,,,\n", ",")
    expect(table.headers).toEqual(["a", "b", "c"])
    expect(table.rows.map((row) => row.cells)).toEqual([
      ["1", "2"],
      ["1", "2", "3", "4"],
      ["1", "2", "3"],
    ])
    expect(table.problems).toEqual([
      { rowNumber: 2, code: "cell-count", message: cellCountProblem(["a", "b", "c"], ["1", "2"]) },
      { rowNumber: 3, code: "cell-count", message: cellCountProblem(["a", "b", "c"], ["1", "2", "3", "4"]) },
    ])
    expect(table.problems[0]?.message).toContain("2 cells for 3 headings")
  })

  it("says so when there is nothing in it", () => {
    expect(readCsv("", ",").problems).toEqual([
      { rowNumber: null, code: "empty", message: "The file is empty." },
    ])
    expect(readCsv("\n \n,,\n", ",").problems[0]?.code).toBe("empty")
    expect(readCsv("Name,Notes\n", ",").problems[0]?.code).toBe("no-rows")
  })

  it("stops at a quotation mark that never closes, and says where", () => {
    const table = readCsv('Name\nAmara\n"Liam\nMia\n', ",")
    expect(table.rows).toEqual([{ rowNumber: 2, cells: ["Amara"] }])
    expect(table.problems[0]).toMatchObject({ rowNumber: 3, code: "unclosed-quote" })
  })

  it("survives a line of ten million letters, a file of NULs and too many rows", () => {
    const long = readCsv(`Name\nAmara\n${"x".repeat(10_000_000)}\n`, ",")
    expect(long.rows).toHaveLength(2)
    expect(long.problems).toEqual([])

    expect(readCsv("\0".repeat(1000), ",").headers).toHaveLength(1)

    const many = readCsv(`Name\n${"Amara\n".repeat(MOST_ROWS + 5)}`, ",")
    expect(many.rows).toHaveLength(MOST_ROWS)
    expect(many.problems[0]?.code).toBe("too-many-rows")
    expect(readCsv(`Name\n${"Amara\n".repeat(MOST_ROWS)}`, ",").problems).toEqual([])
  })
})

describe("a file written", () => {
  it("has a mark, CRLF and quotation marks where needed", () => {
    expect(
      writeCsv(
        ["Name", "Price"],
        [
          ["Amara, the first", 32.5],
          ['5" tall', null],
        ],
      ),
    ).toBe('\ufeffName,Price\r\n"Amara, the first",32.5\r\n"5"" tall",\r\n')
  })

  it.each(["=1+1", "+44 20", "-5", "@cmd", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x"])(
    "never starts a formula with %j",
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`)
      expect(readCsv(writeCsv(["a"], [[text]]), ",").rows[0]?.cells[0]).toBe(`'${text}`)
    },
  )

  it.each([",", ";", "\t", "|", "\n", ',"'])("starts none where a program splits at %j instead", (sign) => {
    for (const formula of ["=1+1", "+1", "-1", "@cmd"])
      for (const numberStyle of ["1,234.50", "1.234,50"] as const) {
        const text = `Doe${sign}${formula}`
        const file = writeCsv(["First", "Last"], [["Ann", text]], { ...usualFormats, numberStyle })
        for (const delimiter of [",", ";", "\t", "|"] as const)
          for (const quoted of [file, file.replaceAll('"', "")])
            expect(
              readCsv(quoted, delimiter)
                .rows.flatMap(({ cells }) => cells)
                .join("\n"),
            ).not.toMatch(/^"*[=+\-@]/m)
        expect(escapeFormula(text)).toBe(`Doe${sign}'${formula}`)
      }
  })

  it("leaves negative numbers numbers and other texts alone", () => {
    expect(writeCsv(["a"], [[-9.75]])).toBe("\ufeffa\r\n-9.75\r\n")
    expect(escapeFormula("1 = 1")).toBe("1 = 1")
    expect(escapeFormula("Piano, -5 %; harp, +1")).toBe("Piano, -5 %; harp, +1")
  })

  it("reads back as it was written", () => {
    const cell = fc
      .string({ unit: "binary" })
      .filter((text) => escapeFormula(text) === text && text.trim() !== "")
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = writeCsv(["One", "Two"], rows)
        const { text: decoded } = decodeText(utf8(text))
        const wellFormed = rows.map((row) => row.map((value) => decodeText(utf8(`x${value}`)).text.slice(1)))
        expect(readCsv(decoded, ",").rows.map((row) => row.cells)).toEqual(wellFormed)
      }),
    )
  })
})

describe("files as other programs write them", () => {
  it.each([
    [
      "Jörg Müller, Zoë Groß",
      "macintosh",
      [
        0x4a, 0x9a, 0x72, 0x67, 0x20, 0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72, 0x2c, 0x20, 0x5a, 0x6f, 0x91, 0x20,
        0x47, 0x72, 0x6f, 0xa7,
      ],
    ],
    [
      "Łucja Błażej",
      "windows-1250",
      [0xa3, 0x75, 0x63, 0x6a, 0x61, 0x20, 0x42, 0xb3, 0x61, 0xbf, 0x65, 0x6a],
    ],
    ["Юлия", "windows-1251", [0xde, 0xeb, 0xe8, 0xff]],
    [
      "£85.00 for O’Brien",
      "windows-1252",
      [
        0xa3, 0x38, 0x35, 0x2e, 0x30, 0x30, 0x20, 0x66, 0x6f, 0x72, 0x20, 0x4f, 0x92, 0x42, 0x72, 0x69, 0x65,
        0x6e,
      ],
    ],
  ])("%s is told from its bytes", (text, encoding, letters) => {
    expect(decodeText(Uint8Array.from(letters))).toEqual({ text, encoding })
  })

  it.each([
    ["windows-1254", "Adı;Soyadı;Doğum Tarihi\nAyşe;Yılmaz;14.03.2012\nBurak;Şahin;\n"],
    ["windows-1254", "Name;Phone\nAyşe Yılmaz;1\n"],
    ["ibm850", "Schüler;Straße\nJörg Müller;Bäckerstraße 1\nÄnne;\n"],
    ["ibm850", "Élève;Prénom\nFrançois;Noël\nCHLOÉ;PRÉVOST\n"],
    ["ibm850", "Nombre;Niño\nJosé;Núñez\n"],
    ["ibm852", "Imię;Nazwisko\nŁukasz;Żółć\nMałgorzata;Wiśniewska\n"],
    ["ibm852", "Jméno;Příjmení\nJiří;Dvořák\nRůžena;Šťastná\n"],
    ["ibm866", "Имя;Фамилия\nЮлия;Иванова\nпётр;Щукин\n"],
    ["windows-1251", "Имя;Фамилия\nЮлия;Иванова\nПётр;Щукин\n"],
    ["windows-1252", "Nafn;Foreldri\nGuðrún Þórsdóttir;Ægir Þórsson\nÖrn;\n"],
    ["windows-1257", "Vardas;Pavardė\nŽygimantas;Šimkūnas\nĄžuolas;\n"],
    ["windows-1257", "Vārds;Uzvārds\nJānis;Bērziņš\nĢirts;Ķirsis\n"],
    ["windows-1250", "Jméno;Příjmení\nJiří;Dvořák\nRůžena;Šťastná\n"],
    ["windows-1250", "Név;Szülő\nŐrs Szűcs;Kovácsné Erzsébet\n"],
    ["windows-1250", "Ime;Roditelj\nĐuro Čačić;Anđela Šimić\n"],
    ["windows-1250", "Nume;Părinte\nŞtefan Munţeanu;Ioana Bălan\n"],
    ["windows-1253", "Όνομα;Γονέας\nΆννα Παπά;Μαρία\n"],
    ["windows-1255", "שם;הורה\nנועה כהן;רות כהן\n"],
    ["windows-1252", "Nome;Telefone\nJoão Conceição;Inês\nÂngela;Ílhavo\n"],
    ["windows-1252", "Navn;Født\nBjørn Ærø;Åse\n"],
    ["macintosh", "Élève;Prénom\nFrançois Noël;CHLOÉ\n"],
  ] as const)("a list in %s is told from the words that its letters make: %j", (table, text) => {
    const letters = Array.from({ length: 256 }, (_, byte) => decodeLetters(Uint8Array.of(byte), table))
    const bytes = Uint8Array.from(Array.from(text), (letter) => letters.indexOf(letter))
    expect(decodeText(bytes)).toEqual({ text, encoding: table })
    expect(oddWordIn(text)).toBeUndefined()
  })

  it("letters that no language has are named, and a few are no reason", () => {
    expect(oddWordIn("Adç\nMŸller\nJ„ger\nB³a¿ej")).toBe("MŸller")
    expect(oddWordIn("Müller\nJäger\nBöhm\nGroß\nMŸller")).toBeUndefined()
    expect(oddWordIn("Ava Stone\nfrom “Utica” – café")).toBeUndefined()
    expect(oddWordIn("Ann\ufffd Roy\n")).toBe("Ann\ufffd")
  })

  it("UTF-8 that was written as UTF-8 twice is read once, and Ã alone stays", () => {
    expect(decodeText(new TextEncoder().encode("MÃ¼ller")).text).toBe("Müller")
    expect(decodeText(new TextEncoder().encode("SÃO JOÃO")).text).toBe("SÃO JOÃO")
  })

  it.each([
    ["each line in quotation marks", '"Name,Parent,Email"\n"Ann Roy,May Roy,m@x.example"\n'],
    ["spaces before quotation marks", 'Name, "Parent", "Email"\n"Ann Roy", "May Roy", m@x.example\n'],
    ["a quoted sign", '"sep=,"\nName,Parent,Email\nAnn Roy,May Roy,m@x.example\n'],
  ])("%s", (_, text) => {
    expect(readRecords(text, detectDelimiter(text)).records).toEqual([
      ["Name", "Parent", "Email"],
      ["Ann Roy", "May Roy", "m@x.example"],
    ])
  })

  it.each([
    ["<html><table>", "web page"],
    ["BEGIN:VCARD\n", "contact cards"],
    ['[{"name":"Ann"}]', "JSON"],
    ["{\\rtf1", "text document"],
  ])("%s is named for what it is", (text, named) => {
    expect(refuseText(text)).toContain(named)
    expect(refuseText("Name,Email")).toBeNull()
  })
})

it("a formula’s quotation mark that nothing closes holds no one up, however long its line is", () => {
  const cells = ",".repeat(1_000_000)
  expect(readRecords(`Name,Paid\nAnn,="${cells}`, ",").records).toHaveLength(2)
  expect(readRecords('Name,Paid\nAnn,="8,500.00"\nBen,="0042"', ",").records.slice(1)).toEqual([
    ["Ann", "8,500.00"],
    ["Ben", '="0042"'],
  ])
})

it("a word without an end before a foreign letter holds no one up", () => {
  expect(decodeText(Buffer.from(`${"w".repeat(400_000)} Gr\xfc\xdfe`, "latin1")).text).toMatch(/w Grüße$/)
})
