// The settings of the program: one table, read once from file, environment and flags into one frozen object. The only module that
// reads the environment; it knows no other part of the program.

export { configurationPage } from './docs.ts'
export { desktop, threadPoolSize, unknownVariables } from './environment.ts'
export { readConfig, readSettings, type Settings, type Sources } from './read.ts'
export { type Config, SETTING_NAMES, SETTINGS, type Setting, type SettingName, variableOf } from './table.ts'
