"""Prints the page text that browser-use's agent puts into its prompt. Uses no model.

    browser_use_text.py <browser> <width> <height> <profile folder>

Reads {"url"} from stdin, one JSON object per line. Prints {"version"} first, then {"text"} or {"error"} per URL.
"""

import asyncio
import json
import logging
import os
import sys
from importlib.metadata import version

os.environ["ANONYMIZED_TELEMETRY"] = "false"
os.environ["BROWSER_USE_CLOUD_SYNC"] = "false"
os.environ["BROWSER_USE_LOGGING_LEVEL"] = "result"

from browser_use.agent.prompts import AgentMessagePrompt  # noqa: E402
from browser_use.browser import BrowserProfile, BrowserSession  # noqa: E402
from browser_use.filesystem.file_system import FileSystem  # noqa: E402

logging.disable(logging.CRITICAL)

# Time for a page to fetch its data.
FETCH_WAIT_SECONDS = 2


def print_json(**fields: str) -> None:
    print(json.dumps(fields), flush=True)


async def main(executable: str, width: str, height: str, folder: str) -> None:
    size = {"width": int(width), "height": int(height)}
    profile = BrowserProfile(
        executable_path=executable,
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport=size,
        window_size=size,
        user_data_dir=os.path.join(folder, "profile"),
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    files = FileSystem(folder)
    print_json(version=version("browser-use"))
    try:
        while line := await asyncio.to_thread(sys.stdin.readline):
            try:
                await session.navigate_to(json.loads(line)["url"])
                await asyncio.sleep(FETCH_WAIT_SECONDS)
                state = await session.get_browser_state_summary(include_screenshot=False)
                prompt = AgentMessagePrompt(browser_state_summary=state, file_system=files)
                print_json(text=prompt._get_browser_state_description())
            except Exception as error:
                print_json(error=f"{type(error).__name__}: {error}")
    finally:
        await session.kill()


asyncio.run(main(*sys.argv[1:5]))
