package dev.quarry.engine.fair;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is remembered of clients: of so many at most, those that were asked for last. Not safe for use by several threads at
 * once.
 *
 * @param <V> what is remembered of each
 */
public final class RecentClients<V> extends LinkedHashMap<ClientId, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    /** Remembers nobody yet, and never more than {@code most}. */
    public RecentClients(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<ClientId, V> eldest) {
        return size() > most;
    }
}
