import { paths } from "~/utils/paths"

/** A person's photo beside their name, which says who it is. */
export function Photo({ memberId, large }: { memberId: string; large?: boolean }) {
  const size = large ? 96 : 32
  return (
    <img
      className={large ? "photo large" : "photo"}
      src={paths.photo(memberId)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
    />
  )
}
