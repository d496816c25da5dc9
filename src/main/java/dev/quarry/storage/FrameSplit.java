package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * How an idle block that is larger than needed is cut: a block of the class that is needed, and as few others as the rest can
 * be made of, each of a class of its own.
 */
final class FrameSplit {

    /**
     * A block is cut for a request of at least a quarter of its size; four size classes make one doubling. What is left
     * of a much larger block would serve requests that fresh memory serves cheaply, at the price of the large one's pages.
     */
    static final int MOST_CLASSES_ABOVE = 8;

    private FrameSplit() {}

    /** The classes of the parts of a block of class {@code whole}, in their order, {@code wanted} first. */
    static List<Integer> classes(int whole, int wanted) {
        List<Integer> parts = new ArrayList<>();
        parts.add(wanted);
        long rest = SizeClasses.bytesOf(whole) - SizeClasses.bytesOf(wanted);
        while (rest > 0) {
            int part = SizeClasses.largestWithin(rest);
            parts.add(part);
            rest -= SizeClasses.bytesOf(part);
        }
        return parts;
    }
}
