import type { Phrase } from './phrase';

/** What is remembered in a conversation. */
export const memoryEn = {
  notesClosed: 'Open a conversation, and its notes stand here.',
  memories: 'Memories',
  memoriesLoading: 'Fetching what is remembered.',
  memoryNote: 'Something to remember',
  memoryNoteDo: 'Remember',
  memoryScope: 'Where it is remembered',
  memoryScopeHere: 'In this conversation',
  memoryScopeEverywhere: 'Everywhere with {name}',
  memoryTooLong: {
    one: '{count} character too long. A memory holds up to 500.',
    other: '{count} characters too long. A memory holds up to 500.',
  },

  memoryPinned: 'Pinned',
  memoryNoticed: 'Noticed along the way',
  memoryCount: '{count} of {most}',
  memoryNotSent: 'Those below are kept, but not sent: {most} is as many as are sent at once.',
  memoryReplaced: { one: '{count} that a newer one replaced', other: '{count} that newer ones replaced' },
  memoryReplacedBy: 'Now: {text}',
  memoryExcluded: {
    one: '{count} message is kept from the model',
    other: '{count} messages are kept from the model',
  },
  memoryExcludedHelp: 'Something in them was forgotten. They stay on the page and are not sent any more.',

  memorySource: 'message {place}',
  memoryGoTo: 'Go to message {place}',
  memoryWritten: 'written by you',
  memoryElsewhere: 'said elsewhere',
  memoryEverywhere: 'everywhere',

  memoryTools: 'This memory',
  memoryPin: 'Pin',
  memoryUnpin: 'Unpin',
  memoryEdit: 'Edit',
  memoryForget: 'Forget',
  memoryMore: 'More for this memory',
  memoryMerge: 'Merge with another',
  memoryGive: 'Remember everywhere with {name}',
  memoryEditWords: 'Words of this memory',
  memoryEditHelp:
    'The former words are forgotten: the messages they come from are no longer sent. The page stays as it is.',
  memoryMergeHelp: 'One pinned memory takes the place of both.',
  memoryMergeSave: 'Merge',
  memoryMergeAsk: 'With which one should it be merged?',
  memoryMergeWith: 'Merge with this',

  memoryRemembered: 'It is remembered.',
  memoryChanged: 'The memory was changed.',
  memoryMerged: 'The two memories are one now.',
  memoryWasPinned: 'It is pinned.',
  memoryWasUnpinned: 'It is not pinned any more.',
  memoryForgotten: 'It is forgotten.',
  memoryGiven: 'It is remembered in every conversation with {name}.',

  forgetTitle: 'Forget this?',
  forgetKnows:
    '{name} no longer knows it. The messages it comes from, and those that hold the same words, are no longer sent; what else came from them goes too, and the summary is written anew.',
  forgetPage: 'The page stays as it is. You can have it remembered again at any time.',
  forgetRest: 'The same thing said in other words may remain. Backups from before still hold it.',
  forgetHere:
    'It is forgotten in this conversation and in those that began with what it left. Branches of it keep theirs, and so does the conversation that this one may have begun from.',
  forgetEverywhere: 'It is forgotten in every conversation with {name}.',
  forgetReplaced: 'It had replaced “{text}”: that counts again.',
  forgetReplacedToo: 'Forget what it had replaced as well',
  forgetReplacedGoes: 'What it had replaced goes with it: “{text}”.',
  forgetKeep: 'Keep it',

  summaryTitle: 'The story so far',
  summaryEnd: 'up to message {place}',
  summaryAll: 'Show all',
  summaryLess: 'Show less',
  summaryExtractive:
    'Sentences of the conversation, word for word: the chosen model is too small to tell it in its own.',
  summaryIncomplete: 'A part of it is being written anew.',

  memoryWorking: 'Notes are being taken.',
  memoryFailed: 'Taking notes did not work; it is tried again after the next reply.',
  memoryByRules:
    'The chosen model is too small to take notes, so sentences in which you tell of yourself are kept word for word.',
  memoryByRulesNothing:
    'The chosen model is too small to take notes in this language. Only the summary is kept, and what you have remembered yourself.',
  memoriesNone: 'Nothing to remember yet',
  memoriesNoneHelp:
    'After some twenty messages, notes appear here by themselves. You can also write one above: it is sent with every message, as far as the model has room.',

  newFromThis: 'New, with what this one left',
  readsBefore: 'What came before',
  usedMemories: { one: 'used {count} memory', other: 'used {count} memories' },

  'error.memory_conflict.title': 'What is remembered has changed meanwhile',
  'error.memory_conflict.todo': 'It has been read again. Look at what is new, then try again.',
  'error.fact_gone.title': 'This memory is not there any more',
  'error.fact_gone.todo': 'What is remembered has been read again.',
  'error.too_many_facts.title': 'There is no room for another pinned memory',
  'error.too_many_facts.todo': 'Sixty is as many as are sent. Unpin or forget one first.',
  'error.bad_fact.title': 'A memory has 1 to 500 characters',
  'error.bad_fact.todo': 'Make it shorter, or write something.',
  'error.axis_always_on.title': 'This side of the relationship always takes part',
  'error.axis_always_on.todo': 'Lock it to keep it as it is.',
  'error.memory_failed.title': 'What the model wrote down could not be used',
  'error.memory_failed.todo': 'Nothing is lost. It is tried again after the next reply.',
  'error.message_forgotten.title': 'No reply: your last message holds something that was forgotten',
  'error.message_forgotten.todo': 'It is not sent any more. Say something else, or edit it.',
} as const satisfies Record<string, Phrase>;
