import { NavLink } from 'react-router'
import './parts.css'

interface TabsProps {
  readonly label: string
  readonly ways: readonly (readonly [to: string, text: string])[]
}

/** The parts of a page, each with its own address. */
export function Tabs({ label, ways }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {ways.map(([to, text]) => (
        <NavLink key={to} to={to} end={to.split('/').length < 3}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
