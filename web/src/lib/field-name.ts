import { useTranslation } from 'react-i18next'

/** How the page calls the fields; one without a text keeps its own name. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation()
  return (field) => t(`field.${field.replaceAll('.', '_')}`, { defaultValue: field })
}
