"""The child process that serves one GGUF file on the loopback address: ``python -m …local_server``.

It reads its orders as one JSON line from standard input, writes one JSON line with its address when the model is
loaded, and ends when standard input ends, so it never outlives the process that started it. Must not know requests.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def _end_with_parent() -> None:
    """On Linux, let the kernel end us too when the parent is killed while the model is still loading."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    """Serve until standard input ends."""
    _end_with_parent()
    orders = json.loads(sys.stdin.readline())
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = orders["file"]
    params.model_alias = {orders["name"]}
    params.n_ctx = orders["context"]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = orders["threads"]
    params.n_parallel = 1
    params.sampling.seed = 1
    params.cache_prompt = True
    params.api_keys = [orders["key"]]
    params.port = 0
    params.ui = params.endpoint_slots = False
    server = xllamacpp.Server(params)
    print(json.dumps({"address": server.listening_address}), flush=True)
    while sys.stdin.read(1 << 16):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
