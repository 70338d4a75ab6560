//! What Facebook and Instagram write in the sender's name, in many languages.

/// How "you sent an attachment" begins, and how the same ends when somebody else did.
const ATTACHMENTS: &[(&str, &str)] = &[
    ("You sent an attachment.", " sent an attachment."),
    ("You sent a photo.", " sent a photo."),
    ("You sent a video.", " sent a video."),
    ("You sent a voice message.", " sent a voice message."),
    ("You sent a sticker.", " sent a sticker."),
    ("You sent a GIF.", " sent a GIF."),
    ("You sent a location.", " sent a location."),
    ("You sent a link.", " sent a link."),
    ("You shared a story.", " shared a story."),
    ("Du hast einen Anhang gesendet.", " hat einen Anhang gesendet."),
    ("Du hast ein Foto gesendet.", " hat ein Foto gesendet."),
    ("Du hast ein Video gesendet.", " hat ein Video gesendet."),
    ("Vous avez envoyé une pièce jointe.", " a envoyé une pièce jointe."),
    ("Vous avez envoyé une photo.", " a envoyé une photo."),
    ("Enviaste un archivo adjunto.", " envió un archivo adjunto."),
    ("Has enviado un archivo adjunto.", " ha enviado un archivo adjunto."),
    ("Enviaste una foto.", " envió una foto."),
    ("Você enviou um anexo.", " enviou um anexo."),
    ("Enviaste um anexo.", " enviou um anexo."),
    ("Hai inviato un allegato.", " ha inviato un allegato."),
    ("Bir ek gönderdin.", " bir ek gönderdi."),
    ("Bir ek gönderdiniz.", " bir ek gönderdi."),
    ("Je hebt een bijlage verzonden.", " heeft een bijlage verzonden."),
    ("Je hebt een bijlage gestuurd.", " heeft een bijlage gestuurd."),
    ("Wysłano załącznik.", " wysłał(a) załącznik."),
    ("Wysłałeś(aś) załącznik.", " wysyła załącznik."),
    ("Odeslali jste přílohu.", " odeslal/a přílohu."),
    ("Poslali jste přílohu.", " poslal/a přílohu."),
    ("Вы отправили вложение.", " отправил(-а) вложение."),
    ("Du skickade en bilaga.", " skickade en bilaga."),
    ("Du sendte en vedhæftet fil.", " sendte en vedhæftet fil."),
    ("Elküldtél egy mellékletet.", " elküldött egy mellékletet."),
    ("Ai trimis un fișier atașat.", " a trimis un fișier atașat."),
];

/// Two parts of a sentence between which a reaction stands, and what may stand before it.
const REACTIONS: &[(&str, &str)] = &[
    ("Reacted ", " to your message"),
    ("Reacted ", " to a message"),
    (" reacted ", " to your message"),
    (" reacted ", " to a message"),
    ("Hat mit ", " auf deine Nachricht reagiert"),
    (" hat mit ", " auf deine Nachricht reagiert"),
    ("A réagi ", " à votre message"),
    (" a réagi ", " à votre message"),
    ("A réagi avec ", " à votre message"),
    ("Reaccionó con ", " a tu mensaje"),
    (" reaccionó con ", " a tu mensaje"),
    ("Ha reaccionado con ", " a tu mensaje"),
    ("Reagiu com ", " à sua mensagem"),
    (" reagiu com ", " à sua mensagem"),
    ("Reagiu ", " à tua mensagem"),
    ("Ha reagito con ", " al tuo messaggio"),
    (" ha reagito con ", " al tuo messaggio"),
    ("Mesajına ", " ifadesini bıraktı"),
    (" mesajına ", " ifadesini bıraktı"),
    ("Heeft met ", " op je bericht gereageerd"),
    ("Heeft ", " op je bericht gereageerd"),
    ("Zareagował(a) ", " na Twoją wiadomość"),
    ("Zareagowano ", " na Twoją wiadomość"),
    ("Отреагировал(-а) ", " на ваше сообщение"),
    ("Reagerade med ", " på ditt meddelande"),
    ("Reagerede med ", " på din besked"),
];
const LIKES: &[&str] = &[
    "Liked a message",
    "Liked your message",
    "Gefällt eine Nachricht",
    "Hat eine Nachricht mit „Gefällt mir“ markiert",
    "A aimé un message",
    "Le gustó un mensaje",
    "Curtiu uma mensagem",
    "Ha messo Mi piace a un messaggio",
    "Bir mesajı beğendi",
];

/// How long a reaction with the words around it may be, in characters.
const REACTION: usize = 120;

/// A reaction as a sentence. Those sentences end with a space, which people hardly ever type; without one the words alone decide.
pub fn is_reaction(text: &str) -> bool {
    let plain = text.trim_end().trim_end_matches('.');
    if LIKES.contains(&plain) {
        return true;
    }
    let is_short = plain.chars().count() <= REACTION && !plain.contains('\n');
    is_short
        && REACTIONS.iter().any(|(before, after)| {
            let middle = plain
                .strip_suffix(after)
                .and_then(|rest| rest.find(before).map(|at| &rest[at + before.len()..]));
            middle.is_some_and(|middle| !middle.is_empty() && !middle.chars().any(char::is_alphanumeric))
        })
}

/// A sentence about a file, in the name of the one who sent it.
pub fn is_attachment(text: &str, author: &str) -> bool {
    let first_name = author.split_whitespace().next().unwrap_or(author);
    ATTACHMENTS.iter().any(|(own, others)| {
        let who = text.strip_suffix(others);
        text == *own || who.is_some_and(|who| who == author || who == first_name)
    })
}

/// A notice about the conversation or a call.
pub fn is_notice(text: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "You are now connected on Messenger",
        "You can now message and call each other",
        "Say hi to your new Facebook friend",
        "You missed a call from ",
        "You missed a video call from ",
        "You missed a video chat with ",
        "Du hast einen Anruf von ",
        "Ihr seid jetzt auf Messenger verbunden",
        "Ihr seid jetzt über Messenger verbunden",
    ];
    const ENDINGS: &[&str] = &[
        " missed your call.",
        " missed your video chat.",
        " named the group.",
        " left the group.",
        " started a video chat.",
        " started an audio call.",
    ];
    BEGINNINGS.iter().any(|start| text.starts_with(start))
        || (text.len() < 100 && ENDINGS.iter().any(|end| text.ends_with(end)))
}
