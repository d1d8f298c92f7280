"""Common English words of four to seven letters, about 2,900, chosen for this project: no names, no plurals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_TEXT = """
abbey abide able abuse ache acid acre actor acute adapt admit adopt adore adult after again aged agent agree
ahead aisle alarm album alert alien alike alive alley allow alloy alone alter amaze amber among amuse angel
anger angle angry ankle apart apple apply apron arena argue arise armor army arrow aside asset atlas atom attic
aunt autumn avoid awake award aware away awful back bacon badge badly bagel baggy bake baker balance ball
balloon band banjo bank barber bark barn barrel base basic basin basket batch bath battery battle beach bead
beak beam bean bear beard beast beat beauty beaver become bedroom beech beef beetle begin behave being bell
belly below belt bench bend berry best better beyond bible bingo bird birth biscuit bishop bison bite bitter
black blade blame blank blanket blast blaze bleak bleed blend bless blimp blind blink block blond blood bloom
blossom blow blue bluff blunt blush board boast boat body boil bold bolt bomb bone bonus book boost boot booth
border bored born borrow boss bossy bottle bottom bounce bound bowel bowl boxer braid brain brake branch brand
brass brave brawl bread break breath breeze bribe brick bride bridge brief bright brine bring brink brisk broad
broil bronze brook broom broth brother brown brush bubble bucket buckle buddy budget buggy bugle build built
bulb bulge bull bullet bully bumpy bunch bundle bunny burden burn burnt burst bush busy butcher butter button
buyer cabbage cabin cable cacao cadet cage cake calf call calm camel cameo camera camp canal candid candle candy
cannon canoe canvas canyon caper capital captain capture caramel carbon card care career careful cargo carpet
carrot carry cart carve case cash castle casual catch cater cattle cause cave cavern cedar ceiling cellar cement
central centre cereal chain chair chalet chalk chance change channel chaos chapel chapter charge charity charm
chart chase chatter cheap cheat check cheek cheer cheery cheese chef cherry chess chest chew chicken chief child
chill chilly chimney chin chive choice choke choose chop chord chorus chubby chunk cider cigar cinema circle
circus citizen city civil claim clamp clap clarity clash clasp class classic claw clay clean clear cleft clerk
clever cliff climate climb cling clinic clip cloak clock clone close closet cloth cloud clover clown club clue
clumsy coach coal coarse coast coat cobra cobweb cocoa coconut coffee coil coin cold collar collect college
colony column comb comedy comet comfort comma command common company compare compass complex compose conceal
concept concert condor confess confirm confuse conquer contain content contest control convert cook cool copper
copy coral core cork corn corner correct cosmic cost costume cottage cotton couch cough council count country
county couple courage course court cousin cover coward coyote cozy crab crack cradle craft crane crash crate
crater crave crawl crayon creak cream create credit creek creep crest crew crib cricket crime crisp critic crook
crop cross crouch crow crowd crown cruel cruise crumb crush crust crystal cube cuddle culture curb curious curl
curly current curry curtain curve cushion custom cycle cyclone daily dairy daisy damage damp dance dandy danger
dare dark dash date dawn dazzle deal dear debate debt debut decade decay decent decide deck declare decoy deep
deer defeat defend degree delay delight deliver demand denim dense dentist deny depend depth deputy derby desert
deserve design desire desk despair dessert detail detect detour develop device devil dial diamond diary dice
diet differ digit digital diner dingo dinner direct dirt dirty disco discuss disease dish distant ditch dive
divide divorce dizzy dock doctor dodge dogma doll dollar dolphin domain donate donkey donor doom door double
doubt dough dove down dowry dozen draft drag dragon drain drama drape draw drawer drawn dread dream dress drift
drill drink drive driver drone drool droop drop drought drown drum dryer duchess duck duel duet dull dune dusk
dust dusty duty dwarf dwell dynamo eager eagle early earn earth ease east easy eaten eaves ebony echo edge edit
editor effect effort eight eject elastic elbow elder elect elegant element elite else embark embrace emerge
emotion empire employ empty enable enact endless endure enemy energy engage engine enjoy enough enroll ensure
enter entire entry envy equal equip erase erode errand error erupt escape essay essence estate even evening
event every evil evolve exact exam example exceed excite excuse exert exile exist exit exotic expand expect
expel expert expire explain exploit explore export expose express extend extra fable fabric facade face fact
factory fade fail faint fair fairy faith falcon fall false fame family famous fancy farm farmer fashion fast
fatal fate father fatigue faucet fault favour fear feast feather feature feed feel feline fellow fence fern
ferry fetch fever fiber fiction fiddle field fierce fiery fifty fight figure file fill film filter final finance
finch find fine finger finish fire firm first fish fist fjord flag flair flake flame flank flap flare flash flat
flavour flaw flea fleet flesh flick flight fling flint flip flirt float flock flood floor flora floss flour flow
flower fluff fluid flush flute foal foam focus foggy foil fold folk follow food fool foot foray force foreign
forest forever forge forget fork form formal former fort fortune forty forum forward fossil foster found fowl
foyer fragile frail frame fraud freak freckle free freedom freeze freight frenzy fresh friend fright fringe frog
front frost froth frown frozen fruit fudge fuel full fungus funnel funny furious furnace fury fuse future fuzzy
gadget gain galaxy gallery gallop gamble game garage garden garlic garment gate gather gauge gaze gear gecko
gender general genius gentle genuine gesture geyser ghost giant gift giggle ginger giraffe girl give glacier
glad glance glare glass gleam glide glimpse glitter globe gloom glory glove glow glue gnome goal goat gold
golden good goose gorge gorilla gospel gossip govern gown grab grace grade gradual grain grand grant grape graph
grasp grass grate grave gravel gravity gravy gray graze grease great greed green greet grey grief grill grin
grind grip gritty groan grocery groove ground group grow growth grumpy guard guess guest guide guild guilt
guitar gulf gutter gypsum habit hair half hall hamlet hammer hamster hand handful handle handy hang happen happy
harbour hard hardly harm harp harsh harvest haste hatch hate haul haunt have haven hawk hazard hazel hazy head
heal health heap hear heart heat heaven heavy hedge heel height helmet help herb herd hero heron herring hidden
hide high highway hill hinge hint hippo hire history hobby hoist hold hole holiday hollow holy home honest honey
honk honour hood hoof hook hope horde horizon horn horror horse hostile hotel hound hour house hover howl huge
hull human humble humour hunch hundred hunger hungry hunt hurdle hurry hurt husband husky hybrid hymn icicle
icing idea ideal idiom idle igloo ignore image imagine impact import improve inbox inch income indeed index
indoor infant inform initial injury inlet inner insect inside insist inspect install instant insult intact
intend invade invent invest invite involve inward iris iron irony island itch item ivory jacket jaguar jail jazz
jealous jeans jeep jelly jersey jewel jigsaw jockey join joint joke jolly journey judge judo juggle juice juicy
jumbo jump jungle junior jury just justice kayak keen keep kennel kernel kettle kick kidney kind king kingdom
kiosk kitchen kite kitten knee kneel knife knight knit knock knot know koala label labour lace ladder ladle lady
lagoon lake lamb lamp lance land lane lantern lapse large larva laser lasso last latch late later laugh launch
laundry lava lavish lawn lawyer layer lazy lead leader leaf leaflet league lean learn leash leather leave
lecture ledge leech left legal legend leisure lemon lend length lens lesson letter level lever liberty library
license life lift light like lilac limb lime limit limp line linen link lion liquid list listen little live
lively liver lizard load loaf loan lobby lobster local lock locker locust lodge logic lonely long look loop
loose lord lose lost lotus loud love lovely lower loyal luck lucky luggage lunar lunch lung lure lurk luxury
lynx lyric machine magic magma magnet maiden mail main major make mammal manage mango manner manor mansion
mantle maple marble march margin marine mark market marry marsh mascot mask mass massive master match mate
matter maximum mayor maze meadow meal mean meaning measure meat medal medic medical medium meet mellow melody
melon melt member memory mental mention menu mercy merge merit mermaid merry mess message metal meter method
middle midst might migrate mild mile milk mill million mimic mind mine mineral minnow minor mint minute miracle
mirror misery miss mist mistake mitten mixture moan moat mobile mock model modern modest mold molten moment
money monitor monkey monster month mood moon moral morning morsel mosaic moss motel moth mother motion motive
motor motto mound mount mourn mouse mouth move movie much muddy muffin mule mumble mural muscle museum music
mustard mute mutual mystery myth nacho nail naked name napkin narrow nasty nation native nature naval navy near
neat neck nectar need needle neither neon nephew nerve nervous nest network neutral never news newt next nibble
nice niche nickel niece night nimble nine ninja noble noise noisy none noodle noon normal north nose note
nothing notice notion novel novice nowhere nuclear nudge nugget number nurse nymph oasis oath oats obey object
oblige obscure observe obtain obvious occupy occur ocean octopus odor offer office officer often ogre olive omit
onion only onset opal open opera opinion oppose optic option oral orange orbit orchard order organ orient origin
orphan ostrich other otter ounce oust outcome outdoor outer outfit outlaw outline output oval oven over overall
owner oxygen oyster pack packet paddle page pain paint painter pair palace pale palm panda panel panic pansy
panther pants papaya paper parade parcel pardon parent park parka parrot parsley part partner party pass passage
passion past pasta paste pastry pasture patch path patient patio patriot patrol pattern pause pave payment peace
peach peak peanut pearl peasant pebble peck pedal peel peer pelican pencil penguin penny people pepper percent
perch perfect perform perfume perhaps peril period permit person pest petal pewter phase phone photo phrase
piano pick picnic picture piece pigeon piglet pile pill pillar pillow pilot pinch pine pink pint pioneer pipe
pirate pistol pitch pity pivot pizza place plague plaid plain plan plane planet plank plant plaster plastic
plate play player plaza plead please pledge plenty pliers plot plough pluck plug plum plumber plume plump plunge
plush pocket poem poet poetry point poison poker polar pole police policy polish polite polo pond pony pool poor
poppy popular porch port portion pose post postal potato pottery pouch poultry pound pour powder power prairie
praise prank prawn pray prayer preach prefer premium prepare present press pretend pretty prevent preview prey
price prick pride priest primary prime prince print prison private prize probe problem process produce product
profit program project promise prompt prone proof proper prose protect protein protest proud prove provide prow
prune public pudding puddle puff pull pulse puma pump punch pupil puppet puppy pure purple purpose purse push
puzzle pyramid quack quail quaint quake quality quarrel quarter quartz queen quench query quest queue quick
quiet quill quilt quirk quit quite quiver quiz quote rabbit race rack racket radar radio radish raft rage raid
rail railway rain rainbow raise raisin rally ramp ranch random range rank ransom rapid rare rascal rate rather
ratio rattle raven ravine razor reach react read reader ready real realize really realm reap reason rebel
rebuild recall receipt receive recent recipe reckon record recover reduce reef refill reflect reform refuge
refuse regard region regret regular rein reject relate relax relay release relic relief rely remain remark
remedy remind remote remove rent repair repeat replace reply report reptile request rescue reserve resist resort
respect respond rest restore result retail retire return reveal revenge review revive reward rhino rhyme rhythm
ribbon rice rich ride rider ridge rifle right ring rinse riot ripe ripple rise risk ritual rival river road roam
roar roast robot rock rocket rodeo rogue roll roof rookie room rooster root rope rose roster rotate rotten rouge
rough round route routine rover royal rubber ruby rudder rude rugby ruin rule ruler rumble rumour runway rural
rush rust rustic sadden saddle safe safety saga sail sailor saint salad salary sale salmon saloon salsa salt
salute same sample sand sandal sardine satin satisfy sauce saucer sausage savage save savings scale scallop scan
scar scarce scare scarf scatter scene scenery scent scheme scholar school science scold scone scoop scope scorch
score scorn scout scowl scrap scrape scratch scream screen screw script scrub sculpt seal search season seat
second secret section sector secure sedan seed seek seize seldom select senate send senior sense sequel sequin
serene serial series serious sermon servant serve service session settle seven severe sewage shabby shack shade
shadow shaft shaggy shake shallow shame shape share shark sharp shave shawl shed sheen sheep sheet shelf shell
shelter sherbet sheriff shield shift shimmer shin shine ship shirt shiver shock shoe shoot shop shore short
shout shovel show shower shrewd shrimp shrink shrub shrug shuffle shut shutter sick side siege sieve sight sign
signal silence silent silicon silk silly silver similar simple since sing singer single sink siren sister site
size sizzle skate sketch skill skim skin skip skirt skull skunk slang slap slate slave sled sleek sleep sleet
sleeve slender slice slick slide slight slim slime slip slogan slope slot slow slug slump small smart smash
smear smell smile smog smoke smooth smug snack snail snake snap snare sneak sneeze sniff snore snout snow snub
soak soap soar sober soccer social society sock soda sofa soft soil solar soldier solemn solid solve some sonar
song soon soot soothe sorrow sorry sort soul sound soup sour source south space spade span spare spark sparrow
spawn speak spear special species speech speed spell spend sphere spice spider spike spill spin spine spiral
spirit spit splash split spoil spoke sponge spoon sport spot spouse spout spray spread spring sprint spruce spur
squad square squash squeeze squid stab stable stack stadium staff stag stage stain stair stake stale stalk stall
stamp stand star stare start startle starve stash state station statue stay steady steak steal steam steed steel
steep stem step stereo stern stick stiff still sting stingy stir stitch stock stomach stone stool stoop stop
storage store stork storm story stout stove strain strait strand strange strap straw stray stream street stress
stretch strict stride strike string strip stripe stroll strong strum stuck student studio study stuff stump
stupid sturdy style subject sublime submit suburb subway succeed success sudden suffer sugar suggest suit sulk
sultan summer summit sunny sunset super supper supply support suppose sure surf surface surge surgeon surname
surplus survey survive sushi suspect swallow swamp swan swap swarm sway swear sweat sweep sweet swell swift swim
swing swirl switch swoop sword symbol syrup system table tablet tackle tacky taco tail tailor take tale talent
talk tall talon tangle tango tank tape tapir target tart task taste tattoo taunt tavern taxi teach teacher teak
team tear tease teenage tell temper temple tempt tenant tender tennis tent tepid term terrace terrain terror
test text texture thank thaw theatre theft theme theory thermal thick thief thigh thimble thin thing think third
thirst thirsty thirty thistle thorn thought thread threat three thrift thrill thrive throat throne throw thrust
thud thumb thunder tiara ticket tickle tide tidy tiger tight tile tilt timber time timid tinsel tiny tired
tissue title toad toast tobacco today toilet token tomato tomb tone tongue tonic tonight tool tooth topaz topic
torch tornado torrent torso toss total touch tough tour tourist toward towel tower town toxic trace track
tractor trade trader traffic tragedy trail train trait trap trash trauma travel tray tread treat treaty treble
tree trek tremble trench trend trial tribe tribute trick tricky trigger trim trip tripod triumph troll trolley
troop trophy tropic trot trouble trout truce truck true trumpet trunk trust truth tuba tube tulip tumble tuna
tunnel turban turf turkey turmoil turn turnip turtle tusk tutor twelve twenty twice twig twin twinkle twirl
twist tycoon typical typist udder ugly umpire unable uncle uncover under undergo undo unfair unfold unicorn
uniform union unique unit unite unity unknown unless unlock unpack until unusual unveil update uphill upon upper
upright uproar upset urban urge urgent usage useful usher usual utter vacant vacuum vagrant vague vain valiant
valid valley value valve vanilla vanish vanity vapour variety various vase vast vault veal veil vein velvet
vendor venom venture venue verb verdict verify verse version very vessel veteran viable vibrate vicar victim
victory video view vigor vile village villain vine vinegar vinyl violent violin viper virtue virus visible
vision visit visitor visor visual vital vivid vocal voice volcano volume vote voucher voyage vulture waffle wage
wagon wail waist wait waiter wake walk wall wallet walnut waltz wander want warden warm warmth warn warning warp
wart wash wasp waste watch water wave wealth weapon wear weary weasel weather weave wedding wedge weed week
weekend weigh weight weird welcome welfare well west western whack whale wharf wheat wheel whim whine whip whirl
whisk whisper whistle white whole wicked wicker wide widget widow width wife wiggle wild will willow wilt wimp
wince wind window wine wing wink winner winter wipe wire wisdom wise wish witch within without witness witty
wolf woman wombat wonder wood wooden wool word work worker world worm worry worse worship worst worth wound wrap
wreath wreck wren wrench wrestle wriggle wrist write writer wrong yacht yard yarn yawn year yeast yell yellow
yelp yield yoga yogurt yolk young youth zealous zebra zero zigzag zinc zipper zombie zone zoom
"""

LENGTHS: Final = range(4, 8)


def _by_length(words: Sequence[str]) -> Mapping[int, tuple[str, ...]]:
    return {length: tuple(sorted({word for word in words if len(word) == length})) for length in LENGTHS}


WORDS: Final = _by_length(_TEXT.split())
"""All words by their length, in alphabetical order."""
