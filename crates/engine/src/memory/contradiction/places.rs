//! Somebody in Oslo is in Norway too: a country and a place in it are no contradiction. Which place lies where is not known here,
//! so a country is held against countries only.

/// Countries in English and Turkish, folded; the first word of longer names.
const COUNTRIES: &str = " afghanistan afganistan albania arnavutluk algeria cezayir argentina arjantin armenia ermenistan australia \
    avustralya austria avusturya azerbaijan azerbaycan bangladesh belgium belcika bolivia bosnia bosna brazil brezilya bulgaria \
    bulgaristan canada kanada chile sili china cin colombia kolombiya croatia hirvatistan cuba kuba cyprus kibris czechia cekya \
    denmark danimarka ecuador egypt misir england ingiltere estonia estonya ethiopia finland finlandiya france fransa georgia \
    gurcistan germany almanya ghana greece yunanistan hungary macaristan iceland izlanda india hindistan indonesia endonezya iran \
    iraq irak ireland irlanda israel italy italya jamaica japan japonya jordan urdun kazakhstan kazakistan kenya korea kore kosovo \
    kosova kuwait latvia letonya lebanon lubnan libya lithuania litvanya luxembourg malaysia malezya malta mexico meksika moldova \
    mongolia mogolistan morocco fas nepal netherlands hollanda holland nigeria nijerya norway norvec pakistan palestine filistin \
    panama peru philippines poland polonya portugal portekiz qatar katar romania romanya russia rusya scotland iskocya serbia \
    sirbistan singapore singapur slovakia slovakya slovenia slovenya spain ispanya sweden isvec switzerland isvicre syria suriye \
    taiwan thailand tayland tunisia tunus turkey turkiye ukraine ukrayna uruguay usa abd america amerika britain britanya \
    uzbekistan ozbekistan venezuela vietnam wales yemen ";

/// Whether both places are countries, or neither is.
pub fn are_of_one_kind(one: &[String], other: &[String]) -> bool {
    let is_country = |place: &[String]| place.iter().any(|word| COUNTRIES.contains(&format!(" {word} ")));
    is_country(one) == is_country(other)
}
