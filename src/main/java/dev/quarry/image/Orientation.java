package dev.quarry.image;

/**
 * The eight ways to turn and mirror a picture by right angles, numbered as in EXIF (tag 0x0112, CIPA DC-008).
 *
 * <p>Each constant says what must be done to the stored picture to show it upright: first the mirrors, then the exchange
 * of axes.
 */
public enum Orientation {
    /** 1: as stored. */
    NONE(false, false, false),
    /** 2: left and right exchanged. */
    FLOP(true, false, false),
    /** 3: half a turn. */
    ROTATE_180(true, true, false),
    /** 4: top and bottom exchanged. */
    FLIP(false, true, false),
    /** 5: mirrored at the main diagonal. */
    TRANSPOSE(false, false, true),
    /** 6: a quarter turn clockwise. */
    ROTATE_90(false, true, true),
    /** 7: mirrored at the other diagonal. */
    TRANSVERSE(true, true, true),
    /** 8: a quarter turn counter-clockwise. */
    ROTATE_270(true, false, true);

    private final boolean mirrorsColumns;
    private final boolean mirrorsRows;
    private final boolean swapsAxes;

    Orientation(boolean mirrorsColumns, boolean mirrorsRows, boolean swapsAxes) {
        this.mirrorsColumns = mirrorsColumns;
        this.mirrorsRows = mirrorsRows;
        this.swapsAxes = swapsAxes;
    }

    /** The orientation with this EXIF value; any value outside 1 to 8 means {@link #NONE}. */
    public static Orientation ofExif(int value) {
        return value >= 1 && value <= 8 ? values()[value - 1] : NONE;
    }

    /** The EXIF value, 1 to 8. */
    public int exif() {
        return ordinal() + 1;
    }

    /** Whether source columns are read from right to left. */
    public boolean mirrorsColumns() {
        return mirrorsColumns;
    }

    /** Whether source rows are read from bottom to top. */
    public boolean mirrorsRows() {
        return mirrorsRows;
    }

    /** Whether width and height change places, after the mirrors. */
    public boolean swapsAxes() {
        return swapsAxes;
    }
}
