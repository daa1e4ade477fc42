"""The word list: which kind of word each word is. A phrase is written with underscores; the longest match counts."""

from __future__ import annotations

KINDS: dict[str, str | dict[str, str]] = {
    # how a sentence hangs together
    "IF": "if when whenever where each_time every_time every_single_time any_time anytime as_soon_as the_moment "
    "the_minute the_instant in_case in_case_that in_the_event in_the_event_that provided provided_that supposing "
    "assuming",
    "ONCE": "once",
    "COMMA": ", ; – — -",
    "COLON": ": = → => ->",
    "ASKED": "?",
    "OPEN": "(",
    "CLOSE": ")",
    "AND": "and & + plus while whereas as_well_as",
    "OR": "or /",
    "ALSO": "also too as_well likewise",
    "SO": "so_does so_do so_must so_has",
    "FILLER": "then please just simply immediately instantly always at_once right_away straight_away "
    "at_the_table around_the_table round_the_table at_this_table extra additional single directly hereby of_the_unit "
    "plz pls",
    # who
    "WHOEVER": "whoever whosoever whomever whichever_player whatever_player",
    "WHO": {"who": "who", "which": "which"},
    "THAT": "that this",
    "SOMEONE": "someone somebody anyone anybody any_one some_one some_player sum1 some1 any1 ne1",
    "EVERYONE": "everyone everybody every_one every1",
    "ALL": "all",
    "BOTH": "both",
    "ELSE": "else",
    "OTHER": "other",
    "OTHERS": "others opponents",
    "REST": "rest remaining",
    "WHOLE": "whole entire",
    "TABLE": "table group party",
    "WE": "we us",
    "NOBODY": "nobody no_one no-one noone none",
    "NO": "no",
    "PLAYER": "player person participant",
    "PLAYERS": "players people persons participants",
    "GUY": "guy fellow chap bloke dude",
    "CONCERNED": "concerned in_question",
    "THE_ONE": "the_one",
    "THOSE": "those the_ones",
    "ANOTHER": "another",
    "IT": "it",
    "THERE": "there",
    "DEALER": "dealer",
    "DEAL": "deal deals dealt",
    "LEADER": "leader",
    "TAKER": {"": "taker", "winner": "winner"},
    "CULPRIT": {
        "declared": "declarer", "revealed": "revealer", "bid": "bidder", "box": "scorer", "called": "speaker",
        "": "culprit offender",
    },
    "LEFT": "left",
    "RIGHT": "right",
    "HAND": "hand hands handed handing",
    "SIDE": "side",
    "NEXT": "next",
    "PREVIOUS": "previous preceding",
    "NEIGHBOUR": "neighbour neighbor",
    "NEIGHBOURS": "neighbours neighbors",
    "BESIDE": "next_to beside adjacent_to",
    "BOTH_SIDES": "either_side both_sides each_side",
    "ACROSS": "across opposite facing across_the_table across_the_table_from opposite_to across_from",
    "SIT": "sit sits sitting sat seated",
    "CHOOSE": "choose chooses chose chosen choosing pick picks picked picking nominate nominates nominated nominating "
    "select selects selected selecting decide decides name names named naming appoint appoints designate designates",
    "LIKE": "like likes want wants wish wishes",
    "CHOICE": "choice liking",
    # articles and small words
    "A": "a an",
    "THE": "the",
    "ANY": "any",
    "EACH": "each every apiece",
    "EITHER": "either",
    "OF": "of",
    "TO": "to",
    "ON": "on upon",
    "IN": "in into",
    "AT": "at",
    "BY": "by",
    "FOR": "for",
    "BEFORE": "before",
    "AFTER": "after following in_case_of in_the_event_of",
    "WITH": "with using",
    "WITHOUT": "without",
    "FROM": "from",
    "OUT": "out",
    "DOWN": "down on_the_table onto_the_table upon_the_table down_on_the_table",
    "S": "'s",
    # cards and tricks
    "RANK": {"A": "ace", "K": "king k", "Q": "queen q", "J": "jack knave j", "T": "t", "2": "deuce", "3": "trey"},
    "RANKS": {"A": "aces", "K": "kings", "Q": "queens", "J": "jacks knaves", "2": "deuces", "3": "treys"},
    "SUIT": {"S": "spade ♠", "H": "heart ♥", "D": "diamond ♦", "C": "club ♣"},
    "SUITS": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    "COLOUR": {"HD": "red", "SC": "black"},
    "FACE": "face court picture royal",
    "CARD": "card cards",
    "OF_SUIT": "of_the_suit of_the_suit_of in_the_suit_of from_the_suit_of of_suit",
    "SUITED": "suit",
    "FIRST_CARD": "first_card_of_a_trick first_card_of_the_trick first_card_of_each_trick first_card_of_every_trick "
    "first_card_of_any_trick first_card_in_a_trick first_card_in_the_trick",
    "FIRST": "as_the_first_card_of_a_trick as_the_first_card_of_the_trick as_first_card_of_a_trick "
    "as_the_first_card_in_a_trick",
    "PLAY": {"": "play plays played lay lays laid lay_down lays_down laid_down put_down puts_down throw_down "
                 "throws_down threw_down thrown_down",
             "ing": "playing laying laying_down putting_down throwing_down"},
    "THROW": {"": "throw throws threw thrown", "ing": "throwing"},
    "LAND": "falls fall hits_the_table hit_the_table lands land lands_on_the_table comes_down",
    "LEAD": {"": "lead leads led lead_off leads_off led_off", "ing": "leading leading_off"},
    "START": {"": "open opens opened start starts started begin begins began", "ing": "opening starting beginning"},
    "TAKE": {"": "take takes took taken win wins won capture captures captured collect collects collected claim claims "
                 "claimed scoop scoops scooped",
             "ing": "taking winning capturing collecting claiming scooping"},
    "TRICK": "trick",
    "TRICK_NUMBER": "trick_number trick_no trick_no. trick_#",
    "GO": {"": "go goes went gone", "ing": "going"},
    "STAY": "stay stays stayed remain remains remained",
    "UNTAKEN": "untaken unclaimed unwon",
    "CANCEL": "cancel cancels cancelled canceled cancel_out cancel_each_other cancel_each_other_out",
    # bids, boxes and what else happens
    "BID": "bid bids bid_card",
    "MAKE": {"": "make makes made", "ing": "making"},
    "KEEP": {"": "keep keeps kept fulfil fulfils fulfill fulfills fulfilled achieve achieves achieved meet meets met "
                 "reach reaches reached honour honours honoured honor honors honored hit hits nail nails nailed "
                 "successful",
             "ing": "keeping fulfilling achieving meeting reaching honouring honoring hitting nailing"},
    "MISS": {"": "miss misses missed fail fails failed fails_in fails_at falls_short_of break breaks broke broken blow "
                 "blows blew blown bust busts busted lose loses lost botch botches botched unsuccessful",
             "ing": "missing failing breaking blowing busting losing botching"},
    "CALL": "call calls called calling",
    "DECLARE": {"": "declare declares declared declaration declarations", "ing": "declaring"},
    "REVEAL": {"": "reveal reveals revealed revelation revelations", "ing": "revealing"},
    "SCORE": {"": "score scores scored", "ing": "scoring"},
    "FILL": {"": "fill fills filled fill_in fills_in filled_in fill_out fills_out enter enters entered",
             "ing": "filling filling_in filling_out entering"},
    "ROLL": {"": "roll rolls rolled", "ing": "rolling"},
    "STRIKE": {"": "cross_out crosses_out crossed_out scratch scratches scratched strike_out strikes_out struck_out "
                   "zero_out zeroes_out zeros_out zeroed_out",
               "ing": "crossing_out scratching striking_out zeroing_out"},
    "PUT": {"": "put puts write writes wrote written write_down writes_down written_down wrote_down",
            "ing": "putting writing writing_down"},
    "BOX": "box boxes",
    "POINT": "point points",
    "NOTHING": {"0": "zero zeros zeroes zip nothing nil nought naught"},
    "SOMETHING": "something",
    "AT_LEAST": "at_least a_minimum_of",
    "OVER": "over more_than above",
    "OR_MORE": "or_more or_over or_above or_higher or_better or_greater and_up and_more or_up",
    "DROP": {"": "drop drops dropped", "ing": "dropping"},
    "RUN": {"": "run runs ran", "ing": "running"},
    "SAY": {"": "say says said mention mentions mentioned utter utters uttered speak speaks spoke spoken shout shouts "
                "shouted yell yells yelled use uses used whisper whispers whispered scream screams screamed "
                "exclaim exclaims exclaimed call_out calls_out called_out",
            "ing": "saying mentioning uttering speaking shouting yelling whispering screaming calling_out"},
    "WORD": "word words",
    "SWEAR": {"": "swear swears swore curse curses cursed cuss cusses cussed", "ing": "swearing cursing cussing"},
    "CATCH": {"": "catch catches", "ing": "catching caught"},
    # drinking
    "DRINK": "drink drinks drank drunk sip sips sipped finger fingers pencil pencils waffer waffers gulp gulps gulped "
    "swig swigs swallow swallows swallowed shot shots token tokens unit units mouthful mouthfuls",
    "TWICE": {"2": "twice", "3": "thrice"},
    "TIMES": "times time",
    "COUPLE": "a_couple couple a_couple_of couple_of",
    "FINE": "fined charged penalised penalized fine penalty",
    "OWE": "owe owes owed pay pays paid paying receive receives received receiving",
    "GET": {"": "get gets got gotten", "ing": "getting"},
    "GAME": "game",
    "GLASS": "glass",
    "HAVE": "has have had having 've",
    "IS": "is are was were be been being 're",
    "MUST": "must has_to have_to had_to need_to needs_to gets_to get_to ought_to will shall 'll "
    "is_required_to is_obliged_to is_forced_to are_required_to must_to has_got_to have_got_to gotta",
    "SHOULD": "should",
    "MAY": "may can is_allowed_to are_allowed_to has_the_right_to have_the_right_to",
    "DO": "did",
    "GIVE_OUT": "hand_out hands_out handing_out give_out gives_out giving_out deal_out deals_out dish_out dishes_out "
    "pass_out passes_out share_out shares_out dole_out doles_out give_away gives_away distribute distributes assign "
    "assigns award awards allot allots allocate allocates handed_out given_out",
    "ORDER": "order orders tell tells force forces cause causes oblige obliges obligate obligates require requires "
    "compel compels",
    "GIVE": "give gives giving gave given send sends",
    "LET": {"let": "let", "": "lets allow allows entitle entitles"},
    "COST": "cost costs costing earn earns bring brings",
    "MEAN": "mean means meant meaning",
    "SELF": "himself herself themselves themself yourself oneself itself yourselves",
    "HE": {"he": "he she they him them", "you": "you u"},
    "HIS": {"he": "his their", "you": "your ur"},
    "HER": {"he": "her"},
    "ITS": "its",
}  # fmt: skip

ALWAYS_TEXT = {
    "NOT": "not never cannot neither nor non dont doesnt didnt wont isnt",
    "UNLESS": "unless until otherwise",
    "EXCEPT": "except excepting excluding but besides other_than apart_from aside_from bar save",
}


def _listed() -> dict[tuple[str, ...], tuple[str, str]]:
    """Every word and phrase, in single words, with its kind and value."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    for kind, words in {**KINDS, **ALWAYS_TEXT}.items():
        groups = words if isinstance(words, dict) else {"": words}
        for value, group in groups.items():
            found |= {tuple(word.split("_")): (kind, value) for word in group.split()}
    return found


WORDS = _listed()
LONGEST = max(map(len, WORDS))
