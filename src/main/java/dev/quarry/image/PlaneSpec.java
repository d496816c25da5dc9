package dev.quarry.image;

/**
 * The shape of one plane.
 *
 * @param width stored columns
 * @param height stored rows
 * @param window the part that holds the picture
 */
public record PlaneSpec(int width, int height, Window window) {

    /** A plane that is picture all over. */
    public static PlaneSpec of(int width, int height) {
        return new PlaneSpec(width, height, Window.of(width, height));
    }

    /** This shape after {@code turn}. */
    public PlaneSpec oriented(Orientation turn) {
        double x = turn.mirrorsColumns() ? width - (window.x() + window.width()) : window.x();
        double y = turn.mirrorsRows() ? height - (window.y() + window.height()) : window.y();
        return turn.swapsAxes()
                ? new PlaneSpec(height, width, new Window(y, x, window.height(), window.width()))
                : new PlaneSpec(width, height, new Window(x, y, window.width(), window.height()));
    }

    /**
     * The smallest view of this plane that covers {@code part} of the picture.
     *
     * @param pictureWidth size in pixels of the picture that the window holds
     * @param pictureHeight size in pixels of the picture that the window holds
     */
    PlaneView cropped(Rect part, int pictureWidth, int pictureHeight) {
        double scaleX = window.width() / pictureWidth;
        double scaleY = window.height() / pictureHeight;
        double left = window.x() + part.x() * scaleX;
        double top = window.y() + part.y() * scaleY;
        double right = left + part.width() * scaleX;
        double bottom = top + part.height() * scaleY;
        int x0 = (int) Math.floor(left + EDGE);
        int y0 = (int) Math.floor(top + EDGE);
        int x1 = Math.min(width, (int) Math.ceil(right - EDGE));
        int y1 = Math.min(height, (int) Math.ceil(bottom - EDGE));
        Rect columns = new Rect(x0, y0, Math.max(1, x1 - x0), Math.max(1, y1 - y0));
        Window inside = new Window(left - x0, top - y0, right - left, bottom - top);
        return new PlaneView(columns, new PlaneSpec(columns.width(), columns.height(), inside));
    }

    // Keeps a sum of fractions that is a whole number but for its last bits from taking in one more row.
    private static final double EDGE = 1e-9;

    /** A rectangle of stored samples and the shape that it makes. */
    record PlaneView(Rect samples, PlaneSpec spec) {}
}
