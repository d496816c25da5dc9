#!/usr/bin/env python3
"""Every kernel against Pillow on 2560 x 1639 pixels, in turn, in milliseconds of thread CPU time, as a table in Markdown.

  pip install pillow numpy
  ./mvnw test-compile dependency:build-classpath -Dmdep.outputFile=target/bench/classpath
  python3 bench/kernels.py [--only REGEX] [--rounds 7]

Our side is the program dev.quarry.kernel.KernelComparison on the test class path. Pillow makes a new picture in each call; ours
writes into the same memory each time, which is what the block storage gives a request; rows named "fresh" take new memory.
"""
import argparse, math, re, statistics, subprocess, time
import numpy
import PIL
from PIL import Image, ImageChops

import jvm

SIZE = (2560, 1639)
HALF = (1280, 820)
FILTERS = {"bilinear": Image.Resampling.BILINEAR, "bicubic": Image.Resampling.BICUBIC, "lanczos": Image.Resampling.LANCZOS}


def noise(mode, bands, size=SIZE):
    data = numpy.random.default_rng(1).integers(0, 256, size[0] * size[1] * bands, dtype=numpy.uint8)
    return Image.frombytes(mode, size, data.tobytes())


def cases():
    """Name of our case, words for the table, Pillow's equivalent."""
    rgb, rgba = noise("RGB", 3), noise("RGBA", 4)
    ycbcr, cmyk, half = noise("YCbCr", 3), noise("CMYK", 4), noise("L", 1, HALF)
    premultiplied = rgba.convert("RGBa")
    three, four = rgb.split(), rgba.split()
    data3, data4 = rgb.tobytes() * 2, rgba.tobytes() * 2
    table = list(range(255, -1, -1)) * 3
    c, s = math.cos(math.radians(7)), math.sin(math.radians(7))

    def turn(method):
        return lambda: rgb.transform(SIZE, Image.Transform.AFFINE, (c, s, 0, -s, c, 0), method)

    def flatten():
        ground = Image.new("RGB", SIZE, "white")
        ground.paste(rgba, (0, 0), rgba)

    def raw(mode, data, rawmode):
        # Planes are what ours makes; frombytes alone is half of this. It cuts off the low byte, ours rounds.
        return lambda: Image.frombytes(mode, SIZE, data, "raw", rawmode).split()

    transpose = Image.Transpose
    yield "copy", "copy (floor)", rgb.copy
    yield "fill", "fill", lambda: Image.new("RGB", SIZE, (77, 77, 77))
    yield "invert", "invert", lambda: ImageChops.invert(rgb)
    yield "map", "table of 256 values", lambda: rgb.point(table)
    yield "flip", "flip", lambda: rgb.transpose(transpose.FLIP_TOP_BOTTOM)
    yield "flop", "flop", lambda: rgb.transpose(transpose.FLIP_LEFT_RIGHT)
    yield "flop-fresh", "flop, fresh memory", lambda: rgb.transpose(transpose.FLIP_LEFT_RIGHT)
    yield "transpose", "transpose", lambda: rgb.transpose(transpose.TRANSPOSE)
    yield "rotate90", "quarter turn", lambda: rgb.transpose(transpose.ROTATE_90)
    yield "rotateNearest", "turn by 7 degrees, nearest", turn(Image.Resampling.NEAREST)
    yield "rotateBilinear", "turn by 7 degrees, bilinear", turn(Image.Resampling.BILINEAR)
    yield "rotateBicubic", "turn by 7 degrees, bicubic", turn(Image.Resampling.BICUBIC)
    yield "ycbcrToRgb", "YCbCr to RGB", lambda: ycbcr.convert("RGB")
    yield "rgbToYcbcr", "RGB to YCbCr", lambda: rgb.convert("YCbCr")
    yield "rgbToGray", "RGB to grey", lambda: rgb.convert("L")
    yield "cmykToRgb", "CMYK to RGB", lambda: cmyk.convert("RGB")
    yield "doubleChroma", "4:2:0 chroma to full size, 2 planes", lambda: [half.resize(SIZE, 2), half.resize(SIZE, 2)]
    yield "premultiply", "premultiply", lambda: rgba.convert("RGBa")
    yield "unpremultiply", "unpremultiply", lambda: premultiplied.convert("RGBA")
    yield "flatten", "flatten", flatten
    yield "deinterleave3", "3 interleaved bands to planes", rgb.split
    yield "deinterleave4", "4 interleaved bands to planes", rgba.split
    yield "deinterleave16of3", "3 bands of 16 bits to planes", raw("RGB", data3, "RGB;16N")
    yield "deinterleave16of4", "4 bands of 16 bits to planes", raw("RGBA", data4, "RGBA;16N")
    yield "interleave3", "planes to 3 interleaved bands", lambda: Image.merge("RGB", three)
    yield "interleave4", "planes to 4 interleaved bands", lambda: Image.merge("RGBA", four)
    for size in (320, 205), (2048, 1310), (5478, 3505):
        for name, method in FILTERS.items():
            case = f"scale-{size[0]}x{size[1]}-{name}"
            pillow = lambda size=size, method=method: rgb.resize(size, method)
            yield case, f"scale to {size[0]}×{size[1]}, {name}", pillow
            if case == "scale-2048x1310-lanczos":
                yield case + "-fresh", f"scale to {size[0]}×{size[1]}, {name}, fresh memory", pillow


def started():
    return subprocess.Popen(
        [jvm.java(), *jvm.FLAGS, "-Xmx512m", "-cp", jvm.class_path(), "dev.quarry.kernel.KernelComparison"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(process, line):
    process.stdin.write(line + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise SystemExit(f"our side ended at: {line}")
    return answer.split()


def pillow_times(call, times):
    samples = []
    for _ in range(times):
        start = time.thread_time_ns()
        call()
        samples.append((time.thread_time_ns() - start) / 1e6)
    return samples


def shown(samples):
    return f"{statistics.median(samples):.2f} / {min(samples):.2f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--warm", type=int, default=1500, help="milliseconds for each case and provider")
    options = parser.parse_args()
    process = started()
    floor = None
    print(f"Pillow {PIL.__version__}\n")
    print("| kernel | vector | scalar | Pillow | Pillow ÷ vector | vector ÷ floor | bytes for each call |")
    print("|---|---|---|---|---|---|---|")
    for name, words, pillow in cases():
        if name != "copy" and not re.search(options.only, name):
            continue
        times = {"VECTOR": [], "SCALAR": []}
        allocated = []
        theirs = pillow_times(pillow, 2)[:0]
        for provider in times:
            ask(process, f"warm {name} {provider} {options.warm}")
        for _ in range(options.rounds):
            for provider, samples in times.items():
                answer = ask(process, f"run {name} {provider} {3 if provider == 'VECTOR' else 1}")
                samples += map(float, answer[::2])
                if provider == "VECTOR":
                    allocated += map(int, answer[1::2])
            theirs += pillow_times(pillow, 3 if statistics.median(times["VECTOR"]) < 20 else 1)
        ours = statistics.median(times["VECTOR"])
        floor = floor or ours
        ratio = statistics.median(theirs) / ours
        print(f"| {words} | {shown(times['VECTOR'])} | {shown(times['SCALAR'])} | {shown(theirs)} | {ratio:.1f} "
              f"| {ours / floor:.1f} | {statistics.median_low(allocated)} |", flush=True)
    process.stdin.close()
    process.wait()


if __name__ == "__main__":
    main()
