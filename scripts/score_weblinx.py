"""Scores predictions with the official WebLINX library, to compare `parley score` with it.

    python scripts/score_weblinx.py <folder of demonstrations> <results.json> <output folder>

Writes eval_scores.csv and aggregated_scores.json into the output folder. Needs `pip install weblinx[eval]`.
Exit status: 0 done, 3 the library is not installed.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

try:
    import pandas  # noqa: F401 - the library's evaluation needs it
    import sacrebleu  # noqa: F401
    from weblinx.eval import auto_eval_and_save, compute_aggregated_scores
except ImportError as error:
    print(f"The WebLINX library cannot be used:  {error}. Install weblinx[eval].", file=sys.stderr)
    sys.exit(3)


def main():
    demonstrations, predictions, output = (Path(argument) for argument in sys.argv[1:4])
    names = sorted({entry["demo_name"] for entry in json.loads(predictions.read_text(encoding="utf-8"))})
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results"
        model = results / "project" / "all" / "model"
        model.mkdir(parents=True)
        shutil.copy(predictions, model / "results.json")
        splits = Path(folder) / "splits.json"
        splits.write_text(json.dumps({"all": names}), encoding="utf-8")
        auto_eval_and_save(
            results_dir=results,
            base_dir=str(demonstrations),
            splits=("all",),
            split_file=splits,
            check_hashes=False,
        )
        records = compute_aggregated_scores(results_dir=results, splits=("all",))
        output.mkdir(parents=True, exist_ok=True)
        shutil.copy(model / "eval_scores.csv", output / "eval_scores.csv")
        (output / "aggregated_scores.json").write_text(
            json.dumps(records, default=float), encoding="utf-8"
        )


main()
