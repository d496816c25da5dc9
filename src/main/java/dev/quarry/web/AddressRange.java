package dev.quarry.web;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * A range of IP addresses that begin with the same bits.
 *
 * @param first its first address
 * @param bits how many bits they share
 */
record AddressRange(InetAddress first, int bits) {

    private static final String NAME = "quarry.clients.trusted-proxies";

    /** Reads {@code 10.0.0.0/8}, {@code fd00::/8} or a single address; names are not looked up. */
    static AddressRange parse(String text) {
        String[] parts = text.strip().split("/", -1);
        try {
            InetAddress first = InetAddress.ofLiteral(parts[0]);
            int length = first.getAddress().length * Byte.SIZE;
            int bits = parts.length == 1 ? length : Integer.parseInt(parts[1]);
            if (parts.length > 2 || bits < 0 || bits > length) {
                throw new IllegalArgumentException("the part after the slash");
            }
            return new AddressRange(first, bits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    NAME + " has \"" + text + "\", which is neither an address nor a range such as 10.0.0.0/8", e);
        }
    }

    boolean contains(InetAddress address) {
        byte[] own = first.getAddress();
        byte[] other = address.getAddress();
        return own.length == other.length && Arrays.equals(prefix(own, bits), prefix(other, bits));
    }

    /** The first bits of an address, the others 0. */
    static byte[] prefix(byte[] address, int bits) {
        byte[] prefix = Arrays.copyOf(Arrays.copyOf(address, bits / Byte.SIZE), address.length);
        int rest = bits % Byte.SIZE;
        if (rest > 0) {
            int at = bits / Byte.SIZE;
            prefix[at] = (byte) (address[at] & (0xFF << (Byte.SIZE - rest)));
        }
        return prefix;
    }
}
