//! General lines in Latin letters. They fit anybody: no word of them tells who speaks or who is spoken to, a man or a woman.

use super::Lines;

pub const GERMAN: Lines = Lines {
    openings: &[
        "Guten Tag. Darf ich mich setzen?",
        "Man hat mir gesagt, dass ich dich hier finde.",
        "Ich brauche deinen Rat.",
        "Hast du einen Moment Zeit?",
    ],
    answers: &[
        "Ja, ich glaube schon.",
        "Nein, ganz und gar nicht.",
        "Ehrlich gesagt weiß ich es nicht.",
        "Vielleicht. Warum fragst du?",
    ],
    assents: &[
        "Das glaube ich gern.",
        "Damit habe ich nicht gerechnet.",
        "Da hast du recht.",
        "So habe ich das noch nie gesehen.",
    ],
    questions: &[
        "Was ist dann passiert?",
        "Woher weißt du das?",
        "Was würdest du an meiner Stelle tun?",
        "Gibt es etwas, das du mir verschweigst?",
    ],
    reactions: &[
        "(sieht dir zu) Lass dich nicht stören.",
        "(lächelt) Das machst du nicht zum ersten Mal.",
        "(wartet, bis du fertig bist) Und jetzt?",
    ],
    actions: &[
        "(kommt einen Schritt näher) Ich höre zu.",
        "(sieht sich um) Es ist still hier.",
        "(setzt sich) Fang von vorne an.",
    ],
    turns: &[
        "Da bin ich mir nicht so sicher.",
        "Und wenn du dich irrst?",
        "Ich sehe das anders, aber erzähl weiter.",
        "Reden wir von etwas anderem. Wie war dein Tag?",
    ],
    ..Lines::NONE
};

pub const FRENCH: Lines = Lines {
    openings: &[
        "Bonjour. Je peux m'asseoir\u{202f}?",
        "On m'a dit que je te trouverais ici.",
        "J'ai besoin d'un conseil.",
        "Tu as un moment\u{202f}?",
    ],
    answers: &[
        "Oui, je crois.",
        "Non, pas du tout.",
        "Franchement, je ne sais pas.",
        "Peut-être. Pourquoi cette question\u{202f}?",
    ],
    assents: &[
        "Je te crois volontiers.",
        "Je ne m'attendais pas à ça.",
        "Tu as raison.",
        "Je n'y avais jamais pensé.",
    ],
    questions: &[
        "Et ensuite, que s'est-il passé\u{202f}?",
        "Comment le sais-tu\u{202f}?",
        "Que ferais-tu à ma place\u{202f}?",
        "Y a-t-il quelque chose que tu ne me dis pas\u{202f}?",
    ],
    reactions: &[
        "(te regarde faire) Continue, ne t'occupe pas de moi.",
        "(sourit) Ce n'est pas la première fois que tu fais ça.",
        "(attend que tu finisses) Et maintenant\u{202f}?",
    ],
    actions: &[
        "(s'approche d'un pas) Je t'écoute.",
        "(regarde autour de soi) C'est calme, ici.",
        "(prend une chaise) Commence par le début.",
    ],
    turns: &[
        "Là, j'ai un doute.",
        "Et si tu te trompais\u{202f}?",
        "Je vois les choses autrement, mais continue.",
        "Parlons d'autre chose. Comment s'est passée ta journée\u{202f}?",
    ],
    ..Lines::NONE
};

pub const SPANISH: Lines = Lines {
    openings: &[
        "Buenas. ¿Puedo sentarme?",
        "Me dijeron que te encontraría aquí.",
        "Necesito un consejo.",
        "¿Tienes un momento?",
    ],
    answers: &[
        "Sí, creo que sí.",
        "No, para nada.",
        "La verdad, no lo sé.",
        "Quizá. ¿Por qué lo preguntas?",
    ],
    assents: &[
        "Te creo.",
        "No me lo esperaba.",
        "Tienes razón.",
        "Nunca lo había pensado así.",
    ],
    questions: &[
        "¿Y qué pasó después?",
        "¿Cómo lo sabes?",
        "¿Qué harías en mi lugar?",
        "¿Hay algo que no me estás contando?",
    ],
    reactions: &[
        "(te mira) Sigue, no te preocupes por mí.",
        "(sonríe) No es la primera vez que haces eso.",
        "(espera a que termines) ¿Y ahora?",
    ],
    actions: &[
        "(se acerca un paso) Te escucho.",
        "(mira alrededor) Qué silencio hay aquí.",
        "(se sienta) Empieza por el principio.",
    ],
    turns: &[
        "No lo tengo tan claro.",
        "¿Y si te equivocas?",
        "Yo lo veo de otra manera, pero sigue.",
        "Hablemos de otra cosa. ¿Qué tal tu día?",
    ],
    ..Lines::NONE
};

pub const PORTUGUESE: Lines = Lines {
    openings: &[
        "Olá. Posso me sentar?",
        "Disseram que eu encontraria você aqui.",
        "Preciso de um conselho.",
        "Você tem um momento?",
    ],
    answers: &[
        "Sim, acho que sim.",
        "Não, de jeito nenhum.",
        "Para falar a verdade, não sei.",
        "Talvez. Por que a pergunta?",
    ],
    assents: &[
        "Acredito em você.",
        "Eu não esperava por isso.",
        "Você tem razão.",
        "Nunca tinha pensado assim.",
    ],
    questions: &[
        "E o que aconteceu depois?",
        "Como você sabe disso?",
        "O que você faria no meu lugar?",
        "Há algo que você não está me contando?",
    ],
    reactions: &[
        "(olha para você) Pode continuar.",
        "(sorri) Não é a primeira vez que você faz isso.",
        "(espera você terminar) E agora?",
    ],
    actions: &[
        "(chega um passo mais perto) Estou ouvindo.",
        "(olha em volta) Que silêncio aqui.",
        "(senta-se) Comece do começo.",
    ],
    turns: &[
        "Não sei se é bem assim.",
        "E se não for verdade?",
        "Eu vejo de outro jeito, mas continue.",
        "Vamos falar de outra coisa. Como foi o seu dia?",
    ],
    ..Lines::NONE
};

pub const ITALIAN: Lines = Lines {
    openings: &[
        "Buongiorno. Posso sedermi?",
        "Mi hanno detto che eri qui.",
        "Ho bisogno di un consiglio.",
        "Hai un momento?",
    ],
    answers: &[
        "Sì, credo di sì.",
        "No, per niente.",
        "A dire il vero, non lo so.",
        "Forse. Perché me lo chiedi?",
    ],
    assents: &[
        "Ti credo.",
        "Non me l'aspettavo.",
        "Hai ragione.",
        "Non ci avevo mai pensato.",
    ],
    questions: &[
        "E poi che cosa è successo?",
        "Come lo sai?",
        "Che cosa faresti al mio posto?",
        "C'è qualcosa che non mi dici?",
    ],
    reactions: &[
        "(ti guarda) Continua pure.",
        "(sorride) Non è la prima volta che lo fai.",
        "(aspetta che tu finisca) E adesso?",
    ],
    actions: &[
        "(si avvicina di un passo) Ti ascolto.",
        "(si guarda intorno) Che silenzio, qui.",
        "(si siede) Comincia dall'inizio.",
    ],
    turns: &[
        "Ho qualche dubbio.",
        "E se ti sbagliassi?",
        "Io la vedo diversamente, ma continua.",
        "Parliamo d'altro. Com'è andata la tua giornata?",
    ],
    ..Lines::NONE
};

pub const POLISH: Lines = Lines {
    openings: &[
        "Dzień dobry. Mogę usiąść?",
        "Powiedziano mi, że cię tu znajdę.",
        "Potrzebuję rady.",
        "Masz chwilę?",
    ],
    answers: &[
        "Tak, chyba tak.",
        "Nie, wcale nie.",
        "Szczerze mówiąc, nie wiem.",
        "Może. Dlaczego pytasz?",
    ],
    assents: &[
        "Wierzę ci.",
        "To mnie zaskakuje.",
        "Masz rację.",
        "To ciekawe spojrzenie.",
    ],
    questions: &[
        "I co było potem?",
        "Skąd to wiesz?",
        "Co mi radzisz?",
        "Czy jest coś, czego mi nie mówisz?",
    ],
    reactions: &[
        "(patrzy na ciebie) Nie przeszkadzaj sobie.",
        "(uśmiecha się) To nie pierwszy raz, prawda?",
        "(czeka, aż skończysz) I co teraz?",
    ],
    actions: &[
        "(podchodzi o krok bliżej) Słucham.",
        "(rozgląda się) Cicho tutaj.",
        "(siada) Zacznij od początku.",
    ],
    turns: &[
        "Mam wątpliwości.",
        "A jeśli się mylisz?",
        "Ja widzę to inaczej, ale mów dalej.",
        "Porozmawiajmy o czymś innym. Jak minął ci dzień?",
    ],
    ..Lines::NONE
};
