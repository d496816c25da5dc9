package dev.quarry.load;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Addresses of the loopback network, one for each client, so that the service tells them apart. */
final class Addresses {

    private static final int FIRST = 2;
    private static final int LAST = 250;

    private Addresses() {}

    /** The address of client {@code number}, from 0. */
    static InetAddress ofClient(int number) {
        int perNet = LAST - FIRST;
        byte[] address = {127, 0, (byte) (number / perNet), (byte) (FIRST + number % perNet)};
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no address for client " + number, e);
        }
    }
}
