"""`python -m vgn_lsp`: the program, also where the folder of scripts is not on the PATH."""
import os
import subprocess
import sys
import sysconfig


def program():
    """Where pip has put it: the environment's folder of scripts, the user's, or one beside this package (--target)."""
    name = "vgn-lsp.exe" if os.name == "nt" else "vgn-lsp"
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", os.name + "_user"), beside]
    for folder in folders:
        if os.path.isfile(os.path.join(folder, name)):
            return os.path.join(folder, name)
    sys.exit(f"vgn-lsp: the program {name} is not in {' or '.join(folders)}: run `pip install --force-reinstall vgn-lsp`")


if __name__ == "__main__":
    command = [program(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)
