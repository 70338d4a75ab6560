import { charactersEn } from './characters.en';
import { contextEn } from './context.en';
import { errorsEn } from './errors.en';
import { filesEn } from './files.en';
import { findingEn } from './finding.en';
import { graphEn } from './graph.en';
import { makingEn } from './making.en';
import { memoryEn } from './memory.en';
import { personasEn } from './personas.en';
import type { Phrase } from './phrase';
import { relationshipEn } from './relationship.en';
import { turnsEn } from './turns.en';

/** English: the catalogue that every other one is measured by. A key names a place or an act, never the words. */
export const en = {
  appName: 'CharacterChatBot',
  skip: 'Skip to the conversation',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  tryAgain: 'Try again',

  // The rail
  characters: 'Characters',
  category: 'Category',
  allCategories: 'All characters',
  categoryCount: '{name} ({count})',
  search: 'Search characters and words',
  castList: 'Cast',
  notMet: 'Not met yet',
  brokenCharacter: '{file} cannot be used.',
  brokenAt: 'At {path}: {reason}',
  brokenWhole: 'The whole file: {reason}',
  nothingFound: 'Nobody here has that name, and nobody said that.',
  nothingFoundAll: 'Look among all characters',
  foundCount: { one: '{count} character found', other: '{count} characters found' },
  clearSearch: 'Clear the search',
  emptyCategory: 'Nobody stands in this category any more.',
  noCharacters: 'There are no characters yet.',
  noCharactersHelp: 'Put a character file into the folder “characters” of your data folder; it appears here by itself.',
  charactersLoading: 'Fetching the characters.',

  // Parts of the window
  settings: 'Settings',
  page: 'Page',
  windowParts: 'Parts of the window',
  hideRail: 'Hide the characters',
  showRail: 'Show the characters',

  // The page
  conversation: 'Conversation',
  conversationMenu: 'Menu of this conversation',
  newConversation: 'New conversation',
  newConversationTitle: 'A new conversation',
  messageCount: { one: '{count} message', other: '{count} messages' },
  conversationLoading: 'Opening the conversation.',
  loadEarlier: 'Earlier messages',
  loadingEarlier: 'Fetching earlier messages.',
  newBelow: 'New text below',
  readsFrom: '{name} reads word for word from here.',
  you: 'You',
  thinks: 'thinks: ',
  code: 'Code',
  thisTurn: 'This turn',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying did not work. Select the text and copy it by hand.',
  cutShort: 'The reply ends here; it was cut short.',
  continueReply: 'Continue',
  damagedMessage: 'This message was damaged on disk; it is shown as it was found.',
  unanswered: 'No reply came to this.',
  askAgain: 'Ask again',
  littleKnown:
    'The small model that came with the program knows little but English. A larger one speaks this language better.',
  connectLarger: 'Connect a larger model',

  // The composer
  yourWords: 'Your words',
  writeTo: 'Write to {name}',
  writeToThem: 'Write something',
  send: 'Send',
  stop: 'Stop (Esc)',
  modelHere: '{model}, on this computer',
  modelElsewhere: '{model}, at {connection}',
  noModel: 'No model is chosen',
  chooseModel: 'Choose a model',
  chooseAnotherModel: 'Choose another model',
  isWaiting: '{name} has been asked.',
  isThinking: '{name} is thinking. Esc stops.',
  isWriting: '{name} is writing. Esc stops and keeps what is there.',
  tooLong: {
    one: '{count} character too long. A message holds up to 32,000.',
    other: '{count} characters too long. A message holds up to 32,000.',
  },

  // When something is in the way
  offline: 'The program does not answer.',
  offlineHelp:
    'Your words stay here. The page connects again by itself; if it does not, see whether the program still runs.',
  unauthorized: 'This page needs its key',
  unauthorizedHelp:
    'Open the address that the program printed when it started. It lets this browser in, and nobody else on the network.',

  // First start
  firstTitle: 'Who would you like to meet?',
  firstLead: 'Choose someone and begin. Every word is kept on this computer, and you can go on where you stopped.',
  firstAll: 'See all characters',
  firstSmallModel:
    'A small model is ready on this computer. It needs no key and no network, and writes short, plain replies in English.',
  firstBetterModel: 'Choose a better one',
  firstNoModel:
    'No model can answer yet. Add a server under Connections, or put a GGUF file into “models” in your data folder.',
  firstSetUpModel: 'Set one up',

  // Settings
  settingsParts: 'Parts of the settings',
  settingsConnections: 'Connections',
  settingsModels: 'Models',
  settingsAppearance: 'Appearance',
  settingsYou: 'You',
  settingsData: 'Data',
  settingsLoading: 'Fetching the settings.',
  saved: 'Saved.',

  connectionsLead: 'Where replies come from. Keys are kept apart from your conversations and never shown again.',
  thisComputer: 'This computer',
  thisComputerHelp: 'Private, free, works offline',
  keyFromEnvironment: 'Key found in {variable}',
  keyFromSomewhere: 'Key found in the environment',
  keySaved: 'Key saved',
  keyMissing: 'No key yet',
  keyMissingHelp: 'Add one here, or set {variable} before the program starts',
  keyNotNeeded: 'Without a key',
  inUse: 'in use',
  addConnection: 'Add a connection',
  addConnectionHelp: 'Any server that speaks the OpenAI protocol will do: a service, or a program on your own network.',
  changeConnection: 'Change {name}',
  change: 'Change',
  changeNamed: 'Change {name}',
  remove: 'Remove',
  removeNamed: 'Remove {name}',
  connectionName: 'Name',
  connectionNameHint: 'For example: My server',
  connectionAddress: 'Address',
  connectionAddressHelp: 'Usually ends in /v1',
  connectionKey: 'Key',
  connectionKeyHint: 'Leave empty if none is needed',
  connectionKeyKeep: 'Leave empty to keep the saved key',
  forgetKey: 'Forget the saved key',
  connectionModels: 'Models',
  connectionModelsHelp: 'One name a line; leave empty to ask the server for them',
  nameNeeded: 'Give it a name, so that you know it again.',
  addressNeeded: 'Write an address that begins with http:// or https://.',
  removeConnectionTitle: 'Remove {name}?',
  removeConnectionText:
    'Its models can no longer be chosen, and its saved key is erased. Your conversations stay as they are.',

  modelsLead: 'The model that speaks for the characters. A larger one writes better and answers more slowly.',
  use: 'Use',
  useNamed: 'Use {name}',
  smallModel: 'Came with the program. Short, plain replies',
  localModel: 'Runs on this computer; nothing leaves it',
  ownServerModel: 'Runs at {connection}, on this computer',
  remoteModel: 'Sends the conversation to {connection}',
  modelKeyMissing: 'Needs a key. Add it under Connections',
  modelFileMissing:
    'Its file is missing. Put a GGUF file into “models” in your data folder (see Data), or add a server under Connections',
  noModels: 'This connection names no models. Add some under Connections.',

  themeTitle: 'Theme',
  themeSystem: 'As the system',
  themeLight: 'Light',
  themeDark: 'Dark',
  themeDay: 'Day',
  themeNight: 'Night',
  pageTitle: 'Page',
  textSize: 'Text size',
  textSizeHelp: 'Only the page; the rest follows the system',
  textSizeValue: '{count} %',
  interfaceLanguage: 'Language of the program',
  interfaceLanguageHelp: 'Characters keep their own',
  asTheSystem: 'As the system',

  youLead: 'What the characters know about you from the start. Everything else they learn from what you say.',
  readerName: 'Your name',
  readerNameHelp: 'Characters call you by it; it may stay empty',
  replyLanguage: 'Language of replies',
  replyLanguageHelp: 'Characters answer in this language. Small models know few languages.',
  asTheCharacter: 'As the character speaks',

  dataLead:
    'Everything stays in one folder on this computer. Copy it while the program is closed, and you have a backup.',
  dataFolder: 'Folder',
  version: 'Version',
  copyFolder: 'Copy the path',

  ...turnsEn,
  ...charactersEn,
  ...personasEn,
  ...memoryEn,
  ...graphEn,
  ...makingEn,
  ...relationshipEn,
  ...contextEn,
  ...findingEn,
  ...filesEn,
  ...errorsEn,
} as const satisfies Record<string, Phrase>;
