# ruff: noqa: E501 - programs as they are written
"""Nothing of a job reaches the jobs after it: not by memory, not by any path, not by the dates of files.

Jobs of one group of rollouts follow each other in a box, right programs beside wrong ones. What an earlier one left
behind, anywhere, could be handed in by a later one as its own work.
"""

from __future__ import annotations

import json

from rlvr.sandbox import Job, Limits, Sandbox, Status

VICTIM = """
import os, sys
secret = 'MARKED-' + 'variable'
def solve(word, payload):
    'MARKED-source'
    print('MARKED-' + 'printed')
    print('MARKED-' + 'complained', file=sys.stderr)
    return 'MARKED-' + 'returned'
open('written', 'w').write('MARKED-' + 'written')
"""

SCAN = r"""
import os, re
MARK = re.compile(rb'M[A]RKED-[a-z]+')
found = set()
def look(path):
    try: fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError: return
    try: found.update(MARK.findall(os.read(fd, 1 << 22)))
    except OSError: pass
    os.close(fd)
def memory(pid):
    try:
        with open(f'/proc/{pid}/maps') as maps, open(f'/proc/{pid}/mem', 'rb', 0) as mem:
            for line in maps:
                area, rights = line.split()[:2]
                start, end = (int(x, 16) for x in area.split('-'))
                if 'r' in rights and 'vsyscall' not in line and end - start < 1 << 28:
                    try: mem.seek(start); found.update(MARK.findall(mem.read(end - start)))
                    except (OSError, ValueError, OverflowError): pass
    except OSError: pass
def scan(everywhere=True):
    if not everywhere:
        memory('self')
        return sorted(one.decode() for one in found)
    for pid in filter(str.isdigit, os.listdir('/proc')):
        memory(pid)
        for name in ('environ', 'cmdline', 'stack', 'auxv', 'comm', 'syscall'): look(f'/proc/{pid}/{name}')
        for name in ('cwd', 'root', 'fd'):
            try: entries = os.listdir(f'/proc/{pid}/{name}')
            except OSError: continue
            for entry in entries:
                if name == 'fd' and pid != str(os.getpid()): look(f'/proc/{pid}/fd/{entry}')
    for line in open('/proc/self/mountinfo'):
        point = line.split()[4]
        if point.startswith(('/proc', '/sys')): continue
        for folder, folders, names in os.walk(point):
            if folder.startswith(('/proc', '/sys', '/usr', '/lib', '/bin')): folders[:] = []; continue
            for name in names:
                path = os.path.join(folder, name)
                found.update(MARK.findall(os.fsencode(path)))
                if os.path.isfile(path): look(path)
    return sorted(one.decode() for one in found)
"""


def scanner(box: Sandbox) -> str:
    """Where nothing is isolated, everything of the host could be read; what is promised there is its own memory."""
    return f"WIDE = {box.isolation != 'none'}\n{SCAN}"


def test_a_job_finds_itself(any_box: Sandbox) -> None:
    """The scanner works: what is in this job's own memory and files is found."""
    own = any_box.run(Job(scanner(any_box) + "kept = 'MARKED-' + 'here'\nprint(scan(WIDE))"))
    assert "MARKED-here" in own.text, own


def test_nothing_of_an_earlier_job_is_in_reach(any_box: Sandbox) -> None:
    for _ in range(3):
        victim = Job(
            VICTIM,
            entry="solve",
            calls=(("MARKED-first", 1), ("MARKED-second", ["MARKED-nested"])),
            files={"given.txt": b"MARKED-given"},
            collect=True,
        )
        seen = any_box.run(victim)
        assert seen.values == ("MARKED-returned",) * 2, seen
        assert (
            any_box.run(Job("print(input() + 'MARKED-' + 'echo')", stdin=b"MARKED-stdin")).status is Status.OK
        )
        found = any_box.run(Job(scanner(any_box) + "print(scan(WIDE))"))
        assert (found.status, found.text) == (Status.OK, "[]\n"), found


def test_later_calls_are_not_there_while_earlier_ones_run(any_box: Sandbox) -> None:
    code = (
        scanner(any_box)
        + "import gc\ndef f(word):\n    gc.collect()\n    return [one for one in scan(WIDE) if one != word]\nword = None\n"
    )
    first = any_box.run(
        Job(code, entry="f", calls=tuple((f"MARKED-{name}",) for name in ("one", "two", "six")))
    )
    assert first.status is Status.OK, first
    # What earlier calls were about may still be there: it is this program's own past. What comes is not.
    assert first.values[0] == []
    assert "MARKED-six" not in json.dumps(first.values[1])


def test_input_of_a_program_is_its_own(any_box: Sandbox) -> None:
    """The scanner is also run as a program that prints, with its own input marked: it sees that one only."""
    any_box.run(Job("input()", stdin=b"MARKED-before"))
    seen = any_box.run(
        Job(scanner(any_box) + "import sys\ntext = sys.stdin.read()\nprint(scan(WIDE))", stdin=b"MARKED-mine")
    )
    assert seen.text == "['MARKED-mine']\n", seen


TOUCH = """
import json, os, stat
marked = {}
seen = set()
def times(path):
    at = os.lstat(path)
    return [at.st_atime_ns, at.st_mtime_ns, at.st_ctime_ns, at.st_mode, at.st_uid]
def attack(path, folder):
    before = times(path)
    for what in (
        lambda: os.utime(path), lambda: os.utime(path, (77, 77)), lambda: os.chmod(path, 0o777),
        lambda: os.setxattr(path, 'user.mark', b'x'),
        lambda: open(os.path.join(path, 'MARK'), 'x').write('x') if folder else None,
        lambda: os.mkdir(os.path.join(path, 'MARKED')) if folder else None,
        lambda: os.read(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY), 1) if not folder else None,
    ):
        try: what()
        except (OSError, ValueError): pass
    if times(path) != before or (folder and 'MARK' in os.listdir(path)): marked[path] = times(path)
for line in open('/proc/self/mountinfo'):
    point = line.split()[4]
    if point.startswith(('/proc', '/sys')): continue
    kinds = [(point, os.path.isdir(point))]
    for root, folders, names in os.walk(point):
        folders[:] = [f for f in folders if os.path.join(root, f) not in ('/proc', '/sys')]
        kinds += [(os.path.join(root, f), True) for f in folders] + [(os.path.join(root, n), False) for n in names]
    for path, folder in kinds:
        if path not in seen and not os.path.islink(path) and not path.startswith(('/dev/tty', '/dev/console')):
            seen.add(path)
            try: attack(path, folder)
            except OSError: pass
print(json.dumps(marked))
"""
LOOK = """
import json, os, sys
told = {}
for path in json.load(sys.stdin):
    try: at = os.lstat(path)
    except OSError: continue
    told[path] = [at.st_atime_ns, at.st_mtime_ns, at.st_ctime_ns, at.st_mode, at.st_uid]
    if os.path.isdir(path): told[path] += sorted(set(os.listdir(path)) & {'MARK', 'MARKED'})
    try: told[path] += os.listxattr(path)
    except OSError: pass
print(json.dumps(told))
"""


def test_no_path_that_can_be_written_carries_a_mark(system: Sandbox) -> None:
    limits = Limits(cpu_s=20, wall_s=60, stdout_kb=1024)
    left = system.run(Job(TOUCH, limits=limits))
    assert left.status is Status.OK, left
    marked = json.loads(left.text)
    assert "/tmp" in marked  # the attack works: a job may write to its scratch folders
    seen = json.loads(system.run(Job(LOOK, stdin=json.dumps(sorted(marked)).encode(), limits=limits)).text)
    for path, after in seen.items():
        assert after[5:] == [], (path, after)
        for what, mine, theirs in zip(("atime", "mtime", "ctime"), after, marked[path], strict=False):
            # Whole seconds: of a file system with coarse dates, put back within the same second.
            assert mine != theirs or (what == "ctime" and mine % 10**9 == 0), (path, what)
