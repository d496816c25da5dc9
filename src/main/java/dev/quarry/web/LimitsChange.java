package dev.quarry.web;

import dev.quarry.storage.StorageLimits;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * New limits of the storage as an operator wrote them.
 *
 * @param blockSize a size such as {@code 8MB}, null to leave it
 * @param alignment bytes, null to leave it
 * @param blocksMax a number of blocks, null to leave it
 */
record LimitsChange(
        @Nullable String blockSize,
        @Nullable String alignment,
        @Nullable String blocksMax) {

    /**
     * {@code limits} with these changes.
     *
     * @throws IllegalArgumentException when nothing is to change or a value is wrong, with its name and what is allowed
     */
    StorageLimits applyTo(StorageLimits limits) {
        if (blockSize == null && alignment == null && blocksMax == null) {
            throw new IllegalArgumentException(
                    "nothing to change; give one or more of blockSize, alignment and blocksMax as members of a JSON object");
        }
        return new StorageLimits(
                blockSize == null ? limits.blockSizeBytes() : size("blockSize", blockSize),
                alignment == null ? limits.alignmentBytes() : wholeNumber("alignment", alignment),
                blocksMax == null ? limits.blocksMax() : wholeNumber("blocksMax", blocksMax));
    }

    private static long size(String name, String text) {
        try {
            return DataSize.parse(text).toBytes();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; allowed is a size such as 8MB or 65536B".formatted(name, text), e);
        }
    }

    /** A whole number of at most 2,147,483,647, written in digits. */
    static int wholeNumber(String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; allowed is a whole number up to %d".formatted(name, text, Integer.MAX_VALUE), e);
        }
    }
}
