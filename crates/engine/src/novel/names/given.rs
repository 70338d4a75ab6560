//! Given names and their short forms.

use super::Gender;

const FEMALE: &str = "abigail ada adela adelaide adele agatha agnes alexandra alice alicia alison amanda amelia amy anastasia andrea angela \
    anita ann anna annabel anne annette antonia arabella audrey augusta barbara beatrice becky bella bertha bess beth betsy betty bianca \
    blanche brenda brett bridget camilla caroline cassandra catherine cecilia cecily charlotte chloe christina clara clarissa claudia \
    constance cora cordelia cynthia daisy daphne deborah diana dinah dolly dora doris dorothea dorothy edith edna effie eleanor elinor \
    eliza elizabeth ella ellen elsie emily emma emmeline estella esther ethel eugenia eunice eva eve evelina evelyn fanny flora florence \
    frances georgiana georgina geraldine gertrude ginny gloria grace greta gretchen gwendolen hannah harriet hattie hedda helen helena \
    henrietta hermione hester hilda honoria ida imogen irene iris isabel isabella ivy jane janet janie jean jemima jennie jenny jessica \
    jessie jo joan joanna josephine joyce judith judy julia juliana juliet june kate katherine kathleen kathryn kitty laura lavinia leah \
    leila lena leonora leslie lettice letty lilian lily linda lizzie lizzy lois lola lotte lottie louisa louise lucia lucilla lucinda lucy \
    lydia mabel madeleine madge maggie malvina margaret margery maria marian marianne marie marilla marion marjorie martha mary matilda \
    maud maude may mercy meg mildred millicent mina minna minnie miranda molly monica muriel myra myrtle nan nancy naomi natalie natasha \
    nell nellie nelly nora norah octavia olive olivia ophelia pamela patience paula paulina pauline pearl peggy penelope phoebe phyllis \
    polly prudence rachel rebecca rhoda rosa rosalind rosamond rose rosemary ruby ruth sabina sally sarah selina sheila sibyl sophia \
    sophie stella susan susanna sylvia tabitha tess tessa thea theodora theresa tilly ursula valentine vera veronica victoria viola \
    violet virginia wendy wilhelmina winifred winnie zelda zoe";

const MALE: &str = "aaron abel abraham adam adolphus adrian alan albert alec alexander alexei alfred algernon allan ambrose amory amos andrew \
    angus anthony antony archibald archie arnold arthur athelstane augustus aubrey balthasar barnaby bartholomew basil ben benjamin \
    bernard bertie bertram bill billy bob bobby boris brian bruce cecil charles charley charlie christopher clarence claude clement \
    clifford clive clym colin cyril dan daniel david dennis dick dmitri donald dorian douglas dudley duncan edgar edmund edward edwin eli \
    elijah ernest eric ethan eugene eustace ezra felix ferdinand fitzwilliam francis frank franklin fred frederick gabriel geoffrey george \
    gerald gilbert giles godfrey gordon graham gregory guy hal hamlet harold harry hector henry herbert hercule hindley horace howard \
    hubert hugh hugo humphrey huck ian isaac ivan jack jacob jake james jasper jay jeremiah jeremy jerome jerry jim jimmy job joe joel \
    john johnny jonathan jonas jos joseph joshua josiah jude jules julian julius keith kenneth lambert laurence lawrence lemuel leo \
    leonard leopold lewis lionel louis lucas lucian lucien luke malcolm marcus mark marmaduke martin matthew maurice max michael miles \
    milton montague mortimer moses nathaniel ned neil newland nicholas nick nigel noah noel norman oliver oscar oswald otto owen patrick \
    paul percival percy peter philip phileas pierre pip prosper quentin quincey ralph ralf randolph raymond reginald rex richard robert \
    robin rodney roger roland ronald rowland rupert sam samson samuel saul sebastian septimus seth sherlock sidney silas simon solomon \
    stephen steven stanley stuart sydney ted terence theodore thomas tim timothy tobias toby tom tommy tony tristram ulysses vernon \
    victor vincent virgil vladimir wallace walter warren wilfred will william willie winston";

/// The long form, and what it is shortened to.
const SHORT: &str = "abigail:abby,gail abraham:abe,bram adelaide:addie,ada alexander:alex,alec,sandy,sasha alexandra:alex,sandra,sasha \
    alexei:alyosha,alexey alfred:alf,alfie,fred algernon:algy alice:ally amelia:emmy,amy,milly andrew:andy,drew ann:annie,nan,nancy \
    anna:annie,nan,anny anne:annie,nan,nancy anthony:tony,ant antonia:toni,tonia archibald:archie,archy arthur:art,artie augusta:gussie \
    augustus:gus barbara:babs,barbie barnaby:barney bartholomew:bart,bat beatrice:bea,trixie benjamin:ben,benny,benjy bernard:bernie \
    bertram:bertie,bert bridget:biddy,bridie caroline:carrie,caro,lina,caddy catherine:kate,katie,kitty,cathy,kit,katy,cat \
    cecilia:cissy,celia,cecily charles:charlie,charley,chuck charlotte:lottie,lotte,charley christina:chris,tina \
    christopher:chris,kit clarence:clare clarissa:clary constance:connie cornelius:con cynthia:cindy daniel:dan,danny,dannie \
    david:dave,davy,davie deborah:debbie,deb diana:di dmitri:mitya dorothea:dodo,dolly,thea dorothy:dolly,dot,dottie,dora \
    edgar:ed edith:edie edmund:ed,ned,ted edward:ed,eddie,ned,ted,teddy,neddy edwin:ed,ned eleanor:nell,nellie,nelly,ellie,nora,lena \
    elinor:nell,nellie,ellie elizabeth:eliza,lizzy,lizzie,liz,beth,bess,bessie,bessy,betsy,betty,elsie,lisa,libby,lisbeth \
    ellen:nell,nellie,nelly,ellie emily:em,emmy,milly emma:em,emmy ernest:ernie esther:hester,hetty,essie eugene:gene \
    eva:evie evangeline:eva,evie frances:fanny,fan,francie,frankie francis:frank,frankie,fran franklin:frank \
    frederick:fred,freddy,freddie,fritz frederic:fred,freddy,freddie gabriel:gabe geoffrey:geoff,jeff george:georgie,geordie \
    georgiana:georgy,georgie gerald:gerry,jerry gertrude:gertie,trudy gilbert:gil,bertie,gib gregory:greg,grisha gwendolen:gwen \
    hannah:nan,nancy harold:hal,harry harriet:hattie,harrie,hatty,hetty helen:nell,nellie,nelly,lena helena:lena,nell \
    henrietta:hetty,etta,harriet henry:harry,hal,hank herbert:bert,bertie,herb hester:hetty,essie hubert:bert,hugh hugh:hughie \
    ignatius:iggy isaac:ike,zack isabel:bella,belle,izzy isabella:bella,belle,bell,izzy ivan:vanya jacob:jake,jack \
    james:jim,jimmy,jem,jamie,jemmy,jimmie jane:janie,jenny,jennie,janey janet:jenny,jennie,jan jemima:jem,mima jeremiah:jerry \
    jeremy:jerry,jem jessica:jess,jessie joan:joanie joanna:jo,joan john:jack,johnny,jock,johnnie,jackie jonathan:jon,jonny,john,jack \
    joseph:joe,joey,jo,jos josephine:jo,josie joshua:josh judith:judy julia:julie,jule juliana:julie,lia katherine:kate,katie,kitty,kathy,kit,kat,kay \
    kathleen:kate,kathy,kitty laura:laurie,lolly laurence:larry,laurie,lawrie lawrence:larry,laurie leonard:len,lenny,leo leopold:leo \
    letitia:letty,lettice,tish lewis:lew,lewie lilian:lily,lil louis:lou,louie louisa:lou,lulu louise:lou,lulu lucinda:lucy \
    lucy:lu,luce lydia:liddy madeleine:maddie,madge magdalen:maggie,maudlin margaret:maggie,meg,peggy,madge,daisy,margie,marge,greta,rita,peg,meggie \
    margery:madge,margie maria:molly,mary,ria,polly marian:molly,mary marianne:mary,molly martha:patty,mattie,matty martin:marty \
    mary:molly,polly,mamie,may,minnie,poll,mollie matilda:tilly,matty,maud,tilda matthew:matt,mat maurice:morris,maury \
    maximilian:max michael:mike,mick,mickey,misha mildred:milly millicent:milly,millie mordecai:mordy nancy:nan,nance \
    natalia:natasha,nat nathaniel:nat,nate,nathan nicholas:nick,nicky,colin,kolya nikolai:kolya oliver:noll,ollie,nol olivia:livy,livia \
    pamela:pam patricia:pat,patty patrick:pat,paddy penelope:penny percival:percy,val peter:pete,petya philip:phil,pip,flip \
    philippa:pip priscilla:prissy,cilla prudence:prue,pru rachel:rae,ray ralph:rafe raymond:ray rebecca:becky,beckie,becca \
    reginald:reggie,reg,rex richard:dick,dickie,dicky,rick,richie,dickon robert:bob,bobby,rob,robbie,robin,bert,bertie,bobbie \
    roderick:rod,rory roger:hodge rosalind:rosa,rose,ros rosamond:rosy,rose,rosa rose:rosie,rosy rupert:bert samuel:sam,sammy \
    sarah:sally,sadie,sal,sallie sebastian:seb sidney:sid sigismund:siggy simon:sim solomon:sol sophia:sophy,sophie \
    stephen:steve,stevie,steenie susan:sue,susie,susy,sukey susanna:sue,susie,susy,sukey sylvia:sylvie,syl tabitha:tabby \
    terence:terry theodora:dora,theo,thea theodore:ted,teddy,theo theresa:terry,tess,tessa,tessie thomas:tom,tommy,tam,thom \
    timothy:tim,timmy tobias:toby ursula:nursie victor:vic victoria:vicky,vic,toria vincent:vin,vince viola:vi violet:vi \
    virginia:ginny,ginger,virgie walter:wat,wally,walt wilfred:fred,will,wilf wilhelmina:mina,minna,billie,willa \
    william:will,bill,billy,willie,willy,liam winifred:winnie,freda,fred winston:winnie zachariah:zack,zach";

/// The gender that a given name in lower case has in English novels; that of a short form is the one of all its long forms.
pub fn gender_of(name: &str) -> Option<Gender> {
    if let Some(own) = listed(name) {
        return own;
    }
    let mut long = entries().filter(|(_, short)| short.split(',').any(|own| own == name));
    let first = long.next().and_then(|(long, _)| listed(long).flatten())?;
    long.all(|(long, _)| listed(long).flatten() == Some(first))
        .then_some(first)
}

/// What the lists say of a name, if it is in one; a name of both says nothing.
fn listed(name: &str) -> Option<Option<Gender>> {
    let is_in = |list: &str| list.split_whitespace().any(|own| own == name);
    match (is_in(FEMALE), is_in(MALE)) {
        (true, false) => Some(Some(Gender::Female)),
        (false, true) => Some(Some(Gender::Male)),
        (true, true) => Some(None),
        (false, false) => None,
    }
}

fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHORT.split_whitespace().filter_map(|entry| entry.split_once(':'))
}

/// The other forms of a given name in lower case: the short ones of a long one, and the long ones of a short one.
pub fn short_forms(name: &str) -> Vec<&'static str> {
    let mut forms = Vec::new();
    for (long, short) in entries() {
        if long == name {
            forms.extend(short.split(','));
        } else if short.split(',').any(|own| own == name) {
            forms.push(long);
        }
    }
    forms
}
