"""Line plots as SVG, with nothing but the standard library."""

import html
import math

COLOURS = ["#1f6fb2", "#d1495b", "#2f8f5b", "#e08e0b", "#7b5aa6", "#4c4c4c", "#17a2b8", "#a0522d"]
WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 200, 50, 55


def ticks(low, high, count=5):
    """Round values from below `low` to above `high`."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / count))
    step *= next(m for m in (1, 2, 5, 10) if span / (step * m) <= count)
    first = math.floor(low / step) * step
    values = []
    while not values or values[-1] < high - step * 1e-9:
        values.append(round(first + step * len(values), 10))
    return values


def number(value):
    return f"{value:g}"


class Plot:
    """One pair of axes."""

    def __init__(self, title, x_title, y_title, log_x=False, from_zero=True):
        self.title, self.x_title, self.y_title = title, x_title, y_title
        self.log_x, self.from_zero = log_x, from_zero
        self.series = []
        self.marks = []

    def line(self, name, points, dashed=False, dots=True):
        self.series.append((name, sorted(points), dashed, dots))

    def mark(self, x, text):
        """A vertical line at `x`."""
        self.marks.append((x, text))

    def write(self, path):
        xs = [x for _, points, _, _ in self.series for x, _ in points]
        ys = [y for _, points, _, _ in self.series for _, y in points]
        y_ticks = ticks(0 if self.from_zero else min(ys), max(ys))
        x_ticks = sorted(set(xs)) if self.log_x else ticks(min(xs), max(xs), 8)
        along = (lambda x: math.log2(x)) if self.log_x else (lambda x: x)
        x_low, x_high = along(x_ticks[0]), along(x_ticks[-1])
        y_low, y_high = y_ticks[0], y_ticks[-1]
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

        def at_x(x):
            return LEFT + (along(x) - x_low) / max(x_high - x_low, 1e-9) * (right - LEFT)

        def at_y(y):
            return bottom - (y - y_low) / (y_high - y_low) * (bottom - TOP)

        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            text(LEFT, 24, self.title, size=15),
            text((LEFT + right) / 2, HEIGHT - 14, self.x_title, anchor="middle"),
            text(18, (TOP + bottom) / 2, self.y_title, anchor="middle", turned=True),
        ]
        for y in y_ticks:
            out.append(f'<path d="M{LEFT} {at_y(y):.1f}H{right}" stroke="#ddd"/>')
            out.append(text(LEFT - 8, at_y(y) + 4, number(y), anchor="end"))
        for x in x_ticks:
            out.append(f'<path d="M{at_x(x):.1f} {bottom}v5" stroke="#333"/>')
            out.append(text(at_x(x), bottom + 19, number(x), anchor="middle"))
        out.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#333"/>')
        for x, label in self.marks:
            out.append(f'<path d="M{at_x(x):.1f} {TOP}V{bottom}" stroke="#999" stroke-dasharray="2 3"/>')
            out.append(text(at_x(x) + 4, TOP + 12, label))
        for i, (name, points, dashed, dots) in enumerate(self.series):
            colour = COLOURS[i % len(COLOURS)]
            shape = "L".join(f"{at_x(x):.1f} {at_y(y):.1f}" for x, y in points)
            dash = ' stroke-dasharray="6 4"' if dashed else ""
            out.append(f'<path d="M{shape}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
            if dots:
                out += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="3" fill="{colour}"/>' for x, y in points]
            y = TOP + 8 + 20 * i
            out.append(f'<path d="M{right + 14} {y}h24" stroke="{colour}" stroke-width="2"{dash}/>')
            out.append(text(right + 44, y + 4, name))
        out.append("</svg>\n")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(out))


def text(x, y, words, anchor="start", size=12, turned=False):
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="#222"{turn}'
    return f"<text {place}>{html.escape(words)}</text>"
