package dev.quarry.engine;

import dev.quarry.engine.fair.ClientId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The places that a lane keeps for jobs that are still to come, by clients. Not safe for use by several threads at once. */
final class KeptPlaces {

    private final Set<TransformEngine.Place> kept = new HashSet<>();
    private final Map<ClientId, Sum> sums = new HashMap<>();
    private long costNanos;

    /** What one client has. */
    private record Sum(int places, long costNanos) {

        static final Sum NOTHING = new Sum(0, 0);

        Sum plus(int morePlaces, long moreNanos) {
            return new Sum(places + morePlaces, costNanos + moreNanos);
        }
    }

    int size() {
        return kept.size();
    }

    long costNanos() {
        return costNanos;
    }

    int sizeOf(ClientId client) {
        return sums.getOrDefault(client, Sum.NOTHING).places();
    }

    long costOf(ClientId client) {
        return sums.getOrDefault(client, Sum.NOTHING).costNanos();
    }

    void forEachClient(Consumer<ClientId> action) {
        sums.keySet().forEach(action);
    }

    void add(TransformEngine.Place place) {
        kept.add(place);
        count(place, 1);
    }

    /** Lets go of a place; false when it is not kept any more. */
    boolean remove(TransformEngine.Place place) {
        boolean removed = kept.remove(place);
        if (removed) {
            count(place, -1);
        }
        return removed;
    }

    private void count(TransformEngine.Place place, int change) {
        long nanos = change * place.costNanos();
        costNanos += nanos;
        Sum sum = sums.getOrDefault(place.client(), Sum.NOTHING).plus(change, nanos);
        if (sum.places() == 0) {
            sums.remove(place.client());
        } else {
            sums.put(place.client(), sum);
        }
    }
}
