const ownAddress = /^(\/help\/[a-z]+(?:-[a-z]+)*|\/support\?mode=admin)$/

/** A message as plain text; only addresses of the help and of the admin chat become links. */
export function MessageText({ content, onStaff }: { content: string; onStaff?: () => void }) {
  return (
    <p className="message-text">
      {partsOf(content).map((part, index) =>
        ownAddress.test(part) ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of one message never move
            key={index}
            href={part}
            onClick={
              part.startsWith("/support") && onStaff
                ? (event) => {
                    event.preventDefault()
                    onStaff()
                  }
                : undefined
            }
          >
            {part.startsWith("/support") ? "open the admin chat" : part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** Text and addresses in turn. */
function partsOf(content: string): string[] {
  const parts = [""]
  for (const part of content.split(/(\s+)/)) {
    if (ownAddress.test(part)) parts.push(part, "")
    else parts[parts.length - 1] += part
  }
  return parts.filter(Boolean)
}
