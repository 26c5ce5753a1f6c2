"""Opens demonstrations with the official WebLINX library and checks that the library can use them.

    python scripts/check_weblinx.py <demonstration>...

Needs `pip install weblinx==0.3.2 lxml==6.1.3`. Prints one line per demonstration.
Exit status: 0 all are usable, 1 at least one is not (its line says why), 2 usage, 3 the library is not installed.
"""

import json
import os
import struct
import sys
import tempfile
from pathlib import Path

UID = "data-webtasks-id"
ELEMENT_INTENTS = {"click", "hover", "textInput", "change", "submit", "paste"}
INTENTS = ELEMENT_INTENTS | {"load", "scroll", "copy", "tabcreate", "tabremove", "tabswitch"}
BOX_KEYS = ["x", "y", "width", "height", "top", "right", "bottom", "left"]

try:
    import lxml.html  # noqa: F401 - the library needs it for xpaths
    import weblinx
    from weblinx.processing.outputs import extract_action_from_turn
    from weblinx.utils.format import format_intent_automatically
except ImportError as error:
    print(f"The WebLINX library cannot be used: {error}. Install weblinx and lxml.", file=sys.stderr)
    sys.exit(3)


class UnusableDemonstration(Exception):
    """The message is a clause that says what is wrong with a demonstration."""


def require(condition, message):
    if not condition:
        raise UnusableDemonstration(message)


def check_png(path):
    """Checks that the file is a complete PNG and not empty."""
    data = path.read_bytes()
    require(data[:8] == b"\x89PNG\r\n\x1a\n", f"{path.name} is not a PNG")
    require(data[-8:-4] == b"IEND", f"{path.name} is truncated")
    width, height = struct.unpack(">II", data[16:24])
    require(width > 0 and height > 0, f"{path.name} is empty")


def check_boxes(turn):
    boxes = turn.bboxes
    require(isinstance(boxes, dict), f"turn {turn.index} has a page but no boxes")
    for uid, box in boxes.items():
        require(list(box) == BOX_KEYS, f"turn {turn.index}: the box of {uid} has the keys {list(box)}")


def check_element(turn):
    element = turn.element
    require(element is not None, f"turn {turn.index} ({turn.intent}) has no element")
    uid = element["attributes"].get(UID)
    require(uid, f"turn {turn.index} ({turn.intent}): its element has no uid")
    require(list(element["attributes"]) == sorted(element["attributes"]), f"turn {turn.index}: attributes are not sorted")
    if not turn.has_html():
        return
    page = turn["state"]["page"]
    xpaths = turn.get_xpaths_dict(uid_key=UID)
    require(uid in xpaths, f"turn {turn.index} ({turn.intent}): {uid} is not in {page}")
    found = lxml.html.fromstring(turn.html).getroottree().xpath(xpaths[uid])
    require(len(found) == 1 and found[0].get(UID) == uid, f"turn {turn.index}: {xpaths[uid]} finds another element in {page}")


def check_browser_turn(turn):
    require(turn.intent in INTENTS, f"turn {turn.index} has the unknown intent {turn.intent!r}")
    require(isinstance(turn.props, dict), f"turn {turn.index} has no properties")
    require(turn.zoom == 1, f"turn {turn.index} has the zoom {turn.zoom}")
    for number in (turn.mouse_x, turn.mouse_y, turn.tab_id, turn.viewport_height, turn.viewport_width):
        require(isinstance(number, int), f"turn {turn.index}: {number!r} in its metadata is not an integer")
    if turn.has_html():
        html = turn.html
        require(html is not None, f"turn {turn.index}: {turn['state']['page']} cannot be read")
        require(html.startswith("<head"), f"turn {turn.index}: {turn['state']['page']} does not start with <head")
        check_boxes(turn)
    if turn.has_screenshot():
        require(turn.get_screenshot_status() == "good", f"turn {turn.index}: its screenshot is not marked good")
        check_png(Path(turn.get_screenshot_path()))
    if turn.intent in ELEMENT_INTENTS:
        check_element(turn)
    if turn.intent == "load":
        require(turn.props.get("url"), f"turn {turn.index} is a load without a URL")
    if turn.intent in ("copy", "paste"):
        text = turn.args.get("selected" if turn.intent == "copy" else "pasted")
        require(isinstance(text, str), f"turn {turn.index} is a {turn.intent} without its text")
        require(text == extract_action_from_turn(turn)["args"]["text"], f"turn {turn.index}: the library reads a different text")
    if turn.intent in ("tabcreate", "tabremove", "tabswitch"):
        require(isinstance(turn.props.get("tabId"), int), f"turn {turn.index} ({turn.intent}) has no tab")
    if turn.intent == "tabswitch":
        require(turn.props.get("tabIdOrigin") != turn.props["tabId"], f"turn {turn.index} switches to the tab that is already active")


def check_turn(turn):
    require(turn.validate(), f"turn {turn.index} is not valid")
    require(isinstance(turn.timestamp, (int, float)), f"turn {turn.index} has no time")
    if turn.type == "browser":
        check_browser_turn(turn)
    # Prompts, rankers and metrics use these functions. Each raises an error if the turn lacks a field.
    require(turn.format_text(), f"turn {turn.index} has no text")
    require(format_intent_automatically(turn), f"turn {turn.index} cannot be formatted")
    require(extract_action_from_turn(turn)["intent"], f"turn {turn.index} has no reference action")


def check(path):
    """Returns a summary of the demonstration. Raises UnusableDemonstration."""
    require(path.is_dir(), "the folder does not exist")
    demonstration = weblinx.Demonstration(path.name, base_dir=str(path.parent))
    require(demonstration.is_valid(), "metadata.json, form.json or replay.json is missing, or there is a file invalid.json")
    require(all(part >= 0 for part in demonstration.get_version()), "its version number is invalid")
    demonstration.get_upload_date(as_datetime=True)
    require(isinstance(demonstration.metadata["recordingStart"], int), "recordingStart is not a number of milliseconds")
    for name in ("metadata.json", "form.json", "replay.json"):
        require((path / name).read_bytes().isascii(), f"{name} is not ASCII")
    replay = weblinx.Replay.from_demonstration(demonstration)
    for turn in replay:
        try:
            check_turn(turn)
        except UnusableDemonstration:
            raise
        except Exception as error:  # the library raises many types of errors
            raise UnusableDemonstration(f"the library fails on turn {turn.index}: {type(error).__name__}: {error}") from error
    require(replay.validate_turns(), "a turn is not valid")
    chat_count = len(replay.filter_by_type("chat"))
    page_count = len({turn["state"]["page"] for turn in replay.filter_if_html_page()})
    return f"{len(replay)} turns ({chat_count} chat, {len(replay) - chat_count} browser), {page_count} pages"


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    paths = [(argument, Path(argument).resolve()) for argument in arguments]
    with tempfile.TemporaryDirectory() as scratch:
        # The library caches xpaths in the working directory by name and turn, and never checks whether they are stale.
        os.chdir(scratch)
        status = check_all(paths)
        os.chdir(Path(scratch).anchor)
    return status


def check_all(paths):
    status = 0
    for argument, path in paths:
        try:
            print(f"ok {argument}: {check(path)}")
        except UnusableDemonstration as problem:
            print(f"not ok {argument}: {problem}.")
            status = 1
        except (OSError, ValueError, KeyError, json.JSONDecodeError) as error:
            print(f"not ok {argument}: it cannot be read: {type(error).__name__}: {error}.")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
