import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/Loaded.tsx'
import { Prose } from '../../components/Prose.tsx'
import { figure, Table } from '../../components/Table.tsx'
import { Tag } from '../../components/Tag.tsx'
import type { TagKnowledgeAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { meaningOf } from '../../lib/language.ts'
import { HelpTabs } from './HelpTabs.tsx'

/** The tags there are: what each means, how it misleads, how sure it is and how it ages. */
export function TagVocabulary() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['vocabulary'],
    queryFn: () => call<TagKnowledgeAnswer>('GET', 'vocabulary'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="help">
      <HelpTabs />
      <p>{t('help.tagsIntro')}</p>
      <Loaded query={query}>
        {(answer) => (
          <>
            <Vocabulary rows={answer.vocabulary} />
            <Starts starts={answer.starts} />
            <Ages ages={answer.ages} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Vocabulary({ rows }: { readonly rows: TagKnowledgeAnswer['vocabulary'] }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('help.tags')}
      look="vocabulary"
      heads={(['tag', 'meaning', 'misleads', 'from'] as const).map((name) => t(`help.${name}`))}
    >
      {rows.map(({ namespace, example, meaning, falsePositives, sources, implies }) => (
        <tr key={namespace}>
          <th scope="row">
            <Tag tag={example} />
          </th>
          <td>
            <Prose text={meaningOf('tagSentences', meaning, meaning)} />
            {implies.length > 0 && <span className="quiet"> → {implies.join(', ')}</span>}
          </td>
          <td>
            <Prose text={meaningOf('tagSentences', falsePositives, falsePositives)} />
          </td>
          <td className="quiet">
            <Prose
              text={sources
                .split(', ')
                .map((source) => meaningOf('tagSentences', source, source))
                .join(t('part.comma'))}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Starts({ starts }: Pick<TagKnowledgeAnswer, 'starts'>) {
  const { t } = useTranslation()
  return (
    <section className="part">
      <h2>{t('help.sure')}</h2>
      <p>{t('help.sureText')}</p>
      <table className="narrow-table">
        <tbody>
          {Object.entries(starts).map(([basis, { least, most, meaning }]) => (
            <tr key={basis}>
              <th scope="row">{t(`tagging.basis.${basis}`)}</th>
              <td className="number">{least === most ? least : `${least}–${most}`}</td>
              <td>{meaningOf('tagSentences', meaning, meaning)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Ages({ ages }: Pick<TagKnowledgeAnswer, 'ages'>) {
  const { t } = useTranslation()
  const days = (value: number | null) => (value === null ? '–' : t('admin.days', { count: value }))
  return (
    <section className="part">
      <h2>{t('help.ages')}</h2>
      <p>{t('help.agesText')}</p>
      <Table
        label={t('help.ages')}
        look="narrow-table"
        heads={[
          t('help.category'),
          figure(t('help.staleAfter')),
          figure(t('help.expiredAfter')),
          t('help.why'),
        ]}
      >
        {Object.entries(ages).map(([category, { stale, expired, meaning }]) => (
          <tr key={category}>
            <th scope="row">{category}</th>
            <td className="number">{days(stale)}</td>
            <td className="number">{days(expired)}</td>
            <td>{meaningOf('tagSentences', meaning, meaning)}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
