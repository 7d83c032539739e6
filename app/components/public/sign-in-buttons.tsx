import { paths } from "~/utils/paths"

/** Where a logged-in person lands, and whether their school is open. */
export type Home = { to: string; isOpen: boolean }

/** The header's buttons: log in and register, or the way home for a logged-in person. */
export function SignInButtons({ home }: { home?: Home }) {
  if (home) {
    return (
      <a className="button" href={home.to}>
        {home.isOpen ? "Dashboard" : "My account"}
      </a>
    )
  }
  return (
    <>
      <a className="button plain" href={paths.login()}>
        Log in
      </a>{" "}
      <a className="button wide-only" href={paths.registerSoloTeacher()}>
        Solo Teacher
      </a>{" "}
      <a className="button wide-only" href={paths.registerSchool()}>
        Music School
      </a>{" "}
      <a className="button phone-only" href={paths.registerSchool()}>
        Sign up
      </a>
    </>
  )
}
