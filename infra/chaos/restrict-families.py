"""Starts a program as systemd does with RestrictAddressFamilies: the kernel refuses sockets of all other families.

restrict-families.py "AF_INET AF_UNIX" <program> <argument> ...
"""

import ctypes
import errno
import os
import platform
import socket
import struct
import sys

# The kernel's name of the architecture (AUDIT_ARCH_...), and the number of its system call socket().
ARCHITECTURES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}

LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EAFNOSUPPORT
# Places in struct seccomp_data.
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2


def build_filter(families):
    name, number = ARCHITECTURES[platform.machine()]
    lines = [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_IF_EQUAL, 1, 0, name),
        (RETURN, 0, 0, ALLOW),
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_EQUAL, 1, 0, number),
        (RETURN, 0, 0, ALLOW),
        (LOAD, 0, 0, FIRST_ARGUMENT),
    ]
    lines += [(JUMP_IF_EQUAL, len(families) - i, 0, family) for i, family in enumerate(families)]
    return lines + [(RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW)]


def install(lines):
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in lines))
    program = struct.pack("HP", len(lines), ctypes.addressof(code))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    for words in [(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0)]:
        if prctl(*words) != 0:
            raise OSError(ctypes.get_errno(), "The kernel takes no filter")


families, *command = sys.argv[1:]
install(build_filter([int(getattr(socket, name)) for name in families.split()]))
os.execvp(command[0], command)
