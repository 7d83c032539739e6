type Person = { id: string; name: string; why: string; read: string }

/** Who is in it, why, and how far each has read. */
export function PeopleOfConversation({ people }: { people: Person[] }) {
  return (
    <section className="sec" aria-labelledby="people">
      <h2 id="people">{people.length} people</h2>
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
