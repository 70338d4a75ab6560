import type { Phrase } from './phrase';
import type { relationshipEn } from './relationship.en';

export const relationshipTr = {
  relationship: 'İlişki',
  relationshipLead:
    'Size bakışı ({name}). Söylenenlerin ardından gelir: bir düzenleme ya da başka bir yanıt, eski sözlerden doğanı geri alır.',
  axisTrust: 'Güven',
  axisFamiliarity: 'Tanışıklık',
  axisRomance: 'Duygusal yakınlık',
  axisAttraction: 'Çekim',

  trustLowest: 'Söylediğiniz hiçbir şeye inanmıyor',
  trustLower: 'Her sözünüzün ardında bir niyet arıyor',
  trustLow: 'Size karşı temkinli',
  trustEven: 'Hakkınızda henüz bir karara varmadı',
  trustHigh: 'Söylediğinize inanıyor, söylemediğinize henüz değil',
  trustHigher: 'Sözünüze güveniyor',
  trustHighest: 'Size her şeyini emanet eder',

  familiarityEven: 'Sizi henüz pek tanımıyor',
  familiarityHigh: 'Huyunuzu suyunuzu öğrenmeye başladı',
  familiarityHigher: 'Sizi merdivendeki ayak sesinizden tanır',
  familiarityHighest: 'Ne diyeceğinizi siz söylemeden bilir',

  romanceLowest: 'Böyle bir yakınlık istemiyor, bunu da hissettiriyor',
  romanceLower: 'Fazla yaklaştığınızda geri çekiliyor',
  romanceLow: 'Araya nazik bir mesafe koyuyor',
  romanceEven: 'Sizi hiç bu gözle düşünmedi',
  romanceHigh: 'Siz giderken biraz oyalanıyor',
  romanceHigher: 'Sizin olduğunuz yerde daha mutlu',
  romanceHighest: 'Sizi seviyor',

  attractionLowest: 'Sizi itici buluyor',
  attractionLower: 'Ona dokunmanızı istemiyor',
  attractionLow: 'Size karşı bir çekim duymuyor',
  attractionEven: 'Size hiç o gözle bakmadı',
  attractionHigh: 'Bakışı sizde bir an fazla kalıyor',
  attractionHigher: 'Size doğru çekiliyor',
  attractionHighest: 'Siz yakınındayken aklı başka bir şeye gitmiyor',

  axisNothing: 'Henüz hiçbir şey onu değiştirmedi.',
  axisOff: 'Kapalı. İlişki bu yönde ilerlemez ({name}).',
  axisLocked: 'Kilitli: olduğu gibi kalır.',
  axisLock: 'Kilitle: {axis}',
  axisUnlock: 'Kilidi aç: {axis}',
  axisReset: 'Baştan başlat: {axis}',
  axisHistory: 'Bu noktaya nasıl gelindi',
  axisGrewMuch: 'arttı',
  axisGrew: 'biraz arttı',
  axisWaned: 'biraz azaldı',
  axisWanedMuch: 'azaldı',

  axisWasLocked: '{axis} kilitlendi.',
  axisWasUnlocked: '{axis} artık kilitli değil.',
  axisWasReset: '{axis} baştan başlıyor.',
  axisResetTitle: 'Baştan başlasın mı: {axis}?',
  axisResetText: 'Bu konuşmadaki bütün gelişmeleri silinir, ilk karşılaşmadaki gibi olur. Sayfa olduğu gibi kalır.',
  axisResetDo: 'Baştan başlat',
  axisOffTitle: 'Kapatılsın mı: {axis}?',
  axisOffText: 'Bütün gelişmeleri silinir, bu karakterle her konuşmada ({name}). Sayfalar olduğu gibi kalır.',
  axisOffDo: 'Kapat',
} as const satisfies Record<keyof typeof relationshipEn, Phrase>;
