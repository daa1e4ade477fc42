"""The first load, measured on the wire: the join page and the first table with all their files.

What a phone loads once the table is shown is not part of it: the script that keeps the night file, and that file.
"""

KB = 1024


class Wire:
    """Counts what a phone is sent, headers and all, redirects too."""

    def __init__(self, one):
        self.cdp = one.context.new_cdp_session(one.page)
        self.names, self.sizes = {}, {}
        self.cdp.on("Network.requestWillBeSent", self.asked)
        self.cdp.on("Network.loadingFinished", self.finished)
        self.cdp.send("Network.enable")

    def asked(self, event):
        self.names[event["requestId"]] = event["request"]["url"].rpartition("/")[2]
        if "redirectResponse" in event:
            self.sizes["redirect"] = event["redirectResponse"]["encodedDataLength"]

    def finished(self, event):
        name = self.names.get(event["requestId"], event["requestId"])
        self.sizes[name] = self.sizes.get(name, 0) + event["encodedDataLength"]


def test_the_join_page_and_the_first_table_with_all_that_they_wait_for_weigh_at_most_40_kb(server, phone, three):
    ann, *_ = three
    newcomer = phone(server.home)
    wire = Wire(newcomer)
    newcomer.page.goto(ann.invitation())
    newcomer.page.fill("#name", "Dan")
    newcomer.button("Sit down").tap()
    newcomer.says("#live-badge", "live")
    expected = {"app", "every", "night", ""}  # "" is the table
    while not expected <= {name.partition(".")[0] for name in wire.sizes}:
        newcomer.page.evaluate("1")  # lets the browser tell what came

    assert sum(wire.sizes.values()) <= 40 * KB, wire.sizes
