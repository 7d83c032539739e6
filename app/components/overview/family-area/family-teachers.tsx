type Teacher = { id: string; name: string; instruments: string | null; about: string | null }

/** What a family's teachers say of themselves. Renders nothing without one. */
export function FamilyTeachers({ teachers }: { teachers: Teacher[] }) {
  if (teachers.length === 0) return null
  return (
    <section className="section no-print" aria-labelledby="teachers">
      <h2 id="teachers">Teachers</h2>
      {teachers.map(({ id, name, instruments, about }) => (
        <div key={id}>
          <p>
            <b>{name}</b> {instruments ? <span className="dim">{instruments}</span> : null}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{about}</p>
        </div>
      ))}
    </section>
  )
}
