"""The JVM that the benchmarks run in, and its class path, for all scripts here.

    ./mvnw -q test-compile dependency:build-classpath -Dmdep.outputFile=target/bench/classpath

makes what is needed. JAVA_HOME says which JVM, else it is the java of the PATH.
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"]


def java():
    home = os.environ.get("JAVA_HOME")
    return str(pathlib.Path(home) / "bin" / "java") if home else "java"


def class_path(tests=True):
    """The project's classes, its tests unless not wanted, and its libraries."""
    file = ROOT / "target/bench/classpath"
    if not file.exists():
        sys.exit(f"{file} is missing; see the head of {__file__}")
    own = ["target/test-classes", "target/classes"] if tests else ["target/classes"]
    return os.pathsep.join([*(str(ROOT / path) for path in own), file.read_text().strip()])
