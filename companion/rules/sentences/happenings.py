"""How the happenings that a rule may listen to are said, in the grammar of grammar.py.

A box that is filled, or scored by the very word box, is that box with whatever is written into it, nothing included;
one that is got, made, rolled or scored by its name alone (a five flush, a yak) was got: at least 1.
"""

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
