"""An evening on the engine of the iPhones and on Firefox: what each of them can do differently from Chromium."""

COVERED = """const {left, top, width, height} = document.querySelector(arguments[0]).getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(arguments[0]) === null"""
COUNT_BEATS = """window.beats = 0;
    const {decode} = TextDecoder.prototype;
    TextDecoder.prototype.decode = function (...given) {
        const text = decode.apply(this, given);
        window.beats += text.split('event: beat').length - 1;
        return text;
    };
    window.beatsAt = {};
    addEventListener('rendered', () => { beatsAt[parseInt(document.body.dataset.version)] ??= window.beats; });"""


def test_an_evening(phone, server):
    ann, bob = phone(), phone()
    they_sit_down(ann, bob, server.home)
    table = ann.over_http(server.home)
    a_deal_of_five_card_yak(ann, bob)
    a_link_dies_and_a_tap_waits(ann, bob, table)
    typing_is_kept(ann, bob, table)
    updates_arrive_while_the_page_is_busy(ann, table)
    a_pad_of_dice(ann, bob, table)
    the_end(ann, bob, table)


def they_sit_down(ann, bob, home):
    """Ann opens the night, Bob has the link, and Cal has no phone."""
    ann.go("/")
    ann.picture("start")
    sits(ann, "Ann", "/nights")
    table = ann.over_http(home)
    bob.go(table.invitation().removeprefix(home))
    bob.picture("join")
    sits(bob, "Bob", "/j/")
    for one in (ann, bob):
        one.is_live()
    table.add("Cal")
    for one in (ann, bob):
        one.says("Cal")
        one.picture("together")


def sits(one, name, action):
    form = f"form[action*='{action}']"
    one.type(f"{form} [name=name]", name)
    one.press(f"{form} button")
    one.sits()


def a_deal_of_five_card_yak(ann, bob):
    ann.go("start/five-card-yak")
    ann.picture("choosing")
    ann.tap("Options")
    ann.press("label:has([name=open_rules][value=yes])")
    ann.until("return document.querySelector('[name=open_rules]').checked")
    ann.enter("game.started", game="five-card-yak")
    ann.until("return location.href === arguments[0]", ann.night)
    for one in (ann, bob):
        one.is_live()
        one.picture("deal")
    ann.enter("trick.taken", winner="p2")
    bob.says("trick 1 costs 1", "#r-mine")
    bob.picture("fine")
    assert bob.run(COVERED, "#r-status")
    assert not bob.run(COVERED, "#r-record")
    bob.enter("drink.taken")
    bob.until("return !document.querySelector('#r-mine').childElementCount")
    assert not bob.run(COVERED, "#r-status")
    bob.enter("trick.taken", winner="p2")
    ann.says("Bob took trick 2")
    ann.picture("trick 2")
    ann.tap("Wrong?")
    ann.until("return document.querySelector('#page-sheet[open]')?.getAnimations().length === 0")
    ann.picture("wrong")
    ann.enter("entry.undone")
    bob.says("took back: Bob took trick 2")
    ann.go()
    ann.is_live()
    ann.picture("undone")
    for trick, winner in enumerate(("p1", "p2", "p1", "p2"), 2):
        one = (ann, bob)[trick % 2]
        one.enter("trick.taken", winner=winner)
        for other in (ann, bob):
            other.says(f"{'Ann' if winner == 'p1' else 'Bob'} took trick {trick}")
    for one in (ann, bob):
        one.picture("deal 1 is over")
        one.press(".dealt > summary")
        one.says("Deal 2")
        one.picture("deal 2")


def a_link_dies_and_a_tap_waits(ann, bob, table):
    """Nothing gets through for a while, and later only what is opened anew: the tap counts once."""
    ann.network.turn("hole")
    ann.enter("trick.taken", winner="p2")
    ann.says("1 tap waits for the network")
    ann.says("not live", "#live-badge")
    ann.picture("not live")
    ann.network.forget()
    ann.is_live()
    for one in (ann, bob):
        one.says("Bob took trick 1")
    ann.until("return !document.querySelector('.waits')")
    ann.picture("live again")
    assert sum("took trick 1 of deal 2" in line for line in table.log()) == 1


def typing_is_kept(ann, bob, table):
    """Half a rule is typed while a rule is called."""
    table.enter("rule.made", text="No pointing.", amount=1)
    ann.go("rules/new")
    ann.is_live()
    field = ann.type("textarea[name=text]", "Whoever takes trick 2")
    seq = table.enter("rule.called", rule="r1", player="p3")
    ann.shows(seq)
    field.type(" drinks 3.")
    ann.picture("half a rule")
    where = "const {name, value, selectionStart} = document.activeElement; return [name, value, selectionStart]"
    assert ann.run(where) == ["text", "Whoever takes trick 2 drinks 3.", 31]
    ann.press("#rule-form .button")
    ann.says("The app watches", "#card")
    ann.enter("rule.made")
    ann.says("Whoever takes trick 2 drinks 3.", "#r-book")
    ann.picture("rule made")
    bob.enter("trick.taken", winner="p2")
    bob.says("Whoever takes trick 2 drinks 3.", "#r-mine")
    bob.picture("rule fired")


def updates_arrive_while_the_page_is_busy(ann, table):
    """Many entries in a moment: the last one is shown without waiting for the next heartbeat of the stream."""
    ann.go()
    ann.is_live()
    ann.run(COUNT_BEATS)
    for _ in range(5):  # a heartbeat may fall into the moment
        before = ann.run("return beats")
        ann.until("return beats > arguments[0]", before)
        for _ in range(10):
            seq = table.enter("rule.called", rule="r1", player="p3")
        ann.shows(seq)
        if ann.run("return beatsAt[arguments[0]]", seq) == before + 1:
            return
    raise AssertionError("The last of ten entries was shown only when a heartbeat came.")


def a_pad_of_dice(ann, bob, table):
    table.enter("game.ended")
    table.start(2, "yak")
    ann.go()
    ann.is_live()
    ann.picture("yak")
    for _ in range(5):
        ann.press("#r-own-game .key[value='3']")
    ann.until("return document.querySelector('#r-own-game [name=box] b')")
    ann.picture("five dice")
    ann.press("#r-own-game [name=box][value='5-same']")
    for one in (ann, bob):
        one.says("Ann has a yak!")
        one.is_live()
        one.picture("box filled")


def the_end(ann, bob, table):
    table.enter("game.ended")
    ann.go("recap")
    ann.until("return document.querySelector('svg.plot')?.getBoundingClientRect().height")
    ann.picture("recap")
    bob.browser.resize(1280, 720)
    bob.go(table.screen_link().removeprefix(table.home))
    bob.says("Ann", "body")
    bob.picture("big screen")
