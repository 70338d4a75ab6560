import type { filesEn } from './files.en';
import type { Phrase } from './phrase';

export const filesTr = {
  fileSave: 'Dosyaya kaydet',
  fileTranscript: 'Okumalık metin olarak kaydet',
  fileLoad: 'Dosyadan yükle',
  fileWriting: 'Dosya yazılıyor.',
  fileLoading: 'Dosya okunuyor.',
  fileRestoring: 'Yedek geri getiriliyor.',
  fileWritten: '“{name}” yazıldı.',
  fileWrittenAt: 'Yazıldığı yer: {path}',
  fileDownloaded: '“{name}” indirilenlere gidiyor.',

  loadedTitle: 'Yüklendi',
  loadedRepairedTitle: { one: '{count} düzeltmeyle yüklendi', other: '{count} düzeltmeyle yüklendi' },
  loadedFrom: '“{name}”, {format} olarak okundu. Önceden var olan hiçbir şey değişmedi.',
  loadedWith: 'konuştuğunuz: {name}',
  loadedMessages: { one: 'ileti', other: 'ileti' },
  loadedRepaired: 'Düzeltilenler',
  loadedUnused: 'Saklanan ama kullanılmayanlar',
  loadedUnusedHelp: 'Bu konuşmayı kaydettiğinizde dosyaya geri yazılır.',
  loadedOpen: 'Konuşmayı aç',

  restoredTitle: 'Yedek geri geldi',
  restoredFrom: '“{name}”. Zaten burada olanların üzerine yazılmadı.',
  restoredCharacters: { one: 'karakter', other: 'karakter' },
  restoredConversations: { one: 'konuşma', other: 'konuşma' },
  restoredPersonas: { one: 'kimlik', other: 'kimlik' },
  restoredKept: 'Zaten burada olduğu için kalanlar',

  loadFailedTitle: 'Hiçbir şey yüklenmedi',
  restoreFailedTitle: 'Hiçbir şey geri getirilmedi',
  writeFailedTitle: 'Dosya yazılmadı',
  loadFailedFrom: '“{name}”, daha hiçbir şey yazılmadan baştan sona okundu.',
  faultsTitle: { one: 'Dosyada {count} hata', other: 'Dosyada {count} hata' },
  faultsWhole: 'Dosyanın tamamında',
  otherFile: 'Başka bir dosya seç',

  backupTitle: 'Yedek',
  backupHelp: 'Kendi karakterleriniz, tüm konuşmalar, kimlikler ve ayarlar tek dosyada. Anahtarlar yok',
  backupDo: 'Yedekle',
  restoreTitle: 'Yedeği geri getir',
  restoreHelp: 'Burada olanların yanına eklenir; hiçbir şeyin üzerine yazılmaz',
  restoreDo: 'Yedek seç',
} as const satisfies Record<keyof typeof filesEn, Phrase>;
