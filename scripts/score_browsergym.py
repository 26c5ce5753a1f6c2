"""Computes the rewards of actions with the official WebLINX 1.1 package, to compare `parley score` with it.

    python scripts/score_browsergym.py <data folder> <actions.json> <split>

The data folder has metadata.json and demonstrations/. The actions are a list of {"demo", "step", "action"}. Prints the
rewards as a JSON list. Needs `pip install weblinx-browsergym weblinx[eval]`.
Exit status: 0 done, 3 the package is not installed.
"""

import json
import logging
import os
import sys
import tempfile
from pathlib import Path

# Importing the package would download the records of these splits.
for split in ("TRAIN", "VALID", "TEST", "TEST_OOD"):
    os.environ[f"BROWSERGYM_WEBLINX_REGISTER_{split}"] = "false"

try:
    import sacrebleu  # noqa: F401 - the package's rewards need it
    from browsergym.core.action.highlevel import HighLevelActionSet
    from weblinx_browsergym import WeblinxTasks
except ImportError as error:
    print(f"The WebLINX 1.1 package cannot be used:  {error}. Install weblinx-browsergym.", file=sys.stderr)
    sys.exit(3)


def main():
    data, actions, split = Path(sys.argv[1]).resolve(), json.loads(Path(sys.argv[2]).read_text("utf-8")), sys.argv[3]
    logging.disable(logging.CRITICAL)
    # As in BrowserGym's benchmark of this data set.
    action_set = HighLevelActionSet(subsets=["weblinx"], multiaction=False, strict=False)
    rewards = []
    # The library keeps a cache in the working folder and never checks whether it belongs to the same page.
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for entry in actions:
            task = WeblinxTasks(
                demo_id=entry["demo"],
                step_num=entry["step"],
                split=split,
                cache_dir=str(data),
                metadata_path=str(data / "metadata.json"),
                action_mapping=action_set.to_python_code,
            )
            task.obs, task.info = {}, {}  # what `reset` reads from the snapshots; the reward does not use it
            rewards.append(float(task.step(entry["action"])[1]))
    print(json.dumps(rewards))


main()
