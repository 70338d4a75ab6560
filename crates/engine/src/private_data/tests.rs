use proptest::prelude::*;

use super::*;

#[test]
fn private_data_is_masked_and_the_rest_is_left() {
    for (text, expected) in [
        ("call me: +49 151 2345 6789!", "call me: [phone number]!"),
        ("0151/23456789 or (030) 1234567.", "[phone number] or [phone number]."),
        ("0532 123 45 67 numaram", "[phone number] numaram"),
        ("+1 (555) 867-5309", "[phone number]"),
        ("5558675309", "[phone number]"),
        ("٠٥٣٢١٢٣٤٥٦٧", "[phone number]"),
        ("write to mara.voss+x@mail.example.org.", "write to [mail address]."),
        ("ünal@örnek.com, ok", "[mail address], ok"),
        ("a@b and @kim", "a@b and @kim"),
        ("Your code is 123456", "Your code is [code]"),
        ("123456 doğrulama kodunuz", "[code] doğrulama kodunuz"),
        ("G-482913 is it", "G-[code] is it"),
        ("您的验证码是 4821", "您的验证码是 [code]"),
        ("4111 1111 1111 1111", "[code]"),
        ("IBAN DE89 3704 0044 0532 0130 00 please", "IBAN [code] please"),
        (
            "we met on 17.09.2019 and 2023-03-11, 9/1/2020",
            "we met on 17.09.2019 and 2023-03-11, 9/1/2020",
        ),
        ("at 10:30, room 4021, in 1999-2004", "at 10:30, room 4021, in 1999-2004"),
        ("1.000.000 or 20000000€", "1.000.000 or 20000000€"),
        (
            "https://example.org/status/1234567890123456789 see",
            "https://example.org/status/1234567890123456789 see",
        ),
        (
            "https://x.org/a@b.com/c@d.com/12345678",
            "https://x.org/[mail address]/[mail address]/12345678",
        ),
        ("spinning 1234 plates", "spinning 1234 plates"),
        ("my pin: 1234", "my pin: [code]"),
        ("", ""),
    ] {
        assert_eq!(masked(text), expected, "{text}");
    }
}

#[test]
fn private_data_is_counted() {
    let mut counts = PrivateCounts::default();
    for text in ["+49 151 2345 6789 a@b.de", "code 1234", "c@d.de"] {
        counts.add(text);
    }
    let expected = PrivateCounts {
        phone_numbers: 1,
        mail_addresses: 2,
        codes: 1,
    };
    assert_eq!((counts, counts.all()), (expected, 4));
}

proptest! {
    #[test]
    fn ranges_never_overlap_and_masking_leaves_nothing_more(text in "\\PC{0,80}|[0-9+() ./@a-cG-é-]{0,60}") {
        let found = find(&text);
        for pair in found.windows(2) {
            prop_assert!(pair[0].1.end <= pair[1].1.start);
        }
        for (_, range) in &found {
            prop_assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end) && !range.is_empty());
        }
        prop_assert_eq!(found.is_empty(), masked(&text) == text);
    }
}
