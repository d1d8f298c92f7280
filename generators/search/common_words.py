"""Words that no invented name may be: frequent English words, and real names of people and places.

Names have six letters or more, so shorter words are left out.
"""

from __future__ import annotations

_WORDS = """
aachen aarhus aaron abbot aberdeen abidjan abigail about above abraham abroad absent accept access accord
account accra across action active actor actual adana adapt added adela adelaide adler admit adopt adrian adult
advent advert advice aegean aegina affair affect afford afghan afraid africa after again agatha agent agnes
agnew agree ahead alamo alarm alaska albania albert album alden aldous aleppo alert alexander alexandra alexis
alfred algeria algiers alicante alice alicia alike alison alive allen allow almeria almost alone along alpha
already alsace altar alter alvin always amanda amazon amber amelia america amherst amina amman amount amsterdam
anatolia anchor ancient ancona andalusia anders andes andorra andrea andreas andrew angel angela anger angle
angola angry angus animal anita ankara annette annika annual anselm answer anthem antigua antilles antioch
antler anton antonia antonio antwerp anyone anyway apart appeal appear apple apply april apron arabia aragon
arbor arcadia archer ardennes arena argentina argue ariel arizona arkansas armed armenia armor arnhem arnold
around arrest arrive arrow arthur artist artois aruba ascend asgard ashen ashton aside assam asset assisi assist
assume assyria astoria astrid asturias asylum athena athens atlanta atlantis atlas attach attack attempt attend
attica aubrey auckland audit audrey augsburg august aurelia aurora austin austria author autumn avail avalon
avignon avoid await awake award aware awful ayesha azores babylon bacon baden badge baghdad bahrain bailey baker
balance balkan ballad ballet ballot baltic baltimore bamako banal banana bandit bangor banish banjo banker
banner barbados barbara barber barcelona bargain barker barlow barnabas baron barrel barren barry bartholomew
barton basel basic basil basin basis basket basra bastion batavia batch baton batter battle bavaria beacon beard
bearer beast beaten beatrice beauty became because becker become bedlam before began beggar begin behalf behave
behind being beirut belfast belgium belgrade belief belize bella belong below bench beneath benedict bengal
benin benjamin bennett bergen bergman berlin bermuda bernard bernstein berth bertram bertrand beset beside
bethany better beyond bhutan bianca bible bigger bilbao binder birmingham birth bishop bison bitten bitter bjorn
black blade blame bland blank blast blend bless blind blink bliss block blond blood bloom blown blunt board
boast bodies bohemia bolder bolivia bologna bombay bonus bordeaux borden border boredom boris borrow bosnia
bosom boston botswana bottle bottom bought bound bowel bowen boxer brabant bradley brahms brain branch brand
branden brandenburg brandt branson brasil brass brave brazil bread break breast breath breed bremen brenda
brendan brent brescia brest brian brianna brick bride bridge bridget brief bright bring brisk bristol britain
britney broad broken broker bronwen bronze brook brooklyn brother brought brown browning bruno brunt brush
brussels brutal bryan bryant bucharest bucket budapest budget buffer build built bullet bunker burden bureau
burgos burgundy burial burma burst burton burundi butter button buyer byron byzantium cabin cable cactus cadiz
caesar cairo calais calcutta calder caleb caledonia calgary california calvin cambodia cambridge camel camelot
camera cameroon camilla canada canal canberra cancel cancer candid candle cannon cannot canon canopy canterbury
canvas canyon caracas carbon cardiff career careful cargo carina carinthia carla carlin carlos carmel carmen
carol carolina carpathia carpet carrot carry carson carter carthage carve carver caspar caspian cassandra
castile castle casual catalonia catherine cattle caucasus caught cause caution cavern cecilia cedar cedric
celeste celia celine cellar cement census center central century cereal ceylon chain chair champagne chance
chandler change channel chant chapel charles charlotte charm chart chase cheap check cheese chest chester
chicago chief child chile chill china chloe choice choir chopin chord chosen christian christina chrome church
cicero cider cinema circle circus citizen civic civil claim clara clarence clarissa clark class claude claudia
clean clear clement clerk clever client cliff clifford climb clinic clinton clock close cloth cloud clown coach
coast cobalt coffee coffin coleman colin collar collins cologne colombia colony color colorado column combat
comet comic comma common compel comrade conan concern concert condor confess congo connor conrad consent
constance consul contest control convent convert cookie cooper copper coral corbin cordelia corfu corinna
corinth cornelia cornelius corner cornwall corpse correct corsica cosmos cotton couch cough council counsel
count county couple coupon course court cousin cover coward cradle craft craig crane crash crater crazy cream
credit creed creek crest crete crime crimea crisis crispin critic croatia cromwell cross crowd crown crude cruel
crush crust crystal culture cumin curitiba curran current curtain curtis custom cynthia cyprus cyrus daddy
dagger dagmar dairy dakar dakota dalia dalmatia dalton damage damascus damian damon damsel dance danger daniel
daniela danube daphne darfur darius darken darren darwin david davis dawson dealer dealt death debate debit
deborah debris decade decent decide defeat defect defend define degree deirdre deity delaware delay delft delhi
delia delilah delphi delphine delta demand demon denial denis denmark dennis denver depart depend depth deputy
derail derby derek desert design desire desmond despair despot destiny detail detect detest detroit devil devon
devote diamond diana diane diary dickens diego differ digest digit dijon dimitri dinah dinner direct dismal
distant district ditch divan divert divide divine dixon dmitri doctor dogma dolan dollar dolores dolphin domain
dominic donald donkey donna donor donovan doreen dorian doris dorman dorothea dorset double doubt dover dozen
draft dragon drain drake drama drank drastic dread dream dresden dress drift drill drink drive driven drought
drown drunk drusilla dryden dubai dublin dunbar duncan dundee dunlap durant durban durham during durst dustin
dwarf dwell dylan eager eagle early earnest earth easel easter eastman eclipse ecuador edgar edinburgh edith
edmund eduardo edward edwin effect effort egypt eight eileen either elaine elbow elder eleanor elect elegant
element elena eleven elias elijah eliot elisa elite elizabeth ellen elliot ellis elmer elspeth elton elvira
elvis elysium emanuel embark ember emblem embrace emerald emerson emilia emily empire employ empty enamel
enclose endure enemy energy engine england enjoy enlist enoch enough enrico enroll enter entire entry envoy
ephesus equal erasmus erfurt erica erika eritrea ernest error erskine erwin escape esmeralda essay essen essence
essex estate esther estonia eternal ethan ethic ethiopia etruria eugene euphemia eurasia europe eustace evans
evelyn event everest every evident exact excel except excess exeter exist expect expert explain export extent
extra fabian fable fabric facet factor faith falcon fallen false family famine fancy fargo farrell fatal father
fatima faulkner fault favor feast feather feature federal felicia felix fellow felon female fence fenton
ferdinand fergus fernando ferry fertile festival fetch fever fiber fiction field fierce fight figure filter
final finance finest finger finish finland fiona first fiscal fischer fisher flame flanders flank flash flask
flavor fleming flesh fletcher flight flint flock flood floor flora floral florence florida flour flower fluid
flute flyer focus follow forbid force foreign forest forever forget formal former forth fortune forty forum
fossil foster fought found fraction fragile frail frame france frances francis franco frank frankfurt franklin
franz fraud frazer freda frederick freedom freeman freeze frenzy fresh fresno freud frida friend fright fringe
front frost frown frozen fruit fulfil fuller funeral funnel furnish future gabon gabriel gabriela galaxy galen
galicia galilee gallant gallery gallia gallon gallop gambia gamble gandalf ganges garden gareth garland garlic
garment garner garnet garrison garth gascony gather gavin gdansk gemma gender general geneva genius genoa genre
gentle genuine george georgia gerald gerard gerber gerda germany gertrud ghana ghent ghost giant gibraltar
gibson gideon gilbert gilda giles gilmore ginger gisela giselle given glacier gladys glance gland glare glasgow
glass gleam glenda glimpse global gloom gloria glory glove glover goblet godfrey goethe going golden golding
gomez gondor goodwin gordon gorilla gorman gospel gossip gothic gotland grace grade graham grain grammar granada
grand granite grant grape graph grasp grass grave gravel gravity great greece greed green greenland greet gregor
gregory grenada grenoble greta gretel grief grill grimm grind griselda groan groom gross ground group grove
grover grown growth gruber guard guatemala gudrun guernsey guess guest guide guild guilt guinea guitar gunnar
gunther gustav gutter guyana gwendolen haarlem haber habit hadrian hagar hagen hague haifa haiti haller hamburg
hamilton hamlet hammer hamper hampshire hampton handle hannah hannibal hanoi hanover hansen happen happy harald
harbor hardin harding hardy harlem harmon harold harriet harris harry harsh hartman harvard harvest harvey
hasten hatred haunt havana haven hawaii hayden hazard hazel health heart hearth heath heaven heavy hebron hector
hedge hegel heidi height heinrich helen helena helga helium heller helmet helsinki hence henry henson herald
herbert herman hermes hermit herod heroin heron hester hidden higgins hilda hinder hiram history hobart hobbes
hoffman hogwarts holden holder holland hollow homer honduras honest honey honor hopkins horace horatio horizon
hormone horror horse horton hostel hotel hound house houston hover howard hubert hudson human humbert humble
humor hundred hungary hunger hunter hurdle husband huston hutton hybrid iberia ibrahim ibsen iceland idaho ideal
idiom ignatius ignore illinois illyria image immune imogen impact imperil import impose incense income indeed
index india indiana indus infant infer inform ingrid inland inlet inmate inner inquest insect insist insult
intact intend inter invent invest invite ionia ireland irene irvin isaac isabel isabella isaiah island ismael
isolde israel istanbul italy ivory jacket jackson jacob jakob jamaica james jamila janet janice jansen japan
jargon jasmin jason jasper javier jefferson jenkins jensen jeremy jericho jerome jersey jerusalem jessica jewel
joanna joaquin johanna johannes johnson joint jonas jonathan jordan joseph josephine joshua journal judea judge
judith juice julia julian juliet julius jungle junior justin jutland kabul kafka kaftan kandahar kansas kaplan
karachi karelia karen karin karina karla karma kashmir katarina katherine kathleen kazan keaton kebab keith
keller kelvin kendra kennedy kennel kenneth kenya kepler kerala kerman kernel kessel kettle kevin kidney kieran
kingdom kingston kinshasa kipling kirsten kitten klara klaus klein knife knight knock known koenig konrad korea
kosovo krakow kramer krill kristen kristin krone kruger kuwait kyoto label labor ladder lagos lahore lambert
lamina lance lancelot landau lantern lapland lapse larder large larissa larsen larva laser latent later lateral
latex latin latvia laugh launch laura laurel lauren laurence lausanne lavender lavinia lawson layer league
leander learn least leather leave lebanon ledger leeds legal legato legend legion lehman leibniz leiden leila
leipzig lemon length lenin lennart lennon lentil leonard leonora leopard leopold leroy leslie lesotho lesson
lester letitia letter level lever levin levine lewis liable libel liberal liberia liberty libido libya license
lidia liege light lilac lilian limerick limit limoges lincoln linda linden linen linger lionel liquid lisbon
listen liter lithuania litmus litter little liver liverpool livia lizard local locus lodge logan logic lombardy
london lonely loose lorena lorentz lorenzo loretta lorraine lotus louis louisa lover loyal lucas lucerne lucia
lucian lucinda lumber lunar lunch lupin lupine lusitania luther luxor luxury luzern luzon lydia lymph lynden
lyric mabel macau macedon macedonia machine madam madison madras madrid magda magdeburg magic magma magnet
magnus mahler maiden mainz major maker malabar malaga malawi malaysia malcolm mallet malmo malone malta mammal
mammoth manage mandarin mandate mandel mandolin manfred manganese mango mania maniac manila manitoba manner
manning manor mansion mantel mantle mantua manual manuel maple marathon marble marburg marcel march marcia marco
marcus margaret margin margot maria mariam marian marianne marie marina marion marissa marital marius marker
market markov marlin marlon marlow marsden marseille marsh marshall marta martha martial martin martina marvel
marvin maryland mascara mason master mastiff matilda matron matter matthew mature maureen maurice maxim
maximilian maximum maxwell mayor meadow meant measure mecca medal media medical medicine medieval medina medium
medusa melanie melanin melbourne melinda melissa mellow melodrama melon melville member memoir memory memphis
mendel menial mental mentor mercedes mercer merchant mercy merge meridian merit merlin mermaid merry mervin
mesopotamia messina mestizo metal meteor method metro mexico miami michael michelle michigan middle midgard
midst might miguel milan mildred milena military militia miller million milton minaret miner mineral minerva
minimal minimum minister minnesota minor minsk minus minute miranda miriam mirror mirth mischief misery mission
mississippi missouri mitchell mixture model modem modena modern modest module mohamed mohammed moira moldavia
moldova molly moment monaco monarch monday money mongolia mongrel monica monitor monkey monroe monsoon monster
montana month montreal moped moral moravia mordor morgan morning morocco moron morris morsel mortal mortar
mortimer morton mortuary mosaic moscow moselle moser moses mosque motel mother motif motion motor mount mountain
mourn mouse mouth movement movie mozambique mozart mueller mulatto mumbai munich munster mural murcia murder
murdoch muriel murray muscat muscle museum mushroom music muslin mustang mustard mutant mutter mutton mutual
mystery nadia nadine nagasaki nairobi naked namibia nancy nantes naomi napkin naples napoleon narnia narrow
nassau natalia natasha nathan nathaniel nation native natural nature naval navarre nebraska nectar needle negro
neither nelson nemesis nepal nephew nerve nestor network neuron neutral nevada never neville newman newton
nicholas nickel nicola nielsen nigel nigeria night nikolai nineveh nirvana nitrogen nixon nobel noble noise
nolan nomad norbert norma normal norman normandy north norton norway nostril notable nothing notice notion
nougat novel november nubia nuclear nugget number numidia nurse nylon oasis oberon object oblong obtain occult
occupy ocean octavia october odessa odette offend offer office often olive oliver olivia olsen olympia olympus
onion onset ontario onward opera operate ophelia opinion oporto option orange orbit orchard orchid ordeal order
oregon organ orient origin orinoco orlando orleans ornament orphan orson orville osaka osborn oscar osman ostia
oswald other otranto ottawa otter ottoman ounce outer outfit outlaw outlet output owner oxford oxygen oyster
pablo packet padua pagan pagoda paint pakistan palace paladin palau palermo palestine palmer palmyra pamela
pamphlet pamplona panama panda pandora panel panic pantheon papal paper paprika papua parade paradise paragon
paraguay parallel parasite parasol parcel pardon parent pariah paris parish parker parlor parma parrot parsnip
parsons parthia partial partner party pascal passion paste pastel pasteur pastor pasture patagonia patch patent
pathos patient patricia patrick patriot patrol patron pattern patton paula pauline pauling pause pavia peace
peach pearl pearson peasant pedal pedro pelham pelican pelvis pencil pendant penelope penguin pennsylvania penny
people pepper peptide percival percy perfect perform peril period perish perkins perlman permit perry persia
person persona perth pesto petal peter peters petra petrol petunia pewter phantom phase philip phobia phoebe
phoenicia phoenix photo phyllis piano picardy picture piece piedmont pierre pigeon pigment pilgrim pillar pilot
pimento pioneer pirate pistil pistol piston pitch pivot place plague plain planck planet plank plankton plant
plasma plaster plate platform platinum plato platoon player plaza plead please plebs pledge plenty plumber
plunder plutarch pocket podium pogrom point poison poker poland polar police policy polish polite pollen polly
polygon pomerania pompeii pontiff poplar poppy popular porcelain porch portal porter portia portion portland
porto portrait portugal position possess postal potato potent potion potsdam potter pottery pound powder powell
power prague praise prayer precede precinct predator prefer prelude premium present presley press pretend
pretoria pretty prevail prevent price pride priest primal primate prime prince print prior prism prison private
prize probe problem process produce profit program project promise proof proper prosper protest proton proud
prove proven provence provide prune prussia public pulpit pulse punish pupil puppet puritan purple purpose purse
pursuit pushkin putin puzzle pyramid python quality quantum quarrel quarter quartz quebec queen quentin quest
quick quiet quilt quincy quinn quito quorum quota quote rabbit rabid raccoon rachel radar radial radio radish
radium radius raglan raise raisin rally ralph ramadan ramon ramona randall random range ransom raphael rapid
rapport rascal rasmus rather ratify ratio rational rattle raven ravenna raymond razor reach react reactor ready
reagan realist realm reason rebecca rebel recall recent recipe reckon record recover rector refer reform refuge
refund refuse regal regard regent regina reginald region regret regular reign reindeer reinhard reject relate
relay relic relief remain remark rembrandt remedy remind remit remnant remote remus renal renata render renoir
repair repeat repel replica reply report reptile request requiem rescue resent reservoir reset residual resin
resist resonant resort result retail retain retard retina retort return reuben reveal revel revenge review
revolt reward rhine rhineland rhoda rhodes rhodesia rhubarb rhythm ribbon ricardo richard riddle ridge riemann
rifle right rigid rigor rimini ripen risen ritual rival river roast robber robert roberta robin robot rocket
rodent rodin rodney rodrigo roger rogers rohan roland roman romance romania romeo romulus ronald rosalind
rosamund rosetta roster rotor rotten rotterdam rouen rough roulette round route routine rowan roxana royal
rubber rubble rubens rubin rubric rudolf rufus ruler rumor rupert rural russell russia rutland rwanda saarland
sabina sable sabre sabrina sacred saddle safari saffron sahara saint salad salamanca salamander salamis salary
salem salerno salinger saliva salma salmon salome salon saloon salute salzburg samantha samara samaria samira
samoa samos sample sampson samson samuel samurai sanction sandal sanders sandra sandwich sanity sanskrit
santiago santos sapling sapphira saragossa sarah sarcasm sardine sardinia sargent sarmatia saskia satan satchel
satin satire sativa saturn sauce sauron savage savanna savannah savior savoy saxon saxony scale scalp scandal
scandinavia scandium scarce scare scarlet scatter scene scent scepter schiller schism scholar school schubert
schulz schumann science scope score scorn scorpion scotland scott scout scratch scream screen script scroll
sculptor scythia search season seattle sebastian second secret sector secular secure sedan segment segovia seize
seldom select selena selene selina seller sellers selma seminar senate senator senegal senior sense sensor
sensual sentinel seoul septum sequel sequin seraph serbia serena serene serge sergei serial series sermon
serpent servant serve server sesame session settle seven several severe seville sewer sexton shade shadow shaft
shake shall shallow shalom shaman shame shampoo shanghai shangri shannon shape share shark sharon sharp shatter
sheep sheer sheet sheila shelby sheldon shelf shell shelley shelter sheridan sheriff sherman shield shift shine
shirley shirt shiver shock shogun shoot shore short should shoulder shout shovel shower shrank shred shrimp
shrine shrink shroud shrub shrug shudder shuttle siberia sibling sibyl sicily sidney siege siegfried siena
sienna sight sigmund signal sigrid silas silent silesia silicon silver silvia similar simmer simon simone simple
simpson sinai sinatra since sinclair sinead singapore single sinister siren sirloin sister skate skeleton
skeptic sketch skill skinner skirt skull slalom slant slater slave slavonia sleep slender slept slice sloan
slogan slope sloth slovakia slovenia slump small smart smash smell smile smith smoke smooth smyrna snail snake
snooker social socrates sodium sofia solar solaris soldier solemn solid solomon solon solution solve somalia
somerset sonia sonic sonnet sophia soprano sorrento sorrow sorry sound source south sovereign space spade spain
spare spark sparrow sparta spartan spawn speak spear special species spectrum speech speed spell spencer spend
spent sphere spice spider spike spinal spinoza spinster spiral spirant spirit spleen splendid split spoil spoken
sponge sponsor spoon sport spouse spray spread spring sprint squad square squash squirrel stable stack stadium
staff stage stain stair stake stale stalin stalingrad stalk stall stamen stamp stand standard stanley stanton
starch stardom stare start starve state static station statue stature status steak steal steam steel steep
steiner stella stellar stephan stephen stereo sterling stern steroid steven steward stewart stick stiff stigma
still sting stipend stitch stock stockholm stokes stolen stomach stone stool stoop storage store storm story
stout stove strain strand strange strap strasbourg strata strategy stratum strauss straw stray stream street
strength stress stretch strict stride strike string strip stroke strong struck structure struggle stuart
stubborn student studio study stuff stumble stump stunt stupid stupor sturdy stuttgart style suave submit suburb
sudan sudden suffer sugar suggest sulfur sullen sullivan sultan sultana sumatra sumer summer summit summon
sunday sunset super supper supply support surface surgeon surinam surname surreal survey survive susan susanna
suspect sussex sustain sutton svetlana swallow swamp swansea swanson swarm swear sweat sweden sweep sweet swell
swift swing switch sword sydney sylvia symbol syndrome syracuse syria system tabitha table tablet tabloid taboo
tackle tactic tahiti tailor taiwan taken talbot talent talia talisman tallinn tamara tambourine tampa tampon
tamsin tandem tangent tangerine tangier tania tanith tanker tannin tantrum tanzania tardis target tariff tarot
tarquin tarsus tartan tartar tasmania taste tatiana tattoo taught taunt tavern taylor teach teacher tease tedium
teeth tehran telegram temper tempest temple tenant tendon tendril tennis tenor tense tenure terence teresa
terminal terminus terms terrain terrier terror tesla tetanus texas thaddeus thailand thalamus thalia thank
thatcher theater thebes theft their thelma theme theodor theodora theory there therefore theresa these thesis
thessaly thick thief thigh thing think third thirst thirteen thirty thistle thomas thora thorax thorn thornton
thorsten those though thought thousand thrace thread threat three threshold thrift thrill thrive throat throne
throng through throw thrown thumb thunder thuringia thyroid tiara tiberius tibet tibia ticket tidal tiffany
tiger tight tigris timber timid timothy tirana tired tissue titan titania title titus toast tobacco tobago
tobias today together toilet token tokyo toledo tolkien tolstoy tomas tomato tomorrow tonga tongue tonic tonight
tooth topaz topic torch torino torment tornado toronto torpedo torrent torso torture total totem touch tough
toulouse tourist tournament toward towel tower toxic trace track tract tracy trade tragic trail train trait
traitor trajan tramp transit transylvania trapeze trash trauma travel traverse tread treason treat treaty
trellis tremor trench trend trento treviso trial tribal tribe tribunal tribute trick trident trieste trigger
trinidad tripoli trisha tristan triumph trivial trolley trombone troop trophy tropic tropical trotsky trouble
trough trousers trout truce truck trudy truman trump trumpet trunk trust trustee truth tsunami tudor tuesday
tulip tulsa tumor tundra tunis tunisia tunnel turban turbine turbulent turin turing turkestan turkey turmeric
turmoil turner turnip turret turtle tuscany tutor tutorial tuxedo twelve twenty twice twist tyler typhoon tyrant
tyrol tyson uganda ukraine ulcer ulrich ulrika ulster ultra ulysses umber umberto umbrella umbria uncle under
union unison unite unity until updike upper upset upton uranium urban urchin urgent urine ursula uruguay usher
usual utensil utility utmost utopia utrecht utter vacant vaccine vacuum vague valence valencia valentin valeria
valet valhalla valiant valid valladolid valley valor value valve vampire vance vandal vanessa vanilla vanish
vanity vapor vargas variant various vassal vatican vaughan vault vector velvet vendor venetia veneto venezuela
venice venison venom ventral venture veranda verandah verbal verdi verdict verdun verena verge vermeer vermilion
vermin vermont vernon verona veronica versailles versatile verse version vertebra vertical vesper vessel vestal
veteran viaduct vibrant vicar victim victor victoria vienna vietnam vigil vigor viking villa village villain
vilnius vincent vinegar vineyard vintage vinyl viola violent violet violin viper viral virgil virgin virginia
virtual virtue virus viscera visible vision visit visitor visor vista vistula visual vital vitamin vivian vivid
vladimir vocal vogue voice volcano volga volition voltage voltaire volume vomit vortex voter vowel voyage vulgar
wagner wagon waist waiver waldo wales walker wallace wallet walnut walrus walsh walter wanda wander warden
warlock warner warrant warren warrior warsaw warwick waste watch water watson wayne wealth weapon weary weather
weave weber webster wedding weigh weight weird welcome welles wells wendell wendy werner wesley western
westphalia whale wharton wheat wheel where whether which while whisper white whitman whole whorl whose wicked
widen widow width wigwam wilbur wilde wilder wilfred wilhelm willem william wilma wilson window windsor winner
winslow winston winter winters wisconsin wisdom witch wither within without witness wizard wolff wolfgang woman
wombat women wonder wooden woolf worker world worry worse worst worth would wound woven wrath wreck wright wrist
write writer written wrong wyoming xavier yacht yasmin yeast yeats yellow yemen yeoman yesterday yield yogurt
yolanda young youth yukon yvonne zachary zagreb zaire zambia zanzibar zealand zealot zebra zelda zenith zephyr
zimmerman zipper zodiac zoltan zombie zurich
"""

COMMON = frozenset(_WORDS.split())
"""Lower-case words."""

UNWANTED = (
    "anal", "anus", "arse", "bitch", "boob", "cock", "coon", "cum", "cunt", "dick", "dyke", "fag", "fuck", "hitler",
    "homo", "jew", "kike", "nazi", "negr", "nig", "penis", "piss", "poof", "porn", "prick", "pussy", "rape", "semen",
    "sex", "shit", "slut", "spic", "tit", "turd", "twat", "vagin", "wank", "whor",
)  # fmt: skip
"""Strings that no name may contain."""
