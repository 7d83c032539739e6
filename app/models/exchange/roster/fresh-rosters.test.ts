import { describe, expect, it } from "vitest"
import { planField } from "../../../../tests/support/planned-roster"
import { digestOf } from "../../../../tests/support/roster-digest"
import { guessColumns, isInSpanish } from "./roster-fields"

// Lists as other programs, forms and teachers make them, of which each was read wrong before.

const made = async (...lines: string[]) =>
  (await planField(new TextEncoder().encode(`${lines.join("\n")}\n`))).plan
const digest = async (...lines: string[]) => digestOf(await made(...lines))
const warnings = async (...lines: string[]) =>
  (await made(...lines)).rows.flatMap((row) => row.warnings.map(({ message }) => message))

describe("who pays", () => {
  it.each([
    ["Mom,Dad,Who pays?", "Dad"],
    ["Mother,Father,Paid by", "Dad"],
    ["Mother,Father,Responsible for payment", "Tom Roy"],
    ["Mutter,Vater,Zahlungspflichtige/r", "Tom Roy"],
    ["Mutter,Vater,Rechnung an", "Tom Roy"],
    ["Moeder,Vader,Betaler", "Tom Roy"],
    ["Matka,Ojciec,Płatnik", "Tom Roy"],
    ["Madre,Padre,Intestatario fattura", "Tom Roy"],
  ])("below “%s” is the one who pays", async (headings, payer) =>
    expect(await digest(`Student,${headings}`, `Ann Roy,May Roy,Tom Roy,${payer}`)).toContain(
      "~ Ann: May Roy (Mother) $0; Tom Roy (Father) $100",
    ),
  )

  it.each([
    ["Mom,Dad,Who pays?", "Tom"],
    ["Mom,Dad (pays)", ""],
    ["Mom,Parent 2 (pays)", ""],
  ])("below “%s” is the parent whom “%s” names", async (headings, payer) =>
    expect(
      (await made(`Student,${headings}`, `Ann Roy,May Roy,Tom Roy,${payer}`)).families[0]?.guardians,
    ).toMatchObject([
      { name: "May Roy", payerShare: 0 },
      { name: "Tom Roy", payerShare: 10_000 },
    ]),
  )

  it.each([
    ["Mom", "Dad", "Who pays?", "Both"],
    ["Mom", "Dad", "Who pays?", "Both (50/50)"],
    ["Mom", "Dad", "Who pays?", "Mom and Dad"],
    ["Mom", "Dad", "Who pays?", "May & Tom"],
    ["Parent 1", "Parent 2", "Who pays?", "Parents"],
    ["Parent 1", "Parent 2", "Who pays?", "School"],
    ["Parent 1", "Parent 2", "Who pays?", "me"],
    ["Moeder", "Vader", "Betaler", "ouders"],
    ["Moeder", "Vader", "Betaler", "gemeente"],
  ])("with “%s,” “%s” and “%s” isn’t “%s”", async (mother, father, column, cell) => {
    const lines = [`Student,${mother},${father},${column}`, `Ann Roy,May Roy,Tom Roy,${cell}`]
    const { families, rows } = await made(...lines)
    expect(families[0]?.guardians).toMatchObject([
      { name: "May Roy", payerShare: 10_000 },
      { name: "Tom Roy", payerShare: 0 },
    ])
    expect(rows[0]?.student?.notes).toBe(`${column}: ${cell}`)
    expect(rows[0]?.warnings.map(({ message }) => message)).toEqual([
      `“${cell}” in “${column}” isn’t a person, so it’s kept in the notes. Check who pays after the import.`,
    ])
  })

  it.each([
    ["Responsible for payment", "Yes"],
    ["Rechnung an", "Eltern"],
    ["Rechnung an", "per Post"],
    ["Factuur aan", "mail"],
  ])("isn’t below “%s” where that has “%s” and no names", async (column, cell) =>
    expect(await digest(`Student,Mother,${column}`, `Ann Roy,May Roy,${cell}`)).toEqual([
      `Ann|Roy {${column}: ${cell}}`,
      "~ Ann: May Roy (Mother)",
    ]),
  )

  it.each([
    ["Grandma Sue", "Sue"],
    ["Oak LLC", "Oak LLC"],
    ["Rita Moss", "Rita Moss"],
    ["Eva van der Berg", "Eva van der Berg"],
  ])("is “%s,” who is no parent", async (cell, payer) =>
    expect(
      (await made("Student,Mom,Dad,Who pays?", `Ann Roy,May Roy,Tom Roy,${cell}`)).families[0]?.guardians.at(
        -1,
      ),
    ).toMatchObject({ name: payer, payerShare: 10_000 }),
  )

  it("isn’t said by a contact’s heading that speaks of countries or invoices", async () => {
    expect(
      await digest(
        "Élève;Mère;Téléphone mère;Père;Téléphone père (indicatif pays)",
        "Ann Roy;May Roy;06 12 34 56 78;Tom Roy;+33 6 12 34 56 79",
      ),
    ).toContain("~ Ann: May Roy (Mother) 06 12 34 56 78; Tom Roy (Father) +33 6 12 34 56 79")
    expect(
      await digest(
        "Student,Mother,Mother email,Father,Father email (invoiced monthly)",
        "Ann Roy,May Roy,may@x.example,Tom Roy,tom@x.example",
      ),
    ).toContain("~ Ann: May Roy (Mother) <may@x.example>; Tom Roy (Father) <tom@x.example>")
  })

  it.each([
    ["Parent,Parent email,Payer,Mom email,Mom phone", "Mom email", "May Roy,a@x.example,May Roy"],
    [
      "Gesetzl. Vertreter,E-Mail,Zahlungspflichtiger,E-Mail Mutter,Mobil Mutter",
      "E-Mail Mutter",
      "May Roy,a@x.example,May Roy",
    ],
  ])("below “%s” keeps a second email in the notes", async (headings, column, adults) =>
    expect(await digest(`Student,${headings}`, `Ann Roy,${adults},b@x.example,555-010-0001`)).toEqual([
      `Ann|Roy {${column}: b@x.example}`,
      "~ Ann: May Roy (Mother) <a@x.example> 555-010-0001",
    ]),
  )

  it("of two adults before an address leaves the phone behind it to the parent, who is named in both columns once", async () => {
    const headings =
      "Schüler;Gesetzl. Vertreter;Zahlungspflichtiger;Straße u. Hausnr.;PLZ;Ort;Telefon;Mobil Mutter"
    expect(
      await digest(
        headings,
        "Max Roy;Ida Roy;Eva Groß;Weg 1;79100;Ulm;0761 555102;",
        "Ben Low;May Low;May Low;Weg 2;79100;Ulm;;0171 5550102",
      ),
    ).toEqual([
      "Max|Roy",
      "Ben|Low",
      "~ Max: Ida Roy 0761 555102 $0; Eva Groß $100 @ Weg 1, 79100 Ulm",
      "~ Ben: May Low (Mother) 0171 5550102 @ Weg 2, 79100 Ulm",
    ])
  })
})

describe("two adults of one cell with a comma between", () => {
  it("are two where a child has the name of one, or each has an email", async () =>
    expect(
      await digest(
        "Student,Parents,Contacts",
        'Eli Grant-Moss,"Beth Grant, Owen Moss",',
        'Fay Hull,"Beth Low, Owen Poe",beth@x.example; owen@x.example',
        'Ana Ruiz,"Ruiz López, Ana María",ana@x.example; ruiz@x.example',
        '"Smith-Jones, Ben","Smith Jones, Eva Ann",',
      ),
    ).toEqual([
      "Eli|Grant-Moss",
      "Fay|Hull",
      "Ana|Ruiz {Contacts: ruiz@x.example}",
      "Ben|Smith-Jones",
      "~ Eli: Beth Grant; Owen Moss",
      "~ Fay: Beth Low <beth@x.example>; Owen Poe <owen@x.example>",
      "~ Ana: Ana María Ruiz López <ana@x.example>",
      "~ Ben: Eva Ann Smith Jones",
    ]))

  it("are named where nothing tells", async () => {
    expect(await warnings("Student,Parents", 'Fay Hull,"Beth Low, Owen Poe"')).toEqual([
      "“Beth Low, Owen Poe” is read as one guardian, Owen Poe Beth Low. To import two, put a semicolon between them.",
    ])
    expect(await warnings("Student,Parents", 'Ana Ruiz,"Ruiz López, Ana María"')).toEqual([])
    expect(await warnings("Student,Parents", 'Eva Park-Lee,"Park Lee, Soo Park"')).toEqual([
      "“Park Lee, Soo Park” is read as one guardian, Soo Park Park Lee. To import two, put a semicolon between them.",
    ])
  })

  it("are one, who is named, where both emails are theirs", async () => {
    const lines = [
      "Student,Parents,Contacts",
      'Fay Hull,"Low Poe, Ana María",ana@work.example; ana@home.example',
    ]
    expect(await digest(...lines)).toEqual([
      "Fay|Hull {Contacts: ana@home.example}",
      "~ Fay: Ana María Low Poe <ana@work.example>",
    ])
    expect(await warnings(...lines)).toContain(
      "“Low Poe, Ana María” is read as one guardian, Ana María Low Poe. To import two, put a semicolon between them.",
    )
  })
})

describe("homes of parents", () => {
  it("are the family’s where there is one, and where there are two both are named in the check", async () => {
    expect(await digest("Student,Mom,Mom address,Dad", 'Ann Roy,May Roy,"1 Elm St, Rome",Tom Roy')).toContain(
      "~ Ann: May Roy (Mother); Tom Roy (Father) @ 1 Elm St, Rome",
    )
    expect(
      await digest(
        "Student,Mother,Mother Street,Mother City,Mother Zip",
        "Ann Roy,May Roy,1 Elm St,Utica,13501",
      ),
    ).toContain("~ Ann: May Roy (Mother) @ 1 Elm St, 13501 Utica")
    expect(await digest("Student,Mother,Mother City,Address", "Ann Roy,May Roy,Rome,2 Oak St")).toContain(
      "~ Ann: May Roy (Mother) @ 2 Oak St",
    )
    const unused = async (...lines: string[]) =>
      (await made(...lines)).unused.map(({ header, looks }) => [header, looks])
    expect(
      await unused("Student,Mom,Mom address,Dad,Dad address", "Ann Roy,May Roy,1 Elm St,Tom Roy,2 Oak St"),
    ).toEqual([
      ["Mom address", "address"],
      ["Dad address", "address"],
    ])
    expect(
      await unused(
        "Student,Parent 1,Parent 1 Address,Parent 2,Parent 2 Address",
        "Ann Roy,May Roy,1 Elm St,Tom Roy,2 Oak St",
      ),
    ).toEqual([["Parent 2 Address", "address"]])
  })

  it.each(["Straße u. Hausnr.;PLZ u. Ort", "Strasse und Nr.;PLZ und Ort"])(
    "“%s” is an address",
    async (headings) =>
      expect(await digest(`Schüler;${headings}`, "Ann Roy;Weg 1;79098 Ulm")).toContain(
        "~ Ann:  @ Weg 1, 79098 Ulm",
      ),
  )
})

it.each(["Address and city", "City and address", "Address and zip"])(
  "“%s” is a whole address, and no part of one",
  (heading) =>
    expect(guessColumns(["Student", heading], [["Ann Roy", "1 Elm St, Utica"]]).mapping[1]).toBe("address"),
)

describe("lessons every other week", () => {
  it("are said by a column that is shortened, by a remark and by a timetable’s cell", async () => {
    expect(
      await digest(
        "Leerling;Lesdag;Lestijd;Duur;Freq.;Opmerkingen",
        "Ann Roy;ma;15.30;30;om de week;",
        "Ben Low;di;15.30;30;;om de week",
        "Cy Poe;wo;15.30;30;wekelijks;",
      ),
    ).toEqual(
      expect.arrayContaining([
        "= Mon/2 15:30 30: Ann Roy",
        "= Tue/2 15:30 30: Ben Low",
        "= Wed 15:30 30: Cy Poe",
      ]),
    )
    expect(
      await digest(
        ",Monday,Tuesday",
        "3:00 PM,Ann Roy (every other week),Ben Low",
        "3:30 PM,Cy Poe,Dee Fox",
        "4:00 PM,,Al Moe",
      ),
    ).toContain("= Mon/2 15:00 30: Ann Roy")
  })

  it("are named where the notes say more than that", async () =>
    expect(
      await warnings(
        "Student,Day,Time,Length,Notes",
        'Ann Roy,Mon,4:00 PM,30,"comes every other week, pays cash"',
      ),
    ).toEqual([
      "The notes say “comes every other week, pays cash.” The lesson is imported for every week. If that’s wrong, change it after the import.",
    ]))
})

describe("answers of forms", () => {
  it("keep their questions’ signs, and “Other” is what was not to choose from", async () =>
    expect(
      await digest(
        "#,\"First, what's your *child's* first name?\",And {{field:a1}}'s last name?,When was your child born?,Which instrument are they interested in?,Other,What's *your* name (parent or guardian)?,Your email",
        "k3j9x0,Noor,Haddad,2015-03-21,Piano,,Samira Haddad,samira@x.example",
        "z8q1m2,Milo,Quist,2017-08-09,,Ukulele,Jon Quist,jon@x.example",
      ).then((lines) => lines.map((line) => line.replace(/ \{.*$/, ""))),
    ).toEqual([
      "Noor|Haddad 2015-03-21 [Piano]",
      "Milo|Quist 2017-08-09 [Ukulele]",
      "~ Noor: Samira Haddad <samira@x.example>",
      "~ Milo: Jon Quist <jon@x.example>",
    ]))

  it("have more than an instrument below “Other,” which is a note", async () =>
    expect(
      await digest(
        "Student,Instrument,Other",
        "Ann Roy,Piano,",
        "Ben Low,,needs a bench and a stand",
        "Cy Poe,,3 years",
        "Dee Fox,,Hardanger fiddle",
      ),
    ).toEqual([
      "Ann|Roy [Piano]",
      "Ben|Low {Other: needs a bench and a stand}",
      "Cy|Poe {Other: 3 years}",
      "Dee|Fox [Hardanger fiddle]",
    ]))

  it("aren’t numbered for students", async () =>
    expect(
      (
        await made(
          "ID,Start time,Completion time,Student’s full name",
          "1,10/2/26 8:31:05,10/2/26 8:36:44,Ann Roy",
        )
      ).rows[0]?.student?.code,
    ).toBeNull())
})

describe("names", () => {
  it.each(["TBD", "?", "New student (Oct)", "to be announced", "N.N.", "Neue Schülerin"])(
    "“%s” is no student’s",
    async (name) => {
      const { rows } = await made(
        "Student,Day,Time,Length,Phone",
        "Ann Roy,Mon,4:00 PM,30,555-010-0001",
        `${name},Mon,5:00 PM,30,555-010-0002`,
      )
      expect(rows[1]).toMatchObject({ state: "skipped", skippedBecause: `“${name}” is no student’s name.` })
    },
  )

  it("in Portuguese have one last name with its small words", async () => {
    const { rows } = await made("Aluno;Responsável;Dia", "Ana Clara dos Santos;Mariana dos Santos;Seg")
    expect(rows[0]?.student).toMatchObject({ firstName: "Ana Clara", lastName: "dos Santos" })
    expect(isInSpanish(["Alumno", "Día"])).toBe(true)
  })

  it("have their small words below “Tv”", async () =>
    expect(
      await digest("Lln.nr.;Roepnaam;Tv;Achternaam", "301;Sanne;van den;Berg", "302;Daan;;Visser"),
    ).toEqual(["Sanne|van den Berg #301", "Daan|Visser #302"]))

  it("of guardians that come again below the same headings are a second one’s", async () =>
    expect(
      await digest(
        "Pupil name,Name,Phone,Email,Name,Phone,Email",
        "Ann Roy,May Roy,555-010-0001,may@x.example,Tom Roy,555-010-0002,tom@x.example",
        "Ben Low,Ida Low,555-010-0003,ida@x.example,,,",
      ),
    ).toEqual([
      "Ann|Roy",
      "Ben|Low",
      "~ Ann: May Roy <may@x.example> 555-010-0001; Tom Roy <tom@x.example> 555-010-0002",
      "~ Ben: Ida Low <ida@x.example> 555-010-0003",
    ]))

  it("below “Account” that are no student’s are named in the check", async () =>
    expect(
      (await made("Student,Account,Phone", '"Abbot, June","Abbot, Kara",555-010-0001')).unused,
    ).toMatchObject([{ header: "Account", looks: "name" }]))
})

it("days that a spreadsheet shows as numbers are start dates beside times", async () =>
  expect(
    (await made("Student,Day,Time,Min,Start", "Ann Roy,Mon,16:00,30,46266")).classes[0]?.schedule.startsOn,
  ).toBe("2026-09-01"))

it("a title that says when lessons are and isn’t read is named so", async () =>
  expect(
    (
      await made(
        "Student,Phone",
        "Ann Roy,555-010-0001",
        "Suzuki Violin Group 1 - Mondays 4:00 PM-4:45 PM - Instructor: Mei Tan,",
        "Ben Low,555-010-0002",
      )
    ).rows[1]?.skippedBecause,
  ).toBe(
    "“Suzuki Violin Group 1 - Mondays 4:00 PM-4:45 PM - Instructor: Mei Tan” says when lessons are, and isn’t read. Add columns for the day, time and length.",
  ))

describe("a second child’s columns", () => {
  it("are theirs in a question’s words too, and what is medical is no other child’s", async () =>
    expect(
      await digest(
        "Nom et prénom du parent,Prénom et nom de l’enfant 1,Instrument souhaité pour l’enfant 1,Prénom et nom de l’enfant 2,Date de naissance de l’enfant 2,Instrument souhaité pour l’enfant 2",
        "Petit Claire,Jules Petit,Piano,Anna Petit,03/11/2017,Violon",
        "Roux Marc,Emma Roux,Flûte,,,",
      ),
    ).toEqual([
      "Jules|Petit [Piano]",
      "Anna|Petit 2017-11-03 [Violon]",
      "Emma|Roux [Flûte]",
      "~ Jules, Anna: Claire Petit",
      "~ Emma: Marc Roux",
    ]))

  it.each([
    "Child 1,Allergies of child 1,Child 2,Allergies of child 2",
    "Child 1,Allergies,Child 2,Allergies",
  ])("“%s” are each child’s", async (headings) =>
    expect(await digest(`Parent,${headings}`, "Ida Low,Ben Low,nuts,Mia Low,milk")).toEqual([
      "Ben|Low +nuts",
      "Mia|Low +milk",
      "~ Ben, Mia: Ida Low",
    ]),
  )
})

it.each(["1.er Apellido;2.º Apellido", "1º Apellido;2do. Apellido", "Apellido 1º;Apellido 2º"])(
  "“%s” are two last names",
  async (headings) =>
    expect(await digest(`Nombre;${headings};Tutor`, "Lucía;Martín;Gómez;Elena Gómez Ruiz")).toEqual([
      "Lucía|Martín Gómez",
      "~ Lucía: Elena Gómez Ruiz",
    ]),
)

it("a teacher over a timetable’s column has no room in their name, and the room is a note", async () =>
  expect(
    await digest(
      "SATURDAY LESSONS,,,",
      "Time,Ms. Chen (Rm 1),Mr. Boyd (Rm 2),Ms. Diaz (Rm 3)",
      "9:00-9:30,Ivy Cho,Sam Poe,Ola Reyes",
      "9:30-10:00,Jed Fox,Al Moe,Uma Shah",
      "10:00-10:30,Kit Lam,Tia Moon,Ola Reyes",
    ),
  ).toEqual(
    expect.arrayContaining([
      "Ivy|Cho {Room: Rm 1}",
      "= Sat 09:00 30 Ms. Chen: Ivy Cho",
      "= Sat 09:30 30 Mr. Boyd: Al Moe",
    ]),
  ))

it("contacts of “(self)” below a heading of parents are the student’s", async () =>
  expect(
    await digest(
      "Name,Mom/Dad,Phone,Email",
      "Bo Diaz,Inez Diaz,555-010-0001,",
      "Cleo Ng,(self),555-010-0002,cleo@x.example",
    ),
  ).toEqual(["Bo|Diaz", "Cleo|Ng <cleo@x.example> 555-010-0002", "~ Bo: Inez Diaz 555-010-0001"]))

it("“(self)” beside the student’s last name is no guardian", async () =>
  expect(
    await digest(
      "Name,Parent first name,Parent last name,Parent email",
      "Bo Diaz,Inez,Diaz,inez@x.example",
      "Cleo Ng,(self),Ng,cleo@x.example",
    ),
  ).toEqual(["Bo|Diaz", "Cleo|Ng <cleo@x.example>", "~ Bo: Inez Diaz <inez@x.example>"]))

it("notes that are a status are named where no column has it", async () => {
  const rows = ["Ann Roy,LEFT 10/15/26,", "Ben Low,On hold,", "Cy Poe,new,", "Dee Fox,left hand only,"]
  expect(await warnings("Student,Notes,Phone", ...rows)).toEqual([
    "The notes say “LEFT 10/15/26,” and the student isn’t imported as former. Change the status after the import.",
    "The notes say “On hold,” and the student isn’t imported as paused. Change the status after the import.",
  ])
})

it("adults in parentheses behind a family’s name are its guardians, and no one’s last name", async () => {
  const plan = await made(
    "Family,Student,Instrument,Day/Time,Rate",
    "Alvarado (Carmen 555-010-0131 carmen@a.example),,,,",
    ",Luz,Piano,Tue 4:00-4:30 PM,$32",
    ",Mateo,Guitar,Tue 4:30-5:00 PM,$32",
    "Becker (Ute 555-010-0132),,,,",
    ",Jonas,Drums,Fri 6:15-7:00 PM,$45",
  )
  expect(digestOf(plan)).toEqual(
    expect.arrayContaining([
      "~ Luz, Mateo: Carmen Alvarado <carmen@a.example> 555-010-0131",
      "~ Jonas: Ute Becker 555-010-0132",
    ]),
  )
  expect(plan.rows.flatMap(({ student }) => student?.lastName ?? [])).toEqual([
    "Alvarado",
    "Alvarado",
    "Becker",
  ])
})

it("a parent in a row of their own is the guardian of the student who names them", async () =>
  expect(
    await digest(
      "Name,Email,Phone,Contact Type,Linked Client",
      "Elle Fontaine,,,Student,Margot Fontaine",
      "Margot Fontaine,margot@f.example,555-010-0123,Parent,",
      "Ravi Menon,ravi@m.example,555-010-0124,Student,",
    ),
  ).toEqual(
    expect.arrayContaining([
      "~ Elle: Margot Fontaine <margot@f.example> 555-010-0123",
      expect.stringContaining("Ravi|Menon <ravi@m.example> 555-010-0124"),
    ]),
  ))

it("an adult’s further phone is no guardian without a name, and a child’s is one", async () => {
  const plan = await made(
    "Last Name,First Name,Mobile Phone,Home Phone,Email,Birthday,Parent/Guardian",
    "Okafor,Chidi,,555-010-0140,,3/14/2013,Ngozi Okafor",
    "Lindqvist,Sara,555-010-0110,555-010-0111,sara@l.example,11/22/1988,",
    "Boone,Silas,555-010-0112,555-010-0113,,11/23/2014,",
  )
  expect(plan.families.map(({ guardians }) => guardians.map(({ name, phone }) => [name, phone]))).toEqual([
    [["Ngozi Okafor", "555-010-0140"]],
    [],
    [["Guardian", "555-010-0113"]],
  ])
  expect(plan.rows[1]?.student).toMatchObject({ phone: "555-010-0110", notes: "Home Phone: 555-010-0111" })
})

it.each([
  ["Einheit", "45 Min. Einzel", 45],
  ["Puffer", "30 min", null],
])("a length below “%s” is “%s”", async (heading, cell, minutes) => {
  const plan = await made(`Name,Fach,Tag,Uhrzeit,${heading}`, `Ann Roy,Violine,Mo,14:45,"${cell}"`)
  expect(plan.classes[0]?.schedule.minutes ?? null).toBe(minutes)
})

it("“MOTHERDAYPHONE” is the mother’s", async () =>
  expect(
    await digest(
      "LASTFIRST,MOTHER,MOTHERDAYPHONE,FATHER,FATHERDAYPHONE",
      '"Nguyen, An","Tran, Hoa",555-010-0140,"Nguyen, Duc",555-010-0141',
    ),
  ).toContain("~ An: Hoa Tran (Mother) 555-010-0140; Duc Nguyen (Father) 555-010-0141"))
