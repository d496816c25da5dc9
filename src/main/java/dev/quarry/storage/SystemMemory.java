package dev.quarry.storage;

import dev.quarry.storage.StorageSettings.Provider;
import java.lang.foreign.MemorySegment;

/** The one address range that everything lies in, and the system's part in it. Safe for use by several threads at once. */
interface SystemMemory extends AutoCloseable {

    /** Where it comes from. */
    Provider provider();

    /** The whole range as one segment. */
    MemorySegment segment();

    /**
     * Makes pages usable; what they hold is undefined.
     *
     * @return false when the system refuses
     */
    boolean commit(long offset, long bytes);

    /**
     * Gives pages back to the system as far as this provider can.
     *
     * @return false when the system refuses, so that the pages stay committed
     */
    boolean giveBack(long offset, long bytes);

    /** An upper bound of the bytes that the system has to provide for the range. */
    long committedBytes();

    /** Whether addresses cost nothing, so that a buffer may hold more of them than it will ever fill. */
    boolean hasSpareAddresses();

    /** The addresses of the range; the same ones at each call. */
    AddressSpace addresses();

    /** Whether what was just committed holds nothing but zeros. */
    boolean commitsZeros();

    /** Whether a part of what was taken at once can be given back alone. */
    boolean isDivisible();

    /** Gives the range back; any later access throws. */
    @Override
    void close();

    /** How addresses are reserved that memory is put behind only when it is used. */
    @FunctionalInterface
    interface Reserver {

        /**
         * Reserves addresses for a budget.
         *
         * @throws UnavailableException when this system cannot do that, with the reason
         */
        SystemMemory reserve(long budgetBytes, boolean hugePages) throws UnavailableException;
    }

    /** Why this system cannot reserve addresses. */
    final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1;

        UnavailableException(String reason) {
            super(reason);
        }
    }
}
