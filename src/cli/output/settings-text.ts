// Output of `periplus config`.
import {
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
  variableOf,
} from '../../config/index.ts'

function shownValue(name: SettingName, settings: Settings): string {
  const setting: Setting<unknown> = SETTINGS[name]
  const value = settings.config[name]
  if (setting.secret && value !== '') return '(set, not shown)'
  return setting.kind.print(value)
}

/** The settings in use for people: three lines each. */
export function settingsAsText(settings: Settings): string {
  const blocks = SETTING_NAMES.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name]
    const origin = settings.origins[name]
    const value = shownValue(name, settings) || '(empty)'
    return `${name} = ${value}  (${origin})\n  ${setting.meaning}\n  ${variableOf(name)}: ${setting.kind.allowed}\n`
  })
  return `${blocks.join('\n')}`
}

/** The settings in use for programs: one object by name. */
export function settingsAsJson(settings: Settings): string {
  const rows = SETTING_NAMES.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name]
    const row = {
      value: shownValue(name, settings),
      origin: settings.origins[name],
      variable: variableOf(name),
      default: setting.kind.print(setting.default),
      allowed: setting.kind.allowed,
      meaning: setting.meaning,
    }
    return [name, row] as const
  })
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`
}
