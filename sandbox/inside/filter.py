"""A filter of system calls that the job's first process puts on itself, where no engine does it.

A short list of what is refused: doors into the kernel that ordinary programs do not use, and sockets other than Unix
ones. Refused calls get an error and nobody is killed. The numbers are those of the kernel's tables for x86-64 and
aarch64; from 424 on all architectures share theirs.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
from typing import Any

# io_uring, the new mount calls, pidfd_getfd, memfd_secret
_SHARED = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 447)
_X86 = (
    *(101, 310, 311, 248, 249, 250, 321, 323, 298),  # ptrace, process_vm, keys, bpf, userfaultfd, perf
    *(165, 166, 155, 161, 272, 308, 303, 304),  # mounts, chroot, unshare, setns, file handles
    *(29, 30, 31, 67, 64, 65, 66, 220, 68, 69, 70, 71, 240, 241),  # System V memory, semaphores, queues; mq
    *(135, 246, 320, 175, 313, 176, 167, 168, 169),  # personality, kernels and modules, swap, reboot
    *(163, 179, 103, 212, 300),  # accounting, quotas, the kernel's log, and the like
    319,  # memfd_create: memory that no limit of a process counts
)
_ARM = (
    *(117, 270, 271, 217, 218, 219, 280, 282, 241),
    *(40, 39, 41, 51, 97, 268, 264, 265),
    *(194, 195, 196, 197, 190, 191, 192, 193, 186, 187, 188, 189, 180, 181),
    *(92, 104, 294, 105, 273, 106, 224, 225, 142),
    *(89, 60, 116, 18, 262),
    279,
)
_MACHINES = {
    # architecture for audit, refused calls, clone, socket
    "x86_64": (0xC000003E, _X86, 56, 41),
    "aarch64": (0xC00000B7, _ARM, 220, 198),
}
_CLONE3 = 435
_NEW_NAMESPACE = 0x7E020000 | 0x80  # the CLONE_NEW flags
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_SET_SECCOMP, _MODE_FILTER, _UNIX = 22, 2, 1


def install(libc: Any) -> bool:
    """Filter the calls of this process and its children from now on. False where there is no table of numbers."""
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return False
    code = _program(*machine)
    buffer = ctypes.create_string_buffer(code, len(code))
    head = struct.pack("HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    return bool(libc.prctl(_SET_SECCOMP, _MODE_FILTER, head, 0, 0) == 0)


def _program(architecture: int, refused: tuple[int, ...], clone: int, socket: int) -> bytes:
    no = _line(_RETURN, _FAIL | errno.EPERM)
    lines = [
        _line(_LOAD, _ARCHITECTURE),
        _line(_EQUAL, architecture, 1, 0),
        no,
        _line(_LOAD, _NUMBER),
        _line(_AT_LEAST, 0x40000000, 0, 1),  # the other calling convention of x86-64
        no,
        _line(_EQUAL, _CLONE3, 0, 1),
        _line(_RETURN, _FAIL | errno.ENOSYS),  # its flags cannot be seen; libraries fall back to clone
    ]
    for number in (*refused, *_SHARED):
        lines += [_line(_EQUAL, number, 0, 1), no]
    lines += [
        _line(_EQUAL, clone, 0, 4),
        _line(_LOAD, _FIRST_ARGUMENT),
        _line(_ANY_BIT, _NEW_NAMESPACE, 0, 1),
        no,
        _line(_RETURN, _ALLOW),
        _line(_EQUAL, socket, 0, 3),
        _line(_LOAD, _FIRST_ARGUMENT),
        _line(_EQUAL, _UNIX, 1, 0),
        no,
        _line(_RETURN, _ALLOW),
    ]
    return b"".join(lines)


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)
