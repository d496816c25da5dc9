package dev.quarry.image;

/** How many luma samples one chroma sample stands for, across and down. */
public enum ChromaSubsampling {
    /** 4:4:4, one chroma sample for each luma sample; also the value of every model without chroma. */
    S444("4:4:4", 1, 1),
    /** 4:2:2, halved across. */
    S422("4:2:2", 2, 1),
    /** 4:2:0, halved both ways. */
    S420("4:2:0", 2, 2),
    /** 4:4:0, halved down. */
    S440("4:4:0", 1, 2),
    /** 4:1:1, a quarter across. */
    S411("4:1:1", 4, 1),
    /** 4:4:1, a quarter down. */
    S441("4:4:1", 1, 4);

    private final String notation;
    private final int horizontal;
    private final int vertical;

    ChromaSubsampling(String notation, int horizontal, int vertical) {
        this.notation = notation;
        this.horizontal = horizontal;
        this.vertical = vertical;
    }

    /** The usual notation, such as {@code 4:2:0}. */
    public String notation() {
        return notation;
    }

    /** Luma samples across for each chroma sample. */
    public int horizontal() {
        return horizontal;
    }

    /** Luma samples down for each chroma sample. */
    public int vertical() {
        return vertical;
    }

    /** The subsampling after the axes were exchanged; 4:1:1 and 4:4:1, 4:2:2 and 4:4:0 are each other's. */
    public ChromaSubsampling transposed() {
        return switch (this) {
            case S444, S420 -> this;
            case S422 -> S440;
            case S440 -> S422;
            case S411 -> S441;
            case S441 -> S411;
        };
    }
}
