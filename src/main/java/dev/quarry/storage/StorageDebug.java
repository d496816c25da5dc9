package dev.quarry.storage;

/**
 * How closely a storage watches the use of its memory, and what it does about a fault.
 *
 * @param level how closely
 * @param action what happens when a fault is found
 */
public record StorageDebug(Level level, Action action) {

    /** Nothing is watched; leaks are counted, as always. */
    public static final StorageDebug OFF = new StorageDebug(Level.OFF, Action.THROW);

    /** How closely the use of memory is watched; each level does all that the ones before it do. */
    public enum Level {
        /** Not at all. */
        OFF,
        /** One of 128 allocations carries its stack, so that a leak's report can say where it came from. */
        SAMPLED,
        /**
         * Every block lies between guards and is filled when it is handed out and when it comes back; state and owner are
         * checked at every call of the storage.
         */
        GUARD,
        /**
         * All allocations and releases carry their stacks, every access to a plane is checked, and memory that came back
         * rests before it is handed out again.
         */
        PARANOID;

        /** Whether stacks are taken. */
        public boolean traces() {
            return this != OFF;
        }

        /** Whether blocks are guarded and filled. */
        public boolean guards() {
            return compareTo(GUARD) >= 0;
        }

        /** Whether accesses are checked and released memory rests. */
        public boolean isParanoid() {
            return this == PARANOID;
        }
    }

    /** What happens when a fault is found. */
    public enum Action {
        /** The call that found it throws; a thread of the storage's own logs it. */
        THROW,
        /** It is logged, and the call goes on. */
        LOG,
        /** It is logged, and the process ends at once. */
        HALT
    }

    /** The same with another level. */
    public StorageDebug withLevel(Level other) {
        return new StorageDebug(other, action);
    }

    /** The same with another action. */
    public StorageDebug withAction(Action other) {
        return new StorageDebug(level, other);
    }
}
