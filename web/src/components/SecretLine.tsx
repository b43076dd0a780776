import { CopyButton } from './CopyButton.tsx'

/** A key or link that is shown once, ready to be copied. */
export function SecretLine({
  text,
  children,
}: {
  readonly text: string
  readonly children?: React.ReactNode
}) {
  return (
    <div className="secret">
      {children}
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  )
}
