import { describe, expect, it } from "vitest"
import { planField, warningsOf } from "../../../../tests/support/planned-roster"
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
  expect(made.families).toMatchObject([{ address: "2 Low Rd\n\tYork\t\tYO1 7HH", rowNumbers: [2, 3] }])
})

describe("a mother’s phone beside one cell with both parents’ names", () => {
  const guardians = (plan: RosterPlan) =>
    plan.families.map((family) =>
      family.guardians.map(({ name, relation, phone }) => [name, relation, phone]),
    )

  it.each(["Mother's phone", "Mum mobile", "Tel. Mutter", "Phone (mother)", "Téléphone mère"])(
    "%s is hers where the heading of the names says who is first",
    async (heading) => {
      const made = await plan(
        `Student,Parents (mother / father),${heading}\nMia Schmidt,Anna & Peter Schmidt,555-010-1111\nLeo Berg,Ada Berg / Ed Berg,555-010-2222\n`,
      )
      expect(guardians(made)).toEqual([
        [
          ["Anna Schmidt", "Mother", "555-010-1111"],
          ["Peter Schmidt", "Father", null],
        ],
        [
          ["Ada Berg", "Mother", "555-010-2222"],
          ["Ed Berg", "Father", null],
        ],
      ])
      expect(warningsOf(made)).toEqual([])
    },
  )

  it("is hers where the cell or an address says who she is, whatever the order", async () => {
    const made = await plan(
      "Student,Parents,Father's phone,Mother's phone,Mother's email\nMia Schmidt,Peter (father) & Anna Schmidt (mother),555-010-2222,555-010-1111,\nLeo Berg,Ed & Ada Berg,,555-010-3333,ada.berg@x.example\n",
    )
    expect(guardians(made)).toEqual([
      [
        ["Peter Schmidt", "Father", "555-010-2222"],
        ["Anna Schmidt", "Mother", "555-010-1111"],
      ],
      [
        ["Ed Berg", null, null],
        ["Ada Berg", "Mother", "555-010-3333"],
      ],
    ])
  })

  it("is named and kept in the notes where nothing says who she is, and is the one guardian’s who is named", async () => {
    const made = await plan(
      "Student,Parents,Mother's phone\nMia Schmidt,Anna & Peter Schmidt,555-010-1111\nKai Oak,Lena Oak,555-010-2222\n",
    )
    expect(guardians(made)).toEqual([
      [
        ["Anna Schmidt", null, null],
        ["Peter Schmidt", null, null],
      ],
      [["Lena Oak", "Mother", "555-010-2222"]],
    ])
    expect(made.rows[0]?.student?.notes).toBe("Mother's phone: 555-010-1111")
    expect(warningsOf(made)).toEqual([
      [
        2,
        "“Mother's phone” is of Anna Schmidt or Peter Schmidt, and the file doesn’t say of whom. It is kept in the notes.",
      ],
      [3, "Lena Oak is taken for the mother of “Mother's phone.”"],
    ])
  })
})

describe("a child without a last name", () => {
  const made = async (text: string) => {
    const { rows } = await plan(text)
    return rows.map(({ name, warnings }) => [name, warnings.map(({ message }) => message)])
  }

  it("has the guardians’ where they have one, and the check says so", async () => {
    expect(
      await made(
        'First name,Last name,Mother,Father\nMia,,Anna Schmidt,Peter Schmidt\nLeo,,"van der Berg, Ada",\nKai,Oak,Lena Roy,\n',
      ),
    ).toEqual([
      ["Mia Schmidt", ["Mia has no last name and gets the guardians’: Mia Schmidt."]],
      ["Leo van der Berg", ["Leo has no last name and gets the guardian’s: Leo van der Berg."]],
      ["Kai Oak", []],
    ])
    const siblings = await plan(
      "First name,Last name,Child 2 name,Child 3 name\nBen,Schmidt,Emma Meyer,Ida\n",
    )
    expect(siblings.rows.map(({ name }) => name)).toEqual(["Ben Schmidt", "Emma Meyer", "Ida Schmidt"])
    const { rows } = await plan("Parent Name,Parent email,Child 1,Child 2\nUna Lowe,u@x.example,Ada,Ben\n")
    expect(rows.map(({ name }) => name)).toEqual(["Ada Lowe", "Ben Lowe"])
    expect((await made("Name,Family\nAda,Lowe family\nBen,The Hills\n")).map(([name]) => name)).toEqual([
      "Ada Lowe",
      "Ben",
    ])
  })

  it("is named where it can’t be known", async () => {
    expect(
      await made(
        "Student,Parent,Parent email\nMia,Ann Hill & Bob Lake,m@x.example\nLeo,Lena,l@x.example\nKai,Meyer & Sons Ltd,k@x.example\n",
      ),
    ).toEqual([
      [
        "Mia",
        ["Mia has no last name, and the guardians have different ones: Hill, Lake. Add it after the import."],
      ],
      ["Leo", ["Leo has no last name. Add it after the import."]],
      ["Kai", ["Kai has no last name. Add it after the import."]],
    ])
  })
})
