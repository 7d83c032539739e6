import { expect, it } from "vitest"
import { planField } from "../../../../tests/support/planned-roster"
import { peopleIn } from "./roster-adults"
import type { RosterPlan } from "./roster-plan"

// Several adults in one cell, contacts that say whose they are, and guardians beyond the second.

const plan = async (text: string): Promise<RosterPlan> =>
  (await planField(new TextEncoder().encode(text))).plan
const guardiansOf = ({ families }: RosterPlan) =>
  families.map(({ guardians }) =>
    guardians.map(({ name, relation, email, phone }) =>
      [name, relation, email, phone].map((each) => each ?? ""),
    ),
  )
const notesOf = ({ rows }: RosterPlan) => rows.map(({ student }) => student?.notes)

it.each([
  ["Ann & Bob Meyer", "", ["Ann Meyer", "Bob Meyer"]],
  ["Ann Meyer / Bob Meyer", "", ["Ann Meyer", "Bob Meyer"]],
  ["Meyer, Ann; Meyer, Bob", "", ["Ann Meyer", "Bob Meyer"]],
  ["Meyer, Ann & Bob", "", ["Ann Meyer", "Bob Meyer"]],
  ["Ann Meyer & Bob", "", ["Ann Meyer", "Bob Meyer"]],
  ["Ann Meyer, Bob Meyer", "", ["Ann Meyer", "Bob Meyer"]],
  ["Ann Meyer\nBob Roy", "", ["Ann Meyer", "Bob Roy"]],
  ["Ann u. Bob van der Berg", "", ["Ann van der Berg", "Bob van der Berg"]],
  ["Mr. Ben & Mrs. Una Lowe", "", ["Ben Lowe", "Una Lowe"]],
  ["Mr. Smith & Mrs. Jones", "", ["Mr. Smith", "Mrs. Jones"]],
  ["Anna en Piet de Vries", "", ["Anna de Vries", "Piet de Vries"]],
  ["María y Juan Pérez", "", ["María Pérez", "Juan Pérez"]],
  ["Mom: Ann Meyer / Dad: Bob Meyer", "", ["Ann Meyer", "Bob Meyer"]],
  ["Una & Ben", "Lowe", ["Una Lowe", "Ben Lowe"]],
  ["Ann / Sam", "Hill / Roy", ["Ann Hill", "Sam Roy"]],
  ["Meyer, Ann", "", ["Ann Meyer"]],
  ["Mr & Mrs Moor", "", ["Mr & Mrs Moor"]],
  ["Ortega y Gasset", "", ["Ortega y Gasset"]],
  ["Ann Meyer/Schmidt", "", ["Ann Meyer/Schmidt"]],
  ["Ann Meyer-Schmidt", "", ["Ann Meyer-Schmidt"]],
  ["van der Berg, Anna Maria", "", ["Anna Maria van der Berg"]],
  ["Youth & Family Services", "", ["Youth & Family Services"]],
  ["Meyer & Sons Ltd", "", ["Meyer & Sons Ltd"]],
])("%j with the last name %j is %j", (cell, last, people) => {
  expect(peopleIn(cell, last).map(({ value }) => value)).toEqual(people)
})

it("one contact is the first’s, two are one each, and a word says whose a contact is", async () => {
  const made = await plan(`Student,Parents,Relation,Phone,Email
Ada Lowe,Ann & Bob Lowe,,555-010-0101,ann@l.example
Bo Hill,"Hill, Ann; Roy, Sam",Mother / Grandfather,555-010-0102; 555-010-0103,"ann@h.example, sam@r.example"
Cy Dune,Mia & Al Dune,,Mom: 555-010-0104 Dad: 555-010-0105,mia@d.example al@d.example
Di Moor,Una Moor (mother) & Ben Roy (father),,Dad 555-010-0106,
`)
  expect(guardiansOf(made)).toEqual([
    [
      ["Ann Lowe", "", "ann@l.example", "555-010-0101"],
      ["Bob Lowe", "", "", ""],
    ],
    [
      ["Ann Hill", "Mother", "ann@h.example", "555-010-0102"],
      ["Sam Roy", "Grandfather", "sam@r.example", "555-010-0103"],
    ],
    [
      ["Mia Dune", "Mother", "mia@d.example", "555-010-0104"],
      ["Al Dune", "Father", "al@d.example", "555-010-0105"],
    ],
    [
      ["Una Moor", "Mother", "", ""],
      ["Ben Roy", "Father", "", "555-010-0106"],
    ],
  ])
  expect(made.rows.flatMap(({ warnings }) => warnings.map(({ message }) => message))).toEqual([
    "“Mom: 555-010-0104 Dad: 555-010-0105” names no one, so the guardians get these in their order.",
  ])
})

it("contacts of two people without names are two guardians; of one person, all stay", async () => {
  const made = await plan(`Child,Phones,Emails
Ada Lowe,Mom: 555-010-0001 / Dad: 555-010-0002,Mom: m@l.example / Dad: d@l.example
Bo Hill,Home 555-010-0003; Cell 555-010-0004,b@h.example
`)
  expect(guardiansOf(made)).toEqual([
    [
      ["m@l.example", "Mother", "m@l.example", "555-010-0001"],
      ["d@l.example", "Father", "d@l.example", "555-010-0002"],
    ],
    [["b@h.example", "", "b@h.example", "Home 555-010-0003; Cell 555-010-0004"]],
  ])
})

it("a slash within a German number parts no one", async () => {
  const made = await plan(
    "Student;Eltern;Telefon\nTim Meyer;Ann u. Bob Meyer;Mama: 0171/1234567 Papa: 0172/7654321\n",
  )
  expect(guardiansOf(made)).toEqual([
    [
      ["Ann Meyer", "Mother", "", "0171/1234567"],
      ["Bob Meyer", "Father", "", "0172/7654321"],
    ],
  ])
})

it("a third and a fourth guardian are the family’s, and the one who pays is one of them", async () => {
  const made =
    await plan(`Student,Mother,Mother email,Father,Father email,Guardian 3,Guardian 3 phone,Payer,Payer email
Ada Lowe,Una Lowe,u@l.example,Ben Lowe,b@l.example,Gran Lowe,555-010-0101,Al Stone,al@s.example
Cy Dune,Mia Dune,m@d.example,,,,,Youth & Family Services,yfs@gov.example
`)
  expect(
    made.families.map(({ guardians }) => guardians.map(({ name, payerShare }) => [name, payerShare])),
  ).toEqual([
    [
      ["Una Lowe", 0],
      ["Ben Lowe", 0],
      ["Gran Lowe", 0],
      ["Al Stone", 10_000],
    ],
    [
      ["Mia Dune", 0],
      ["Youth & Family Services", 10_000],
    ],
  ])
  expect(notesOf(made)).toEqual([null, null])
})

it("what has no guardian to go to stays in the notes", async () => {
  const made = await plan("Student,Mother,Phone\nAda Lowe,Una Lowe,Mom: 555-010-0001 / Dad: 555-010-0002\n")
  expect(guardiansOf(made)).toEqual([[["Una Lowe", "Mother", "", "555-010-0001"]]])
  expect(notesOf(made)).toEqual(["Phone: Father 555-010-0002"])
})

it("plural headings, prices per lesson and Dutch and French lists are read", async () => {
  const opus =
    await plan(`Student Name,Parent Names,Parent Emails,Phone Numbers,Teacher,Lesson Type,Day,Time,Duration,Rate
Cleo Park,Jin and Soo Park,"jin@p.example, soo@p.example","555-010-3001, 555-010-3002",Amos Bell,Private,Tuesday,4:15 PM,30 minutes,$40 per lesson
`)
  expect(guardiansOf(opus)[0]?.map(([name]) => name)).toEqual(["Jin Park", "Soo Park"])
  expect(opus.classes[0]?.price).toEqual({ billing: "per_session", amountMinor: 4000 })
  const dutch = await plan(`Naam leerling;Ouder(s);Telefoon;E-mail;Instrument;Lesdag;Tijd;Lesduur
Sem de Vries;Anna en Piet de Vries;06-12345678;anna@v.example;Piano;maandag;15:30;30
`)
  expect(guardiansOf(dutch)).toEqual([
    [
      ["Anna de Vries", "", "anna@v.example", "06-12345678"],
      ["Piet de Vries", "", "", ""],
    ],
  ])
  expect(dutch.classes[0]?.schedule).toMatchObject({ weekday: 1, time: "15:30", minutes: 30 })
  const french = await plan(`Élève;Responsables légaux;Téléphones;Courriel;Cours;Jour;Heure;Durée
Hugo Petit;Anne Petit et Luc Moreau;06 11 22 33 44;anne@p.example, luc@m.example;Flûte;mardi;18h;30
`)
  expect(guardiansOf(french)).toEqual([
    [
      ["Anne Petit", "", "anne@p.example", "06 11 22 33 44"],
      ["Luc Moreau", "", "luc@m.example", ""],
    ],
  ])
  expect(french.rows[0]?.student?.instrument).toBe("Flûte")
})

it("a client’s address is the family’s, and their number joins siblings", async () => {
  const made =
    await plan(`Client ID,Client First Name,Client Last Name,Client Street,Client Town,Client Postcode,Student First Name,Student Last Name
101,Maria,Lopez,2 Low Rd,York,YO1 7HH,Leo,Lopez
101,Maria,Lopez,2 Low Rd,York,YO1 7HH,Ana,Lopez
`)
  expect(made.families).toMatchObject([{ address: "2 Low Rd\nYork YO1 7HH", rowNumbers: [2, 3] }])
})
