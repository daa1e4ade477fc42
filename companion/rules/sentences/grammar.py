"""How rules are said: a lark grammar over kinds of words (words.py), never over letters.

A rule whose name is a method of Sense is what that method says of its parts; any other hands its parts on.
What may be left out after a part stands in a rule of its own: the fewer ways a rule begins, the sooner it is read.
"""

SENTENCE = r"""
start: when_then | then_when | topic_then

when_then: why then (parts | (IT | THAT) COST costs)
then_when: parts last
last: (comma why)?
topic_then: event leads_to
          | clause follows parts
          | (whoever_does | named_rank | headline) (COLON | COMMA) parts
          | (event | named_rank | headline) COLON listed
          | (event | clause | asked) ASKED parts
          | (whoever_does | told | deed) telling
          | (deed | bid_event) ordered
leads_to: follows parts | COST costs | made | GIVE bestowed
made: (MAKE | LET | ORDER) group TO? vp                 -> part
bestowed: (group amount | amount TO group)              -> bestows
asked: (DO | HAVE) sub tvp                              -> does

why: if_ clause | occasion event
if_: IF | ONCE | SHOULD
occasion: FOR | ON | AFTER | WITH | AT
then: (COMMA | COLON)?
comma: COMMA?
follows: COLON | COMMA | MEAN THAT? | COMMA? AND
whoever_does: whoever aux tvp
named_rank: NUMBER
headline: ONE_NAME                                      -> of_name

// what is said without a sign before whom it costs what
told: does | happened | card_event | bid_event | nobody_event | box_event
telling: named_part further                             -> one_part
named_part: named_group vp also                         -> part
named_group: named others_too                           -> group
deed: tvp
ordered: order further                                  -> one_part
order: vp also                                          -> part

// who may do something
sub: somebody | subject | the_subject
somebody: SOMEONE | (A | ANY)? PLAYER | PLAYERS | (SOMEONE | ANY | NUMBER) OF (WE | HE | THE PLAYERS)
subject: he
the_subject: THE PLAYER
whoever: WHOEVER | many_or_one who DO? | he_who
he_who: (HE | HER) who
many_or_one: SOMEONE | EVERYONE | THE_ONE | THOSE | ALL | (ALL? THE?)? PLAYERS | some? PLAYER | THE GUY
who: WHO | THAT
some: A | ANY | EACH | THE
doing_it: many_or_one tvp
he: HE | HE OR HE
his: own (OR own)?
own: HIS | HER

// whom it costs what
parts: part further                                     -> one_part
further: (more parts)?
more: COMMA | COMMA? AND ALSO?
part: group predicate also | vp also | amount receiver | SO group | lone vp also | let group (act self | giving) also
let: LET
lone: lone_player                                       -> group
lone_player: PLAYER                                     -> the_player_himself
listed: alone (more terse)+                             -> one_part
      | terse more alone (more terse)?                  -> one_part
alone: lone plainly                                     -> part
terse: group plainly                                    -> part
plainly: NUMBER                                         -> quantity
also: ALSO?
predicate: (ALSO? EACH? vp | amount)?
receiver: ((FOR | TO) group)?
costs: cost dear*                                       -> one_part
cost: (group? amount | amount (TO | FOR) group)         -> part
dear: more group amount                                 -> part
vp: must act self | must giving | MAY giving
must: (MUST MUST? | SHOULD | IS TO)?
self: SELF?
act: DRINK how_much                                     -> drinks
   | (TAKE | HAVE | GET | OWE) amount                   -> drinks
   | (IS | GET) (FINE how_much | GIVE amount)           -> drinks
   | (OWE | GET | TAKE | DRINK) A FINE OF amount        -> drinks
how_much: amount?
giving: (GIVE_OUT | gift) amount                        -> gives
      | gift amount OUT                                 -> gives
      | (GIVE_OUT | gift) amount TO given               -> gives_to
      | gift given amount                               -> gives_to
      | gift SELF amount                                -> drinks
      | (MAKE | ORDER) given TO? act                    -> gives_to
      | CHOOSE choice                                   -> gives
gift: GIVE | HAND
choice: WHO must act | (picked | the_one) ((COMMA? WHO | TO | THAT) must act | FOR amount)
the_one: NUMBER                                         -> picked
given: group | picked                                   -> group
picked: SOMEONE ELSE? | (A | ANY | ANOTHER | NUMBER) OTHER? PLAYER | WHOEVER
      | (SOMEONE | NUMBER) OF THE (OTHERS | OTHER PLAYERS)
amount: (quantity | once) EACH?
quantity: (NUMBER (OPEN NUMBER CLOSE)? | COUPLE) unit | NUMBER TIMES | TWICE
unit: (DRINK ((OF | FROM) his (DRINK | GLASS))?)?
once: ONCE | A DRINK (OF his DRINK)? | A FINE
"""

DRINKERS = r"""
group: BOTH? drinker others_too
others_too: (AND drinker | COMMA drinker COMMA? AND drinker)?
drinker: named | all_of_them
named: somebody_there self | some_player | everyone | others | chosen_one | did_it | beside
all_of_them: ALL                                        -> everyone
somebody_there: pronoun | the_player_himself | culprit | dealer | leader | taker
pronoun: he
the_player_himself: the_player CONCERNED? | THE_ONE | ITS PLAYER
some_player: SOMEONE | (A | ANY) PLAYER | PLAYERS
culprit: THE? CULPRIT
everyone: EVERYONE | WE ALL | ALL OF (WE | HE) | EACH PLAYER | ALL (OF? THE)? PLAYERS | (ALL? THE | THE WHOLE) TABLE
others: EVERYONE ELSE
      | ALL? (THE | own)? (OTHERS | OTHER PLAYERS | REST PLAYERS)
      | (ALL | EACH) OF (THE | own) (OTHERS | OTHER PLAYERS)
      | EACH OTHER PLAYER
      | ALL? THE REST (OF (THE (TABLE | PLAYERS) | WE))?
      | ALL? THE OTHERS OF him
dealer: THE? DEALER
leader: (THE | ITS)? (TRICK S?)? LEADER (OF the_trick)?
taker: (THE | ITS)? (TRICK S?)? TAKER | THE? TAKER OF (the_trick | IT)
the_trick: (THE | THAT) TRICK
chosen_one: ((A | ANY | THE) PLAYER | SOMEONE) OF his (CHOICE | CHOOSE)
          | (WHOEVER | SOMEONE | (A | ANY | THE) PLAYER who?) (he | the_player) (CHOOSE | LIKE)
          | (A | THE) (CHOOSE PLAYER | PLAYER CHOOSE BY he)
did_it: whoever HAVE? did | actor | card_player | trick_taker
actor: whoever aux tvp | doing_it
card_player: THE PLAYER OF card
trick_taker: THE TAKER OF trick with_card
did: PLAY (IT | (THE | THAT) CARD)?                              -> played_it
   | LEAD (IT | the_trick)?                             -> led_it
   | TAKE (IT | the_trick)                              -> took_it
   | (SAY | SCORE | FILL | MISS | MAKE | KEEP) IT       -> did_that
   | DEAL                                               -> dealt

// left, right and across, counted from the player
the_player: (THE | THAT) PLAYER
whose: his                                              -> owned
     | (the_player | THE_ONE | THE LEADER | ITS PLAYER) S -> owned_by
     | culprit S                                        -> owned_by_did
det: (THE | whose)?
him: (he | HER)                                         -> owned
   | (the_player | THE LEADER)                          -> owned_by
   | (whoever aux tvp | doing_it)                       -> owned_by_actor
   | (whoever HAVE? did | culprit)                      -> owned_by_did
   | THE PLAYER OF card                                 -> owned_by_card
of_him: (OF him)?
beside: (article (PLAYER | NEIGHBOUR) | THE_ONE | THE? GUY) sits where
      | (article PLAYER | THE_ONE | THE GUY) (BEFORE | AFTER)
      | whose NEIGHBOUR where
      | (WHOEVER | whoever) (IS? SIT | IS) where
      | det (toward | NEXT | PREVIOUS) (PLAYER | NEIGHBOUR | GUY) of_him
      | det (LEFT | RIGHT | ACROSS)
      | det NEXT PLAYER place
      | several
article: (THE | A)?
sits: (WHO IS | WHO IS SIT | WHO? SIT)?
toward: (LEFT | RIGHT) HAND? | ACROSS
where: place | ACROSS from_him | (AFTER | BEFORE) him
from_him: (FROM? him)?
place: (TO | ON | AT) det side of_him
     | side OF him
side: (LEFT | RIGHT) (HAND SIDE? | SIDE)?
several: (BOTH | (BOTH | EACH) OF)? det NUMBER? NEIGHBOURS around -> neighbours
       | EACH NEIGHBOUR of_him                          -> neighbours
       | (BOTH? THE? PLAYERS | THOSE) sits about        -> neighbours
       | (WHOEVER | THOSE who) (SIT | IS) about         -> neighbours
       | (THE | whose) LEFT AND RIGHT NEIGHBOURS        -> neighbours
around: of_him | about
about: BESIDE (him)?
     | (ON | TO | AT) BOTH_SIDES of_him
     | (ON | TO) det LEFT AND (TO | ON)? det RIGHT of_him
"""
