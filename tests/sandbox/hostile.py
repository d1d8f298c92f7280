# ruff: noqa: E501 - programs as they are written
"""Programs that attack the box they run in, the jobs after them, or the host; each with what shows that it failed.

They bound themselves, so that a missing limit is seen and does no harm. `contained` looks at what came out and at
what the host can see; the suite then also runs an honest job, which must be right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rlvr.sandbox import Limits, Result, Status

LIMITS = Limits(cpu_s=10, wall_s=20)
SHORT = Limits(cpu_s=2, wall_s=4)  # for those that are to run into a limit
FILE_CANARY = "CANARY-IN-A-FILE"
ENV_CANARY = "CANARY-IN-THE-ENVIRONMENT"


@dataclass(frozen=True)
class Attack:
    name: str
    code: str
    contained: Callable[[Result], bool]
    limits: Limits = LIMITS
    next_sees: str | None = None  # code of a second job that prints LEFT if it finds something of the first


def ended(*statuses: Status) -> Callable[[Result], bool]:
    return lambda result: result.status in statuses


def says(text: str) -> Callable[[Result], bool]:
    return lambda result: result.status is Status.OK and result.text.strip() == text


def below(most: int) -> Callable[[Result], bool]:
    def check(result: Result) -> bool:
        lines = result.text.split()
        return not lines or int(lines[-1]) <= most

    return check


def silent_about(canary: str) -> Callable[[Result], bool]:
    return lambda result: canary.encode() not in result.stdout + result.stderr


# The worker's own processes are of another user in a container, and not to be seen in namespaces.
SURVIVOR = """
import os
for name in os.listdir('/proc'):
    if name.isdigit() and int(name) not in (1, os.getpid(), os.getppid()):
        if f"Uid:\\t{os.getuid()}\\t" in open(f'/proc/{name}/status').read(): print('LEFT', name)
"""
RESIDUE = """
import os
for folder in ('/tmp', '/dev/shm', os.getcwd()):
    for name in os.listdir(folder):
        if name != 'work': print('LEFT', folder, name)
if os.listxattr(os.getcwd()) or os.stat(os.getcwd()).st_mtime < 1e9: print('LEFT mark')
"""

ATTACKS = (
    Attack(
        "fork bomb",
        """
import os, time
count = 0
for _ in range(600):
    try:
        if os.fork() == 0:
            time.sleep(3); os._exit(0)
        count += 1
    except OSError:
        break
print(count, flush=True)
""",
        below(64),
        limits=SHORT,
        next_sees=SURVIVOR,
    ),
    Attack(
        "thread bomb",
        """
import threading, time
count = 0
try:
    for _ in range(600):
        threading.Thread(target=time.sleep, args=(0.5,), daemon=True).start()
        count += 1
except RuntimeError:
    pass
print(count, flush=True)
""",
        below(64),
    ),
    Attack("touch 3 GB", "x = bytearray(3 * 10**9)\nprint(len(x))", ended(Status.MEMORY_LIMIT)),
    Attack(
        "8 processes of 200 MB",
        """
import os, time
children, (reading, writing) = [], os.pipe()
os.set_blocking(reading, False)
for _ in range(8):
    child = os.fork()
    if child == 0:
        x = bytearray(200 * 2**20)
        for i in range(0, len(x), 4096): x[i] = 1
        os.write(writing, b'x')
        time.sleep(60)
    children.append(child)
full, dead = 0, set()
while full + len(dead) < 8:
    dead |= {child for child in set(children) - dead if os.waitpid(child, os.WNOHANG)[0]}
    try: full += len(os.read(reading, 8))
    except BlockingIOError: pass
    time.sleep(0.01)
# Those that are being killed may have told that they are full just before; in namespaces nobody is.
for _ in range(100 if ROOT_IS_SOMEBODY else 1):
    dead |= {child for child in set(children) - dead if os.waitpid(child, os.WNOHANG)[0]}
    if 8 - len(dead) <= 3: break
    time.sleep(0.1)
print(8 - len(dead), flush=True)
""",
        below(3),
        limits=Limits(cpu_s=5, wall_s=30),
        next_sees=SURVIVOR,
    ),
    Attack("infinite loop", "while True: pass", ended(Status.CPU_LIMIT, Status.WALL_LIMIT), limits=SHORT),
    Attack(
        "loop in many processes",
        "import os\nfor _ in range(5): os.fork()\nwhile True: pass",
        ended(Status.CPU_LIMIT, Status.WALL_LIMIT),
        limits=SHORT,
        next_sees=SURVIVOR,
    ),
    Attack(
        "65 MB on standard output",
        "import sys\nfor _ in range(1000): sys.stdout.write('x' * 65536)",
        lambda result: result.status is Status.OUTPUT_LIMIT and len(result.stdout) <= 256 * 1024,
    ),
    Attack(
        "65 MB on standard error",
        "import sys\nfor _ in range(1000): sys.stderr.write('x' * 65536)",
        lambda result: len(result.stderr) <= 16 * 1024,
    ),
    Attack(
        "65 MB on the control pipe",
        "import os\nfor _ in range(1000): os.write(3, b'x' * 65536)",
        ended(Status.OUTPUT_LIMIT, Status.OK),
    ),
    Attack(
        "a file of 512 MB",
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "file, total = open('big', 'wb', buffering=0), 0\n"
        "try:\n for _ in range(512): total += file.write(b'x' * 2**20)\nexcept OSError: pass\nprint(total >> 20)",
        below(16),
        next_sees=RESIDUE,
    ),
    Attack(
        "many files of 16 MB",
        "total = 0\ntry:\n for i in range(40):\n  total += open(f'/tmp/{i}', 'wb').write(b'x' * (15 * 2**20))\n"
        "except OSError: pass\nprint(total >> 20)",
        below(64),
        next_sees=RESIDUE,
    ),
    Attack(
        "30,000 files",
        "count = 0\ntry:\n for i in range(30000):\n  open(f'/tmp/f{i}', 'w').close(); count += 1\nexcept OSError: pass\nprint(count)",
        below(4096),
        next_sees=RESIDUE,
    ),
    Attack(
        "read /etc/shadow",
        "try: print(open('/etc/shadow').read())\nexcept OSError: print('refused')",
        says("refused"),
    ),
    Attack(
        "read a file of the host",
        "import glob\nfor name in glob.glob('/tmp/**', recursive=True) + ['HOST_FILE']:\n"
        " try: print(open(name).read())\n except OSError: pass",
        silent_about(FILE_CANARY),
    ),
    Attack(
        "walk /proc/*/root and links to the host's files",
        "import glob, os\nos.symlink('HOST_FILE', 'link')\nfor name in ['link', *glob.glob('/proc/*/rootHOST_FILE'), *glob.glob('/proc/*/cwd/*')]:\n"
        " try: print(open(name).read())\n except OSError: pass",
        silent_about(FILE_CANARY),
    ),
    Attack(
        "read the harness's environment",
        "import glob, os\nprint(dict(os.environ))\nfor name in glob.glob('/proc/*/environ'):\n"
        " try: print(open(name).read())\n except OSError: pass",
        silent_about(ENV_CANARY),
    ),
    Attack(
        "reach the host by TCP",
        "import socket\nfor host in ('127.0.0.1', '172.17.0.1', 'GATEWAY'):\n"
        " try: socket.create_connection((host, PORT), 1); print('connected')\n except OSError: pass\nprint('done')",
        says("done"),
    ),
    Attack(
        "reach the host by an abstract Unix socket",
        "import socket\ntry:\n socket.socket(socket.AF_UNIX).connect('\\0ABSTRACT'); print('connected')\nexcept OSError: print('done')",
        says("done"),
    ),
    Attack(
        "sockets of other families",
        "import socket\nfor family in (socket.AF_VSOCK, socket.AF_NETLINK, socket.AF_PACKET, socket.AF_ALG):\n"
        " for kind in (socket.SOCK_STREAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):\n"
        "  try: socket.socket(family, kind); print(family)\n  except OSError: pass\nprint('done')",
        says("done"),
    ),
    Attack(
        "kill the parent and process 1",
        "import os, signal\nfor pid in (1, os.getppid()):\n for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):\n"
        "  try: os.kill(pid, number)\n  except OSError: pass\nprint('done')",
        lambda result: True,  # what counts is that the next job runs, on the same worker
        limits=SHORT,
    ),
    Attack("kill everything", "import os\nos.kill(-1, 9)\nprint('done')", lambda result: True),
    Attack("stop itself", "import os\nos.kill(os.getpid(), 19)", ended(Status.WALL_LIMIT), limits=SHORT),
    Attack(
        "ignore every signal",
        "import signal, time\nfor number in range(1, 65):\n try: signal.signal(number, signal.SIG_IGN)\n except (OSError, ValueError): pass\n"
        "end = time.time() + 60\nwhile time.time() < end: pass",
        ended(Status.CPU_LIMIT, Status.WALL_LIMIT, Status.SIGNAL),
        limits=SHORT,
    ),
    Attack(
        "a daemon that holds the pipes",
        "import os, time\nif os.fork() == 0:\n os.setsid(); time.sleep(60); os._exit(0)\nprint('done')",
        says("done"),
        next_sees=SURVIVOR,
    ),
    Attack(
        "a daemon that is detached from everything",
        "import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n  os.closerange(0, 64); time.sleep(60)\n os._exit(0)\nprint('done')",
        says("done"),
        next_sees=SURVIVOR,
    ),
    Attack(
        "the worker's memory",
        "import os\nopened = 0\nfor pid in {1, os.getppid()}:\n for name in ('mem', 'maps', 'environ', 'fd/3', 'auxv'):\n"
        "  try: open(f'/proc/{pid}/{name}', 'rb').read(1); opened += 1\n  except OSError: pass\nprint(opened)",
        below(0),
    ),
    Attack(
        "ptrace and its relatives",
        "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nwon = 0\nfor pid in (1, os.getppid()):\n"
        " won += libc.ptrace(16, pid, 0, 0) == 0\n"
        " buffer = ctypes.create_string_buffer(8)\n"
        " class Vec(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('len', ctypes.c_size_t)]\n"
        " here, there = Vec(ctypes.addressof(buffer), 8), Vec(id(won), 8)\n"
        " won += libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0\nprint(won)",
        below(0),
    ),
    Attack(
        "write to inherited descriptors",
        "import os\nfor fd in range(4, 1024):\n try: os.write(fd, b'\\0\\0\\0\\2{}' * 100)\n except OSError: pass\nprint('done')",
        says("done"),
    ),
    Attack(
        "leave files and marks",
        "import os\nfor folder in ('/tmp', '/dev/shm', os.getcwd()):\n"
        " try:\n  os.makedirs(folder + '/a/b'); open(folder + '/a/b/c', 'w').write('x'); os.chmod(folder + '/a', 0)\n except OSError: pass\n"
        "try: os.setxattr(os.getcwd(), 'user.mark', b'1')\nexcept OSError: pass\n"
        "os.utime(os.getcwd(), (1, 1))",
        ended(Status.OK),
        next_sees=RESIDUE,
    ),
    Attack(
        "folders in folders in folders",
        "import os\nfor _ in range(3000):\n try: os.mkdir('d'); os.chdir('d')\n except OSError: break\nos.chmod('.', 0)\nprint('done')",
        says("done"),
        next_sees=RESIDUE,
    ),
    Attack(
        "take the working folder away",
        "import os, shutil\nfolder = os.getcwd()\nos.chdir('/')\nos.rmdir(folder)\nos.symlink('/etc', folder)",
        lambda result: True,
        next_sees=RESIDUE,
    ),
    Attack(
        "leave System V shared memory",
        "import ctypes\nlibc = ctypes.CDLL(None)\nprint(libc.shmget(4711, 4096, 0o1666))",
        lambda result: True,
        next_sees="import ctypes\nif ctypes.CDLL(None).shmget(4711, 4096, 0o666) >= 0: print('LEFT')",
    ),
    Attack(
        "make namespaces and mount",
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nwon = 0\n"
        "for flag in (0x10000000, 0x00020000, 0x40000000, 0x20000000): won += libc.unshare(flag) == 0\n"
        "won += libc.mount(b'none', b'/mnt', b'tmpfs', 0, None) == 0\nwon += libc.setns(0, 0) == 0\nprint(won)",
        below(0),
    ),
    Attack(
        "io_uring, bpf, keyrings and other kernel doors",
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nbuffer = ctypes.create_string_buffer(256)\nwon = 0\n"
        "import os, platform\n"
        "numbers = (425, 321, 248, 250, 298, 323, 175, 246, 165) if platform.machine() == 'x86_64' else ()\n"
        "for number in numbers:\n if libc.syscall(number, 8, buffer, 0, 0, 0) >= 0: won += 1; print(number)\nprint(won)",
        below(0),
    ),
    Attack(
        "become somebody else",
        "import os\nwon = 0\nfor call in (os.setuid, os.setgid, os.seteuid):\n"
        " try: call(0); won += os.getuid() == 0 and call is os.setuid\n except OSError: pass\n"
        "won += any('s' in oct(0) and os.stat(f).st_mode & 0o6000 for f in ())\nprint(won if ROOT_IS_SOMEBODY else 0)",
        below(0),
    ),
    Attack(
        "write to the image",
        "import os\nwon = 0\nfor folder in ('/', '/usr', '/usr/lib', '/etc', '/var', os.path.dirname(os.__file__)):\n"
        " try: open(folder + '/rlvr-was-here', 'w').close(); won += 1\n except OSError: pass\nprint(won)",
        below(0),
    ),
    Attack(
        "import the package that made the task",
        "try:\n import rlvr\n print('imported')\nexcept ImportError: print('done')",
        says("done"),
    ),
    Attack(
        "frames that look like the worker's",
        "import sys\nsys.stdout.write('\\x00\\x00\\x00\\x02{}' * 10)\nprint('done')",
        lambda result: result.text.endswith("done\n"),
    ),
    Attack("exit hard", "import os\nos._exit(0)", ended(Status.OK)),
    Attack("crash the interpreter", "import ctypes\nctypes.string_at(0)", ended(Status.SIGNAL)),
    Attack(
        "recurse without end",
        "import sys\nsys.setrecursionlimit(10**8)\ndef f(): return f()\nf()",
        ended(Status.SIGNAL, Status.MEMORY_LIMIT, Status.NONZERO_EXIT, Status.CPU_LIMIT, Status.WALL_LIMIT),
        limits=SHORT,
    ),
    Attack(
        "a huge number",
        "print(9**9**9)",
        ended(Status.CPU_LIMIT, Status.MEMORY_LIMIT, Status.WALL_LIMIT),
        limits=SHORT,
    ),
)

_MAIN_THREAD_ENDS = """
import ctypes, os, threading, time
if os.fork() == 0:
    os.closerange(0, 10)
    job = os.getppid()
    def work():
        UNTIL
        while True:
            time.sleep(0.001)
            try: WHAT
            except OSError: pass
    threading.Thread(target=work).start()
    ctypes.CDLL(None).syscall(60 if os.uname().machine == 'x86_64' else 93, 0)
time.sleep(WAIT)
print('done')
"""

ATTACKS += (
    Attack(
        "a process that looks dead and kills",
        # Not before the job has ended: it would kill that too, and rightly so.
        _MAIN_THREAD_ENDS.replace("UNTIL", "while os.getppid() == job: time.sleep(0.001)")
        .replace("WHAT", "os.kill(-1, 9)")
        .replace("WAIT", "0.05"),
        says("done"),
        next_sees=SURVIVOR,
    ),
    Attack(
        "a process that looks dead and kills who comes to clean",
        _MAIN_THREAD_ENDS.replace("UNTIL", "time.sleep(0.1)")
        .replace("WHAT", "[os.kill(p, 9) for p in range(os.getpid() + 2, os.getpid() + 60)]")
        .replace("WAIT", "0.3"),
        lambda result: True,
        next_sees=SURVIVOR,
    ),
    Attack(
        "a spinner that stops and kills everybody",
        "import os\nfor _ in range(3):\n os.fork()\nimport time\nend = time.time() + 1\nwhile time.time() < end:\n"
        " for number in (19, 9):\n  try: os.kill(-1, number)\n  except OSError: pass",
        lambda result: True,
        limits=SHORT,
        next_sees=SURVIVOR,
    ),
    Attack(
        "leave a message queue",
        "import os\ntry: open('/dev/mqueue/secret', 'w').close()\nexcept OSError: pass",
        ended(Status.OK),
        next_sees="import os\nif os.path.isdir('/dev/mqueue') and os.listdir('/dev/mqueue'): print('LEFT')",
    ),
    Attack(
        "interrupt process 1",
        "import os\nfor number in (2, 15, 10, 12, 1, 3):\n os.kill(1, number) if os.getuid() != 0 else None\nprint('done')",
        lambda result: result.status is not Status.OK or result.text == "done\n",
    ),
)
LONG_NAMES = """
import os
for i in range(250):
    folder = os.getcwd() + '/' + '/'.join(('%02d' % j) + '\\udcff' * 200 for j in range(15))
    os.makedirs(folder, exist_ok=True)
    open(folder + '/' + ('%03d' % i) + '\\udcff' * 200, 'wb').write(b'x' * 15000)
print('done')
"""

ATTACKS += (
    Attack(
        "memory in files without a name",
        "import os\ntry:\n fd = os.memfd_create('x')\n print(os.write(fd, b'x' * 100))\nexcept OSError: print('refused')",
        says("refused"),
    ),
)

# ---- what one job leaves for the next ------------------------------------------------------------------------

_NEIGHBOUR = """
import os
kept = 'NEIGHBOUR-' + 'in-memory'
def solve(numbers):
    'NEIGHBOUR-in-the-source'
    return sorted(numbers)
print('NEIGHBOUR-' + 'in-the-output', solve([3, 1, 2]))
open('NEIGHBOUR', 'w').write(kept)
"""
_SEEK = r"""
import re
found = set()
with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as mem:
    for line in maps:
        area, rights = line.split()[:2]
        start, end = (int(x, 16) for x in area.split('-'))
        if 'r' in rights and 'v' not in line.rpartition('[')[2]:
            try: mem.seek(start); found.update(re.findall(rb'N[E]IGHBOUR[-a-z]*', mem.read(end - start)))
            except (OSError, ValueError, OverflowError): pass
for one in found: print('LEFT', one)
"""
_LEAVE_EVERYWHERE = """
import os
for line in open('/proc/self/mountinfo'):
    point = line.split()[4]
    if point.startswith(('/proc', '/sys')): continue
    for root, folders, names in os.walk(point):
        folders[:] = [name for name in folders if os.path.join(root, name) not in ('/proc', '/sys')]
        for what in (
            lambda: open(os.path.join(root, 'NEIGHBOUR'), 'w').write('x'), lambda: os.mkdir(os.path.join(root, 'NEIGHBOURS')),
            lambda: os.setxattr(root, 'user.neighbour', b'x'), lambda: os.symlink('x', os.path.join(root, 'NEIGHBOUR-link')),
        ):
            try: what()
            except OSError: pass
print(os.path.exists('/tmp/NEIGHBOUR'))
"""
_LOOK_EVERYWHERE = """
import os
for line in open('/proc/self/mountinfo'):
    point = line.split()[4]
    if point.startswith(('/proc', '/sys')): continue
    for root, folders, names in os.walk(point):
        folders[:] = [name for name in folders if os.path.join(root, name) not in ('/proc', '/sys')]
        for name in (*folders, *names):
            if name.startswith('NEIGHBOUR'): print('LEFT', root, name)
        try:
            if 'user.neighbour' in os.listxattr(root): print('LEFT attribute', root)
        except OSError: pass
"""

ATTACKS += (
    Attack("read the previous job", _NEIGHBOUR, ended(Status.OK), next_sees=_SEEK),
    Attack("any writable path", _LEAVE_EVERYWHERE, says("True"), next_sees=_LOOK_EVERYWHERE),
)
