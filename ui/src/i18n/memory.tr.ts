import type { memoryEn } from './memory.en';
import type { Phrase } from './phrase';

export const memoryTr = {
  notesClosed: 'Bir konuşma açın; notları burada görünür.',
  memories: 'Anılar',
  memoriesLoading: 'Hatırlananlar getiriliyor.',
  memoryNote: 'Hatırlanacak bir şey',
  memoryNoteDo: 'Hatırla',
  memoryScope: 'Nerede hatırlanacağı',
  memoryScopeHere: 'Bu konuşmada',
  memoryScopeEverywhere: 'Her konuşmada ({name})',
  memoryTooLong: {
    one: '{count} karakter fazla. Bir anı en çok 500 karakter olabilir.',
    other: '{count} karakter fazla. Bir anı en çok 500 karakter olabilir.',
  },

  memoryPinned: 'Sabitlenen',
  memoryNoticed: 'Yol boyunca fark edilen',
  memoryCount: '{count} / {most}',
  memoryNotSent: 'Aşağıdakiler saklanır ama gönderilmez: bir seferde en çok {most} anı gönderilir.',
  memoryReplaced: { one: 'Yerini yenisine bırakan {count} anı', other: 'Yerini yenisine bırakan {count} anı' },
  memoryReplacedBy: 'Şimdi: {text}',
  memoryExcluded: {
    one: '{count} ileti modele gönderilmiyor',
    other: '{count} ileti modele gönderilmiyor',
  },
  memoryExcludedHelp: 'İçlerinde unutulan bir şey var. Sayfada dururlar, artık gönderilmezler.',

  memorySource: '{place}. ileti',
  memoryGoTo: 'Şuraya git: {place}. ileti',
  memoryWritten: 'siz yazdınız',
  memoryElsewhere: 'başka bir yerde söylendi',
  memoryEverywhere: 'her konuşmada',

  memoryTools: 'Bu anı',
  memoryPin: 'Sabitle',
  memoryUnpin: 'Sabitlemeyi kaldır',
  memoryEdit: 'Düzenle',
  memoryForget: 'Unut',
  memoryMore: 'Bu anı için diğer işlemler',
  memoryMerge: 'Bir başkasıyla birleştir',
  memoryGive: 'Her konuşmada hatırla ({name})',
  memoryEditWords: 'Bu anının sözleri',
  memoryEditHelp: 'Eski sözler unutulur: çıktıkları iletiler artık gönderilmez. Sayfa olduğu gibi kalır.',
  memoryMergeHelp: 'İkisinin yerini sabitlenmiş tek bir anı alır.',
  memoryMergeSave: 'Birleştir',
  memoryMergeAsk: 'Hangisiyle birleştirilsin?',
  memoryMergeWith: 'Bununla birleştir',

  memoryRemembered: 'Hatırlanacak.',
  memoryChanged: 'Anı değiştirildi.',
  memoryMerged: 'İki anı artık bir.',
  memoryWasPinned: 'Sabitlendi.',
  memoryWasUnpinned: 'Artık sabit değil.',
  memoryForgotten: 'Unutuldu.',
  memoryGiven: 'Artık her konuşmada hatırlanacak ({name}).',

  forgetTitle: 'Bu unutulsun mu?',
  forgetKnows:
    '{name} artık bunu bilmez. Çıktığı iletiler ve aynı sözleri taşıyan iletiler bir daha gönderilmez; onlardan çıkan başka ne varsa o da gider, özet yeniden yazılır.',
  forgetPage: 'Sayfa olduğu gibi kalır. Dilediğiniz zaman yeniden hatırlatabilirsiniz.',
  forgetRest: 'Aynı şeyin başka sözlerle söylenmişi kalabilir. Daha önceki yedeklerde durmaya devam eder.',
  forgetHere:
    'Bu konuşmada ve ondan kalanlarla başlayan konuşmalarda unutulur. Dalları kendi anılarını korur; bu konuşma başka birinden kalanlarla başladıysa o da korur.',
  forgetEverywhere: 'Her konuşmada unutulur ({name}).',
  forgetReplaced: 'Bunun yerini aldığı “{text}” yeniden geçerli olur.',
  forgetReplacedToo: 'Yerini aldığını da unut',
  forgetReplacedGoes: 'Yerini aldığı da onunla gider: “{text}”.',
  forgetKeep: 'Kalsın',

  summaryTitle: 'Buraya kadar',
  summaryEnd: '{place}. iletiye kadar',
  summaryAll: 'Tümünü göster',
  summaryLess: 'Daha az göster',
  summaryExtractive:
    'Konuşmadan kelimesi kelimesine alınmış cümleler: seçili model kendi sözleriyle anlatamayacak kadar küçük.',
  summaryIncomplete: 'Bir bölümü yeniden yazılıyor.',

  memoryWorking: 'Notlar alınıyor.',
  memoryFailed: 'Not alınamadı; bir sonraki yanıttan sonra yeniden denenecek.',
  memoryByRules:
    'Seçili model not alamayacak kadar küçük; kendinizi anlattığınız cümleler kelimesi kelimesine saklanır.',
  memoryByRulesNothing:
    'Seçili model bu dilde not alamayacak kadar küçük. Yalnızca özet ve sizin hatırlattıklarınız saklanır.',
  memoriesNone: 'Henüz hatırlanacak bir şey yok',
  memoriesNoneHelp:
    'Yirmi kadar iletiden sonra notlar burada kendiliğinden belirir. Yukarıya siz de yazabilirsiniz; yazdığınız, modelde yer oldukça her iletiyle birlikte gönderilir.',

  newFromThis: 'Yeni, bundan kalanlarla',
  readsBefore: 'Öncesi',
  usedMemories: { one: '{count} anı kullanıldı', other: '{count} anı kullanıldı' },

  'error.memory_conflict.title': 'Hatırlananlar bu arada değişti',
  'error.memory_conflict.todo': 'Yeniden okundu. Yeni olana bakın, sonra yeniden deneyin.',
  'error.fact_gone.title': 'Bu anı artık yok',
  'error.fact_gone.todo': 'Hatırlananlar yeniden okundu.',
  'error.too_many_facts.title': 'Sabitlenmiş bir anıya daha yer yok',
  'error.too_many_facts.todo':
    'En çok altmış tane gönderilir. Önce birinin sabitlemesini kaldırın ya da birini unutturun.',
  'error.bad_fact.title': 'Bir anı 1 ile 500 karakter arasındadır',
  'error.bad_fact.todo': 'Kısaltın ya da bir şey yazın.',
  'error.axis_always_on.title': 'İlişkinin bu yönü her zaman vardır',
  'error.axis_always_on.todo': 'Olduğu gibi kalması için kilitleyin.',
  'error.memory_failed.title': 'Modelin aldığı notlar kullanılamadı',
  'error.memory_failed.todo': 'Hiçbir şey kaybolmadı. Bir sonraki yanıttan sonra yeniden denenecek.',
  'error.message_forgotten.title': 'Yanıt yok: son iletinizde unutulan bir şey var',
  'error.message_forgotten.todo': 'Artık gönderilmez. Başka bir şey söyleyin ya da onu düzenleyin.',
} as const satisfies Record<keyof typeof memoryEn, Phrase>;
