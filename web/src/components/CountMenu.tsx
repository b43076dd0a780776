import { useTranslation } from 'react-i18next'
import { useFigures } from '../lib/figure.ts'
import './parts.css'

/** One figure of a picture. */
export interface CountRow {
  readonly key: string
  readonly text: string
  readonly count: number
  /** What the picture does where the figure is clicked. */
  readonly choose: () => void
}

interface CountMenuProps {
  /** What the picture shows, as the text of the button that opens the table. */
  readonly label: string
  readonly head: string
  readonly rows: readonly CountRow[]
}

/** The figures of a picture as a table, for those who cannot see it or click into it. */
export function CountMenu({ label, head, rows }: CountMenuProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  return (
    <details className="menu count-menu">
      <summary>{label}</summary>
      <div>
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className="number">
                {t('search.records')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, text, count, choose }) => (
              <tr key={key}>
                <td>
                  <button type="button" className="plain" onClick={choose}>
                    {text}
                  </button>
                </td>
                <td className="number">{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
