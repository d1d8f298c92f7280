"""Which system calls a program in the box may make: the source of ``seccomp.json``.

An allow list, written for what ordinary programs need (Python with threads, subprocesses and asyncio, bash and
coreutils, gcc, node, iverilog) on x86_64 and aarch64. What is not on it fails with EPERM, so that a program sees
an error and goes on; nothing is killed for asking. Left out, against what container engines allow by default:

* ``io_uring``, ``userfaultfd``, ``bpf``, ``perf_event_open``, ``vmsplice``, ``modify_ldt``, asynchronous I/O and
  NUMA calls: large or often broken parts of the kernel that no job needs;
* ``ptrace``, ``process_vm_*``, ``pidfd_getfd``, ``kcmp``: reaching into another process;
* ``keyctl``, ``add_key``, ``request_key``, System V shared memory, semaphores and queues, ``mq_*``: kernel
  objects that outlive a job, by which it could leave word for the next;
* sockets other than AF_UNIX: without this AF_VSOCK is open, which no network namespace holds on most kernels;
* mounts, namespaces (also through ``clone``), ``*_by_handle_at``, ``personality`` other than asking and none;
* ``memfd_create``: a way around folders that are mounted noexec;
* ``sync``, ``syncfs``: they wait for the whole machine's disks;
* the 32-bit system calls of x86: they have other numbers, and multiplexers whose arguments cannot be seen.

``clone3`` answers ENOSYS, because its flags lie in memory where a filter cannot see them: the C library then
takes ``clone``. Write the file again with ``python -m rlvr.sandbox.seccomp``; a test compares the two.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("seccomp.json")

_ENOSYS: Final = 38
_NAMESPACES: Final = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. NEWTIME is not a flag of clone."""
_AF_UNIX: Final = 1

_ALLOWED: Final = {
    "files and folders": """
        access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
        fadvise64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fgetxattr flistxattr
        flock fremovexattr fsetxattr fstat fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr
        inotify_add_watch inotify_init inotify_init1 inotify_rm_watch ioctl lchown lgetxattr link linkat listxattr
        llistxattr lremovexattr lseek lsetxattr lstat mkdir mkdirat mknod mknodat newfstatat open openat openat2
        pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv removexattr
        rename renameat renameat2 rmdir sendfile setxattr splice stat statfs statx symlink symlinkat
        sync_file_range tee truncate umask unlink unlinkat utime utimensat utimes write writev
    """,
    "memory": """
        brk madvise map_shadow_stack mincore mlock mlock2 mlockall mmap mprotect mremap mseal msync munlock
        munlockall munmap pkey_alloc pkey_free pkey_mprotect
    """,
    "processes and threads": """
        arch_prctl capget capset execve execveat exit exit_group fork getcpu getegid geteuid getgid getgroups
        getpgid getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid
        ioprio_get ioprio_set membarrier pidfd_open pidfd_send_signal prctl prlimit64 rseq sched_get_priority_max
        sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
        sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam sched_setscheduler sched_yield
        seccomp set_robust_list get_robust_list set_tid_address setfsgid setfsuid setgid setgroups setpgid
        setpriority setregid setresgid setresuid setreuid setrlimit setsid setuid sysinfo times uname vfork wait4
        waitid landlock_add_rule landlock_create_ruleset landlock_restrict_self
    """,
    "signals, time and waiting": """
        alarm clock_getres clock_gettime clock_nanosleep epoll_create epoll_create1 epoll_ctl epoll_pwait
        epoll_pwait2 epoll_wait eventfd eventfd2 futex futex_requeue futex_wait futex_waitv futex_wake getitimer
        getrandom gettimeofday kill nanosleep pause pipe pipe2 poll ppoll pselect6 restart_syscall rt_sigaction
        rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo
        select setitimer sigaltstack signalfd signalfd4 tgkill time timer_create timer_delete timer_getoverrun
        timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime tkill
    """,
    "what may be done with a socket that one may have": """
        accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg
        sendmsg sendto setsockopt shutdown
    """,
}


def profile() -> dict[str, Any]:
    """The profile in the engine's format."""
    rules: list[dict[str, Any]] = [
        {"comment": purpose, "names": sorted(names.split()), "action": "SCMP_ACT_ALLOW"}
        for purpose, names in _ALLOWED.items()
    ]
    rules.append(_argument("no new namespaces", ["clone"], "SCMP_CMP_MASKED_EQ", _NAMESPACES, 0))
    rules.append(_argument("AF_UNIX only", ["socket", "socketpair"], "SCMP_CMP_EQ", _AF_UNIX))
    rules.append(_argument("the plain one", ["personality"], "SCMP_CMP_EQ", 0))
    rules.append(_argument("asking which", ["personality"], "SCMP_CMP_EQ", 0xFFFFFFFF))
    rules.append(
        {
            "comment": "its flags cannot be seen: use clone",
            "names": ["clone3"],
            "action": "SCMP_ACT_ERRNO",
            "errnoRet": _ENOSYS,
        }
    )
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "archMap": [
            {"architecture": "SCMP_ARCH_X86_64", "subArchitectures": []},
            {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": []},
        ],
        "syscalls": rules,
    }


def text() -> str:
    """The text of the profile, as the engine's interface wants it (its command line takes a path)."""
    return FILE.read_text("utf-8")


def _argument(comment: str, names: list[str], operator: str, value: int, second: int = 0) -> dict[str, Any]:
    condition = {"index": 0, "value": value, "valueTwo": second, "op": operator}
    return {"comment": comment, "names": names, "action": "SCMP_ACT_ALLOW", "args": [condition]}


def rendered() -> str:
    """What the file must contain."""
    return json.dumps(profile(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(rendered(), "utf-8")
