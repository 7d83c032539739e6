import { countOf } from "~/utils/count-of"

type Person = { id: string; name: string; why: string; read: string; isAuthor: boolean }

/** The participants, why each is included, and how far each has read. The writer is listed apart. */
export function PeopleOfConversation({ people }: { people: Person[] }) {
  const writer = people.find(({ isAuthor }) => isAuthor)
  const others = people.length - (writer ? 1 : 0)
  return (
    <section className="section" aria-labelledby="people">
      <h2 id="people">
        {countOf(others, "person", "people")}
        {writer ? ` and ${writer.name}` : null}
      </h2>
      <ul className="rows">
        {people.map(({ id, name, why, read }) => (
          <li key={id}>
            <span>
              {name}
              <br />
              <span className="small dim">{why}</span>
            </span>
            <span className="small dim">{read}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
