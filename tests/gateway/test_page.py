"""The program of docs/GATEWAY.md prints a call that the tool takes."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "GATEWAY.md"
PROGRAM = re.search(r"^```python gemini.py\n(.*?)^```", PAGE.read_text(), re.M | re.S)[1]


def test_the_program_of_the_page(gateway):
    program = PROGRAM.replace("http://127.0.0.1:8787", gateway)
    # The prompt tells the stand-in what to call.
    program = re.sub(r'contents=".*"', 'contents="call docs/search #0"', program)
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env={"GEMINI_API_KEY": "none"}, capture_output=True, text=True, check=True)
    assert "name='docs/search'" in done.stdout
