import { NavLink } from 'react-router'
import { useScrollToCurrent } from '../lib/current.ts'
import './parts.css'

interface TabsProps {
  readonly label: string
  readonly ways: readonly (readonly [to: string, text: string])[]
}

/** The parts of a page, each with its own address. */
export function Tabs({ label, ways }: TabsProps) {
  const element = useScrollToCurrent()
  return (
    <nav ref={element} className="tabs" aria-label={label}>
      {ways.map(([to, text]) => (
        <NavLink key={to} to={to} end={to.split('/').length < 3}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
