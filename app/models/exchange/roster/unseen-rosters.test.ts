import { describe, expect, it } from "vitest"
import { planField } from "../../../../tests/support/planned-roster"
import { digestOf } from "../../../../tests/support/roster-digest"

// Layouts of programs and schools that no one had shown the import before, of which each was read wrong.

const made = async (...lines: string[]) => await planField(new TextEncoder().encode(`${lines.join("\n")}\n`))
const digest = async (...lines: string[]) => digestOf((await made(...lines)).plan)

describe("the student", () => {
  it("is who a word that isn’t known names beside a client", async () => {
    expect(
      await digest(
        "id,user__first_name,user__last_name,user__email,user__town,paying_client__first_name,paying_client__last_name,paying_client__email",
        "31,Ewan,Tait,,Leith,Morag,Tait,morag@x.example",
        "32,Rory,Low,rory@x.example,Leith,Leith Academy,,finance@x.example",
      ),
    ).toEqual([
      "Ewan|Tait #31",
      "Rory|Low <rory@x.example> #32",
      "~ Ewan: Morag Tait <morag@x.example> @ Leith",
      "~ Rory: Leith Academy <finance@x.example> @ Leith",
    ])
    expect(
      await digest(
        "Nom du compte;Courriel du compte;Nom de la personne;Prénom de la personne;Parent 1 - Nom;Parent 1 - Cellulaire;Remarques médicales;Animateur;Activité;Horaire",
        "Roy, Julie;julie@x.example;Roy;Zoé;Julie Roy;514-555-0101;Noix;Anne Côté;Piano individuel 30 min;Lundi 16:00 - 16:30",
      ),
    ).toEqual([
      "Zoé|Roy [Piano] +Noix {Nom du compte: Roy, Julie}",
      "~ Zoé: Julie Roy <julie@x.example> 514-555-0101",
      "= Mon 16:00 30 Anne Côté [Piano]: Zoé Roy",
    ])
  })

  it("called “Client” has the client’s number, and siblings are asked about", async () => {
    const { plan } = await made(
      "Client ID,Client,Parent/Guardian,Date of Birth",
      '44,"Reyes, Lucia","Reyes, Marta",6/13/2015',
      '45,"Reyes, Diego","Reyes, Marta",9/12/2012',
    )
    expect(digestOf(plan).slice(0, 2)).toEqual(["Lucia|Reyes 2015-06-13 #44", "Diego|Reyes 2012-09-12 #45"])
    expect(plan.questions).toHaveLength(1)
  })

  it("called “Client” has no number that siblings share", async () =>
    expect(
      await digest(
        "Client ID,Client,Guardian,Email",
        '44,"Reyes, Lucia","Reyes, Marta",marta@x.example',
        '44,"Reyes, Diego","Reyes, Marta",marta@x.example',
        '45,"Fox, Cy","Fox, Dan",dan@x.example',
      ),
    ).toEqual([
      "Lucia|Reyes <marta@x.example>",
      "Diego|Reyes <marta@x.example>",
      "Cy|Fox <dan@x.example>",
      "~ Lucia, Diego: Marta Reyes",
      "~ Cy: Dan Fox",
    ]))

  it("is whom a whole name is of, beside a sponsor’s first and last", async () =>
    expect(
      await digest(
        "Player,Sponsor First Name,Sponsor Last Name,Instrument",
        "Ann Lee,Bob,Moss,Piano",
        "Cy Fox,Dan,Hill,Violin",
      ),
    ).toEqual([
      "Ann|Lee [Piano] {Sponsor First Name: Bob / Sponsor Last Name: Moss}",
      "Cy|Fox [Violin] {Sponsor First Name: Dan / Sponsor Last Name: Hill}",
    ]))

  it("isn’t a parent’s own row, which keeps the parent’s phone", async () => {
    expect(
      await digest(
        "Full Name,Email,Phone,Guardian Name,Guardian Email,Dependents",
        'Hannah Orr,hannah@x.example,555-010-4001,,,"Finn Orr, Maeve Orr"',
        "Finn Orr,,,Hannah Orr,hannah@x.example,",
        "Maeve Orr,,,Hannah Orr,hannah@x.example,",
        "Theo Sand,theo@x.example,555-010-4002,,,",
      ),
    ).toEqual([
      "Finn|Orr",
      "Maeve|Orr",
      "Theo|Sand <theo@x.example> 555-010-4002",
      "~ Finn, Maeve: Hannah Orr <hannah@x.example> 555-010-4001",
      "- 2",
    ])
  })

  it("is a parent all the same who has a birth date or a status", async () => {
    const lines = [
      "Full Name,Email,Date of Birth,Status,Guardian Name,Guardian Email",
      "Finn Orr,,1/25/2015,active,Hannah Orr,hannah@x.example",
    ]
    expect(await digest(...lines, "Hannah Orr,hannah@x.example,1/25/1988,,,")).toContain(
      "Hannah|Orr 1988-01-25 <hannah@x.example>",
    )
    expect(await digest(...lines, "Hannah Orr,hannah@x.example,,active,,")).toContain(
      "Hannah|Orr <hannah@x.example>",
    )
  })

  it("is a parent all the same who has a lesson", async () =>
    expect(
      await digest(
        "Full Name,Email,Guardian Name,Guardian Email,Instrument",
        "Hannah Orr,hannah@x.example,,,Voice",
        "Finn Orr,,Hannah Orr,hannah@x.example,Piano",
      ),
    ).toContain("Hannah|Orr [Voice] <hannah@x.example>"))

  it.each([
    [
      "Customer ID,First Name,Last Name,Email,Student 1 First Name,Student 1 Last Name",
      "71,Petra,Novak,petra@x.example,Mila,Novak",
      "73,Greta,Holm,greta@x.example,,",
    ],
    ["Customer,Email,Student", "Petra Novak,petra@x.example,Mila Novak", "Greta Holm,greta@x.example,"],
    ["Client,Email,Student", "Petra Novak,petra@x.example,Mila Novak", "Old Corp Ltd,corp@x.example,"],
  ])("isn’t a customer without children, and no organization: %s", async (...lines) =>
    expect(await digest(...lines)).toEqual([
      "Mila|Novak",
      "~ Mila: Petra Novak <petra@x.example>",
      "! 3 firstName",
    ]),
  )

  it("isn’t “HOLD” among the names of a timetable, and is “ANA”", async () => {
    const { plan } = await made(
      ",Monday,Tuesday",
      "15:00,Ada Quist (30),Finn Orr",
      "15:30,Bo Quist,HOLD",
      "16:00,HOLD,Ina Moe (45)",
      "16:45,ANA,Eva Fox",
    )
    expect(plan.rows.filter(({ isNoStudent }) => isNoStudent)).toHaveLength(2)
    expect(plan.counts.students).toBe(6)
  })
})

describe("contacts and payers", () => {
  it("below “Padre/Madre” are one parent’s, and a father’s phone isn’t the mother’s", async () =>
    expect(
      (
        await digest(
          "Nombre;Padre/Madre/Tutor;DNI tutor;Tfno. madre;Tfno. padre;Correo",
          "Hugo López;Marta Ruiz;12345678Z;600 555 101;600 555 102;marta@x.example",
          "Alba Peña;Luis Peña;87654321X;;600 555 103;luis@x.example",
        )
      ).filter((line) => line.startsWith("~")),
    ).toEqual([
      "~ Hugo: Marta Ruiz <marta@x.example>; Mother (Mother) 600 555 101; Father (Father) 600 555 102",
      "~ Alba: Luis Peña (Father) <luis@x.example> 600 555 103",
    ]))

  it("are no numbers of a member", async () =>
    expect(await digest("Student,Parent Name,Parent Membership", "Ann Lee,Mia Lee,10023456")).toEqual([
      "Ann|Lee {Parent Membership: 10023456}",
      "~ Ann: Mia Lee",
    ]))

  it("below a heading of a name and a relation are both", async () =>
    expect(
      await digest(
        `Pupil name,"Parent 1 (name, relationship)",P1 contact`,
        "Kofi Mensah,Abena Mensah (mother),07700 900501",
      ),
    ).toContain("~ Kofi: Abena Mensah (Mother) 07700 900501"))

  it.each([
    ["Ida Berg, mother", "Ida Berg (Mother)"],
    ["Berg, Ida, Mother", "Ida Berg (Mother)"],
    ["Ida Berg, aunt", "Ida Berg (aunt)"],
    ["Berg, Ida", "Ida Berg"],
    ["Ida Berg, mother; Jo Berg, father", "Ida Berg (Mother); Jo Berg (Father)"],
  ])("below a heading of a name and a relation are both in “%s”", async (cell, guardians) =>
    expect(await digest('Pupil name,"Parent (name, relationship)"', `Kofi Berg,"${cell}"`)).toContain(
      `~ Kofi: ${guardians}`,
    ),
  )

  it("of three kinds are three, of whom the billing contact pays", async () =>
    expect(
      await digest(
        "First,Last,Primary Contact,Primary Contact Email,Secondary Contact,Secondary Contact Email,Billing Contact",
        "Noah,Feld,Ben Feld,ben@x.example,Sara Lind,sara@x.example,Sara Lind",
      ),
    ).toContain("~ Noah: Ben Feld <ben@x.example> $0; Sara Lind <sara@x.example> $100"))

  it("that say yes or no below “Pays” are no country", async () => {
    const { mapping, plan } = await made(
      "Student,Guardian,Phone,Pays",
      "Aoife Dunne,Sheila Dunne,087 555 0101,N",
      "Aoife Dunne,Nora Walsh,087 555 0103,Y",
    )
    expect(mapping[3]).toBe("copyToNotes")
    expect(plan.notices).toContain(
      "“Pays” says who pays how much. Only one guardian pays after the import: set the shares in the family.",
    )
  })

  it.each([
    ["OK to share photos", false],
    ["Auto-pay", false],
    ["Bill of health", false],
    ["Parent pays", true],
  ])("that say yes or no below “%s” say who pays only of a payer", async (heading, says) => {
    const { plan } = await made(`Student,Guardian,${heading}`, "Ann Lee,Mia Lee,Yes", "Cy Fox,Dan Fox,No")
    expect(plan.notices.some((notice) => notice.includes("says who pays"))).toBe(says)
  })

  it.each([
    ["Country", "NO", "Norway"],
    ["Provincia", "NO", "NO"],
    ["Region", "N", "N"],
  ])("have a “%s” that is “%s”", async (heading, cell, said) =>
    expect(
      await digest(`Student,Street,${heading}`, `Ann Lee,Gata 1,${cell}`, `Cy Fox,Gata 2,${cell}`),
    ).toEqual(["Ann|Lee", "Cy|Fox", `~ Ann:  @ Gata 1, ${said}`, `~ Cy:  @ Gata 2, ${said}`]),
  )

  it("of an adult without guardians are the student’s own", async () =>
    expect(
      await digest(
        "NOM;Prénom;Né(e) le;Resp. légal 1;Portable resp. 1;Mail resp. 1",
        "DURAND;Chloé;13/11/2012;DURAND Nathalie;06 55 50 01 01;nath@x.example",
        "LE GALL;Maëlle;30/01/1988;;06 55 50 01 03;maelle@x.example",
      ),
    ).toContain("Maëlle|LE GALL 1988-01-30 <maelle@x.example> 06 55 50 01 03"))

  it("of an adult’s parent without a name are the parent’s", async () => {
    const { plan } = await made(
      "First Name,Last Name,Date of Birth,Parent Email,Parent Phone",
      "Ann,Lee,1/25/2008,mom.lee@x.example,555-010-0101",
    )
    expect(digestOf(plan)).toEqual([
      "Ann|Lee 2008-01-25",
      "~ Ann: mom.lee@x.example <mom.lee@x.example> 555-010-0101",
    ])
    expect(plan.rows[0]?.warnings).toHaveLength(1)
    expect(
      await digest("Name,Date of Birth,Email,Parent Phone", "Ann Lee,1/25/1990,ann@x.example,555-010-0101"),
    ).not.toContain("Ann|Lee 1990-01-25 <ann@x.example> 555-010-0101")
  })

  it("below “Faktura till” are who pays, and below “C.F.” a personal number", async () => {
    const { plan } = await made(
      "Elev;C.F. elev;Vårdnadshavare 1;Vårdnadshavare 2;Faktura till",
      "Elsa Ström;STRLSE14;Karin Ek;Olle Ström;Olle Ström",
    )
    expect(digestOf(plan)).toEqual(["Elsa|Ström", "~ Elsa: Karin Ek $0; Olle Ström $100"])
    expect(plan.notices.join(" ")).toContain("“C.F. elev” has personal ID or bank numbers.")
  })
})

describe("lessons", () => {
  it("in the notes are named, also of what isn’t known", async () =>
    expect(
      (
        await made(
          "Student,Enrollments",
          "Luca Roy,Piano - Mon 4:00pm; Tap - Wed 5:15pm",
          "Eva Fox,Ballet - Sat 9:00am",
        )
      ).plan.notices.join(" "),
    ).toContain("“Enrollments” has days and times of lessons"))

  it("are said by several titles above the headings", async () =>
    expect(
      await digest(
        "Class Name: Suzuki Violin Book 1",
        "Instructor: Dana Whitlow",
        "Schedule: Saturdays 9:00 AM - 9:45 AM",
        "",
        "Student,Guardian,Phone",
        "Elio Ferrante,Carla Ferrante,(555) 010-3001",
      ),
    ).toContain("= Sat 09:00 45 Dana Whitlow [Suzuki Violin Book 1]: Elio Ferrante"))

  it("of one cell go to the child whom each names", async () =>
    expect(
      (
        await digest(
          "Family name,Children,Mother,Lessons",
          'Adeyemi,"Tobi, Simi",Bisi Adeyemi,Tobi piano Mon 4pm 30 min; Simi violin Tue 5pm 45 min',
          "Stroud,Freya,Helen Stroud,cello Sat 10am 30 min",
        )
      ).filter((line) => line.startsWith("= ") && !line.includes("Freya")),
    ).toEqual(["= Mon 16:00 30 [piano]: Tobi Adeyemi", "= Tue 17:00 45 [violin]: Simi Adeyemi"]))

  it.each([
    ["氏名,曜日,開始時間,レッスン時間", "佐藤 花子,月曜日,16:00,30分", "= Mon 16:00 30: 花子 佐藤"],
    ["生徒名,曜日,時間,レッスン時間", "佐藤 花子,月曜日,16:00,30分", "= Mon 16:00 30: 花子 佐藤"],
    [
      "Voornaam;Achternaam;Lesdag;Lestijd;Lesduur;Lestarief",
      "Bram;Wit;maandag;15.30 u;30 min;€ 18,50",
      "= Mon 15:30 30 $18.5: Bram Wit",
    ],
  ])("below “%s” have their length and price", async (headings, row, lesson) =>
    expect(await digest(headings, row)).toContain(lesson),
  )

  it("have an instrument below a heading that isn’t known, with a short name among the others", async () =>
    expect(
      (
        await made(
          "Vorname;Nachname;Unterrichtsprogramm;Tag;von;bis",
          "Ida;Roy;Klavier;Mo;14:30;15:00",
          "Ben;Low;MFE;Di;15:15;16:00",
          "Eva;Fux;Cello;Do;19:00;19:45",
          "Max;Tor;Querflöte;Fr;14:00;14:30",
        )
      ).mapping[2],
    ).toBe("instrument"))

  it.each([
    ["Rented", "No"],
    ["Rented", "Violin"],
    ["Room", "Studio"],
    ["Second choice", "Any"],
    ["Sibling takes", "Piano"],
    ["Brings", "no"],
  ])("aren’t what a column “%s” with “%s” has", async (heading, cell) =>
    expect(
      (
        await made(
          `Student,Guardian,${heading}`,
          "Ann Lee,Mia Lee,Violin",
          "Cy Fox,Dan Fox,Cello",
          "Ed Roy,Al Roy,Violin",
          `Flo Tor,Gus Tor,${cell}`,
        )
      ).mapping[2],
    ).toBe("copyToNotes"),
  )

  it("aren’t in a total of another language", async () =>
    expect(
      await digest("Lp.;Uczeń;Opłata mies.", "1;Zofia Wróbel;240 zł", "2;Jan Żak;320 zł", "Razem: 2;;560 zł"),
    ).toContain("- 4"))
})
