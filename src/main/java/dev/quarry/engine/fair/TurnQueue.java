package dev.quarry.engine.fair;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waiting things of several clients, given out by deficit round robin: each round, each client may have one thing that costs
 * up to a quantum; a dearer one costs its client as many rounds as it has quanta. The things of one client come in their
 * order. So what a client gets does not depend on how much it has waiting, and between two things of one client every other
 * gets its turn.
 *
 * <p>In a round, clients that had nothing waiting and no round to sit out come first: who asks now and then does not stand
 * behind all who always ask.
 *
 * <p>A client that stops waiting while it still has rounds to sit out is remembered, as far as the bound allows; else it
 * would get rid of them by sending one thing at a time.
 *
 * <p>Not safe for use by several threads at once.
 *
 * @param <T> what waits; told apart by identity or {@code equals}, each at most once
 */
public final class TurnQueue<T> {

    private final long quantum;
    private final int mostDebtors;
    private final Map<ClientId, Account> accounts = new HashMap<>();
    private final TreeSet<Account> active = new TreeSet<>();
    private final Set<Account> debtors = new LinkedHashSet<>();
    private long round;
    private long nextSequence;
    private int size;
    private long cost;

    /**
     * An empty queue.
     *
     * @param quantum what a turn may cost
     * @param mostDebtors how many clients without anything waiting are remembered
     */
    public TurnQueue(long quantum, int mostDebtors) {
        this.quantum = quantum;
        this.mostDebtors = mostDebtors;
    }

    /** What a client has waiting, and from which round on it may have it. */
    private final class Account implements Comparable<Account> {
        private final ClientId client;
        private final LinkedHashMap<T, Long> waiting = new LinkedHashMap<>();
        private long turn;
        private boolean newcomer;
        private long sequence;
        private long waitingCost;

        Account(ClientId client) {
            this.client = client;
        }

        @Override
        public int compareTo(Account other) {
            if (turn != other.turn) {
                return Long.compare(turn, other.turn);
            }
            return newcomer == other.newcomer ? Long.compare(sequence, other.sequence) : newcomer ? -1 : 1;
        }

        // By identity: no two accounts of a client exist at a time, and sequences differ.
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** Things that wait. */
    public int size() {
        return size;
    }

    /** What they cost together. */
    public long cost() {
        return cost;
    }

    /** Things of one client that wait. */
    public int sizeOf(ClientId client) {
        Account account = accounts.get(client);
        return account == null ? 0 : account.waiting.size();
    }

    /** What the waiting things of one client cost together. */
    public long costOf(ClientId client) {
        Account account = accounts.get(client);
        return account == null ? 0 : account.waitingCost;
    }

    /** Tells every client that has something waiting, in no particular order. */
    public void forEachClient(Consumer<ClientId> action) {
        active.forEach(account -> action.accept(account.client));
    }

    /** Clients that are remembered, with or without something waiting. */
    int clients() {
        return accounts.size();
    }

    /** Adds a thing that costs {@code thingCost}. */
    public void add(ClientId client, T thing, long thingCost) {
        Account account = accounts.computeIfAbsent(client, Account::new);
        if (account.waiting.isEmpty()) {
            debtors.remove(account);
            enter(account, account.turn <= round);
        }
        account.waiting.put(thing, thingCost);
        account.waitingCost += thingCost;
        cost += thingCost;
        size++;
    }

    private void enter(Account account, boolean newcomer) {
        account.turn = Math.max(account.turn, round);
        account.newcomer = newcomer;
        account.sequence = nextSequence++;
        active.add(account);
    }

    /** The thing whose turn it is, null when none waits. Somebody who comes later may still be before it. */
    public @Nullable T peek() {
        return active.isEmpty() ? null : active.first().waiting.firstEntry().getKey();
    }

    /** Lets the thing whose turn it is stay the next one, whoever comes meanwhile. */
    public void hold() {
        Account first = active.pollFirst();
        if (first != null) {
            round = Math.max(round, first.turn);
            first.newcomer = true;
            active.add(first);
        }
    }

    /** The first that is wanted, of the things that are next among their client's, in the order of turns; null when none is. */
    public @Nullable T find(Predicate<T> wanted) {
        for (Account account : active) {
            T next = account.waiting.firstEntry().getKey();
            if (wanted.test(next)) {
                return next;
            }
        }
        return null;
    }

    /** Takes the thing whose turn it is out, and counts its cost against its client; null when none waits. */
    public @Nullable T poll() {
        return active.isEmpty() ? null : poll(active.first().client);
    }

    /**
     * Takes a client's next thing out, and counts its cost against it, even if it is another's turn; null when none of its
     * waits.
     */
    public @Nullable T poll(ClientId client) {
        Account account = accounts.get(client);
        if (account == null || account.waiting.isEmpty()) {
            return null;
        }
        if (account == active.first()) {
            round = Math.max(round, account.turn);
        }
        active.remove(account);
        T thing = account.waiting.firstEntry().getKey();
        account.turn = Math.max(round, account.turn) + Math.max(1, Math.ceilDiv(take(account, thing), quantum));
        if (account.waiting.isEmpty()) {
            remember(account);
        } else {
            enter(account, false);
        }
        forget();
        return thing;
    }

    /** Tells everything that waits, in no particular order. */
    public void forEach(Consumer<T> action) {
        active.forEach(account -> account.waiting.keySet().forEach(action));
    }

    /** Takes a thing out without counting it; false when it does not wait. */
    public boolean remove(ClientId client, T thing) {
        Account account = accounts.get(client);
        if (account == null || !account.waiting.containsKey(thing)) {
            return false;
        }
        take(account, thing);
        if (account.waiting.isEmpty()) {
            active.remove(account);
            remember(account);
            forget();
        }
        return true;
    }

    private long take(Account account, T thing) {
        Long thingCost = account.waiting.remove(thing);
        if (thingCost == null) {
            throw new IllegalStateException("not waiting: " + thing);
        }
        account.waitingCost -= thingCost;
        cost -= thingCost;
        size--;
        return thingCost;
    }

    private void remember(Account account) {
        if (account.turn > round) {
            debtors.add(account);
        } else {
            accounts.remove(account.client);
        }
    }

    /** Lets go of those whose rounds are over, and of the oldest where there are too many. */
    private void forget() {
        Iterator<Account> oldest = debtors.iterator();
        while (oldest.hasNext()) {
            Account debtor = oldest.next();
            if (debtor.turn > round && debtors.size() <= mostDebtors) {
                return;
            }
            oldest.remove();
            accounts.remove(debtor.client);
        }
    }
}
