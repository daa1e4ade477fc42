"""A page of another site can show a form that points here; it changes nothing."""

FORM = """<form method="post" action="{action}"><input name="type" value="game.ended"><button>Win</button></form>"""


def test_a_form_on_another_site_does_not_tap_for_us(chromium, three):
    ann, bob, _ = three
    stranger = chromium.new_context(storage_state=ann.context.storage_state()).new_page()
    page = FORM.format(action=f"{ann.night}entries")
    stranger.route("http://evil.test/", lambda route: route.fulfill(content_type="text/html", body=page))
    stranger.goto("http://evil.test/")
    with stranger.expect_response("**/entries") as answered:
        stranger.get_by_role("button").click()

    assert answered.value.status == 403
    stranger.context.close()
    assert ann.log()[0].startswith("Five-Card Yak began")
