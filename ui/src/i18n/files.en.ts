import type { Phrase } from './phrase';

/** Files that go out and come in. */
export const filesEn = {
  fileSave: 'Save to a file',
  fileTranscript: 'Save as text for reading',
  fileLoad: 'Load from a file',
  fileWriting: 'Writing the file.',
  fileLoading: 'Reading the file.',
  fileRestoring: 'Bringing the backup back.',
  fileWritten: '“{name}” is written.',
  fileWrittenAt: 'Written to {path}',
  fileDownloaded: '“{name}” goes to your downloads.',

  loadedTitle: 'Loaded',
  loadedRepairedTitle: { one: 'Loaded, with {count} repair', other: 'Loaded, with {count} repairs' },
  loadedFrom: '“{name}”, read as {format}. Nothing that you had before was changed.',
  loadedWith: 'with {name}',
  loadedMessages: { one: 'message', other: 'messages' },
  loadedRepaired: 'Put right',
  loadedUnused: 'Kept, but not used',
  loadedUnusedHelp: 'It is written back when you save this conversation.',
  loadedOpen: 'Open the conversation',

  restoredTitle: 'The backup is back',
  restoredFrom: '“{name}”. What was there already was not overwritten.',
  restoredCharacters: { one: 'character', other: 'characters' },
  restoredConversations: { one: 'conversation', other: 'conversations' },
  restoredPersonas: { one: 'persona', other: 'personas' },
  restoredKept: 'Was there already and stays',

  loadFailedTitle: 'Nothing was loaded',
  restoreFailedTitle: 'Nothing was brought back',
  writeFailedTitle: 'The file was not written',
  loadFailedFrom: '“{name}” was read as a whole before anything was to be written.',
  faultsTitle: { one: '{count} fault in the file', other: '{count} faults in the file' },
  faultsWhole: 'In the whole file',
  otherFile: 'Choose another file',

  backupTitle: 'Backup',
  backupHelp: 'One file with your own characters, all conversations, personas and settings. No keys',
  backupDo: 'Back up',
  restoreTitle: 'Bring a backup back',
  restoreHelp: 'It is added beside what is there; nothing is overwritten',
  restoreDo: 'Choose a backup',
} as const satisfies Record<string, Phrase>;
