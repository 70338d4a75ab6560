import type { errorsEn } from './errors.en';
import type { Phrase } from './phrase';

/** The errors in Turkish; see the English file for how they are made up. */
export const errorsTr = {
  'kept.words': 'Sözleriniz aşağıdaki kutuya geri kondu; konuşmaya hiçbir şey eklenmedi.',
  'kept.part': 'Buraya kadar yazılanlar duruyor.',
  'kept.nothing': 'Hiçbir şey değişmedi.',

  'error.model_unreachable.title': 'Yanıt yok: modele ulaşılamadı',
  'error.model_unreachable.todo':
    'Bu bilgisayar çevrimiçi mi, Bağlantılar bölümündeki adres doğru mu, bakın; ya da bu bilgisayardaki modeli seçin.',
  'error.model_unauthorized.title': 'Yanıt yok: anahtar kabul edilmedi',
  'error.model_unauthorized.todo':
    'Bağlantılar bölümünde anahtara bakın; yanlış yazılmış, süresi dolmuş ya da kredisi bitmiş olabilir.',
  'error.model_rate_limited.title': 'Yanıt yok: sağlayıcı beklemenizi istiyor',
  'error.model_rate_limited.todo':
    'Şimdilik sınıra gelindi. Biraz bekleyip yeniden deneyin ya da başka bir model seçin.',
  'error.model_unknown.title': 'Yanıt yok: sağlayıcı bu modeli tanımıyor',
  'error.model_unknown.todo': 'Adı değişmiş olabilir. Bağlantılar bölümünde düzeltin ya da başka bir model seçin.',
  'error.model_context_exceeded.title': 'Yanıt yok: bu, modelin bir kerede okuyabileceğinden uzun',
  'error.model_context_exceeded.todo': 'Daha kısa bir ileti gönderin ya da daha uzun okuyabilen bir model seçin.',
  'error.model_error.title': 'Yanıt yok: sağlayıcı bir arıza bildirdi',
  'error.model_error.todo': 'Yeniden deneyin. Yine olursa başka bir model seçin.',
  'error.model_cut_off.title': 'Bağlantı yanıtın ortasında koptu',
  'error.model_cut_off.todo': '“Devam et” derseniz yanıt oradan sürer.',
  'error.model_silent.title': 'Modelden ses çıkmıyor',
  'error.model_silent.todo':
    'Yeniden deneyin. Büyük bir model yoğunken daha uzun sürebilir; küçüğü daha çabuk yanıtlar.',
  'error.model_empty.title': 'Model boş döndü',
  'error.model_empty.todo': 'Belki başka sözlerle, yeniden deneyin ya da başka bir model seçin.',
  'error.model_local.title': 'Bu bilgisayardaki model çalışamadı',
  'error.model_local.todo':
    'Yeniden deneyin. Yine olursa bellek açmak için başka programları kapatın ya da başka bir model seçin.',
  'error.no_model.title': 'Henüz yanıt verebilecek bir model yok',
  'error.no_model.todo': 'Modeller bölümünden birini seçin ya da bir bağlantı ekleyin.',
  'error.key_missing.title': 'Bu model anahtar istiyor',
  'error.key_missing.todo': 'Bağlantılar bölümünden ekleyin ya da anahtar istemeyen bir model seçin.',
  'error.file_missing.title': 'Modelin dosyası yok',
  'error.file_missing.todo': 'Getirmek için programın kurulumunu yeniden başlatın ya da başka bir model seçin.',

  'error.not_found.title': 'Aranan artık yerinde değil',
  'error.not_found.todo': 'Başka bir yerden kaldırılmış olabilir. Karakteri listeden yeniden seçin.',
  'error.conflict.title': 'Konuşma başka bir pencerede sürmüş',
  'error.conflict.todo': 'Yeniden okundu. Yeni eklenenlere bakın, sonra gönderin.',
  'error.busy.title': 'Bir yanıt hâlâ yazılıyor',
  'error.busy.todo': 'Bitmesini bekleyin ya da durdurun, sonra yeniden deneyin.',
  'error.nothing_to_continue.title': 'Devam edilecek bir şey yok',
  'error.nothing_to_continue.todo': 'Son yanıt eksiksiz. Sürdürmek için bir şey yazın.',
  'error.storage_full.title': 'Disk dolu',
  'error.storage_full.todo': 'Biraz yer açıp yeniden deneyin. Önceki her şey okunabiliyor.',
  'error.storage_read_only.title': 'Veri klasörüne yazılamıyor',
  'error.storage_read_only.todo':
    'Programa orada yazma izni verin (yeri Ayarlar, Veriler bölümünde), sonra yeniden deneyin.',
  'error.storage_damaged.title': 'Veritabanı bozulmuş',
  'error.storage_damaged.todo':
    'Silinmedi, kenara kondu. Hangi adla saklandığı programın iletilerinde yazar; o dosyayı saklayın.',
  'error.storage_error.title': 'Veritabanı bir arıza bildirdi',
  'error.storage_error.todo': 'Yeniden deneyin. Yine olursa programı kapatıp yeniden açın.',
  'error.storage_old_sqlite.title': 'Yerleşik veritabanı güvenli sayılmayacak kadar eski',
  'error.storage_old_sqlite.todo': 'Programın daha yeni bir sürümünü kurun.',
  'error.folder_in_use.title': 'Bu veri klasörünü başka bir program kullanıyor',
  'error.folder_in_use.todo': 'Önce onu kapatın; bu programın başka bir penceresi ya da bir uçbirim olabilir.',

  'error.broken_character.title': 'Bu karakterin dosyası kullanılamıyor',
  'error.broken_character.todo':
    'Hangi dosyada neyin yanlış olduğu listede yazıyor. Düzeltilince karakter kendiliğinden geri gelir.',
  'error.invalid_input.title': 'Bu hâliyle kabul edilemiyor',
  'error.invalid_input.todo': 'Yazdığınıza bakın, düzeltip yeniden deneyin.',
  'error.too_large.title': 'Bir kerede bu kadarı fazla',
  'error.too_large.todo': 'Kısaltıp yeniden deneyin.',
  'error.not_signed_in.title': 'Bu sayfanın anahtarı eksik',
  'error.not_signed_in.todo': 'Programın açılırken yazdığı adresi açın.',
  'error.forbidden.title': 'Program bu sayfayı kabul etmedi',
  'error.forbidden.todo': 'Programın açılırken yazdığı adresi, olduğu gibi açın.',
  'error.unknown_command.title': 'Sayfa ile programın sürümleri farklı',
  'error.unknown_command.todo': 'Sayfayı yenileyin.',
  'error.unreachable.title': 'Program yanıt vermiyor',
  'error.unreachable.todo': 'Hâlâ çalışıp çalışmadığına bakın, sonra yeniden deneyin.',
  'error.internal.title': 'Programın içinde bir şey ters gitti',
  'error.internal.todo': 'Yeniden deneyin. Yine olursa programı kapatıp yeniden açın.',
  'error.other.title': 'Bu olmadı',
  'error.other.todo': 'Yeniden deneyin.',
} as const satisfies Record<keyof typeof errorsEn, Phrase>;
