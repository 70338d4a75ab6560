//! English words that say little about a topic. Our own choice: function words, auxiliaries, small talk.

use std::collections::HashSet;
use std::sync::LazyLock;

const STOP_WORDS: &str = "a about above after again ago ah all also always am an and any anyway are aren't as at away back be because \
    been before being below between both but by bye came can can't cannot come comes coming could couldn't did didn't do does \
    doesn't doing don't done down during each either else even ever every few for from further get gets getting go goes going \
    gone gonna good got great had hadn't haha has hasn't have haven't having he he'd he'll he's hello her here here's hers \
    herself hey hi him himself his hm hmm how how's i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just \
    kind know let let's like lot lots made make makes making many may maybe me might mine more most much must my myself need \
    never no nope nor not now of off oh ok okay on once one only onto or other ought our ours ourselves out over own per \
    perhaps please put quite rather really right said same saw say saying says see seem seems shall shan't she she'd she'll \
    she's should shouldn't since so some something sometimes soon still stuff such sure take taken takes taking thank thanks \
    than that that'd that'll that's the their theirs them themselves then there there's these they they'd they'll they're \
    they've thing things think this those though thought through till to too took toward towards um under until up upon us \
    very was wasn't way we we'd we'll we're we've well went were weren't what what's whatever when when's where where's \
    whether which while who who's whom whose why why's will with within without won't would wouldn't wow yeah yes yet you \
    you'd you'll you're you've your yours yourself yourselves";

/// Whether a word, folded and with its apostrophe, is one of them.
pub fn is_stop_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP_WORDS.split_whitespace().collect());
    WORDS.contains(word)
}
