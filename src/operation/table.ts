// The table of operations: everything that a caller can ask for, through any door.
import * as key from './account/key.ts'
import * as openid from './account/openid.ts'
import * as own from './account/own.ts'
import * as passkey from './account/passkey.ts'
import { infoMy } from './account/info.ts'
import * as factor from './account/second-factor.ts'
import * as session from './account/session.ts'
import * as admin from './administration/account.ts'
import { adminDemonstration, adminRemoveDemonstration } from './administration/demonstration.ts'
import * as derivation from './administration/derivation.ts'
import * as exclusion from './administration/exclusion.ts'
import * as feed from './administration/feed.ts'
import * as adminImport from './administration/imports.ts'
import * as adminKey from './administration/key.ts'
import * as invitation from './administration/invitation.ts'
import * as retention from './administration/retention.ts'
import { adminTryRules } from './administration/rules.ts'
import * as server from './administration/server.ts'
import * as trail from './administration/trail.ts'
import * as exporting from './transfer/export.ts'
import * as importing from './transfer/import.ts'
import * as receiving from './transfer/receiver.ts'
import type { Operation } from './operation.ts'
import * as aggregate from './search/aggregate.ts'
import { browse } from './search/browse.ts'
import { explain } from './search/explain.ts'
import { searchFields } from './search/fields.ts'
import { host } from './search/host.ts'
import * as pivot from './search/pivots.ts'
import { provenance } from './search/provenance.ts'
import { report } from './search/report.ts'
import * as saved from './search/saved.ts'
import * as lists from './search/stored-list.ts'
import { searchAll } from './search/search-all.ts'
import { screenshot } from './search/screenshot.ts'
import { searchNext } from './search/search-next.ts'
import { searchStats } from './search/stats.ts'
import { vulnerabilities } from './search/vulnerabilities.ts'
import { translate } from './search/translate.ts'
import * as list from './tagging/list.ts'
import * as lookUp from './tagging/look-up.ts'
import * as tagging from './tagging/page.ts'

/** Every operation, in the order of the documentation. */
export const OPERATIONS: readonly Operation[] = [
  searchAll,
  searchNext,
  searchStats,
  explain,
  host,
  provenance,
  pivot.pivots,
  pivot.findIcon,
  vulnerabilities,
  screenshot,
  searchFields,
  translate,
  lists.storedLists,
  lists.keepList,
  lists.showList,
  lists.removeList,
  saved.savedSearches,
  saved.sharedSearches,
  saved.saveSearch,
  saved.shareSearch,
  saved.shareFolder,
  saved.deleteSavedSearch,
  infoMy,
  exporting.startExport,
  exporting.exports,
  exporting.exportInfo,
  exporting.downloadExport,
  list.submitIpTags,
  list.ipTagsInfo,
  list.downloadIpTags,
  lookUp.ipTagsLookup,
  lookUp.hostTags,
  lookUp.ipTagsVocabulary,
  importing.startImport,
  receiving.receiveAssets,
  receiving.appendAssets,
  receiving.receiveFindings,
  receiving.appendFindings,
  importing.imports,
  importing.importInfo,
  importing.importRejects,
  own.audit,
  key.keys,
  key.revokeKey,
  admin.adminAccounts,
  admin.adminCreateAccount,
  admin.adminAccount,
  admin.adminChangeAccount,
  admin.adminRotateKey,
  adminKey.adminKeys,
  adminKey.adminRevokeKey,
  admin.adminPasswordLink,
  admin.adminMoveCoins,
  admin.adminLedger,
  trail.adminAudit,
  trail.adminUsage,
  trail.adminNetworks,
  invitation.adminInvitations,
  invitation.adminInvite,
  invitation.adminWithdrawInvitation,
  server.adminSettings,
  server.adminHealth,
  adminImport.adminImports,
  adminImport.adminImport,
  adminImport.adminUndoImport,
  adminImport.adminUndo,
  adminImport.adminStopUndo,
  derivation.adminDerivations,
  derivation.adminDerive,
  derivation.adminCancelDerivation,
  exclusion.adminExclusions,
  exclusion.adminExclude,
  exclusion.adminRemoveExclusion,
  retention.adminRetention,
  retention.adminRetain,
  adminDemonstration,
  adminRemoveDemonstration,
  adminTryRules,
  feed.listFeeds,
  feed.showFeed,
  feed.addFeed,
  feed.updateFeed,
  feed.pinFeed,
  feed.removeFeed,
  session.session,
  session.signIn,
  session.openSession,
  passkey.beginPasskeySignIn,
  passkey.passkeySignIn,
  openid.beginOpenId,
  openid.openIdSignIn,
  session.signOut,
  session.inspectPasswordLink,
  session.usePasswordLink,
  session.register,
  session.rules,
  own.ownLedger,
  own.ownUsage,
  key.revealKeys,
  key.createKey,
  key.rotateKey,
  own.setDialect,
  factor.secondFactor,
  factor.beginSecondFactor,
  factor.confirmSecondFactor,
  factor.removeSecondFactor,
  passkey.passkeys,
  passkey.beginPasskey,
  passkey.addPasskey,
  passkey.removePasskey,
  own.ownSessions,
  own.endOwnSession,
  own.acceptRules,
  own.changePassword,
  browse,
  aggregate.facets,
  aggregate.crossTable,
  aggregate.lookAlikes,
  report,
  aggregate.timeline,
  aggregate.hostPage,
  aggregate.record,
  aggregate.values,
  aggregate.icon,
  tagging.taggingTasks,
  tagging.submitTagging,
  tagging.taggingTask,
  tagging.taggingRows,
  tagging.taggingEntry,
  tagging.tagKnowledge,
  tagging.tagSources,
  importing.importsPage,
  importing.cancelImport,
  importing.rejectsPage,
]
