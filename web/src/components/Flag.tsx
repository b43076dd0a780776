import { useEffect, useState } from 'react'

type Flags = Readonly<Record<string, string>>

let loaded: Flags | undefined

/** The flag of a country by its two letters; its place is kept while the pictures come. Whoever shows it names the country. */
export function Flag({ country }: { readonly country: string }) {
  const [flags, setFlags] = useState(loaded)
  useEffect(() => {
    if (flags === undefined) void loadFlags().then(setFlags)
  }, [flags])
  const picture = /^[A-Z]{2}$/.test(country) ? flags?.[country] : undefined
  if (picture === undefined) return <span className="flag" aria-hidden="true" />
  return <img className="flag" src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt="" />
}

async function loadFlags(): Promise<Flags> {
  loaded ??= await import('country-flag-icons/string/3x2')
  return loaded
}
