"""What a run shows while it goes and leaves behind: records, a live view, TensorBoard, W&B, a report.

Each is a `Monitor` in a file of its own, and `Monitors` is several as one::

    monitors = Monitors([Records(folder / "records.jsonl"), LiveView(steps), Report(folder)])
    monitors.begin(config); monitors.step(1, record); monitors.note("..."); monitors.end()
"""

from .base import Monitor
from .live import LiveView
from .many import Monitors
from .records import Records
from .report import Report
from .tensorboard import TensorBoard
from .wandb import WeightsAndBiases

__all__ = ["LiveView", "Monitor", "Monitors", "Records", "Report", "TensorBoard", "WeightsAndBiases"]
