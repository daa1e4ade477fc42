"""How rules are said: a lark grammar over kinds of words (vocabulary.py), never over letters.

A rule whose name is a method of Drinkers is what that method says of its parts; any other hands its parts on.
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

# A box that is filled, or scored by the very word box, is that box with whatever is written into it, nothing included;
# one that is got, made, rolled or scored by its name alone (a five flush, a yak) was got: at least 1.
HAPPENINGS = r"""
// with somebody who does it (tvp), without (happened), and as the name of what happens (event)
clause: does | doing | happened
does: sub aux tvp
doing: tvp
aux: (HAVE IS? | IS | S)?
be: HAVE? IS | GET | S
by: (BY sub)?
which: who be
tvp: plays | throws | leads | takes | makes | misses | declares | reveals | drops_out | is_called
   | fills | gets | strikes
happened: of_card | of_trick | of_bid | of_box | nobody_takes | there_is | word_said | THAT_HAPPENS -> whatever
event: doing | card_event | trick_event | bid_event | box_event | nobody_event | a_word | THAT_HAPPENS -> whatever
a_word: ((THE WORD)? QUOTED | SWEAR WORD)                -> word_said
of_card: card card_fate | first_led | (A | ANY) CARD be (PLAY | LEAD) by which_is
first_led: THE FIRST_CARD be card                       -> leads
card_event: card card_done                              -> of_card
          | (A | ANY | EACH) CARD (PLAY | LEAD) by which_is -> of_card
          | THE? (PLAY | LEAD) OF card by               -> of_card
          | (A | ANY | EACH) (PLAY | LEAD) card         -> of_card
card_fate: be ((PLAY | THROW) DOWN? | LEAD) by | LAND | TAKE trick
card_done: (which? (PLAY | LEAD) by | who? sub aux (PLAY | LEAD))?
of_trick: trick trick_fate
trick_event: (trick | nth_trick) trick_done             -> of_trick
           | THE? TAKE OF trick with_card               -> of_trick
           | (A | THE | ANY | EACH) TAKE TRICK          -> of_trick
           | TRICK (TAKE by)? WITH card                 -> of_trick
nth_trick: NTH TRICK of_deal                            -> trick
trick_fate: be TAKE by with_card | be TAKE WITH card BY sub | be TAKE BY card | GO TO sub
          | be LEAD WITH card by | be TAKE BY no_one | GO TO no_one | (be | STAY) UNTAKEN | HAVE NO TAKER
trick_done: (which? TAKE by with_card | who? sub aux TAKE with_card | LEAD WITH card)?
          | who? NOBODY TAKE | which? TAKE BY NOBODY | (WITHOUT A? | WITH NO) TAKER
of_bid: bid bid_fate
bid_event: bid (MISS | MAKE | KEEP) by                  -> of_bid
         | (A | EACH | ANY | THE) (MISS | MAKE | KEEP) BID  -> of_bid
         | THE? (MISS | MAKE | KEEP | DECLARE | REVEAL) OF bid -> of_bid
         | (A | EACH | ANY) (DECLARE | REVEAL | DROP OUT)   -> of_bid
bid_fate: be (MAKE | KEEP | MISS | DECLARE | REVEAL) by | MISS
there_is: THERE be (A | ANY) (DECLARE | REVEAL)         -> of_bid
        | (A | ANY) (DECLARE | REVEAL) be MAKE by       -> of_bid
word_said: quotes be SAY by
of_box: box_or_any box_fate | written was_put in_box by | got_box be (SCORE | ROLL | THROW | MAKE | PLAY) by
was_put: be (SCORE | PUT | FILL)
box_event: zero in_box                                  -> of_box
         | any_box (FILL by | who? sub aux FILL)        -> of_box
         | box_or_any FILL? WITH written                -> of_box
         | THE? (FILL | STRIKE) OF box_or_any with_written -> of_box
         | got_box                                      -> gets
box_fate: be (FILL | SCORE | STRIKE) with_written by | SCORE written

// cards
plays: PLAY card DOWN? | PUT card DOWN
throws: THROW card DOWN?
leads: LEAD led_what | START any_trick | (LEAD | START) any_trick WITH card | START WITH card | PLAY card FIRST
led_what: (WITH? card | TO? any_trick)?
card: EITHER? one_of which_card | (A | ANY | EACH | THE) CARD | (A | ANY | EACH) CARD which_is
which_is: who (IS | S) (card | colour)
which_card: CODE | ranks of_suits | suits CARD? | colours ranks | suit court
          | CARD (OF | OF_SUIT) suits | CARD OF (A | ANY) colours SUITED
one_of: (A | ANY | EACH | THE)?
of_suits: (OF ANY? suits)?
ranks: ranking ((COMMA article_ ranking)* or_ article_ ranking)?
ranking: rank | faces
rank: RANK | RANKS | NUMBER | PLURAL
court: (RANK | RANKS)                                   -> rank
faces: FACE CARD?
colours: colour (or_ colour)?
colour: COLOUR                                          -> suit
suits: suit ((COMMA article_ suit)* or_ article_ suit)?
suit: SUIT | SUITS | COLOUR
article_: (A | THE | ANY)?
or_: COMMA? (OR | AND)
with_card: (WITH card)?

// tricks and bids
takes: (TAKE | GET) trick with_card
nobody_takes: no_one aux (TAKE | GET) any_trick
            | THERE be NO TAKER (OF THE TRICK)?
            | ALL THE? CARD CANCEL
            | EACH CARD be? CANCEL
nobody_event: (UNTAKEN TRICK | NO TAKER)                -> nobody_takes
            | (A | THE | EACH | ANY) UNTAKEN TRICK      -> nobody_takes
no_one: NOBODY (OF (WE | HE | THE PLAYERS))? | NO PLAYER
any_trick: (A | THE | ANY | EACH) TRICK
trick: any_trick | TRICK NUMBER | THE? TRICK_NUMBER NUMBER | THE NTH TRICK of_deal
of_deal: ((OF | IN) (THE | A | EACH | ANY) DEAL)?
makes: (MAKE | KEEP | GET) bid
misses: MISS bid | MISS TO (MAKE | KEEP | GET | TAKE) bid
bid: (A | THE | ANY | EACH)? BID | own_bid | somebody S BID
own_bid: his BID
declares: DECLARE bid? | (MAKE A | CALL) DECLARE
reveals: REVEAL bid? | (MAKE A | CALL) REVEAL

// dropping out, and what only people hear
drops_out: (DROP | IS | GO) OUT (OF THE (DEAL | GAME))? | RUN OUT OF CARD
is_called: SAY words | SWEAR | (IS | GET)? CATCH (SWEAR | SAY words)? | DOES_THAT
words: quotes | (THE WORD)? DRINK | A SWEAR WORD
quotes: quote ((COMMA quote)* or_ quote)?
quote: (THE | A)? WORD? QUOTED

// boxes
fills: FILL boxed with_written
     | SCORE (any_box | named_box) with_written
     | SCORE written
     | SCORE IN box_or_any
     | (GET | MAKE) many_points
     | PUT a_zero
     | (SCORE | GET | MAKE | PUT | FILL | TAKE) written IN boxed
     | SCORE zero AND points in_box
     | (GET | TAKE | MAKE) no_points
gets: (SCORE | GET | MAKE | ROLL | THROW | PLAY | KEEP) got_box
    | (GET | MAKE | ROLL | THROW | KEEP) named_box
strikes: STRIKE boxed
with_written: (WITH written)?
in_box: (IN boxed)?
boxed: any_box | named_box | bare_box
box_or_any: any_box | named_box
any_box: (A | ANY | EACH | his) BOX
named_box: (THE | his | A)? BOX (NAME | ONE_NAME | PLAIN)  -> box
         | (THE | his | A)? (NAME | ONE_NAME | PLAIN) BOX  -> box
bare_box: (THE | his | A)? (NAME | ONE_NAME)                       -> box
        | (THE | his)? PLAIN                            -> box
got_box: (THE | his | A)? NAME                          -> of_name
       | (THE | his | A) ONE_NAME                       -> of_name
written: points | zero
points: AT_LEAST (NUMBER | NOTHING)? POINT?
      | (NUMBER | NOTHING) POINT? OR_MORE POINT?
      | SOMETHING
      | OVER (NUMBER | NOTHING) POINT?                  -> points_over
many_points: (AT_LEAST NUMBER POINT | NUMBER POINT OR_MORE | NUMBER OR_MORE POINT) -> points
           | OVER NUMBER POINT                          -> points_over
zero: (A | EACH | ANY)? NOTHING POINT? | NO POINT
a_zero: A NOTHING POINT?                                -> zero
no_points: (A NOTHING | NOTHING POINT | NO POINT)       -> zero
"""
