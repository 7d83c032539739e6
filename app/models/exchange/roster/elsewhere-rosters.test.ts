import { describe, expect, it } from "vitest"
import { addressText } from "~/utils/postal-address"
import { planField, rowOf } from "../../../../tests/support/planned-roster"
import { namedContacts } from "./roster-adults"
import { guessMapping, isColumnUse } from "./roster-fields"
import type { RosterPlan } from "./roster-plan"
import { personName, splitName } from "./roster-text"
import { parseTime, parseWeekday } from "./roster-times"
import { minutesBesideKind, parseClassKind } from "./roster-values"

// Lists of schools in other countries and programs, and their neighbors.

const read = async (...lines: string[]) =>
  (await planField(new TextEncoder().encode(`${lines.join("\n")}\n`))).plan
const guess = (headings: string) => Object.values(guessMapping(headings.split(";"), []))
const studentsOf = (plan: RosterPlan) =>
  plan.rows.flatMap(({ student, name }) =>
    student ? [[student.code, name, student.birthDate, student.status]] : [],
  )
const lessonsOf = (plan: RosterPlan) =>
  plan.classes.map(({ kind, teacherKey, schedule: { weekday, time, minutes } }) =>
    [kind, plan.teachers.find(({ key }) => key === teacherKey)?.name, weekday, time, minutes].join(" "),
  )
const guardiansOf = (plan: RosterPlan) =>
  plan.families.flatMap(({ guardians }) => guardians.map(({ name, email, phone }) => [name, email, phone]))
const notesOf = (plan: RosterPlan) => plan.rows.flatMap(({ student }) => student?.notes ?? [])
const said = (plan: RosterPlan) => plan.rows.flatMap(({ warnings }) => warnings.map(({ message }) => message))
const problems = (plan: RosterPlan) => plan.rows.flatMap((row) => row.problems.map(({ message }) => message))

describe("a list from Germany", () => {
  it("has the payer’s whole name, the lesson’s kind with its length, and former students", async () => {
    const plan = await read(
      "Schülernr.;Name;Vorname;Geburtsdatum;Zahler Vorname;Zahler Nachname;Telefon privat;Telefon mobil;E-Mail;Fach;Unterrichtsart;Lehrer;Tag;Uhrzeit;Eintritt;Austritt",
      "1001;Meyer;Anna;12.03.2012;Petra;Meyer;030 1234567;0171 2345678;petra@x.example;Klavier;Einzel 30;Novak, Helena;Mo;15:30;01.09.2024;",
      "1002;Kurz;Ben;04.05.2011;Karl;Kurz;030 7654321;0172 3456789;karl@x.example;Gitarre;Gruppe 45;Schmidt, Jan;Di;16:00;01.09.2023;31.07.2026",
    )
    expect(problems(plan)).toEqual([])
    expect(studentsOf(plan)).toEqual([
      ["1001", "Anna Meyer", "2012-03-12", "active"],
      ["1002", "Ben Kurz", "2011-05-04", "former"],
    ])
    expect(guardiansOf(plan)).toEqual([
      ["Petra Meyer", "petra@x.example", "030 1234567"],
      ["Karl Kurz", "karl@x.example", "030 7654321"],
    ])
    expect(lessonsOf(plan)).toEqual(["private Helena Novak 1 15:30 30"])
    expect(plan.unused.map(({ header }) => header)).toEqual(["Telefon mobil"])
    expect(notesOf(plan)[1]).toContain("Austritt: 31.07.2026")
    expect(said(plan)).toEqual(["Ben Kurz has left and is imported as a former student."])
  })

  it.each([
    ["Einzel 30", "private", 30],
    ["30 min Einzelunterricht", "private", 30],
    ["E45", "private", 45],
    ["Zweiergruppe (45 Min.)", "group", 45],
    ["Gruppe (3) 60'", "group", 60],
    ["Partnerunterricht", "group", null],
    ["Shared", "group", null],
    ["Paired lesson 20", "group", 20],
    ["1-2-1", "private", null],
    ["1:1 30 min", "private", 30],
    ["Individual tuition", "private", null],
    ["Soloundervisning 25 min", "private", 25],
    ["Holdundervisning", "group", null],
  ])("%s is a kind of lesson", (text, kind, minutes) => {
    expect(parseClassKind(text)).toEqual({ ok: true, value: kind })
    expect(minutesBesideKind(text)).toBe(minutes)
  })

  const long = [`12${" ".repeat(60_000)}3`, `Einzel ${"1 ".repeat(30_000)}`]
  it.each(["", "Online", "30", "Room 12", "Orff 45", ...long])("%.9j is none", (text) => {
    expect(parseClassKind(text).ok).toBe(false)
  })
})

describe("the last day of a student", () => {
  it.each([
    "Exit date",
    "Left on",
    "Leaving Date",
    "End date of enrollment",
    "Date de sortie",
    "Uitschrijfdatum",
    "Kündigung zum",
    "Fecha de baja",
    "Udmeldt",
  ])("is known as %s", (heading) => {
    expect(guess(`Name;${heading}`)).toEqual(["fullName", "endDate"])
  })

  it("ends the lessons when it is to come, and a status counts more", async () => {
    const plan = await read(
      "Name,Parent,Parent email,Day,Time,Minutes,Status,Exit date",
      "Ada Lowe,Una Lowe,una@x.example,Mon,3:30 PM,30,Active,06/30/2026",
      "Bo Park,Mia Park,mia@x.example,Tue,3:30 PM,30,Active,06/30/2027",
      "Cy Reed,Ida Reed,ida@x.example,Wed,3:30 PM,30,,06/30/2026",
      "Di Fox,Lea Fox,lea@x.example,Thu,3:30 PM,30,Active,11/21/2026",
    )
    expect(studentsOf(plan).map(([, name, , status]) => [name, status])).toEqual([
      ["Ada Lowe", "active"],
      ["Bo Park", "active"],
      ["Cy Reed", "former"],
      ["Di Fox", "active"],
    ])
    expect(plan.rows.map(({ enrollment }) => enrollment?.endsOn)).toEqual([
      undefined,
      "2027-06-30",
      undefined,
      undefined,
    ])
    expect(rowOf(plan, 2).student?.notes).toBe("Exit date: 06/30/2026")
    expect(rowOf(plan, 3).student?.notes).toBeNull()
    expect(said(plan)).toEqual([
      "Ada Lowe has a status and a last day that don’t agree. The status counts, and the last day is kept in the notes.",
      "Cy Reed has left and is imported as a former student.",
      "“11/21/2026” is before the first lesson. The student is imported without it, and the cell is kept in the notes.",
    ])
  })
})

describe("lists of the Nordic countries", () => {
  it("Danish", async () => {
    const plan = await read(
      "Fornavn;Efternavn;Fødselsdato;Adresse;Postnr.;By;Værge;Mobil;E-mail;Lærer;Instrument;Ugedag;Kl.;Varighed",
      "Freja;Jensen;25-03-2012;Nørregade 1;8000;Aarhus C;Mette Jensen;20 12 34 56;mette@x.example;Lars Holm;Klaver;Mandag;15.30;25 min",
      "Ida;Dam;04-06-2011;Søgade 3;8000;Aarhus C;Pia Dam;20 12 34 58;pia@x.example;Lars Holm;Guitar;Lørdag;kl. 16.00 - 16.25;",
    )
    expect(problems(plan)).toEqual([])
    expect(studentsOf(plan).map(([, name, born]) => [name, born])).toEqual([
      ["Freja Jensen", "2012-03-25"],
      ["Ida Dam", "2011-06-04"],
    ])
    expect(plan.families.map(({ address }) => addressText(address))).toEqual([
      "Nørregade 1\n8000 Aarhus C",
      "Søgade 3\n8000 Aarhus C",
    ])
    expect(guardiansOf(plan)[0]).toEqual(["Mette Jensen", "mette@x.example", "20 12 34 56"])
    expect(lessonsOf(plan)).toEqual(["private Lars Holm 1 15:30 25", "private Lars Holm 6 16:00 25"])
    expect(notesOf(plan)).toEqual([])
  })

  it("Swedish", async () => {
    const plan = await read(
      "Förnamn;Efternamn;Födelsedatum;Adress;Postnummer;Postort;Vårdnadshavare;Telefon;E-post;Lärare;Ämne;Veckodag;Tid;Längd",
      "Alva;Åberg;2012-03-12;Storgatan 1;111 22;Stockholm;Eva Åberg;070-123 45 67;eva@x.example;Nils Berg;Fiol;måndag;15:30;20 min",
    )
    expect(studentsOf(plan)).toEqual([[null, "Alva Åberg", "2012-03-12", "active"]])
    expect(guardiansOf(plan)).toEqual([["Eva Åberg", "eva@x.example", "070-123 45 67"]])
    expect(lessonsOf(plan)).toEqual(["private Nils Berg 1 15:30 20"])
    expect(notesOf(plan)).toEqual([])
  })

  it("Norwegian, with a mother and a father", async () => {
    const plan = await read(
      "Elev;Født;Mor;Mor mobil;Mor e-post;Far;Far mobil;Fag;Lærer;Ukedag;Kl;Varighet",
      "Nora Hansen;12. mars 2012;Kari Hansen;901 23 456;kari@x.example;Ola Hansen;901 23 457;Fiolin;Per Dahl;onsdag;15.30;20 min",
    )
    expect(studentsOf(plan)).toEqual([[null, "Nora Hansen", "2012-03-12", "active"]])
    expect(guardiansOf(plan)).toEqual([
      ["Kari Hansen", "kari@x.example", "901 23 456"],
      ["Ola Hansen", null, "901 23 457"],
    ])
    expect(lessonsOf(plan)).toEqual(["private Per Dahl 3 15:30 20"])
    expect(guess("Foresatt 1;Foresatt 1 mobil;Foresatt 1 e-post;Fornavn;Etternavn")).toEqual([
      "guardian1Name",
      "guardian1Phone",
      "guardian1Email",
      "firstName",
      "lastName",
    ])
  })

  it.each([
    ["mandag", 1],
    ["tirs.", 2],
    ["tisdag", 2],
    ["onsdagar", 3],
    ["tors", 4],
    ["fre", 5],
    ["lør.", 6],
    ["lördag", 6],
    ["søn", 7],
  ])("%s is a day of the week", (text, value) => {
    expect(parseWeekday(text)).toEqual({ ok: true, value })
  })
})

describe("a list from the UK", () => {
  it("has the tutor as teacher, shared lessons, and the parent’s mobile after the home’s number", async () => {
    const plan = await read(
      "Pupil Ref,Forename,Surname,D.O.B.,Parent/Carer Title,Parent/Carer Forename,Parent/Carer Surname,Home Tel,Mobile Tel,Email,Instrument,Lesson Type,Tutor,Day,Time From,Time To",
      "P001,Ava,Patel,12/03/2012,Mrs,Priya,Patel,01632 960001,07700 900101,priya@x.example,Violin,Shared,Mr J Smith,Mon,15:30,16:00",
      "P002,Leo,Jones,25/04/2011,Mr,Huw,Jones,01632 960002,07700 900102,huw@x.example,Violin,Shared,Mr J Smith,Mon,15:30,16:00",
    )
    expect(problems(plan)).toEqual([])
    expect(studentsOf(plan)).toEqual([
      ["P001", "Ava Patel", "2012-03-12", "active"],
      ["P002", "Leo Jones", "2011-04-25", "active"],
    ])
    expect(guardiansOf(plan)).toEqual([
      ["Priya Patel", "priya@x.example", "07700 900101"],
      ["Huw Jones", "huw@x.example", "07700 900102"],
    ])
    expect(lessonsOf(plan)).toEqual(["group J Smith 1 15:30 30"])
    expect(plan.unused.map(({ header }) => header)).toEqual(["Home Tel"])
  })

  it("a tutor is a guardian in Spanish, and where others teach", () => {
    expect(guess("Alumno;Tutor;Teléfono;Correo;Profesor")).toEqual([
      "fullName",
      "guardian1Name",
      "guardian1Phone",
      "guardian1Email",
      "teacher",
    ])
    expect(guess("Student;Tutor;Parent")).toEqual(["fullName", "teacher", "guardian1Name"])
  })
})

describe("a list from France", () => {
  it("has lessons between two times, and family names in capitals, whichever comes first", async () => {
    const plan = await read(
      "Élève;Né(e) le;Responsable légal;Tél. portable;Courriel;Instrument;Professeur;Jour;Heure début;Heure fin",
      "MARTIN Léa;25/03/2012;MARTIN Sophie;06 12 34 56 78;sophie@x.example;Piano;DURAND Paul;lundi;17h00;17h30",
      "Hugo DE LA TOUR;25/05/2011;DE LA TOUR Jean;06 12 34 56 79;jean@x.example;Violon;DURAND Paul;mercredi;14h00;14h45",
    )
    expect(studentsOf(plan).map(([, name]) => name)).toEqual(["Léa MARTIN", "Hugo DE LA TOUR"])
    expect(rowOf(plan, 3).student).toMatchObject({ firstName: "Hugo", lastName: "DE LA TOUR" })
    expect(guardiansOf(plan).map(([name]) => name)).toEqual(["Sophie MARTIN", "Jean DE LA TOUR"])
    expect(lessonsOf(plan)).toEqual(["private Paul DURAND 1 17:00 30", "private Paul DURAND 3 14:00 45"])
    expect(problems(plan)).toEqual([])
  })

  it.each([
    ["Mme LE GALL Anne", "Anne LE GALL"],
    ["MARTIN-DUPONT Jean-Luc", "Jean-Luc MARTIN-DUPONT"],
    ["O'BRIEN Mary", "Mary O'BRIEN"],
    ["Ana GARCÍA LÓPEZ", "Ana GARCÍA LÓPEZ"],
    ["MARTIN SOPHIE", "MARTIN SOPHIE"],
    ["JP Smith", "JP Smith"],
    ["Tom Smith III", "Tom Smith III"],
    ["Sophie Martin", "Sophie Martin"],
  ])("%s is %s", (written, name) => {
    expect(personName(written)).toBe(name)
  })

  it("several family names in capitals are one last name", () => {
    expect(splitName("Ana GARCÍA LÓPEZ")).toEqual({ firstName: "Ana", lastName: "GARCÍA LÓPEZ" })
  })
})

describe("two lessons in one row", () => {
  const rows = [
    "Ada Lowe,Una Lowe,Piano,Mon,3:30 PM,Helena Novak,Theory,Wed,4:00 PM,Jan Schmidt,30",
    "Bo Park,Mia Park,Piano,Tue,3:30 PM,Helena Novak,,,,,30",
    "Cy Reed,Ida Reed,Piano,Thu,3:30 PM,Helena Novak,Violin,,,Jan Schmidt,30",
  ]

  it.each([
    "Lesson 1 Instrument,Lesson 1 Day,Lesson 1 Time,Lesson 1 Teacher,Lesson 2 Instrument,Lesson 2 Day,Lesson 2 Time,Lesson 2 Teacher",
    "Instrument,Day,Time,Teacher,Instrument 2,Day 2,Time 2,Teacher 2",
    "Instrument 1,Day 1,Time 1,Teacher 1,Instrument 2,Day 2,Time 2,Teacher 2",
    "First lesson instrument,First lesson day,First lesson time,First lesson teacher,Second lesson instrument,Second lesson day,Second lesson time,Second lesson teacher",
  ])("are both made: %s", async (headings) => {
    const plan = await read(`Student,Parent,${headings},Length`, ...rows)
    expect(lessonsOf(plan)).toEqual([
      "private Helena Novak 1 15:30 30",
      "private Jan Schmidt 3 16:00 30",
      "private Helena Novak 2 15:30 30",
      "private Helena Novak 4 15:30 30",
    ])
    expect(studentsOf(plan)).toHaveLength(3)
    expect(plan.questions).toEqual([])
    expect(said(plan)).toEqual([
      "No lesson day and time: Cy Reed’s lesson in Violin isn’t created. It’s kept in the notes.",
    ])
    expect(rowOf(plan, 4).student?.notes).toContain("Jan Schmidt")
  })

  it("can be chosen for a column", () => {
    expect(isColumnUse("lesson2-weekday")).toBe(true)
    expect(isColumnUse("lesson8-weekday")).toBe(false)
    expect(isColumnUse("lesson2-nothing")).toBe(false)
  })

  it("a second instrument without a time is no second lesson", () => {
    expect(guess("Name;Instrument;Instrument 2;Day;Time")).not.toContain("lesson2-instrument")
  })
})

describe("a title above the rows", () => {
  it.each(["Mon", "Day: Monday", "Monday lessons", "MONTAG"])("%s is the day of the list", async (title) => {
    const plan = await read(title, "Student,Time,Length", "Ada Lowe,3:30 PM,30", "Bo Park,4:00 PM,30")
    expect(lessonsOf(plan)).toEqual(["private  1 15:30 30", "private  1 16:00 30"])
  })

  it("says nothing of rows that have a day", async () => {
    const plan = await read("Mon", "Student,Day,Time,Length", "Ada Lowe,Tue,3:30 PM,30")
    expect(lessonsOf(plan)).toEqual(["private  2 15:30 30"])
  })

  it("of a section is the day, the instrument or the teacher of the rows below it", async () => {
    const plan = await read(
      "Student,Time,Length,Parent",
      "Teacher: Anna Berg,,,",
      "MONDAY,,,",
      "Ada Lowe,3:30 PM,30,Una Lowe",
      "TUESDAY,,,",
      "Cello,,,",
      "Bo Park,4:00 PM,30,Mia Park",
    )
    expect(lessonsOf(plan)).toEqual(["private Anna Berg 1 15:30 30", "private Anna Berg 2 16:00 30"])
    expect(plan.classes.map(({ instrument }) => instrument)).toEqual([null, "Cello"])
    expect(plan.rows.flatMap(({ skippedBecause }) => skippedBecause ?? [])).toEqual([
      "“Anna Berg” is the teacher of the rows below it.",
      "“MONDAY” is the day of the rows below it.",
      "“TUESDAY” is the day of the rows below it.",
      "“Cello” is the instrument of the rows below it.",
    ])
  })
})

describe("lists of further countries", () => {
  it.each([
    [
      "Portuguese",
      "Nome do aluno;Data de nascimento;Encarregado de educação;Telemóvel;Email;Instrumento;Professor;Dia da semana;Hora;Duração",
      "Ada Lowe;12.03.2012;Una Lowe;912 345 678;una@x.example;Piano;Eva Costa;quarta-feira;17:00;45 min",
    ],
    [
      "Polish",
      "Imię i nazwisko;Data urodzenia;Opiekun;Telefon;E-mail;Instrument;Nauczyciel;Dzień;Godzina;Czas trwania",
      "Ada Lowe;12.03.2012;Una Lowe;912 345 678;una@x.example;Piano;Eva Costa;środa;17:00;45 min",
    ],
    [
      "Finnish",
      "Oppilas;Syntymäaika;Huoltaja;Puhelin;Sähköposti;Instrumentti;Opettaja;Viikonpäivä;Aika;Kesto",
      "Ada Lowe;12.3.2012;Una Lowe;912 345 678;una@x.example;Piano;Eva Costa;keskiviikko;17.00;45 min",
    ],
    [
      "Italian",
      "Allievo;Data di nascita;Genitore;Cellulare;Email;Strumento;Insegnante;Giorno;Ora inizio;Ora fine",
      "Ada Lowe;12.03.2012;Una Lowe;912 345 678;una@x.example;Piano;Eva Costa;mercoledì;ore 17;ore 17.45",
    ],
    [
      "Dutch",
      "Leerling;Geboortedatum;Ouder;Telefoonnummer;E-mailadres;Instrument;Docent;Lesdag;Begintijd;Lesduur",
      "Ada Lowe;12-03-2012;Una Lowe;912 345 678;una@x.example;Piano;Eva Costa;wo;17.00 uur;45 minuten",
    ],
  ])("%s", async (_, ...lines) => {
    const { plan } = await planField(new TextEncoder().encode(`${lines.join("\n")}\n`), {
      options: { dateOrder: "dmy" },
    })
    expect(studentsOf(plan)).toEqual([[null, "Ada Lowe", "2012-03-12", "active"]])
    expect(guardiansOf(plan)).toEqual([["Una Lowe", "una@x.example", "912 345 678"]])
    expect(lessonsOf(plan)).toEqual(["private Eva Costa 3 17:00 45"])
    expect(notesOf(plan)).toEqual([])
  })
})

describe("days and times as they are written elsewhere", () => {
  it.each([
    ["15.30 uur", "15:30"],
    ["15u30", "15:30"],
    ["15 uur", "15:00"],
    ["kl. 15.30", "15:30"],
    ["kl 15", "15:00"],
    ["ore 15.45", "15:45"],
    ["klokken 9.15", "09:15"],
  ])("%s is a time", (text, value) => {
    expect(parseTime(text)).toEqual({ ok: true, value })
  })

  it("ma is Monday in Dutch and Tuesday in French, and di is Tuesday in Dutch and Sunday in French", async () => {
    const dutch = await read("Leerling;Dag;Tijd;Duur", "Ada Lowe;ma;15:30;30", "Bo Park;di;15:30;30")
    expect(lessonsOf(dutch)).toEqual(["private  1 15:30 30", "private  2 15:30 30"])
    const french = await read("Élève;Jour;Heure;Durée", "Ada Lowe;ma;15:30;30", "Bo Park;di;15:30;30")
    expect(lessonsOf(french)).toEqual(["private  2 15:30 30", "private  7 15:30 30"])
    const german = await read("Schüler;Tag;Uhrzeit;Dauer", "Ada Lowe;Di;15:30;30", "Bo Park;Mi;15:30;30")
    expect(lessonsOf(german)).toEqual(["private  2 15:30 30", "private  3 15:30 30"])
  })

  it("several lists below each other have each their own day", async () => {
    const plan = await read(
      "Monday lessons,,",
      "Time,Student,Length",
      "3:30 PM,Ada Lowe,30",
      ",,",
      "Tuesday lessons,,",
      "Time,Student,Length",
      "3:30 PM,Cy Reed,30",
    )
    expect(lessonsOf(plan)).toEqual(["private  1 15:30 30", "private  2 15:30 30"])
    expect(problems(plan)).toEqual([])
  })

  it("a last name of two words in most rows is a whole name", async () => {
    const plan = await read(
      "Nom élève;Parents",
      "MARTIN Léa;MARTIN Sophie et MARTIN Paul",
      "PETIT Hugo;PETIT Anne",
    )
    expect(rowOf(plan, 2).student).toMatchObject({ firstName: "Léa", lastName: "MARTIN" })
    expect(guardiansOf(plan).map(([name]) => name)).toEqual(["Sophie MARTIN", "Paul MARTIN", "Anne PETIT"])
  })
})

describe("a name with its contact in one cell", () => {
  it.each([
    ["Una 07700 900401", [["Una", null, "07700 900401"]]],
    ["Una Lowe (07700 900401)", [["Una Lowe", null, "07700 900401"]]],
    ["Una Lowe una@x.example", [["Una Lowe", "una@x.example", null]]],
    ['"Una Lowe, una@x.example, 07700 900401"', [["Una Lowe", "una@x.example", "07700 900401"]]],
    ["Mum: Una 07700 900401", [["Una", null, "07700 900401"]]],
    [
      "Una Lowe 07700 900401 / Ben Lowe 07700 900402",
      [
        ["Una Lowe", null, "07700 900401"],
        ["Ben Lowe", null, "07700 900402"],
      ],
    ],
  ])("%s", async (cell, guardians) => {
    for (const heading of ["Parent", "Contact", "Parent phone"])
      expect(guardiansOf(await read(`Student,${heading}`, `Ada Lowe,${cell}`))).toEqual(guardians)
  })

  it("is no long text, which would take minutes to look through", () => {
    const long = [
      "@".repeat(299),
      `U${"a@a.".repeat(70)}`,
      `U ${"(".repeat(290)}1`,
      `U ${" 1".repeat(60_000)}`,
    ]
    for (const cell of long) expect(namedContacts(cell)).toEqual([])
  })

  it("keeps a second number in the notes, and a number without a name is no name", async () => {
    const plan = await read("Student,Parent,Parent phone", "Ada Lowe,Una Lowe 07700 900401,01632 960001")
    expect(guardiansOf(plan)).toEqual([["Una Lowe", null, "01632 960001"]])
    expect(notesOf(plan)).toEqual(["Parent: 07700 900401"])
    const other = await read("Student,Parent,Parent phone", "Ada Lowe,Una Lowe,Mobile 07700 900401")
    expect(guardiansOf(other)).toEqual([["Una Lowe", null, "Mobile 07700 900401"]])
  })
})
